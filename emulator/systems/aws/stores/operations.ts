import { body, flag, text } from "../../../core/body";
import { collection, refuseTaken } from "../../../core/collection";
import { counted } from "../../../core/counted";
import { given } from "../../../core/fields";
import { shown } from "../../../core/response";
import { badRequest, conflict, invalid, notFound } from "../../../core/errors";
import { list } from "../../../core/lists";
import { outside, type Call, type Handler, type Operations } from "../../../core/scope";
import { findJobConfig } from "../../scheduler/configs";
import { awsError, cloudKeys } from "../cloud/key";
import { changeCloudStore, cloudStores, invalidState, move, type CloudStore } from "../cloud/store";
import { keys } from "../keys/record";
import { kmses, openKms, type Kms } from "../kms";
import { healthKey, createStore, link, linkCloudHsm, readParams } from "./create";
import {
  addCredential,
  cloudStoreOf,
  credentials,
  dropStore,
  stores,
  storeView,
  type Credential,
  type Hosted,
  type Store,
} from "./record";

const view = (call: Call, store: Store): object => storeView(call, call.need(stores, store.id));

/** The store of the path, reached through its container: the credentials must work. */
function reach(call: Call): { store: Store; kms: Kms } {
  const store = call.target(stores);
  const kms = call.need(kmses, store.kms_id);
  openKms(call, kms);
  return { store, kms };
}

/** As it is in AWS, where there is nothing to do for a store that isn't linked. */
function linkedStore(call: Call): { store: Store; cloud: CloudStore } {
  const { store } = reach(call);
  const cloud = cloudStoreOf(call, store);
  if (cloud === undefined) throw badRequest(`the custom key store ${store.name} is not linked`);
  return { store, cloud };
}

/** A store whose keys the service holds. */
function hostedStore(call: Call): { store: Store; hosted: Hosted } {
  const { store } = reach(call);
  if (store.local_hosted_params === undefined)
    throw badRequest(`the custom key store ${store.name} is not held by this service`);
  return { store, hosted: store.local_hosted_params };
}

const changes = body({ name: text.required, enable_success_audit_event: flag.required });

function changeStore(call: Call): object {
  const { store } = reach(call);
  const sent = changes(call.body, store);
  refuseTaken(call, stores, "a custom key store", sent.name, store);
  const param = call.body.block("aws_param");
  const aws_param = readParams(param, store.aws_param.custom_key_store_type, store.aws_param);
  const password = param.text("key_store_password");
  tellAws(call, store, { name: sent.name, aws_param, password });
  call.change(stores, store, {
    ...sent,
    aws_param,
    local_hosted_params: store.local_hosted_params && changedHosted(call, store.local_hosted_params),
  });
  return view(call, store);
}

const hostedChanges = body({ health_check_key_id: text, mtls_enabled: flag });

function changedHosted(call: Call, before: Hosted): Hosted {
  const { health_check_key_id: reference, ...changes } = given(hostedChanges(call.body.block("local_hosted_params")));
  if (reference === undefined) return { ...before, ...changes };
  return { ...before, ...changes, health_check_key_id: healthKey(call, before.source_key_tier, reference) };
}

/** AWS takes a new cluster or password only while the store is disconnected. */
function tellAws(
  call: Call,
  store: Store,
  { name, aws_param, password }: Pick<Store, "name" | "aws_param"> & { password?: string },
): void {
  const cloud = cloudStoreOf(call, store);
  if (cloud === undefined) return;
  const text = (field: string): string | undefined => aws_param[field] as string | undefined;
  const clusterId = text("cloud_hsm_cluster_id");
  const needsRest = clusterId !== cloud.clusterId || (password !== undefined && password !== cloud.password);
  if (needsRest && !["DISCONNECTED", "FAILED"].includes(cloud.state)) throw invalidState(cloud);
  changeCloudStore(call, cloud, {
    name,
    clusterId,
    password: password ?? cloud.password,
    connectivity: text("xks_proxy_connectivity"),
    endpoint: text("xks_proxy_uri_endpoint"),
    vpcService: text("xks_proxy_vpc_endpoint_service_name"),
  });
}

/** A store that still has keys, or is connected, stays. */
function deleteStore(call: Call): void {
  const { store } = reach(call);
  const left = call.by(keys, "custom_key_store_id", store.id).filter(({ gone }) => !gone);
  if (left.length > 0) throw conflict(`the custom key store ${store.name} has ${counted(left.length, "key")}`);
  const cloud = cloudStoreOf(call, store);
  if (cloud !== undefined) {
    if (!["DISCONNECTED", "FAILED"].includes(cloud.state)) throw invalidState(cloud);
    if (call.in(outside).by(cloudKeys, "store", cloud.id).length > 0)
      throw awsError("CustomKeyStoreHasCMKsException", `the custom key store ${cloud.id} has KMS keys`);
    call.remove(cloudStores, cloud);
  }
  dropStore(call, store);
}

