import { shown } from "../../core/response";
import { outside, type Header, type Scope } from "../../core/scope";
import { defineKind } from "../../core/store";
import { recordedKeys, type ContainerOf, type KeyRecord } from "../../shared/cloud";
import { cloudKeys, type CloudKey, type CloudVersion } from "./cloud";
import { sapGroups } from "./groups";
import { byJobConfig, unbound, type Rotating } from "../scheduler/binding";

/** What a record says beside what SAP says of the key. */
export interface Begun extends Rotating {
  /** The service's id of the group. */
  readonly group: string;
  readonly tenant: string;
  readonly cloud_name: "sap";
  readonly key_material_origin: "native" | "cckm" | "unknown";
  readonly source_key_identifier?: string;
  readonly source_key_tier?: string;
  /** True while the service keeps a backup of what it uploaded. */
  readonly backup: boolean;
}

/** One version of a key. */
export interface SapVersion extends Header {
  readonly key_id: string;
  readonly version_id: string;
  readonly version: number;
  readonly tenant: string;
  /** Id of the group in SAP. */
  readonly groupId: string;
  readonly sap_key_id: string;
  readonly enabled: boolean;
  readonly origin: string;
  readonly operations: readonly string[];
  /** In capitals, unlike a key's. */
  readonly cloud_name: "SAP";
  readonly meta: ReturnType<typeof madeBy>;
  readonly source_key_identifier?: string;
  readonly source_key_tier?: string;
}

export const versions = defineKind<SapVersion>("sap-key-versions", {
  address: (version) => [version.uri, version.version_id],
  key_id: (version) => version.key_id,
});

const madeBy = (created: string) => ({ created, creatorId: "cckm", creatorName: "CCKM" });

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
    meta: madeBy(key.createdAt),
    versions: key.versions.map(({ id, version, enabled, origin }) => ({ id, version, enabled, origin })),
  };
}

/** What the service knows of a key in SAP: as of the last action on it, or synchronization. */
export const sapKeys = recordedKeys({
  offered: sapGroups,
  remote: cloudKeys,
  container: "group",
  begin: ({ id, hidden: { tenant } }: ContainerOf<typeof sapGroups>, { versions: made }: CloudKey): Begun => {
    const native = made.every(({ origin }) => origin === "NATIVE");
    const key_material_origin = native ? "native" : "unknown";
    return { group: id, tenant, cloud_name: "sap", key_material_origin, backup: false, ...unbound };
  },
  describe: (cloud: CloudKey) => ({ version_count: cloud.versions.length, sap_param: describe(cloud) }),
  read: (gone) => ({ gone, status: gone ? ("DELETED" as const) : ("AVAILABLE" as const) }),
  remoteId: ({ sap_param }) => sap_param.sap_key_id,
  indexes: byJobConfig,
  versions: { kind: versions, of: "key_id", record: recordVersions },
});
export type SapKey = KeyRecord<typeof sapKeys>;

/** A record names the group by SAP's id of it alone. */
export function keyView(key: SapKey): object {
  const { group: _container, ...rest } = shown(key);
  return rest;
}

export const cloudKeyOf = (scope: Scope, key: SapKey): CloudKey | undefined =>
  scope.in(outside).get(cloudKeys.kind, key.sap_param.sap_key_id);

type Keyed = Pick<Header & Begun, "id" | "tenant">;
type Source = Pick<Begun, "source_key_identifier" | "source_key_tier">;

/**
 * Brings the versions in line with those that SAP has; new ones remember where their material came
 * from.
 */
function recordVersions(scope: Scope, key: Keyed, cloud: CloudKey, source: Source): void {
  const known = new Map(scope.by(versions, "key_id", key.id).map((one) => [one.version_id, one]));
  for (const version of cloud.versions) {
    const before = known.get(version.id);
    if (before === undefined) scope.put(versions, newRecord(scope, key, cloud, version, source));
    else if (before.enabled !== version.enabled || String(before.operations) !== String(version.operations))
      scope.change(versions, before, { enabled: version.enabled, operations: version.operations });
  }
}

function newRecord(scope: Scope, key: Keyed, cloud: CloudKey, version: CloudVersion, source: Source): SapVersion {
  const external = version.origin === "EXTERNAL";
  return {
    ...scope.header("cckm:SAP_KEY_VERSION"),
    key_id: key.id,
    version_id: version.id,
    version: version.version,
    tenant: key.tenant,
    groupId: cloud.group,
    sap_key_id: cloud.id,
    enabled: version.enabled,
    origin: version.origin.toLowerCase(),
    operations: version.operations,
    cloud_name: "SAP",
    meta: madeBy(version.createdAt),
    source_key_identifier: external ? source.source_key_identifier : undefined,
    source_key_tier: external ? source.source_key_tier : undefined,
  };
}
