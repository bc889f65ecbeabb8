import { randomBytes } from "node:crypto";
import { shown } from "../../core/response";
import { body, choice, emptiable, flag, json, text, texts, type Body } from "../../core/body";
import { invalid } from "../../core/errors";
import { addresses, type Header } from "../../core/scope";
import { defineKind } from "../../core/store";
import { formatTime } from "../../core/time";
import { byJobConfig, type Rotating } from "../scheduler/binding";

/** One version of an endpoint's key encryption key. */
export interface Kek {
  /** 64 hexadecimal digits. */
  readonly id: string;
  readonly name: string;
  readonly madeAt: string;
  /** SubjectPublicKeyInfo as PEM, made when somebody first asks for it. */
  readonly publicKey?: string;
}

/** What may be said of an endpoint, and changed. */
export const changeable = body({
  name: text.required,
  key_uri_hostname: text.as((host) => {
    if (!/^[A-Za-z0-9.-]+(:\d{1,5})?$/.test(host))
      throw invalid("key_uri_hostname must be a host, or a host and a port");
    return host;
  }).required,
  description: emptiable.or(""),
  auth_tenants: texts.or([]),
  enable_success_audit_event: flag.or(true),
  meta: json.or({}),
});

const algorithms = [
  "RSA_DECRYPT_OAEP_2048_SHA256",
  "RSA_DECRYPT_OAEP_3072_SHA256",
  "RSA_DECRYPT_OAEP_4096_SHA256",
  "RSA_DECRYPT_OAEP_4096_SHA512",
  "RS256",
];

/** What says which key a new endpoint has. */
export const newKey = body({ algorithm: choice(algorithms).required, kek_id: text, kek_name: text });

/** A double key encryption endpoint, with its key. */
export interface Endpoint extends Header, Rotating, Body<typeof changeable> {
  readonly algorithm: string;
  readonly key_type: "asymmetric";
  readonly status: "Enabled" | "Disabled" | "Archived";
  /** `keks`: every version, oldest first. */
  readonly hidden: { readonly keks: readonly Kek[] };
}

export const endpoints = defineKind<Endpoint>("dke-endpoints", {
  address: addresses,
  name: (endpoint) => endpoint.name,
  tenant: (endpoint) => endpoint.auth_tenants,
  ...byJobConfig,
});

export function newKek(now: number, id = randomBytes(32).toString("hex")): Kek {
  return { id, name: `ks-${id}`, madeAt: formatTime(now) };
}

/** The version that protects new documents; the older ones still open old documents. */
export function currentKek({ hidden }: Endpoint): Kek {
  return hidden.keks.at(-1) as Kek;
}

export function endpointView(endpoint: Endpoint): object {
  const kek = currentKek(endpoint);
  const { id, key_uri_hostname, labels, hidden, status } = endpoint;
  return {
    ...shown(endpoint),
    kek_id: kek.id,
    kek_name: kek.name,
    kek_version: hidden.keks.length - 1,
    key_uri: `https://${key_uri_hostname}/api/v1/cckm/microsoft/dke-data-plane/endpoints/${id}/keys/${kek.name}`,
    enabled: status === "Enabled",
    ...(labels["job_config_id"] === undefined ? {} : { job_config_id: labels["job_config_id"] }),
  };
}
