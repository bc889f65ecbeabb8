import { body, flag, json, text, texts, type Body } from "../../core/body";
import { shown } from "../../core/response";
import { invalid } from "../../core/errors";
import { addresses, type Header } from "../../core/scope";
import { defineKind } from "../../core/store";
import type { Kek } from "../ekm/kek";

const host = text.as((name) => {
  if (!/^[A-Za-z0-9.-]+(:\d{1,5})?$/.test(name))
    throw invalid("endpoint_url_hostname must be a host, or a host and a port");
  return name;
});

const changeable = {
  authenticationAud: texts.required,
  authorizationAud: texts.or([]),
  issuer: texts.or([]),
  cors: texts.or([]),
  allow_privileged_unwrap: flag.or(false),
  meta: json.or({}),
};
export const changes = body(changeable);
export const newEndpoint = body({ name: text.required, endpoint_url_hostname: host.required, ...changeable });
/** Who may unwrap without the permission of the document's owner. */
export const privileged = body({ kacls_base_url: texts.or([]), users: texts.or([]) });

/** A key access control list service: a key of the vault that Google Workspace encrypts with. */
export interface Endpoint extends Header, Kek, Body<typeof newEndpoint> {
  readonly status: "enabled" | "disabled" | "archived";
  readonly hidden: { readonly privileged: Body<typeof privileged> };
}

export const endpoints = defineKind<Endpoint>("cse-endpoints", {
  address: addresses,
  name: (endpoint) => endpoint.name,
  issuer: (endpoint) => endpoint.issuer,
  kek: (endpoint) => endpoint.kekName,
});

export const root = "/cckm/GoogleWorkspaceCSE/endpoints";

export function endpointView(endpoint: Endpoint): object {
  const { endpoint_url_hostname: at, id } = endpoint;
  return { ...shown(endpoint), endpoint_url: `https://${at}/api/v1${root}/${id}` };
}
