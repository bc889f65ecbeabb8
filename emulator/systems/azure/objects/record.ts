import { shown } from "../../../core/response";
import { notFound } from "../../../core/errors";
import type { JsonObject } from "../../../core/fields";
import { addresses, outside, type Call, type Header, type Scope } from "../../../core/scope";
import type { Kind } from "../../../core/record";
import { defineKind } from "../../../core/store";
import {
  addressOf,
  findObject,
  needIdle,
  newestOf,
  type CloudObject,
  type ObjectType,
  type Version,
} from "../cloud/object";
import { azureError, cloudVaults, recoveryLevel, type CloudVault } from "../cloud/vault";
import { openVault, vaults, type Vault } from "../vaultRecord";

/** How a key is bound to a schedule. */
interface Labels {
  readonly auto_rotate_release_policy?: JsonObject;
  readonly [name: string]: string | JsonObject | undefined;
}

/** The labels that are strings: all but the release policy. */
export function textLabels({
  auto_rotate_release_policy: _policy,
  ...texts
}: Labels): Readonly<Record<string, string>> {
  return texts as Readonly<Record<string, string>>;
}

/**
 * What the service knows of one version of a key, secret or certificate: as of the last action on
 * it, refresh or synchronization. Each version is a record of its own.
 */
export interface AzureRecord extends Header {
  readonly key_vault_id: string;
  readonly version: string;
  readonly version_count: number;
  readonly status: "AVAILABLE" | "SOFT-DELETED" | "DELETED";
  readonly deleted: boolean;
  readonly gone: boolean;
  readonly syncedAt: string;
  readonly labels: Labels;
  readonly azure_param: JsonObject;
  readonly created_by: string;
  readonly modified_by: string;
  /** Keys only. */
  readonly key_size?: number;
  readonly backup?: string;
  readonly backup_at?: string;
  readonly backup_config?: { readonly backup_job_config_id: string };
  readonly key_material_origin?: string;
  readonly local_key_id?: string;
  readonly local_key_name?: string;
  readonly release_policy?: JsonObject;
  readonly hidden: { readonly name: string; readonly order: number };
}

/** One sort of object, with what differs between their three collections. */
export interface Family {
  readonly type: ObjectType;
  readonly root: string;
  /** The field that holds the name, such as "key_name". */
  readonly nameField: string;
  readonly kind: Kind<AzureRecord>;
}

function family(type: ObjectType, nameField: string): Family {
  return {
    type,
    root: `/cckm/azure/${type}s`,
    nameField,
    kind: defineKind<AzureRecord>(`azure-${type}s`, {
      address: addresses,
      key_vault_id: (record) => record.key_vault_id,
      object: (record) => `${record.key_vault_id}/${record.hidden.name.toLowerCase()}`,
      job_config_id: ({ labels }) => textLabels(labels)["job_config_id"],
      backup_job_config_id: (record) => record.backup_config?.backup_job_config_id,
    }),
  };
}

export const keys = family("key", "key_name");
export const secrets = family("secret", "secret_name");
export const certificates = family("certificate", "cert_name");
export const families = [keys, secrets, certificates] as const;

export function recordsIn(scope: Scope, vault: Vault, { kind }: Family): AzureRecord[] {
  return scope.by(kind, "key_vault_id", vault.id);
}

/** All versions of a name that the service has a record of, oldest first. */
export function versionsOf(scope: Scope, { kind }: Family, vaultId: string, name: string): AzureRecord[] {
  return scope
    .by(kind, "object", `${vaultId}/${name.toLowerCase()}`)
    .sort((one, other) => one.hidden.order - other.hidden.order);
}

export const siblings = (scope: Scope, family: Family, record: AzureRecord): AzureRecord[] =>
  versionsOf(scope, family, record.key_vault_id, record.hidden.name);

/** The record of the newest version. */
export function newestRecord(scope: Scope, family: Family, record: AzureRecord): AzureRecord {
  return siblings(scope, family, record).at(-1) ?? record;
}

export function recordView(scope: Scope, { type, nameField }: Family, record: AzureRecord): object {
  const vault = scope.get(vaults, record.key_vault_id);
  const softDeleted = record.status === "SOFT-DELETED";
  return {
    ...shown(record),
    [nameField]: record.hidden.name,
    key_vault: vault?.name,
    cloud_name: vault?.cloud_name,
    region: vault?.location,
    tenant: vault?.properties["tenantId"],
    soft_delete_enabled: vault?.properties["enableSoftDelete"],
    [`${type}_soft_deleted_in_azure`]: softDeleted,
  };
}

const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);

/** One version as Azure describes it. */
export function describe(vault: CloudVault, object: CloudObject, one: Version): JsonObject {
  const { exportable, release_policy: _policy, value_digest: _digest, ...details } = one.details;
  const attributes = {
    enabled: one.enabled,
    exp: one.exp,
    nbf: one.nbf,
    created: seconds(one.created),
    updated: seconds(one.updated),
    recoveryLevel: recoveryLevel(vault),
    recoverableDays: vault.softDelete ? vault.retentionDays : undefined,
    exportable,
  };
  const address = addressOf(vault, object, one.version);
  const own = object.type === "key" ? { key: { kid: address, ...details } } : { id: address, ...details };
  return { ...own, attributes, tags: one.tags };
}

