import { shown } from "../../../core/response";
import { notFound } from "../../../core/errors";
import type { JsonObject } from "../../../core/fields";
import { addresses, type Call, type Header, type Scope } from "../../../core/scope";
import type { SourceKey } from "../../../core/sourceKey";
import { defineKind } from "../../../core/store";
import { currentVersion, describeKey, describeVersion, versionName } from "../cloud/describe";
import { googleError } from "../cloud/errors";
import { cloudKey, partsOf, type CloudKey } from "../cloud/records";
import { openRing, rings, type Ring } from "../reach";
import { byJobConfig, unbound, type Rotating } from "../../scheduler/binding";

/** What the service knows of a Google key: as of the last action on it, refresh or synchronization. */
export interface GoogleKey extends Header, Rotating {
  readonly cloud_name: string;
  /** The key's short name in Google. */
  readonly key_id: string;
  readonly project_id: string;
  readonly location_id: string;
  /** The ring's short name in Google. */
  readonly key_ring_id: string;
  readonly key_ring_name: string;
  readonly organization_name: string;
  readonly organization_display_name: string;
  readonly gone: boolean;
  readonly status: string;
  readonly create_status: string;
  readonly state?: string;
  readonly version_count: number;
  readonly synced_at: string;
  readonly rotated_at?: string;
  readonly gcp_params: JsonObject;
  readonly hidden: { readonly cloudKey: string; readonly ring: string };
}

/** One version of a key. */
export interface KeyVersion extends Header {
  readonly parent_key_id: string;
  readonly parent_key_name: string;
  readonly key_ring_name: string;
  readonly version: number;
  readonly version_id: string;
  readonly is_primary: boolean;
  readonly key_material_origin: "native" | "cckm" | "unknown";
  readonly deleted: boolean;
  readonly gone: boolean;
  readonly synced_at: string;
  readonly rotated_at?: string;
  readonly local_key_id?: string;
  readonly local_key_name?: string;
  readonly source_key_tier?: string;
  readonly gcp_cloud_resource_name: string;
  readonly state: string;
  readonly algorithm: string;
  readonly destroyTime?: string;
  readonly public_key?: JsonObject;
  readonly gcp_params: JsonObject;
}

export const keys = defineKind<GoogleKey>("google-keys", {
  address: addresses,
  ring: (key) => key.hidden.ring,
  cloudKey: (key) => key.hidden.cloudKey,
  ...byJobConfig,
});

export const versions = defineKind<KeyVersion>("google-key-versions", {
  address: addresses,
  parent: (version) => version.parent_key_id,
});

/** A key record with all that an action on it needs. */
export interface Target {
  readonly key: GoogleKey;
  readonly ring: Ring;
  readonly cloud: CloudKey;
}

/**
 * The key that the path names, reached through its ring: the credentials must work and Google must
 * have the key.
 */
export function targetKey(call: Call): Target {
  return reachKey(call, call.target(keys));
}

export function reachKey(scope: Scope, key: GoogleKey): Target {
  const ring = scope.get(rings, key.hidden.ring);
  if (ring === undefined) throw notFound();
  openRing(scope, ring);
  const cloud = cloudKey(scope, key.hidden.cloudKey);
  if (cloud === undefined) throw googleError("NOT_FOUND", `CryptoKey ${key.hidden.cloudKey} not found.`);
  return { key, ring, cloud };
}

/** The version that the path names, of the key that it names. */
export function targetVersion(call: Call): Target & { readonly version: KeyVersion } {
  const target = targetKey(call);
  return { ...target, version: versionOf(call, target.key) };
}

export function versionOf(call: Call, key: GoogleKey): KeyVersion {
  const version = call.target(versions, "versionID");
  if (version.parent_key_id !== key.id) throw notFound();
  return version;
}

