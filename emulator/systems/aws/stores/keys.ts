import { randomUUID } from "node:crypto";
import { created } from "../../../core/response";
import { badRequest, conflict, invalid, notFound } from "../../../core/errors";
import type { Call, Handler, Operations } from "../../../core/scope";
import { heldKey } from "../../../shared/keySources";
import { createCloudKey } from "../cloud/key";
import { describe } from "../cloud/describe";
import { invalidState, type CloudStore, type StoreType } from "../cloud/store";
import { details, verify } from "../keys/create";
import { createRecord, keys, keyView, xksKeyId, type AwsKey, type Source } from "../keys/record";
import { sourceOf } from "../keys/sources";
import { kmses, openKms, type Kms } from "../kms";
import { tierName } from "./create";
import { cloudStoreOf, stores, type Store } from "./record";

interface Place {
  readonly store: Store;
  readonly kms: Kms;
}

function placeIn(call: Call, store: Store, type: StoreType): Place {
  if (store.aws_param.custom_key_store_type !== type)
    throw badRequest(`the custom key store ${store.name} is not of type ${type}`);
  const kms = call.need(kmses, store.kms_id);
  openKms(call, kms);
  return { store, kms };
}

/** AWS makes keys only in stores that it is connected with. */
function connected(call: Call, store: Store): CloudStore {
  const cloud = cloudStoreOf(call, store);
  if (cloud === undefined) throw badRequest(`the custom key store ${store.name} is not linked`);
  if (cloud.state !== "CONNECTED") throw invalidState(cloud);
  return cloud;
}

/** The key in AWS that the request describes, and who may use it. */
function makeCloudKey(call: Call, { store, kms }: Place, origin: string, xks?: string) {
  const { wanted, ...rest } = details(call, kms);
  const cloud = createCloudKey(call, {
    ...rest,
    account: kms.account_id,
    region: store.region,
    origin,
    policy: wanted?.policy,
    storeId: connected(call, store).id,
    xksKeyId: xks,
  });
  verify(call, wanted);
  return { cloud, lists: wanted?.lists ?? {} };
}

const inStore = ({ id, name }: Store) => ({ custom_key_store_id: id, custom_key_store_name: name });

function createCloudHsmKey(call: Call): object {
  const at = placeIn(call, call.target(stores), "AWS_CLOUDHSM");
  if (call.body.object("aws_param") === undefined) call.body.missing("aws_param");
  if (at.store.hidden.cloudStore === undefined) {
    return created(keyView(call, unlinked(call, at, "AWS_CLOUDHSM", inStore(at.store))));
  }
  const { cloud, lists } = makeCloudKey(call, at, "AWS_CLOUDHSM");
  const record = { ...lists, ...inStore(at.store), linked_state: true, key_material_origin: "native" as const };
  return created(keyView(call, createRecord(call, at.kms, cloud, record)));
}

function createXksKey(call: Call): object {
  const hosted = call.body.object("local_hosted_params") ?? call.body.missing("local_hosted_params");
  const reference = hosted.requiredText("custom_key_store_id");
  const store = call.find(stores, reference);
  if (store === undefined) throw invalid(`there is no custom key store ${reference}`);
  const at = placeIn(call, store, "EXTERNAL_KEY_STORE");
  const tier = tierName(hosted.choice("source_key_tier", ["hsm-luna", "luna-hsm", "local"]) ?? "hsm-luna");
  if (tier !== store.local_hosted_params?.source_key_tier)
    throw invalid(`the keys of the custom key store ${store.name} are not in the tier ${tier}`);
  const linked = hosted.flag("linked_state") === true;
  const source = sourceFor(call, store, { tier, reference: hosted.requiredText("source_key_id"), linked });
  const record = {
    ...source,
    ...inStore(store),
    key_material_origin: "cckm" as const,
    blocked: hosted.flag("blocked") ?? false,
  };
  const xks = randomUUID();
  if (!linked) return created(keyView(call, unlinked(call, at, "EXTERNAL_KEY_STORE", record, xks)));
  const { cloud, lists } = makeCloudKey(call, at, "EXTERNAL_KEY_STORE", xks);
  const key = createRecord(call, at.kms, cloud, { ...lists, ...record, linked_state: true });
  return created(keyView(call, key));
}