/** What the record of a version says now that Azure has been asked. */
function observed(scope: Scope, vault: Vault, type: ObjectType, name: string, version: string): Partial<AzureRecord> {
  const cloud = scope.in(outside).get(cloudVaults, vault.hidden.cloudVault);
  const object = cloud && findObject(scope, cloud, type, name);
  const one = object?.versions.find((candidate) => candidate.version === version);
  const syncedAt = scope.service.clock.stamp();
  if (!cloud || !object || !one) return { gone: true, status: "DELETED", deleted: true, syncedAt };
  const size = one.details["key_size"];
  const { key_size: _size, ...details } = one.details;
  return {
    gone: false,
    deleted: false,
    status: object.deletedAt === undefined ? "AVAILABLE" : "SOFT-DELETED",
    version_count: object.versions.length,
    azure_param: describe(cloud, object, { ...one, details }),
    ...(typeof size === "number" ? { key_size: size } : {}),
    ...(one.details["release_policy"] === undefined
      ? {}
      : { release_policy: one.details["release_policy"] as JsonObject }),
    syncedAt,
  };
}

/** Reads all versions of a name from Azure again, and records those that were not known. */
export function observe(scope: Scope, family: Family, vault: Vault, name: string, by = ""): AzureRecord[] {
  const { type, kind } = family;
  const cloud = scope.in(outside).get(cloudVaults, vault.hidden.cloudVault);
  const object = cloud && findObject(scope, cloud, type, name);
  for (const record of versionsOf(scope, family, vault.id, name)) {
    // What the service purged itself stays as it was recorded, until its name is freed.
    if (record.deleted && object === undefined) continue;
    scope.change(kind, record, {
      ...observed(scope, vault, type, name, record.version),
      modified_by: by || record.modified_by,
    });
  }
  const seen = new Set(versionsOf(scope, family, vault.id, name).map(({ version }) => version));
  (object?.versions ?? []).forEach((one, index) => {
    if (!seen.has(one.version)) scope.put(kind, newRecord(scope, family, vault, name, one, index + 1, by));
  });
  return withLabelsOnNewest(scope, family, versionsOf(scope, family, vault.id, name));
}

/** Schedules belong to the key, whatever its version: they are kept on the record of the newest one. */
function withLabelsOnNewest(scope: Scope, { kind }: Family, records: AzureRecord[]): AzureRecord[] {
  const newest = records.at(-1);
  if (newest === undefined) return records;
  const holder = records.find((one) => one !== newest && one.labels["job_config_id"] !== undefined);
  const backed = records.find((one) => one !== newest && one.backup_config !== undefined);
  if (holder === undefined && backed === undefined) return records;
  const labels = holder?.labels ?? newest.labels;
  const backup_config = backed?.backup_config ?? newest.backup_config;
  for (const one of new Set([holder, backed])) {
    if (one !== undefined) scope.change(kind, one, { labels: {}, backup_config: undefined });
  }
  return [...records.slice(0, -1), scope.change(kind, newest, { labels, backup_config })];
}

function newRecord(
  scope: Scope,
  { type }: Family,
  vault: Vault,
  name: string,
  { version, created }: Version,
  version_count: number,
  by: string,
): AzureRecord {
  const base: AzureRecord = {
    ...scope.header(`cckm:azure-${type}`),
    key_vault_id: vault.id,
    version,
    version_count,
    status: "AVAILABLE",
    deleted: false,
    gone: false,
    syncedAt: "",
    labels: {},
    azure_param: {},
    created_by: by,
    modified_by: by,
    ...(type === "key" ? { key_material_origin: by === "" ? "unknown" : "native" } : {}),
    hidden: { name, order: created },
  };
  return { ...base, ...observed(scope, vault, type, name, version) };
}

/**
 * A record with all that an action on it needs: the container must work, and Azure must have the
 * object.
 */
export interface Target {
  readonly family: Family;
  readonly record: AzureRecord;
  readonly vault: Vault;
  readonly cloud: CloudVault;
  readonly object: CloudObject;
}

export function reach(scope: Scope, family: Family, record: AzureRecord): Target {
  const vault = scope.get(vaults, record.key_vault_id);
  if (vault === undefined) throw notFound();
  const cloud = openVault(scope, vault);
  const object = findObject(scope, cloud, family.type, record.hidden.name);
  if (object === undefined) throw notThere(family, record);
  return { family, record, vault, cloud, object };
}

/** The newest record of a key, for changing its schedules: Azure must not be busy with the key. */
export function idleRecord(call: Call): AzureRecord {
  const record = newestRecord(call, keys, call.target(keys.kind));
  const vault = call.get(vaults, record.key_vault_id);
  const cloud = vault && call.in(outside).get(cloudVaults, vault.hidden.cloudVault);
  const object = cloud && findObject(call, cloud, "key", record.hidden.name);
  if (object) needIdle(call, cloud, object);
  return record;
}

export const target = (call: Call, family: Family): Target => reach(call, family, call.target(family.kind));

/** The record of a version that has just been made. */
export function recordOfNewest(
  scope: Scope,
  family: Family,
  vault: Vault,
  object: CloudObject,
  by: string,
): AzureRecord {
  const { version } = newestOf(object);
  return observe(scope, family, vault, object.name, by).find((one) => one.version === version)!;
}

function notThere({ type }: Family, record: AzureRecord): Error {
  return azureError(
    `${type[0]?.toUpperCase()}${type.slice(1)}NotFound`,
    `A ${type} with (name/id) ${record.hidden.name} was not found in this key vault`,
  );
}
