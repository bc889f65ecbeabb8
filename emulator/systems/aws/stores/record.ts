import { createHash, randomBytes } from "node:crypto";
import { body, choice, flag, integer, text, type Body } from "../../../core/body";
import { shown } from "../../../core/response";
import type { JsonObject } from "../../../core/fields";
import { addresses, outside, type Header, type Scope } from "../../../core/scope";
import { defineKind } from "../../../core/store";
import { cloudStores, type CloudStore, type StoreType } from "../cloud/store";
import { keys } from "../keys/record";
import { kmses } from "../kms";
import { findAccount } from "../world/accounts";

/** What the service does for an external key store whose keys it holds. */
export const hostedBody = body({
  source_key_tier: choice(["local", "luna-hsm", "hsm-luna"]).or("local"),
  blocked: flag.or(false),
  health_check_key_id: text.required,
  max_credentials: integer(2, 20).required,
  mtls_enabled: flag.or(false),
  partition_id: text,
});
export interface Hosted extends Omit<Body<typeof hostedBody>, "source_key_tier"> {
  readonly source_key_tier: string;
}

/** A custom key store as the service knows it, in AWS too or not (yet). */
export interface Store extends Header {
  readonly name: string;
  readonly kms_id: string;
  readonly region: string;
  readonly cloud_name: string;
  readonly type: "LOCAL" | "REMOTE" | "CloudHSM";
  readonly enable_success_audit_event: boolean;
  readonly credential_version?: number;
  readonly labels: Readonly<Record<string, string>>;
  readonly local_hosted_params?: Hosted;
  /** What AWS is, or would be, told. */
  readonly aws_param: JsonObject & { readonly custom_key_store_type: StoreType };
  /** Id of the store in AWS; absent while it is not linked. */
  readonly hidden: { readonly cloudStore?: string; readonly password?: string };
}

/** A credential with which AWS signs its calls. */
export interface Credential extends Header {
  readonly custom_key_store_id: string;
  readonly access_key_id: string;
  readonly version: number;
  readonly hidden: { readonly secret: string };
}

export const stores = defineKind<Store>("aws-custom-key-stores", {
  address: addresses,
  name: (store) => store.name,
  kms_id: (store) => store.kms_id,
  cloudStore: (store) => store.hidden.cloudStore,
  job_config_id: (store) => store.labels["job_config_id"],
});

export const credentials = defineKind<Credential>("aws-xks-credentials", {
  store: (credential) => credential.custom_key_store_id,
});

/** The store in AWS; undefined while it is not linked, or when AWS no longer has it. */
export function cloudStoreOf(scope: Scope, { hidden }: Store): CloudStore | undefined {
  return hidden.cloudStore === undefined ? undefined : scope.in(outside).get(cloudStores, hidden.cloudStore);
}

export function storeView(scope: Scope, store: Store): object {
  const cloud = cloudStoreOf(scope, store);
  const linked_state = store.hidden.cloudStore !== undefined;
  return {
    ...shown(store),
    kms: scope.get(kmses, store.kms_id)?.name,
    linked_state,
    gone: linked_state && cloud === undefined,
    ...(store.type === "LOCAL" ? credentialFields(scope, store) : {}),
    aws_param: { ...store.aws_param, ...inAws(scope, store, cloud) },
    local_hosted_params: { ...(store.local_hosted_params ? hostedFields(store) : nothingHosted), linked_state },
  };
}

/** What stores show whose keys the service does not hold. */
const nothingHosted: Hosted = {
  source_key_tier: "",
  blocked: false,
  health_check_key_id: "",
  max_credentials: 0,
  mtls_enabled: false,
  partition_id: "",
};

function credentialFields(scope: Scope, store: Store): object {
  const all = scope.by(credentials, "store", store.id);
  return {
    access_key_id: all.at(-1)?.access_key_id,
    credential_count: all.length,
    oldest_credentials_id: all[0]?.id,
  };
}

function inAws(scope: Scope, store: Store, cloud: CloudStore | undefined): JsonObject {
  const external = store.type === "LOCAL" ? { xks_proxy_uri_path: proxyPath(store.id) } : {};
  const named = { custom_key_store_name: cloud?.name ?? store.name };
  if (cloud === undefined) return { ...external, ...named, connection_state: "DISCONNECTED" };
  const { clusters = [] } = findAccount(scope, cloud.account) ?? {};
  const cluster = clusters.find(({ clusterId }) => clusterId === cloud.clusterId);
  return {
    ...external,
    ...named,
    connection_state: cloud.state,
    connection_error_details: cloud.error,
    custom_key_store_id: cloud.id,
    aws_account_id: cloud.account,
    number_of_hsms_in_cloudhsm_cluster: cluster?.hsms,
  };
}

export const proxyPath = (id: string): string => `/api/v1/cckm/aws/xks-proxy-endpoints/${id}/kms/xks/v1`;

function hostedFields({ id, local_hosted_params: hosted }: Store): object {
  const key = hosted?.health_check_key_id ?? "";
  return {
    ...hosted,
    source_container_type: hosted?.source_key_tier,
    health_check_ciphertext: createHash("sha256").update(`${id}/${key}`).digest("base64"),
    health_check_uri_path: `${proxyPath(id)}/health`,
  };
}

/** A new credential takes over; the oldest ones beyond the store's limit end. */
export function addCredential(scope: Scope, store: Store): Credential {
  const before = scope.by(credentials, "store", store.id);
  const credential = scope.put(credentials, {
    ...scope.header("cckm:aws-xks-credential"),
    custom_key_store_id: store.id,
    access_key_id: randomId(),
    version: (before.at(-1)?.version ?? 0) + 1,
    hidden: { secret: randomBytes(32).toString("base64url") },
  });
  const { max_credentials = 2 } = store.local_hosted_params ?? {};
  for (const old of before.slice(0, Math.max(0, before.length + 1 - max_credentials))) scope.remove(credentials, old);
  scope.change(stores, store, { credential_version: credential.version });
  const cloud = cloudStoreOf(scope, store);
  if (cloud !== undefined) scope.put(cloudStores, { ...cloud, accessKeyId: credential.access_key_id });
  return credential;
}

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** 20 letters and digits, as AWS wants access key ids of external key stores. */
function randomId(): string {
  return [...randomBytes(20)].map((byte) => letters[byte % letters.length]).join("");
}

/** Forgets a store, its credentials and its keys; AWS keeps what it has. */
export function dropStore(scope: Scope, store: Store): void {
  for (const credential of scope.by(credentials, "store", store.id)) scope.remove(credentials, credential);
  for (const key of scope.by(keys, "custom_key_store_id", store.id)) scope.remove(keys, key);
  scope.remove(stores, store);
}
