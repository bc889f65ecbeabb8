import { created, shown } from "../../core/answer";
import { conflict, invalid } from "../../core/errors";
import type { Fields, JsonObject } from "../../core/fields";
import { list } from "../../core/lists";
import { addresses, type Call, type Header, type Scope } from "../../core/scope";
import { defineKind } from "../../core/store";
import type { Operations } from "../../core/system";
import { projects } from "../google/projects";
import { findJobConfig } from "../scheduler/configs";
import { algorithmsOf, createKek, existingKek, rotateKek, type Kek, type KeyType } from "./kek";
import { rawPolicy, readPolicy, type Policy } from "./policy";

/** A key of the vault that Google calls from outside. */
export interface Endpoint extends Header, Kek {
  readonly name: string;
  readonly keyURIHostname: string;
  readonly key_type: KeyType;
  readonly algorithm: string;
  readonly endpoint_type: "ekm" | "ekm-ude";
  readonly raw_policy_enabled: boolean;
  readonly cvm_required_for_encrypt: boolean;
  readonly cvm_required_for_decrypt: boolean;
  readonly enabled: boolean;
  readonly meta: JsonObject;
  readonly rotated_at?: string;
  /** The schedule that rotates it; empty without one. */
  readonly labels: Readonly<Record<string, string>>;
  readonly hidden: { readonly policy: Policy };
}

export const endpoints = defineKind<Endpoint>("ekm-endpoints", {
  address: addresses,
  name: (endpoint) => endpoint.name,
  kek: (endpoint) => endpoint.kekName,
  job_config_id: (endpoint) => endpoint.labels["job_config_id"],
});

const root = "/cckm/ekm/endpoints";

export function endpointView(endpoint: Endpoint): object {
  const keyPath = `api/v1${root}/${endpoint.id}`;
  return {
    ...shown(endpoint),
    keyURI: `https://${endpoint.keyURIHostname}/${keyPath}`,
    keyPath,
    raw_policy: rawPolicy(endpoint.hidden.policy),
    job_config_id: endpoint.labels["job_config_id"],
  };
}

function hostname(body: Fields): string {
  const text = body.requiredText("keyURIHostname");
  const port = Number(/:(\d+)$/.exec(text)?.[1] ?? 443);
  if (!/^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?(:\d+)?$/.test(text) || port < 1 || port > 65535)
    throw invalid(`keyURIHostname must be a host name, with a port if need be, not "${text}"`);
  return text;
}

type CvmFlags = Pick<Endpoint, "cvm_required_for_encrypt" | "cvm_required_for_decrypt">;

/** Some clients say wrap and unwrap for encrypt and decrypt. */
function cvmFlags(body: Fields, type: Endpoint["endpoint_type"], before?: CvmFlags): CvmFlags {
  const flag = (name: string, other: string): boolean | undefined => body.flag(name) ?? body.flag(other);
  const encrypt = flag("cvm_required_for_encrypt", "cvm_required_for_wrap");
  const decrypt = flag("cvm_required_for_decrypt", "cvm_required_for_unwrap");
  if (type === "ekm" && (encrypt === true || decrypt === true))
    throw invalid("cvm_required_for_encrypt and cvm_required_for_decrypt are for the endpoint type ekm-ude");
  return {
    cvm_required_for_encrypt: encrypt ?? before?.cvm_required_for_encrypt ?? false,
    cvm_required_for_decrypt: decrypt ?? before?.cvm_required_for_decrypt ?? false,
  };
}

function algorithmFor(body: Fields, type: KeyType): string {
  const usual = type === "symmetric" ? "AES256" : undefined;
  return body.choice("algorithm", algorithmsOf[type] as readonly string[]) ?? usual ?? body.missing("algorithm");
}

