import { created } from "../../../core/response";
import { conflict, invalid } from "../../../core/errors";
import { given, own, type Fields, type JsonObject } from "../../../core/fields";
import type { Call, Scope } from "../../../core/scope";
import { keySource } from "../../../shared/keySources";
import { partition } from "../cloud/key";
import { createCloudStore, type StoreType } from "../cloud/store";
import { place } from "../keys/create";
import { openKms, type Kms } from "../kms";
import {
  addCredential,
  credentials,
  hostedBody,
  proxyPath,
  stores,
  storeView,
  type Hosted,
  type Store,
} from "./record";

const types: readonly StoreType[] = ["EXTERNAL_KEY_STORE", "AWS_CLOUDHSM"];

/** What AWS is told of a store, read from `aws_param`; what is left out stays as it was. */
export function readParams(param: Fields, type: StoreType, before: JsonObject = {}): Store["aws_param"] {
  const sent: JsonObject =
    type === "AWS_CLOUDHSM"
      ? { cloud_hsm_cluster_id: param.text("cloud_hsm_cluster_id") }
      : {
          xks_proxy_connectivity: param.choice("xks_proxy_connectivity", ["PUBLIC_ENDPOINT", "VPC_ENDPOINT_SERVICE"]),
          xks_proxy_uri_endpoint: param.text("xks_proxy_uri_endpoint"),
          xks_proxy_vpc_endpoint_service_name: param.text("xks_proxy_vpc_endpoint_service_name"),
        };
  const params = { ...before, ...given(sent), custom_key_store_type: type };
  if (type === "EXTERNAL_KEY_STORE") checkProxy(params);
  return params;
}

/** The endpoint is left out of a store that AWS does not know. */
function checkProxy(params: JsonObject): void {
  params["xks_proxy_connectivity"] ??= "PUBLIC_ENDPOINT";
  const endpoint = (params["xks_proxy_uri_endpoint"] ??= "") as string;
  if (endpoint !== "" && !/^https:\/\/[^/\s]+$/.test(endpoint))
    throw invalid("aws_param.xks_proxy_uri_endpoint must be an https address without a path");
  if (params["xks_proxy_connectivity"] === "PUBLIC_ENDPOINT")
    return void delete params["xks_proxy_vpc_endpoint_service_name"];
  if (params["xks_proxy_vpc_endpoint_service_name"] === undefined)
    throw invalid("aws_param.xks_proxy_vpc_endpoint_service_name is required for VPC_ENDPOINT_SERVICE");
}

const tierNames: Readonly<Record<string, string>> = { "luna-hsm": "hsm-luna" };
export const tierName = (tier: string): string => own(tierNames, tier) ?? tier;

function readHosted(call: Call): Hosted {
  const block = call.body.block("local_hosted_params");
  const hosted = hostedBody(block);
  const tier = tierName(hosted.source_key_tier);
  if (tier === "hsm-luna" && hosted.partition_id === undefined) block.missing("partition_id");
  const health_check_key_id = healthKey(call, tier, hosted.health_check_key_id);
  return { ...hosted, health_check_key_id, source_key_tier: tier };
}

/** The id of an AES-256 key of that tier, with which the store's health is checked. */
export function healthKey(scope: Scope, tier: string, reference: string): string {
  const source = keySource(scope, tier).find(scope, reference);
  if (source === undefined) throw invalid(`there is no key ${reference} in the tier ${tier}`);
  if (source.algorithm !== "AES" || source.size !== 256) throw invalid(`key ${source.name} is not an AES-256 key`);
  return source.id;
}

/**
 * POST /cckm/aws/custom-key-stores. The secret of the first credential is in this response and in
 * no other.
 */
export function createStore(call: Call): object {
  const { body } = call;
  const name = body.requiredText("name");
  const { kms, region } = place(call);
  const param = body.block("aws_param");
  const type = param.choice("custom_key_store_type", types) ?? "EXTERNAL_KEY_STORE";
  if (call.by(stores, "name", name).length > 0) throw conflict(`a custom key store called ${name} exists already`);
  const base = {
    ...call.header("cckm:aws-custom-key-store", `${name}-`),
    name,
    kms_id: kms.id,
    region,
    cloud_name: kms.cloud_name,
    enable_success_audit_event: body.flag("enable_success_audit_event") ?? false,
    labels: {},
    aws_param: readParams(param, type),
    hidden: {},
  };
  if (type === "AWS_CLOUDHSM") return created(storeView(call, createCloudHsm(call, kms, param, base)));
  const external = call.put(stores, { ...base, type: "LOCAL" as const, local_hosted_params: readHosted(call) });
  const credential = addCredential(call, external);
  const store = call.need(stores, external.id);
  const linked = body.flag("linked_state") === true ? link(call, kms, store) : store;
  return created({ ...storeView(call, linked), secret_access_key: credential.hidden.secret });
}

/** Linked unless the request says otherwise. */
function createCloudHsm(call: Call, kms: Kms, param: Fields, base: Omit<Store, "type">): Store {
  param.requiredText("cloud_hsm_cluster_id");
  const password = param.requiredText("key_store_password");
  const aws_param = { ...base.aws_param, trust_anchor_certificate: param.requiredText("trust_anchor_certificate") };
  const store = call.put(stores, { ...base, type: "CloudHSM", aws_param, hidden: { password } });
  return call.body.flag("linked_state") === false ? store : linkCloudHsm(call, kms, store, password);
}

/** Makes the store of a CloudHSM cluster in AWS as well. */
export function linkCloudHsm(call: Call, kms: Kms, store: Store, password = store.hidden.password): Store {
  const { region, name, aws_param } = store;
  const cloud = createCloudStore(call, openKms(call, kms), {
    account: kms.account_id,
    region,
    name,
    type: "AWS_CLOUDHSM",
    clusterId: aws_param["cloud_hsm_cluster_id"] as string,
    password,
    trustAnchor: aws_param["trust_anchor_certificate"] as string,
  });
  return call.change(stores, store, {
    aws_param: { ...aws_param, arn: arnOf(store, cloud.id, kms) },
    hidden: { cloudStore: cloud.id },
  });
}

function arnOf({ region }: Pick<Store, "region">, id: string, { account_id }: Kms): string {
  return `arn:${partition(region)}:kms:${region}:${account_id}:custom-key-store/${id}`;
}

/** Makes the external store in AWS as well. */
export function link(call: Call, kms: Kms, store: Store): Store {
  const { region, name, aws_param } = store;
  const text = (field: string): string | undefined => aws_param[field] as string | undefined;
  if (!text("xks_proxy_uri_endpoint")) throw invalid("aws_param.xks_proxy_uri_endpoint is required to link the store");
  const cloud = createCloudStore(call, openKms(call, kms), {
    account: kms.account_id,
    region,
    name,
    type: "EXTERNAL_KEY_STORE",
    connectivity: text("xks_proxy_connectivity"),
    endpoint: text("xks_proxy_uri_endpoint"),
    vpcService: text("xks_proxy_vpc_endpoint_service_name"),
    accessKeyId: call.by(credentials, "store", store.id).at(-1)?.access_key_id,
  });
  return call.change(stores, store, {
    aws_param: { ...aws_param, arn: arnOf(store, cloud.id, kms), xks_proxy_uri_path: proxyPath(store.id) },
    hidden: { cloudStore: cloud.id },
  });
}
