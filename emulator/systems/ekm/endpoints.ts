import { body, choice, flag, json, text, type Body } from "../../core/body";
import { collection, freely, refuseTaken } from "../../core/collection";
import { shown } from "../../core/response";
import { conflict, invalid } from "../../core/errors";
import type { Fields } from "../../core/fields";
import { addresses, type Call, type Header, type Scope, type Operations } from "../../core/scope";
import { defineKind } from "../../core/store";
import { projects } from "../google/projects";
import { findJobConfig } from "../scheduler/configs";
import { algorithmsOf, createKek, existingKek, rotateKek, type Kek, type KeyType } from "./kek";
import { rawPolicy, readPolicy, type Policy } from "./policy";

const host = text.as((name) => {
  const port = Number(/:(\d+)$/.exec(name)?.[1] ?? 443);
  if (!/^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?(:\d+)?$/.test(name) || port < 1 || port > 65535)
    throw invalid(`keyURIHostname must be a host name, with a port if need be, not "${name}"`);
  return name;
});
const changeable = {
  raw_policy_enabled: flag.or(false),
  keyURIHostname: host.required,
  meta: json.or({}),
};
const changes = body({ ...changeable, enabled: flag.required });
const newEndpoint = body({
  name: text.required,
  key_type: choice(["symmetric", "asymmetric"]).or("symmetric"),
  endpoint_type: choice(["ekm", "ekm-ude"]).or("ekm"),
  ...changeable,
});

/** A key of the vault that Google calls from outside. */
export interface Endpoint extends Header, Kek, Body<typeof newEndpoint> {
  readonly algorithm: string;
  readonly cvm_required_for_encrypt: boolean;
  readonly cvm_required_for_decrypt: boolean;
  readonly enabled: boolean;
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

function endpointView(endpoint: Endpoint): object {
  const keyPath = `api/v1${root}/${endpoint.id}`;
  return {
    ...shown(endpoint),
    keyURI: `https://${endpoint.keyURIHostname}/${keyPath}`,
    keyPath,
    raw_policy: rawPolicy(endpoint.hidden.policy),
    job_config_id: endpoint.labels["job_config_id"],
  };
}

type CvmFlags = Pick<Endpoint, "cvm_required_for_encrypt" | "cvm_required_for_decrypt">;

/** Some clients say wrap and unwrap for encrypt and decrypt. */
function cvmFlags(sent: Fields, type: Endpoint["endpoint_type"], before?: CvmFlags): CvmFlags {
  const flag = (name: string, other: string): boolean | undefined => sent.flag(name) ?? sent.flag(other);
  const encrypt = flag("cvm_required_for_encrypt", "cvm_required_for_wrap");
  const decrypt = flag("cvm_required_for_decrypt", "cvm_required_for_unwrap");
  if (type === "ekm" && (encrypt === true || decrypt === true))
    throw invalid("cvm_required_for_encrypt and cvm_required_for_decrypt are for the endpoint type ekm-ude");
  return {
    cvm_required_for_encrypt: encrypt ?? before?.cvm_required_for_encrypt ?? false,
    cvm_required_for_decrypt: decrypt ?? before?.cvm_required_for_decrypt ?? false,
  };
}

function algorithmFor(sent: Fields, type: KeyType): string {
  const usual = type === "symmetric" ? "AES256" : undefined;
  return sent.choice("algorithm", algorithmsOf[type] as readonly string[]) ?? usual ?? sent.missing("algorithm");
}

function createEndpoint(call: Call): Endpoint {
  const sent = newEndpoint(call.body);
  const algorithm = algorithmFor(call.body, sent.key_type);
  const flags = cvmFlags(call.body, sent.endpoint_type);
  const policy = readPolicy(call.body.object("policy") ?? call.body.missing("policy"), sent.raw_policy_enabled);
  if (call.all(projects).length === 0) throw conflict("an EKM endpoint needs a Google project: add one first");
  refuseTaken(call, endpoints, "an EKM endpoint", sent.name);
  const existing = call.body.text("existing_key_id");
  const kek = existing === undefined ? createKek(call, algorithm) : existingKek(call, existing, algorithm);
  const header = call.header("cckm:ekm-endpoint", `${sent.name}-`);
  return { ...header, ...sent, algorithm, ...flags, ...kek, enabled: true, labels: {}, hidden: { policy } };
}

function changeEndpoint(call: Call, endpoint: Endpoint): Partial<Endpoint> {
  const sent = changes(call.body, endpoint);
  const policy = call.body.object("policy");
  if (policy === undefined && sent.raw_policy_enabled !== endpoint.raw_policy_enabled) call.body.missing("policy");
  return {
    ...sent,
    hidden: policy === undefined ? endpoint.hidden : { policy: readPolicy(policy, sent.raw_policy_enabled) },
    ...cvmFlags(call.body, endpoint.endpoint_type, endpoint),
    labels: labels(call, endpoint),
  };
}

/** A schedule is bound by writing its id into the endpoint, and unbound by an empty one. */
function labels(call: Call, endpoint: Endpoint): Endpoint["labels"] {
  if (!call.body.sent("job_config_id")) return endpoint.labels;
  const reference = call.body.text("job_config_id");
  if (reference === undefined) return {};
  return { job_config_id: findJobConfig(call, reference, "cckm_key_rotation", "ekm").id };
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
  ...collection<Endpoint>({
    kind: endpoints,
    path: root,
    view: endpointView,
    filters: ["id", "name", "keyURI", "keyURIHostname", "key_type", "algorithm", "endpoint_type", "enabled", "kekID"],
    computed: { key_uri: ({ id, keyURIHostname }) => `https://${keyURIHostname}/api/v1${root}/${id}` },
    create: createEndpoint,
    change: changeEndpoint,
    remove: freely,
    actions: {
      enable: () => ({ enabled: true }),
      disable: () => ({ enabled: false }),
      rotate: rotateEndpoint,
    },
  }),
  [`POST ${root}/{id}/destroy`]: (call) => {
    throw conflict(`the EKM endpoint ${call.target(endpoints).name} was not made by a cryptospace`);
  },
  [`GET ${root}/{id}/policies`]: (call) => ({ ...call.target(endpoints).hidden.policy }),
  [`PATCH ${root}/{id}/policies`]: changePolicy,
};
