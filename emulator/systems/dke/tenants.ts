import { created, shown } from "../../core/answer";
import { conflict, invalid } from "../../core/errors";
import type { Fields } from "../../core/fields";
import { list } from "../../core/lists";
import { addresses, type Call, type Header } from "../../core/scope";
import { defineKind } from "../../core/store";
import type { Operations } from "../../core/system";
import { connections } from "../connections/service";
import { endpoints } from "./record";

/** A Microsoft tenant whose people may use endpoints, by e-mail address or by role. */
interface Tenant extends Header {
  readonly name: string;
  readonly description: string;
  readonly tenant_id: string;
  readonly issuer: string;
  readonly authorization_type: "email" | "role";
  readonly authorized_email_addresses: readonly string[];
  readonly authorized_roles: readonly string[];
  /** Id of the Azure connection that roles are looked up through. */
  readonly connection?: string;
}

export const tenants = defineKind<Tenant>("dke-auth-tenants", {
  address: addresses,
  name: (tenant) => tenant.name,
  connection: (tenant) => tenant.connection,
});

type Settings = Omit<Tenant, keyof Header>;

export const tenantGuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const unset: Partial<Tenant> = { description: "" };

function read(call: Call, before: Partial<Tenant> = unset): Settings {
  const { body } = call;
  const text = (name: "name" | "tenant_id"): string => body.text(name) ?? before[name] ?? body.missing(name);
  const tenant_id = text("tenant_id");
  if (!tenantGuid.test(tenant_id)) throw invalid("tenant_id must be the id of a Microsoft tenant, a UUID");
  const type = body.choice("authorization_type", ["email", "role"]);
  const settings: Settings = {
    name: text("name"),
    description: body.emptiable("description") ?? before.description ?? "",
    tenant_id,
    issuer: body.text("issuer") ?? before.issuer ?? `https://sts.windows.net/${tenant_id}/`,
    authorization_type: type ?? before.authorization_type ?? body.missing("authorization_type"),
    authorized_email_addresses: texts(body, "authorized_email_addresses", before.authorized_email_addresses),
    authorized_roles: texts(body, "authorized_roles", before.authorized_roles),
    connection: connectionId(call) ?? before.connection,
  };
  return checked(body, settings);
}

const texts = (body: Fields, name: string, before: readonly string[] = []): readonly string[] =>
  body.texts(name) ?? before;

function connectionId(call: Call): string | undefined {
  const reference = call.body.text("connection");
  if (reference === undefined) return undefined;
  const connection = call.find(connections, reference);
  if (connection?.service !== "azure") throw invalid(`there is no Azure connection ${reference}`);
  return connection.id;
}

/** Each way of authorizing needs its own list; roles also need somewhere to look them up. */
function checked(body: Fields, settings: Settings): Settings {
  if (!/^https:\/\/\S+$/.test(settings.issuer)) throw invalid("issuer must be an https URL");
  if (settings.authorization_type === "email") {
    if (settings.authorized_email_addresses.length === 0) body.missing("authorized_email_addresses");
    return settings;
  }
  if (settings.authorized_roles.length === 0) body.missing("authorized_roles");
  return settings.connection === undefined ? body.missing("connection") : settings;
}

function freeName(call: Call, name: string, own?: string): void {
  if (call.by(tenants, "name", name).some(({ id }) => id !== own))
    throw conflict(`an authorized tenant called ${name} exists already`);
}

function createTenant(call: Call): object {
  const settings = read(call);
  freeName(call, settings.name);
  return created(shown(call.put(tenants, { ...call.header("cckm:dke-auth-tenant"), ...settings })));
}

function changeTenant(call: Call): object {
  const tenant = call.target(tenants);
  const settings = read(call, tenant);
  freeName(call, settings.name, tenant.id);
  return shown(call.change(tenants, tenant, settings));
}

function deleteTenant(call: Call): void {
  const tenant = call.target(tenants);
  const users = call.by(endpoints, "tenant", tenant.id).map(({ name }) => name);
  if (users.length > 0) throw conflict(`the authorized tenant ${tenant.name} is in use by ${users.join(", ")}`);
  call.remove(tenants, tenant);
}

const root = "/cckm/microsoft/dke/auth-tenants";

export const tenantOperations: Operations = {
  [`GET ${root}`]: (call) =>
    list(call, {
      kind: tenants,
      view: shown,
      filters: ["id", "name", "tenant_id", "issuer", "authorization_type", "connection"],
    }),
  [`POST ${root}`]: createTenant,
  [`GET ${root}/{id}`]: (call) => shown(call.target(tenants)),
  [`PATCH ${root}/{id}`]: changeTenant,
  [`DELETE ${root}/{id}`]: deleteTenant,
};