/** What the service keeps of Google's view of a key. */
function seen(cloud: CloudKey): Pick<GoogleKey, "create_status" | "state" | "version_count" | "gcp_params" | "gone"> {
  const state = currentVersion(cloud)?.state;
  const pending = cloud.versions.length === 1 && state === "PENDING_GENERATION";
  return {
    create_status: pending ? "PENDING_GENERATION" : "AVAILABLE",
    state,
    version_count: cloud.versions.length,
    gcp_params: describeKey(cloud),
    gone: false,
  };
}

/**
 * Makes the record of a key that Google has, with its versions. `source` is where its newest
 * material came from.
 */
export function createRecord(scope: Scope, ring: Ring, cloud: CloudKey, source?: SourceKey): GoogleKey {
  const { project, location, ring: short } = partsOf(cloud.ring);
  const header = scope.header("cckm:gcp-keys", `${cloud.keyName}-`);
  const key = scope.put(keys, {
    ...header,
    cloud_name: "gcp",
    key_id: cloud.keyName,
    project_id: project,
    location_id: location,
    key_ring_id: short,
    key_ring_name: cloud.ring,
    organization_name: ring.organization_name,
    organization_display_name: ring.organization_display_name,
    ...unbound,
    status: "AVAILABLE",
    ...seen(cloud),
    synced_at: header.createdAt,
    hidden: { cloudKey: cloud.id, ring: ring.id },
  });
  recordVersions(scope, key, cloud, source);
  return key;
}

/** Reads the key and its versions from Google again. */
export function snapshot(
  scope: Scope,
  { id }: GoogleKey,
  changes: Partial<GoogleKey> = {},
  source?: SourceKey,
): GoogleKey {
  const key = scope.need(keys, id);
  const cloud = cloudKey(scope, key.hidden.cloudKey);
  const synced_at = scope.service.clock.stamp();
  if (cloud !== undefined) recordVersions(scope, key, cloud, source);
  else for (const version of scope.by(versions, "parent", id)) scope.change(versions, version, { gone: true });
  return scope.change(keys, key, { ...(cloud === undefined ? { gone: true } : seen(cloud)), synced_at, ...changes });
}

function recordVersions(scope: Scope, key: GoogleKey, cloud: CloudKey, source: SourceKey | undefined): void {
  const known = new Map(scope.by(versions, "parent", key.id).map((version) => [version.version, version]));
  const synced_at = scope.service.clock.stamp();
  for (const one of cloud.versions) {
    const facts = {
      is_primary: one.number === cloud.primary,
      state: one.state,
      algorithm: one.algorithm,
      destroyTime: one.destroyTime,
      gone: false,
      synced_at,
      gcp_params: describeVersion(cloud, one),
    };
    const before = known.get(one.number);
    if (before !== undefined) {
      scope.change(versions, before, facts);
      continue;
    }
    const brought = source !== undefined && one.number === cloud.versions.length;
    scope.put(versions, {
      ...scope.header("cckm:gcp-key-versions"),
      parent_key_id: key.id,
      parent_key_name: key.key_id,
      key_ring_name: key.key_ring_name,
      version: one.number,
      version_id: String(one.number),
      key_material_origin: one.imported === undefined ? "native" : brought ? "cckm" : "unknown",
      deleted: false,
      ...(brought ? { local_key_id: source.id, local_key_name: source.name, source_key_tier: source.tier } : {}),
      gcp_cloud_resource_name: versionName(cloud, one),
      ...facts,
    });
  }
}

export function removeRecord(scope: Scope, key: GoogleKey): void {
  for (const version of scope.by(versions, "parent", key.id)) scope.remove(versions, version);
  scope.remove(keys, key);
}

/** GET of a key counts as a poll: material that was being made may be there by now. */
export function readKey(call: Call): object {
  const key = call.target(keys);
  return keyView(key.state?.startsWith("PENDING_") === true ? snapshot(call, key) : key);
}

/** The state is that of a version, which shows it itself. */
export const keyView = ({ state: _state, ...key }: GoogleKey): object => shown(key);
