import { shown } from "../../core/response";
import { addresses, outside, type Header, type Scope } from "../../core/scope";
import { defineKind } from "../../core/store";
import { recordedKeys } from "../../shared/cloud/keys";
import { cloudKeys, type CloudKey, type CloudVersion } from "./cloud";
import { groups, type Group } from "./groupRecord";
import { byJobConfig, unbound, type Rotating } from "../scheduler/binding";

/** What the service knows of a key in SAP: as of the last action on it, or synchronization. */
export interface SapKey extends Header, Rotating {
  /** The service's id of the group. */
  readonly group: string;
  readonly tenant: string;
  readonly cloud_name: "sap";
  readonly status: "AVAILABLE" | "DELETED";
  readonly key_material_origin: "native" | "cckm" | "unknown";
  readonly source_key_identifier?: string;
  readonly source_key_tier?: string;
  readonly version_count: number;
  /** True while the service keeps a backup of what it uploaded. */
  readonly backup: boolean;
  /** True once SAP no longer has the key. */
  readonly gone: boolean;
  readonly sap_param: ReturnType<typeof describe>;
}

export const keys = defineKind<SapKey>("sap-keys", {
  address: addresses,
  group: (key) => key.group,
  sapKey: (key) => key.sap_param.sap_key_id,
  ...byJobConfig,
});

/** One version of a key. */
export interface SapVersion extends Header {
  readonly key_id: string;
  readonly version_id: string;
  readonly version: number;
  readonly tenant: string;
  readonly enabled: boolean;
  readonly origin: string;
  readonly operations: readonly string[];
  readonly cloud_name: "sap";
  readonly creator_name: string;
  readonly creator_id: string;
  readonly source_key_identifier?: string;
  readonly source_key_tier?: string;
}

export const versions = defineKind<SapVersion>("sap-key-versions", {
  address: (version) => [version.uri, version.version_id],
  key_id: (version) => version.key_id,
});

/** A key in the words of SAP. */
function describe(key: CloudKey) {
  return {
    sap_key_id: key.id,
    groupId: key.group,
    name: key.name,
    description: key.description,
    type: key.type,
    size: key.size,
    curve: key.curve,
    role: key.role,
    operations: key.operations,
    enabled: key.enabled,
    exportable: key.exportable,
    keystoreContext: { customerHeld: false },
    meta: { created: key.createdAt, creatorId: "cckm", creatorName: "CCKM" },
    versions: key.versions.map(({ id, version, enabled, origin }) => ({ id, version, enabled, origin })),
  };
}

export function keyView(scope: Scope, key: SapKey): object {
  return { ...shown(key), group_name: scope.get(groups, key.group)?.name };
}

export const cloudKeyOf = (scope: Scope, key: SapKey): CloudKey | undefined =>
  scope.in(outside).get(cloudKeys, key.sap_param.sap_key_id);

export const sapKeys = recordedKeys<SapKey, Group, CloudKey>({
  kind: keys,
  container: "group",
  remoteId: ({ sap_param }) => sap_param.sap_key_id,
  remote: cloudKeys,
  offer: "group",
  path: "cckm:sap-key",
  nameOf: ({ name }) => name,
  begin: ({ id, tenant }) => ({ group: id, tenant, cloud_name: "sap", ...unbound }),
  describe: (cloud) => ({ version_count: cloud.versions.length, sap_param: describe(cloud) }),
  read: (gone) => ({ gone, status: gone ? "DELETED" : "AVAILABLE" }),
  versions: recordVersions,
});

/** Makes the record of a key that SAP has; the service keeps a backup of material of its own. */
export function recordKey(
  scope: Scope,
  group: Group,
  cloud: CloudKey,
  details: Partial<SapKey> & Pick<SapKey, "key_material_origin">,
): SapKey {
  return sapKeys.create(scope, group, cloud, { backup: details.key_material_origin === "cckm", ...details });
}

/** Reads the key from SAP again. */
export function snapshot(scope: Scope, key: SapKey, changes: Partial<SapKey> = {}): SapKey {
  const current = scope.get(keys, key.id) ?? key;
  const cloud = cloudKeyOf(scope, current);
  if (cloud === undefined && current.gone && Object.keys(changes).length === 0) return current;
  return sapKeys.readAgain(scope, current, cloud, changes);
}

type Source = Pick<SapVersion, "source_key_identifier" | "source_key_tier">;

/** Brings the versions in line with those that SAP has; new ones remember where their material came from. */
function recordVersions(scope: Scope, key: SapKey, cloud: CloudKey, source: Source): void {
  const known = new Map(scope.by(versions, "key_id", key.id).map((one) => [one.version_id, one]));
  for (const version of cloud.versions) {
    const before = known.get(version.id);
    if (before === undefined) scope.put(versions, newRecord(scope, key, version, source));
    else if (before.enabled !== version.enabled || String(before.operations) !== String(version.operations))
      scope.change(versions, before, { enabled: version.enabled, operations: version.operations });
  }
}

function newRecord(scope: Scope, key: SapKey, version: CloudVersion, source: Source): SapVersion {
  const external = version.origin === "EXTERNAL";
  return {
    ...scope.header("cckm:sap-key-version"),
    key_id: key.id,
    version_id: version.id,
    version: version.version,
    tenant: key.tenant,
    enabled: version.enabled,
    origin: version.origin,
    operations: version.operations,
    cloud_name: "sap",
    creator_name: "CCKM",
    creator_id: "cckm",
    source_key_identifier: external ? source.source_key_identifier : undefined,
    source_key_tier: external ? source.source_key_tier : undefined,
  };
}

/** Drops what the service knows of a key. */
export function forgetKey(scope: Scope, key: SapKey): void {
  for (const version of scope.by(versions, "key_id", key.id)) scope.remove(versions, version);
  scope.remove(keys, key);
}