/**
 * A key of the service serves one linked key of a store; of keys that AWS does not know, it serves
 * any number.
 */
function sourceFor(
  call: Call,
  store: Store,
  { tier, reference, linked }: { tier: string; reference: string; linked: boolean },
): Source {
  const held = heldKey(call, tier, reference);
  if (held === undefined) throw invalid(`there is no ${tier === "local" ? "key" : "virtual key"} ${reference}`);
  if (held.unfit.length > 0) throw invalid(`key ${held.name} cannot serve AWS: ${held.unfit.join(", ")}`);
  const inAws = call.by(keys, "custom_key_store_id", store.id).filter((key) => key.linked_state !== false && !key.gone);
  if (linked && inAws.some((key) => key.local_key_id === held.id))
    throw conflict(`the custom key store ${store.name} has a key on ${reference} already`);
  return sourceOf(held);
}

/** A key that only the service knows: of what AWS would say it has what the request described. */
function unlinked(call: Call, { store, kms }: Place, Origin: StoreType, record: Partial<AwsKey>, xks?: string): AwsKey {
  const header = call.header("cckm:aws-key");
  const { description, tags } = details(call, kms);
  const key = {
    ...header,
    kms_id: kms.id,
    region: store.region,
    cloud_name: kms.cloud_name,
    key_type: "symmetric",
    key_material_origin: "cckm" as const,
    gone: false,
    basic_view_enabled: false,
    rotation_status: "",
    synced_at: header.createdAt,
    labels: {},
    key_users: [],
    key_users_roles: [],
    key_admins: [],
    key_admins_roles: [],
    external_accounts: [],
    linked_state: false,
    aws_param: {
      Origin,
      CustomerMasterKeySpec: "SYMMETRIC_DEFAULT",
      KeyUsage: "ENCRYPT_DECRYPT",
      KeyState: "Enabled",
      Alias: [],
      Description: description ?? "",
      Tags: Object.entries(tags).map(([TagKey, TagValue]) => ({ TagKey, TagValue })),
      ...(xks === undefined ? {} : { XksKeyConfiguration: { Id: xks } }),
    },
    hidden: { cloudKey: "", lagging: false },
  };
  return call.put(keys, { ...key, ...record });
}

/** The key of the path, which must be one of an external key store. */
function xksKey(call: Call): AwsKey {
  const key = call.target(keys);
  if (key.aws_param["Origin"] === "EXTERNAL_KEY_STORE" && key.custom_key_store_id !== undefined) return key;
  throw badRequest("the key is not one of an external key store");
}

function linkKey(call: Call): object {
  const key = xksKey(call);
  if (key.linked_state === true) throw conflict("the key is linked already");
  const at = placeIn(call, call.need(stores, key.custom_key_store_id ?? ""), "EXTERNAL_KEY_STORE");
  const { cloud, lists } = makeCloudKey(call, at, "EXTERNAL_KEY_STORE", xksKeyId(key));
  const changes = {
    linked_state: true,
    aws_param: describe(call, cloud),
    hidden: { cloudKey: cloud.id, lagging: false },
  };
  return keyView(call, call.change(keys, key, { ...lists, ...changes }));
}

const setBlocked =
  (blocked: boolean): Handler =>
  (call) =>
    keyView(call, call.change(keys, xksKey(call), { blocked }));

/** Keys of external key stores have one version: the key behind them. */
function versions(call: Call): object {
  const key = call.target(keys);
  if (key.custom_key_store_id === undefined) throw notFound();
  const { id, local_key_id, local_key_name, source_key_tier, createdAt } = key;
  const resources = [
    { id, version: 0, source_key_id: local_key_id, source_key_name: local_key_name, source_key_tier, createdAt },
  ];
  return { skip: 0, limit: 10, total: 1, resources };
}

export const storeKeyOperations: Operations = {
  "POST /cckm/aws/create-hyok-key": createXksKey,
  "POST /cckm/aws/custom-key-stores/{id}/create-aws-key": createCloudHsmKey,
  "POST /cckm/aws/keys/{id}/block": setBlocked(true),
  "POST /cckm/aws/keys/{id}/unblock": setBlocked(false),
  "POST /cckm/aws/keys/{id}/link": linkKey,
  "GET /cckm/aws/keys/{id}/versions": versions,
};
