import { shown } from "../../../core/response";
import { badRequest, notFound } from "../../../core/errors";
import type { JsonObject } from "../../../core/fields";
import { addresses, outside, type Call, type Header, type Scope } from "../../../core/scope";
import { defineKind } from "../../../core/store";
import { awsError, cloudKeyId, cloudKeys, type CloudKey, type Material } from "../cloud/key";
import { describe } from "../cloud/describe";
import { keyTypeOf } from "../cloud/specs";
import { kmses, openKms, type Kms } from "../kms";

/** Where key material came from, when the service brought it. */
export interface Source {
  readonly key_source: string;
  readonly source_key_tier: string;
  readonly local_key_id: string;
  readonly local_key_name: string;
  readonly key_source_container_id: string;
  readonly key_source_container_name: string;
}

/** What the service knows of an AWS key: as of the last action on it, refresh or synchronization. */
export interface AwsKey extends Header, Partial<Source> {
  readonly kms_id: string;
  readonly region: string;
  readonly cloud_name: string;
  readonly key_type: string;
  readonly key_material_origin: "native" | "cckm" | "unknown";
  readonly gone: boolean;
  readonly basic_view_enabled: boolean;
  readonly rotation_status: string;
  readonly rotated_at?: string;
  readonly rotated_from?: string;
  readonly rotated_to?: string;
  readonly synced_at: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly key_users: readonly string[];
  readonly key_users_roles: readonly string[];
  readonly key_admins: readonly string[];
  readonly key_admins_roles: readonly string[];
  readonly external_accounts: readonly string[];
  readonly replica_policy?: JsonObject;
  /** Of keys in custom key stores only. */
  readonly linked_state?: boolean;
  readonly blocked?: boolean;
  readonly custom_key_store_id?: string;
  readonly custom_key_store_name?: string;
  readonly aws_param: JsonObject;
  /** `lagging`: AWS has moved on, and the next poll still shows the state before. */
  readonly hidden: {
    readonly cloudKey: string;
    readonly lagging: boolean;
    /** Why the last rotation of the material did not succeed. */
    readonly rotationError?: string;
  };
}

/** One generation of material in a key's rotation history. */
export interface Rotation extends Header, Partial<Omit<Source, "local_key_id" | "local_key_name">> {
  readonly kms_id: string;
  /** Id of the key's record. */
  readonly local_key_id: string;
  readonly key_material_origin: string;
  readonly source_key_identifier: string;
  readonly source_key_name: string;
  readonly last_import_status: string;
  readonly last_import_error: string;
  readonly last_import_at?: string;
  readonly aws_param: JsonObject;
}

/** The id by which AWS asks for a key of an external key store. */
export function xksKeyId(key: AwsKey): string | undefined {
  return (key.aws_param["XksKeyConfiguration"] as { Id?: string } | undefined)?.Id;
}

export const keys = defineKind<AwsKey>("aws-keys", {
  address: addresses,
  kms_id: (key) => key.kms_id,
  cloudKey: (key) => key.hidden.cloudKey,
  job_config_id: (key) => key.labels["job_config_id"],
  custom_key_store_id: (key) => key.custom_key_store_id,
  xksKey: xksKeyId,
});

export const rotations = defineKind<Rotation>("aws-key-rotations", {
  local_key_id: (rotation) => rotation.local_key_id,
});

export function keyView(scope: Scope, key: AwsKey): object {
  const deletion_date = key.aws_param["DeletionDate"];
  return {
    ...shown(key),
    kms: scope.get(kmses, key.kms_id)?.name,
    ...(deletion_date === undefined ? {} : { deletion_date }),
  };
}

/** The key of the record as it is in AWS at this moment. */
function cloudKeyOf(scope: Scope, key: AwsKey): CloudKey | undefined {
  return scope.in(outside).get(cloudKeys, key.hidden.cloudKey);
}

/** A key record with all that an action on it needs. */
export interface Target {
  readonly key: AwsKey;
  readonly kms: Kms;
  readonly cloud: CloudKey;
}

/**
 * The key that the path names, reached through its container: the credentials must work and AWS
 * must have the key.
 */
export function targetKey(call: Call): Target {
  return reachKey(call, call.target(keys));
}

export function reachKey(scope: Scope, key: AwsKey): Target {
  const kms = scope.get(kmses, key.kms_id);
  if (kms === undefined) throw notFound();
  openKms(scope, kms);
  if (key.linked_state === false) throw badRequest("the key is not linked: AWS does not know it");
  const cloud = cloudKeyOf(scope, key);
  if (cloud === undefined) throw awsError("NotFoundException", `Key '${String(key.aws_param["Arn"])}' does not exist`);
  return { key, kms, cloud };
}