function createEndpoint(call: Call): object {
  const { body } = call;
  const name = body.requiredText("name");
  const key_type = body.choice("key_type", ["symmetric", "asymmetric"]) ?? "symmetric";
  const endpoint_type = body.choice("endpoint_type", ["ekm", "ekm-ude"]) ?? "ekm";
  const raw_policy_enabled = body.flag("raw_policy_enabled") ?? false;
  const algorithm = algorithmFor(body, key_type);
  const facts = {
    keyURIHostname: hostname(body),
    ...cvmFlags(body, endpoint_type),
    meta: body.json("meta") ?? {},
    hidden: { policy: readPolicy(body.object("policy") ?? body.missing("policy"), raw_policy_enabled) },
  };
  if (call.all(projects).length === 0) throw conflict("an EKM endpoint needs a Google project: add one first");
  if (call.by(endpoints, "name", name).length > 0) throw conflict(`an EKM endpoint called ${name} exists already`);
  const existing = body.text("existing_key_id");
  const kek = existing === undefined ? createKek(call, algorithm) : existingKek(call, existing, algorithm);
  const types = { key_type, algorithm, endpoint_type, raw_policy_enabled };
  const header = call.header("cckm:ekm-endpoint", `${name}-`);
  const endpoint = { ...header, name, ...types, ...facts, ...kek, enabled: true, labels: {} };
  return created(endpointView(call.put(endpoints, endpoint)));
}

function changeEndpoint(call: Call): object {
  const endpoint = call.target(endpoints);
  const { body } = call;
  const raw_policy_enabled = body.flag("raw_policy_enabled") ?? endpoint.raw_policy_enabled;
  const policy = body.object("policy");
  if (policy === undefined && raw_policy_enabled !== endpoint.raw_policy_enabled) body.missing("policy");
  const changed = call.change(endpoints, endpoint, {
    keyURIHostname: body.has("keyURIHostname") ? hostname(body) : endpoint.keyURIHostname,
    raw_policy_enabled,
    hidden: policy === undefined ? endpoint.hidden : { policy: readPolicy(policy, raw_policy_enabled) },
    ...cvmFlags(body, endpoint.endpoint_type, endpoint),
    meta: body.json("meta") ?? endpoint.meta,
    enabled: body.flag("enabled") ?? endpoint.enabled,
    labels: labels(call, endpoint),
  });
  return endpointView(changed);
}

/** A schedule is bound by writing its id into the endpoint, and unbound by an empty one. */
function labels(call: Call, endpoint: Endpoint): Endpoint["labels"] {
  if (!call.body.sent("job_config_id")) return endpoint.labels;
  const reference = call.body.text("job_config_id");
  if (reference === undefined) return {};
  return { job_config_id: findJobConfig(call, reference, "cckm_key_rotation", "ekm").id };
}

function setEnabled(enabled: boolean): (call: Call) => object {
  return (call) => endpointView(call.change(endpoints, call.target(endpoints), { enabled }));
}

/** Gives the key behind the endpoint new material; what was wrapped before can still be unwrapped. */
export function rotateEndpoint(scope: Scope, endpoint: Endpoint): Endpoint {
  const changes = { ...rotateKek(scope, endpoint), rotated_at: scope.service.clock.stamp() };
  return scope.change(endpoints, endpoint, changes);
}

function changePolicy(call: Call): object {
  const endpoint = call.target(endpoints);
  const raw_policy_enabled = call.body.flag("raw_policy_enabled") ?? call.body.has("rego");
  const policy = readPolicy(call.body, raw_policy_enabled);
  call.change(endpoints, endpoint, { raw_policy_enabled, hidden: { policy } });
  return policy;
}

export const endpointOperations: Operations = {
  [`GET ${root}`]: (call) =>
    list(call, {
      kind: endpoints,
      view: endpointView,
      filters: ["id", "name", "keyURI", "keyURIHostname", "key_type", "algorithm", "endpoint_type", "enabled", "kekID"],
      computed: { key_uri: ({ id, keyURIHostname }) => `https://${keyURIHostname}/api/v1${root}/${id}` },
    }),
  [`POST ${root}`]: createEndpoint,
  [`GET ${root}/{id}`]: (call) => endpointView(call.target(endpoints)),
  [`PATCH ${root}/{id}`]: changeEndpoint,
  [`DELETE ${root}/{id}`]: (call) => call.remove(endpoints, call.target(endpoints)),
  [`POST ${root}/{id}/enable`]: setEnabled(true),
  [`POST ${root}/{id}/disable`]: setEnabled(false),
  [`POST ${root}/{id}/rotate`]: (call) => endpointView(rotateEndpoint(call, call.target(endpoints))),
  [`POST ${root}/{id}/destroy`]: (call) => {
    throw conflict(`the EKM endpoint ${call.target(endpoints).name} was not made by a cryptospace`);
  },
  [`GET ${root}/{id}/policies`]: (call) => ({ ...call.target(endpoints).hidden.policy }),
  [`PATCH ${root}/{id}/policies`]: changePolicy,
};
