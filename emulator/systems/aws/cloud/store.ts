import { randomBytes } from "node:crypto";
import { outside, type Scope } from "../../../core/scope";
import type { Stored } from "../../../core/record";
import { defineKind } from "../../../core/store";
import { second } from "../../../core/time";
import { findAccount, type Account } from "../world/accounts";
import { awsError } from "./key";

export type StoreType = "EXTERNAL_KEY_STORE" | "AWS_CLOUDHSM";
type StoreState = "DISCONNECTED" | "CONNECTING" | "CONNECTED" | "DISCONNECTING" | "FAILED";

/** A custom key store as it exists in AWS. Its id is `cks-…`. */
export interface CloudStore extends Stored {
  readonly account: string;
  readonly region: string;
  readonly name: string;
  readonly type: StoreType;
  readonly state: StoreState;
  readonly error?: string;
  /** CloudHSM: the cluster, and the password of `kmsuser` as AWS knows it. */
  readonly clusterId?: string;
  readonly password?: string;
  readonly trustAnchor?: string;
  /** External: how the service is reached, and the credential that signs. */
  readonly connectivity?: string;
  readonly endpoint?: string;
  readonly vpcService?: string;
  readonly accessKeyId?: string;
}

export const cloudStores = defineKind<CloudStore>("aws-cloud-stores", {
  place: (store) => `${store.account}/${store.region}`,
});

export type NewCloudStore = Omit<CloudStore, "id" | "domain" | "state" | "error">;

/** Makes a custom key store in AWS, which checks that it could work. */
export function createCloudStore(scope: Scope, account: Account, wanted: NewCloudStore): CloudStore {
  const others = scope.in(outside).by(cloudStores, "place", `${wanted.account}/${wanted.region}`);
  if (others.some(({ name }) => name === wanted.name))
    throw awsError("CustomKeyStoreNameInUseException", `a custom key store called ${wanted.name} exists already`);
  if (wanted.type === "AWS_CLOUDHSM") checkCluster(account, others, wanted);
  else checkEndpoint(account, wanted);
  const id = `cks-${randomBytes(9).toString("hex").slice(0, 17)}`;
  return scope.put(cloudStores, { ...wanted, id, domain: outside, state: "DISCONNECTED" });
}

function checkCluster(account: Account, others: readonly CloudStore[], wanted: NewCloudStore): void {
  const { clusterId = "", region } = wanted;
  const cluster = account.clusters.find((one) => one.clusterId === clusterId && one.region === region);
  if (cluster === undefined) throw awsError("CloudHsmClusterNotFoundException", `there is no cluster ${clusterId}`);
  if (others.some((other) => other.clusterId === clusterId))
    throw awsError("CloudHsmClusterInUseException", `cluster ${clusterId} is used by another custom key store`);
  if (wanted.trustAnchor?.trim() !== cluster.certificate.trim())
    throw awsError("IncorrectTrustAnchorException", "the certificate is not the trust anchor of the cluster");
}

function checkEndpoint(account: Account, { endpoint = "" }: NewCloudStore): void {
  if (account.unreachableEndpoints.includes(endpoint))
    throw awsError("XksProxyUriUnreachableException", `${endpoint} cannot be reached`);
}

export function changeCloudStore(scope: Scope, store: CloudStore, changes: Partial<CloudStore>): CloudStore {
  return scope.put(cloudStores, { ...store, ...changes });
}

const settleWork = "aws:settle-store";

/** Starts connecting or disconnecting, which takes AWS a while. */
export function move(scope: Scope, store: CloudStore, to: "CONNECTING" | "DISCONNECTING"): CloudStore {
  const from = to === "CONNECTING" ? ["DISCONNECTED"] : ["CONNECTED", "FAILED", "CONNECTING"];
  if (!from.includes(store.state)) throw invalidState(store);
  const seconds = findAccount(scope, store.account)?.connectSeconds ?? 0;
  scope.plan(seconds * second, settleWork, { store: store.id, state: to });
  return changeCloudStore(scope, store, { state: to, error: undefined });
}

export function invalidState({ id, state }: CloudStore): Error {
  return awsError("CustomKeyStoreInvalidStateException", `the custom key store ${id} is ${state}`);
}

export const storeWork = {
  [settleWork]: (scope: Scope, args: Record<string, unknown>): void => {
    const store = scope.in(outside).get(cloudStores, String(args["store"]));
    if (store === undefined || store.state !== args["state"]) return;
    if (store.state === "DISCONNECTING") return void changeCloudStore(scope, store, { state: "DISCONNECTED" });
    const error = obstacle(findAccount(scope, store.account), store);
    changeCloudStore(scope, store, error === undefined ? { state: "CONNECTED" } : { state: "FAILED", error });
  },
};

/** Why a store cannot be connected, as AWS names it. */
function obstacle(account: Account | undefined, store: CloudStore): string | undefined {
  if (store.type === "EXTERNAL_KEY_STORE")
    return account?.unreachableEndpoints.includes(store.endpoint ?? "") ? "XKS_PROXY_NOT_REACHABLE" : undefined;
  const cluster = account?.clusters.find(({ clusterId }) => clusterId === store.clusterId);
  if (cluster === undefined) return "CLUSTER_NOT_FOUND";
  if (cluster.hsms === 0) return "INSUFFICIENT_CLOUDHSM_HSMS";
  return cluster.password === store.password ? undefined : "INVALID_CREDENTIALS";
}