export interface NewRecord extends Partial<AwsKey> {
  readonly key_material_origin: AwsKey["key_material_origin"];
}

/** Makes the record of a key that AWS has. */
export function createRecord(scope: Scope, kms: Kms, cloud: CloudKey, details: NewRecord): AwsKey {
  const header = scope.header("cckm:aws-key");
  const key: AwsKey = {
    ...header,
    kms_id: kms.id,
    region: cloud.region,
    cloud_name: kms.cloud_name,
    key_type: keyTypeOf(cloud.spec),
    key_source: "",
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
    aws_param: describe(scope, cloud),
    hidden: { cloudKey: cloudKeyId(cloud.account, cloud.region, cloud.keyId), lagging: false },
    ...details,
  };
  scope.put(keys, key);
  recordRotations(scope, key, cloud);
  return key;
}

/** Reads the key from AWS again. */
export function snapshot(scope: Scope, key: AwsKey, changes: Partial<AwsKey> = {}): AwsKey {
  const current = scope.get(keys, key.id);
  if (current === undefined || current.linked_state === false) return current ?? key;
  const cloud = cloudKeyOf(scope, current);
  const synced_at = scope.service.clock.stamp();
  const hidden = { ...current.hidden, lagging: false };
  if (cloud === undefined) return scope.change(keys, current, { gone: true, synced_at, hidden, ...changes });
  recordRotations(scope, current, cloud);
  return scope.change(keys, current, { gone: false, aws_param: describe(scope, cloud), synced_at, hidden, ...changes });
}

const settleWork = "aws:settle-key";

/**
 * AWS is done but the service hasn't seen it yet: the next poll shows the state before, the one
 * after that the new one.
 */
export function lag(scope: Scope, key: AwsKey, changes: Partial<AwsKey> = {}): AwsKey {
  scope.plan(2000, settleWork, { key: key.id });
  return scope.put(keys, { ...key, ...changes, hidden: { ...key.hidden, lagging: true } });
}

/** Lists don't count as polls, so a lagging key also settles by itself. */
export const settleOnTime = {
  [settleWork]: (scope: Scope, args: JsonObject): void => {
    const key = scope.get(keys, String(args["key"]));
    if (key?.hidden.lagging === true) snapshot(scope, key);
  },
};

/** GET of one key, which counts as a poll. */
export function readKey(call: Call): object {
  const key = call.target(keys);
  if (key.hidden.lagging) snapshot(call, key);
  return keyView(call, key);
}

/** Brings the rotation history in line with the material that AWS holds. */
function recordRotations(scope: Scope, key: AwsKey, cloud: CloudKey): void {
  const known = new Map(
    scope.by(rotations, "local_key_id", key.id).map((entry) => [entry.aws_param["KeyMaterialId"], entry]),
  );
  for (const material of cloud.materials) {
    const entry = known.get(material.id);
    known.delete(material.id);
    const aws_param = describeMaterial(cloud, material);
    if (entry === undefined) scope.put(rotations, newRotation(scope, key, material, aws_param));
    else scope.change(rotations, entry, { aws_param });
  }
  for (const entry of known.values()) scope.remove(rotations, entry);
}

function newRotation(scope: Scope, key: AwsKey, material: Material, aws_param: JsonObject): Rotation {
  return {
    ...scope.header("cckm:aws-key-rotation"),
    kms_id: key.kms_id,
    local_key_id: key.id,
    key_material_origin: material.importState === "" ? "native" : key.key_material_origin,
    key_source: key.key_source,
    key_source_container_id: key.key_source_container_id ?? "",
    key_source_container_name: key.key_source_container_name ?? "",
    source_key_identifier: "",
    source_key_name: "",
    source_key_tier: key.source_key_tier ?? "",
    last_import_status: "",
    last_import_error: "",
    aws_param,
  };
}

function describeMaterial(cloud: CloudKey, material: Material): JsonObject {
  const imported = material.importState !== "";
  return {
    KeyId: cloud.keyId,
    KeyMaterialId: material.id,
    KeyMaterialState: material.state,
    KeyMaterialDescription: material.description,
    ImportState: material.importState,
    RotationDate: material.rotationDate,
    RotationType: material.rotationType,
    ExpirationModel: !imported
      ? undefined
      : material.validTo === undefined
        ? "KEY_MATERIAL_DOES_NOT_EXPIRE"
        : "KEY_MATERIAL_EXPIRES",
    ValidTo: material.validTo,
  };
}
