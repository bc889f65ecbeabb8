import { body, text } from "../../core/body";
import { invalid } from "../../core/errors";
import { Fields, isObject, type JsonObject } from "../../core/fields";
import type { Scope } from "../../core/scope";
import { accountConnection } from "../../shared/cloud";
import type { Credentials } from "../../shared/connections";
import { tenants, type Tenant } from "./cloud";

const settingsOf = body({
  api_endpoint: text.as((url) => {
    if (!/^https:\/\/[^/]+(\/.*)?\/kms\/v2\/?$/.test(url))
      throw invalid("api_endpoint must be an https address that ends in /kms/v2");
    return url;
  }).required,
});
/** What responses show of the two ways to log in. */
const logins = {
  user_credentials: body({ user: text.required, tenant: text.required }),
  technical_user_credentials: body({ api_key: text.required }),
};
const secretsOf = body({ secret: text.required });

function read(fields: Fields, before: Credentials | undefined): Credentials {
  const { api_endpoint } = settingsOf(fields, before?.settings);
  const user = filled(fields, "user_credentials");
  const technical = filled(fields, "technical_user_credentials");
  if (user !== undefined && technical !== undefined)
    throw invalid("user_credentials and technical_user_credentials exclude each other");
  const block = user ?? technical;
  if (block === undefined) {
    if (before === undefined) return fields.missing("user_credentials or technical_user_credentials");
    return { settings: { ...before.settings, api_endpoint }, secrets: before.secrets };
  }
  const name = user === undefined ? "technical_user_credentials" : "user_credentials";
  const old = before?.settings[name];
  const login = logins[name](block, isObject(old) ? old : {});
  return { settings: { api_endpoint, [name]: login }, secrets: secretsOf(block, before?.secrets) };
}

/** A block with something in it: an empty one stands for none. */
function filled(body: Fields, name: string): Fields | undefined {
  const json = body.json(name);
  return json === undefined || Object.keys(json).length === 0 ? undefined : body.object(name);
}

/** The tenant whose user or technical user this is, whether or not the secret is right. */
function tenantOf(world: Scope, { settings }: Credentials): Tenant | undefined {
  const user = new Fields(settings).block("user_credentials");
  const name = user.text("user");
  if (name !== undefined) return world.by(tenants.kind, "user", `${user.text("tenant")}/${name}`)[0];
  const apiKey = new Fields(settings).block("technical_user_credentials").text("api_key");
  return world.by(tenants.kind, "technicalUser", apiKey ?? "")[0];
}

const endpointOf = ({ settings }: Credentials): string => String(settings["api_endpoint"]).replace(/\/$/, "");

const unknown = "401 Unauthorized: user or technical user is unknown";

function unreachable(world: Scope, credentials: Credentials): string | undefined {
  const endpoint = endpointOf(credentials);
  const known = world.all(tenants.kind).some(({ apiEndpoint }) => apiEndpoint === endpoint);
  return known ? undefined : `no such host: ${new URL(endpoint).host}`;
}

function secretIn(tenant: Tenant, settings: JsonObject): string | undefined {
  const fields = new Fields(settings);
  const name = fields.block("user_credentials").text("user");
  if (name !== undefined) return tenant.users.find(({ user }) => user === name)?.secret;
  const key = fields.block("technical_user_credentials").text("api_key");
  return tenant.technicalUsers.find(({ apiKey }) => apiKey === key)?.secret;
}

export const sapConnection = accountConnection<Tenant>({
  service: "sap-dc",
  read,
  find: tenantOf,
  unreachable,
  unknown,
  refusal: (tenant, credentials, ready) => {
    if (tenant.apiEndpoint !== endpointOf(credentials)) return unknown;
    if (!ready) return "403 Forbidden: the user is not active yet";
    const right = secretIn(tenant, credentials.settings) === credentials.secrets["secret"];
    return right ? undefined : "401 Unauthorized: wrong credentials";
  },
});
