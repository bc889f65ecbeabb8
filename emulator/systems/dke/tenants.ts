import { body, choice, emptiable, text, texts, type Body } from "../../core/body";
import { collection, refuseTaken } from "../../core/collection";
import { conflict, invalid } from "../../core/errors";
import type { Fields } from "../../core/fields";
import { addresses, type Call, type Header, type Operations } from "../../core/scope";
import { defineKind } from "../../core/store";
import { connections } from "../../shared/connections";
import { endpoints } from "./record";

const tenantGuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const sentTenant = body({
  tenant_id: text.as((id) => {
    if (!tenantGuid.test(id)) throw invalid("tenant_id must be the id of a Microsoft tenant, a UUID");
    return id;
  }).required,
  name: text.required,
  description: emptiable.or(""),
  issuer: text,
  authorization_type: choice(["email", "role"]).required,
  authorized_email_addresses: texts.or([]),
  authorized_roles: texts.or([]),
});

/** A Microsoft tenant whose people may use endpoints, by e-mail address or by role. */
interface Tenant extends Header, Omit<Body<typeof sentTenant>, "issuer"> {
  readonly issuer: string;
  /** Id of the Azure connection that roles are looked up through. */
  readonly connection?: string;
}

export const tenants = defineKind<Tenant>("dke-auth-tenants", {
  address: addresses,
  name: (tenant) => tenant.name,
  connection: (tenant) => tenant.connection,
});

type Settings = Omit<Tenant, keyof Header>;

function read(call: Call, before?: Tenant): Settings {
  const sent = sentTenant(call.body, before);
  const issuer = sent.issuer ?? `https://sts.windows.net/${sent.tenant_id}/`;
  const connection = connectionId(call) ?? before?.connection;
  const settings = checked(call.body, { ...sent, issuer, connection });
  refuseTaken(call, tenants, "an authorized tenant", settings.name, before);
  return settings;
}

function connectionId(call: Call): string | undefined {
  const reference = call.body.text("connection");
  if (reference === undefined) return undefined;
  const connection = call.find(connections, reference);
  if (connection?.service !== "azure") throw invalid(`there is no Azure connection ${reference}`);
  return connection.id;
}

/** Each way of authorizing needs its own list; roles also need somewhere to look them up. */
function checked(fields: Fields, settings: Settings): Settings {
  if (!/^https:\/\/\S+$/.test(settings.issuer)) throw invalid("issuer must be an https URL");
  if (settings.authorization_type === "email") {
    if (settings.authorized_email_addresses.length === 0) fields.missing("authorized_email_addresses");
    return settings;
  }
  if (settings.authorized_roles.length === 0) fields.missing("authorized_roles");
  return settings.connection === undefined ? fields.missing("connection") : settings;
}

export const tenantOperations: Operations = collection<Tenant>({
  kind: tenants,
  path: "/cckm/microsoft/dke/auth-tenants",
  filters: ["id", "name", "tenant_id", "issuer", "authorization_type", "connection"],
  create: (call) => ({ ...call.header("cckm:dke-auth-tenant"), ...read(call) }),
  change: read,
  remove: (call, tenant) => {
    const users = call.by(endpoints, "tenant", tenant.id).map(({ name }) => name);
    if (users.length > 0) throw conflict(`the authorized tenant ${tenant.name} is in use by ${users.join(", ")}`);
  },
});
