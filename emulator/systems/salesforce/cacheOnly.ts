import { body, text, type Body } from "../../core/body";
import { collection, freely, refuseTaken } from "../../core/collection";
import { notFound } from "../../core/errors";
import { addresses, type Call, type Header, type Operations } from "../../core/scope";
import { defineKind } from "../../core/store";
import { keptCollection } from "../../shared/keptJson";
import { namedOrganization, openOrganization, organizations } from "./organizations";
import { secrets } from "./record";

const login = body({ username: text.required, password: text.required });
const changeable = body({ url_hostname: text.required });
const newEndpoint = body({ name: text.required, url_hostname: text.required });

/** Where Salesforce asks for cache-only keys. */
interface Endpoint extends Header, Body<typeof newEndpoint> {
  readonly organization_id: string;
  readonly endpoint_url: string;
  readonly password_authentication: { readonly username: string };
  readonly hidden: { readonly password: string };
}

export const endpoints = defineKind<Endpoint>("sfdc-endpoints", { address: addresses, name: ({ name }) => name });
const issuers = keptCollection("/cckm/sfdc/issuers", "cckm:sfdc-issuer");

const urlOf = (host: string, id: string): string => `https://${host}/api/v1/cckm/sfdc/endpoints/${id}/keys/`;

function readLogin(call: Call, before?: Endpoint): Pick<Endpoint, "password_authentication" | "hidden"> {
  const block = call.body.object("password_authentication");
  if (block === undefined) return before ?? call.body.missing("password_authentication");
  const { username, password } = login(block, { ...before?.password_authentication, ...before?.hidden });
  return { password_authentication: { username }, hidden: { password } };
}

function create(call: Call): Endpoint {
  const sent = newEndpoint(call.body);
  const organization = namedOrganization(call);
  refuseTaken(call, endpoints, "an endpoint", sent.name);
  const header = call.header("cckm:sfdc-endpoint", `${sent.name}-`);
  const place = { organization_id: organization.id, endpoint_url: urlOf(sent.url_hostname, header.id) };
  return { ...header, ...sent, ...place, ...readLogin(call) };
}

function change(call: Call, endpoint: Endpoint): Partial<Endpoint> {
  const { url_hostname } = changeable(call.body, endpoint);
  const { password_authentication, hidden } = readLogin(call, endpoint);
  return { url_hostname, endpoint_url: urlOf(url_hostname, endpoint.id), password_authentication, hidden };
}

/**
 * What Salesforce gets when it asks for a key: the shape of the wrapped key is not known, so it
 * only says which it is.
 */
function fetchKey(call: Call): object {
  const endpoint = call.target(endpoints, "endpoint_id");
  const secret = call.target(secrets);
  const isIts =
    secret.hidden.organization === endpoint.organization_id && secret.sfdc_named_credential_id !== undefined;
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
  ...collection<Endpoint>({
    kind: endpoints,
    path: "/cckm/sfdc/endpoints",
    filters: ["id", "name", "organization_id", "url_hostname"],
    create,
    change,
    remove: freely,
  }),
  "GET /cckm/sfdc/endpoints/{endpoint_id}/keys/{id}": fetchKey,
};
