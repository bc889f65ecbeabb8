import { invalid } from "../../core/errors";
import { Fields, isObject, type JsonObject } from "../../core/fields";
import { outside, type Scope } from "../../core/scope";
import { second } from "../../core/time";
import type { ConnectionService, Credentials } from "../connections/service";
import { tenants, type Tenant } from "./cloud";

function read(body: Fields, before: Credentials | undefined): Credentials {
  const known = new Fields(before?.settings).text("api_endpoint");
  const api_endpoint = body.text("api_endpoint") ?? known ?? body.missing("api_endpoint");
  if (!/^https:\/\/[^/]+(\/.*)?\/kms\/v2\/?$/.test(api_endpoint))
    throw invalid("api_endpoint must be an https address that ends in /kms/v2");
  const user = filled(body, "user_credentials");
  const technical = filled(body, "technical_user_credentials");
  if (user !== undefined && technical !== undefined)
    throw invalid("user_credentials and technical_user_credentials exclude each other");
  if (user !== undefined) return { settings: { api_endpoint, ...userLogin(user, before) }, ...secretOf(user, before) };
  if (technical !== undefined)
    return { settings: { api_endpoint, ...technicalLogin(technical, before) }, ...secretOf(technical, before) };
  if (before === undefined) return body.missing("user_credentials or technical_user_credentials");
  return { settings: { ...before.settings, api_endpoint }, secrets: before.secrets };
}

/** A block with something in it: an empty one stands for none. */
function filled(body: Fields, name: string): Fields | undefined {
  const json = body.json(name);
  return json === undefined || Object.keys(json).length === 0 ? undefined : body.object(name);
}

const shownBefore = (before: Credentials | undefined, name: string): JsonObject => {
  const block = before?.settings[name];
  return isObject(block) ? block : {};
};

function userLogin(block: Fields, before: Credentials | undefined): JsonObject {
  const old = shownBefore(before, "user_credentials");
  const user = block.text("user") ?? old["user"] ?? block.missing("user");
  const tenant = block.text("tenant") ?? old["tenant"] ?? block.missing("tenant");
  return { user_credentials: { user, tenant } };
}

function technicalLogin(block: Fields, before: Credentials | undefined): JsonObject {
  const old = shownBefore(before, "technical_user_credentials");
  return {
    technical_user_credentials: { api_key: block.text("api_key") ?? old["api_key"] ?? block.missing("api_key") },
  };
}

function secretOf(block: Fields, before: Credentials | undefined): Pick<Credentials, "secrets"> {
  return { secrets: { secret: block.text("secret") ?? before?.secrets["secret"] ?? block.missing("secret") } };
}

/** The tenant whose user or technical user this is, whether or not the secret is right. */
function tenantOf(scope: Scope, { settings }: Credentials): Tenant | undefined {
  const user = new Fields(settings).block("user_credentials");
  const cloud = scope.in(outside);
  const name = user.text("user");
  if (name !== undefined) return cloud.by(tenants, "user", `${user.text("tenant")}/${name}`)[0];
  const apiKey = new Fields(settings).block("technical_user_credentials").text("api_key");
  return cloud.by(tenants, "technicalUser", apiKey ?? "")[0];
}

/** The tenant that these credentials open, or why SAP refuses them. */
export function openTenant(scope: Scope, credentials: Credentials, createdAt: number): Tenant | string {
  const { settings, secrets } = credentials;
  const endpoint = String(settings["api_endpoint"]).replace(/\/$/, "");
  const known = scope
    .in(outside)
    .all(tenants)
    .some(({ apiEndpoint }) => apiEndpoint === endpoint);
  if (!known) return `no such host: ${new URL(endpoint).host}`;
  const tenant = tenantOf(scope, credentials);
  if (tenant?.apiEndpoint !== endpoint) return "401 Unauthorized: user or technical user is unknown";
  if (scope.now < createdAt + tenant.readyAfterSeconds * second) return "403 Forbidden: the user is not active yet";
  return secretIn(tenant, settings) === secrets["secret"] ? tenant : "401 Unauthorized: wrong credentials";
}

function secretIn(tenant: Tenant, settings: JsonObject): string | undefined {
  const fields = new Fields(settings);
  const name = fields.block("user_credentials").text("user");
  if (name !== undefined) return tenant.users.find(({ user }) => user === name)?.secret;
  const key = fields.block("technical_user_credentials").text("api_key");
  return tenant.technicalUsers.find(({ apiKey }) => apiKey === key)?.secret;
}

export const sapConnection: ConnectionService = {
  service: "sap-dc",
  category: "cloud",
  products: ["cckm"],
  read,
  test: (scope, credentials, createdAt) => ({
    seconds: tenantOf(scope, credentials)?.testSeconds ?? 0.05,
    judge: () => {
      const opened = openTenant(scope, credentials, createdAt);
      return typeof opened === "string" ? opened : undefined;
    },
  }),
};
