import { created, shown } from "../../core/answer";
import { conflict, notFound } from "../../core/errors";
import { list } from "../../core/lists";
import { addresses, type Call, type Header } from "../../core/scope";
import { defineKind } from "../../core/store";
import type { Operations } from "../../core/system";
import { keptCollection } from "../../shared/kept-json";
import { namedOrganization, openOrganization, organizations } from "./organizations";
import { secrets } from "./record";

/** Where Salesforce asks for cache-only keys. */
interface Endpoint extends Header {
  readonly name: string;
  readonly url_hostname: string;
  readonly organization_id: string;
  readonly endpoint_url: string;
  readonly password_authentication: { readonly username: string };
  readonly hidden: { readonly password: string };
}

export const endpoints = defineKind<Endpoint>("sfdc-endpoints", { address: addresses, name: ({ name }) => name });
const issuers = keptCollection("/cckm/sfdc/issuers", "cckm:sfdc-issuer");

const urlOf = (host: string, id: string): string => `https://${host}/api/v1/cckm/sfdc/endpoints/${id}/keys/`;

function login(call: Call, before?: Endpoint): Pick<Endpoint, "password_authentication" | "hidden"> {
  const block = call.body.object("password_authentication");
  if (block === undefined) return before ?? call.body.missing("password_authentication");
  const username = block.text("username") ?? before?.password_authentication.username ?? block.missing("username");
  const password = block.text("password") ?? before?.hidden.password ?? block.missing("password");
  return { password_authentication: { username }, hidden: { password } };
}

function create(call: Call): object {
  const name = call.body.requiredText("name");
  const url_hostname = call.body.requiredText("url_hostname");
  const organization = namedOrganization(call);
  if (call.by(endpoints, "name", name).length > 0) throw conflict(`an endpoint called ${name} exists already`);
  const header = call.header("cckm:sfdc-endpoint", `${name}-`);
  const endpoint: Endpoint = {
    ...header,
    name,
    url_hostname,
    organization_id: organization.id,
    endpoint_url: urlOf(url_hostname, header.id),
    ...login(call),
  };
  return created(shown(call.put(endpoints, endpoint)));
}

function change(call: Call): object {
  const endpoint = call.target(endpoints);
  const url_hostname = call.body.text("url_hostname") ?? endpoint.url_hostname;
  const { password_authentication, hidden } = login(call, endpoint);
  const changed = { url_hostname, endpoint_url: urlOf(url_hostname, endpoint.id), password_authentication, hidden };
  return shown(call.change(endpoints, endpoint, changed));
}

/** What Salesforce gets when it asks for a key: the shape of the wrapped key is not known, so it only says which it is. */
function fetchKey(call: Call): object {
  const endpoint = call.target(endpoints, "endpoint_id");
  const secret = call.target(secrets);
  const isIts = secret.organization_id === endpoint.organization_id && secret.sfdc_named_credential_id !== undefined;
  if (!isIts || secret.status === "DESTROYED") throw notFound();
  return { kid: secret.id };
}

function namedCredentials(call: Call): object {
  const organization = namedOrganization(call);
  const { namedCredentials: names } = openOrganization(call, call.need(organizations, organization.id));
  return { resources: names.map((id) => ({ id, name: id })) };
}

export const cacheOnlyOperations: Operations = {
  ...issuers.operations,
  "POST /cckm/sfdc/get-named-credentials": namedCredentials,
  "GET /cckm/sfdc/endpoints": (call) =>
    list(call, { kind: endpoints, view: shown, filters: ["id", "name", "organization_id", "url_hostname"] }),
  "POST /cckm/sfdc/endpoints": create,
  "GET /cckm/sfdc/endpoints/{id}": (call) => shown(call.target(endpoints)),
  "PATCH /cckm/sfdc/endpoints/{id}": change,
  "DELETE /cckm/sfdc/endpoints/{id}": (call) => call.remove(endpoints, call.target(endpoints)),
  "GET /cckm/sfdc/endpoints/{endpoint_id}/keys/{id}": fetchKey,
};