function connect(call: Call): object {
  const { store, cloud } = linkedStore(call);
  const password = call.body.text("key_store_password") ?? cloud.password;
  move(call, changeCloudStore(call, cloud, { password }), "CONNECTING");
  return view(call, store);
}

function disconnect(call: Call): object {
  const { store, cloud } = linkedStore(call);
  move(call, cloud, "DISCONNECTING");
  return view(call, store);
}

const setBlocked =
  (blocked: boolean): Handler =>
  (call) => {
    const { store, hosted } = hostedStore(call);
    call.change(stores, store, { local_hosted_params: { ...hosted, blocked } });
    return view(call, store);
  };

/** The two addresses may stand in `aws_param` or at the top. */
function linkStore(call: Call): object {
  const { store, kms } = reach(call);
  if (store.hidden.cloudStore !== undefined) throw conflict(`the custom key store ${store.name} is linked already`);
  if (store.type === "CloudHSM") {
    linkCloudHsm(call, kms, store, call.body.block("aws_param").text("key_store_password"));
    return view(call, store);
  }
  const own = readParams(call.body, "EXTERNAL_KEY_STORE", store.aws_param);
  const aws_param = readParams(call.body.block("aws_param"), "EXTERNAL_KEY_STORE", own);
  link(call, kms, call.change(stores, store, { aws_param }));
  return view(call, store);
}

function rotateCredential(call: Call): object {
  const { store } = hostedStore(call);
  addCredential(call, store);
  return view(call, store);
}

function enableCredentialJob(call: Call): object {
  const { store } = linkedStore(call);
  if (store.local_hosted_params === undefined) throw invalid("only external key stores have credentials");
  const reference = call.body.requiredText("job_config_id");
  const { id } = findJobConfig(call, reference, "cckm_xks_credential_rotation", "aws");
  call.change(stores, store, { labels: { job_config_id: id } });
  return view(call, store);
}

function disableCredentialJob(call: Call): object {
  const { store } = reach(call);
  call.change(stores, store, { labels: {} });
  return view(call, store);
}

function credential(call: Call): Credential {
  const { id } = call.target(stores, "customKeyStoreID");
  const found = call.get(credentials, call.param());
  if (found?.custom_key_store_id !== id) throw notFound();
  return found;
}

function deleteCredential(call: Call): void {
  const found = credential(call);
  const newest = call.by(credentials, "store", found.custom_key_store_id).at(-1);
  if (newest?.id === found.id) throw conflict("the credential is in use: rotate it first");
  call.remove(credentials, found);
}

function health(call: Call): object {
  const store = call.target(stores, "keystore_id");
  const hosted = store.local_hosted_params;
  if (hosted === undefined) throw badRequest(`the custom key store ${store.name} is not held by this service`);
  healthKey(call, hosted.source_key_tier, hosted.health_check_key_id);
  return { status: "healthy", health_check_key_id: hosted.health_check_key_id };
}

const root = "/cckm/aws/custom-key-stores";

export const storeOperations: Operations = {
  ...collection<Store>({
    kind: stores,
    path: root,
    view: (store, scope) => storeView(scope, store),
    part: "aws_param",
    filters: ["id", "name", "kms_id", "region", "cloud_name", "type", "linked_state", "custom_key_store_type"],
    computed: {
      kms: (store, scope) => [store.kms_id, scope.get(kmses, store.kms_id)?.name],
      connection_state: (store, scope) => cloudStoreOf(scope, store)?.state ?? "DISCONNECTED",
      source_key_tier: ({ local_hosted_params: hosted }) => hosted?.source_key_tier,
      blocked: ({ local_hosted_params: hosted }) => hosted?.blocked ?? false,
      xks_proxy_connectivity: ({ aws_param }) => aws_param["xks_proxy_connectivity"],
    },
  }),
  [`POST ${root}`]: createStore,
  [`PATCH ${root}/{id}`]: changeStore,
  [`DELETE ${root}/{id}`]: deleteStore,
  [`POST ${root}/{id}/connect`]: connect,
  [`POST ${root}/{id}/disconnect`]: disconnect,
  [`POST ${root}/{id}/block`]: setBlocked(true),
  [`POST ${root}/{id}/unblock`]: setBlocked(false),
  [`POST ${root}/{id}/link`]: linkStore,
  [`POST ${root}/{id}/rotate-credential`]: rotateCredential,
  [`POST ${root}/{id}/enable-credential-rotation-job`]: enableCredentialJob,
  [`POST ${root}/{id}/disable-credential-rotation-job`]: disableCredentialJob,
  [`GET ${root}/{id}/credentials`]: (call) => {
    const rows = call.by(credentials, "store", call.target(stores).id);
    return list(call, { kind: credentials, rows, view: shown, filters: ["id", "access_key_id", "version"] });
  },
  [`GET ${root}/{customKeyStoreID}/credentials/{id}`]: (call) => shown(credential(call)),
  [`DELETE ${root}/{customKeyStoreID}/credentials/{id}`]: deleteCredential,
  [`GET ${root}/{keystore_id}/health`]: health,
};
