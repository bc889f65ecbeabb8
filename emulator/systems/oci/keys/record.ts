import { shown } from "../../../core/response";
import { invalid, notFound } from "../../../core/errors";
import type { JsonObject } from "../../../core/fields";
import { outside, type Call, type Scope } from "../../../core/scope";
import type { SourceKey } from "../../../core/sourceKey";
import { describeKey, describeVersion } from "../cloud/describe";
import { notAuthorizedOrNotFound } from "../cloud/errors";
import { cloudKeys, isPassing, settle, type CloudKey, type CloudVersion } from "../cloud/key";
import { openVault, vaults, type Vault } from "../vault";
import { compartmentName, findCloudVault } from "../world/tenancies";
import { keys, versions, type OciKey, type OciVersion } from "./kinds";
import { unbound } from "../../scheduler/binding";

export const keyView = (_scope: Scope, key: OciKey): object => shown(key);

/** A key record with all that an action on it needs. */
export interface Target {
  readonly key: OciKey;
  readonly vault: Vault;
  readonly cloud: CloudKey;
}

export function cloudKeyOf(scope: Scope, key: OciKey): CloudKey | undefined {
  return key.hidden.cloudKey === undefined ? undefined : scope.in(outside).get(cloudKeys, key.hidden.cloudKey);
}

/** The vault of a key in Oracle Cloud: the credentials must work. An external key has nothing there. */
export function openKeyVault(scope: Scope, key: OciKey): Vault {
  if (key.hyok_key_params !== undefined) throw invalid(`the OCI key ${key.id} is an external key`);
  const vault = scope.get(vaults, key.cckm_vault_id);
  if (vault === undefined) throw notFound();
  openVault(scope, vault);
  return vault;
}

export function reachKey(scope: Scope, key: OciKey): Target {
  const vault = openKeyVault(scope, key);
  const cloud = cloudKeyOf(scope, key);
  if (cloud === undefined) throw notAuthorizedOrNotFound(`The key ${key.hidden.cloudKey}`);
  return { key, vault, cloud };
}

/** The key that the path names, reached through its container. */
export const targetKey = (call: Call, param = "id"): Target => reachKey(call, call.target(keys, param));

/** Makes the record of a key that Oracle Cloud has. */
export function createRecord(
  scope: Scope,
  vault: Vault,
  cloud: CloudKey,
  origin: OciKey["key_material_origin"],
  source?: SourceKey,
): OciKey {
  const header = scope.header("cckm:oci-key", `${cloud.displayName}-`);
  const key = scope.put<OciKey>(keys, {
    ...header,
    cloud_name: "oci",
    vault_id: cloud.vault,
    cckm_vault_id: vault.id,
    tenancy: vault.tenancy,
    region: vault.region ?? "",
    compartment_name: "",
    key_material_origin: origin,
    refreshed_at: header.createdAt,
    ...unbound,
    gone: false,
    hidden: { cloudKey: cloud.id },
  });
  return snapshot(scope, key, source);
}

/** Reads the key and its versions from Oracle Cloud again. */
export function snapshot(scope: Scope, key: OciKey, source?: SourceKey): OciKey {
  const current = scope.get(keys, key.id);
  if (current === undefined) return key;
  const cloud = cloudKeyOf(scope, current);
  const refreshed_at = scope.service.clock.stamp();
  if (cloud === undefined) {
    for (const version of scope.by(versions, "key", key.id)) scope.change(versions, version, { gone: true });
    return scope.change(keys, current, { gone: true, refreshed_at });
  }
  recordVersions(scope, current, cloud, source);
  const tenancy = findCloudVault(scope, cloud.vault)?.tenancy ?? "";
  const backedUp = scope.get(vaults, current.cckm_vault_id)?.bucket_name !== "" && !isPassing(cloud);
  return scope.change(keys, current, {
    gone: false,
    refreshed_at,
    oci_params: describeKey(scope, cloud),
    compartment_name: compartmentName(scope, tenancy, cloud.compartment),
    key_material_origin: source === undefined ? current.key_material_origin : "cckm",
    hidden: backedUp ? { ...current.hidden, backup: cloud } : current.hidden,
  });
}

/** Brings the versions' records in line with the material that Oracle Cloud holds. */
function recordVersions(scope: Scope, key: OciKey, cloud: CloudKey, source?: SourceKey): void {
  const known = new Map(scope.by(versions, "key", key.id).map((entry) => [entry.hidden.version, entry]));
  for (const version of cloud.versions) {
    const entry = known.get(version.id);
    known.delete(version.id);
    const oci_key_version_params = describeVersion(cloud, version);
    const refreshed_at = scope.service.clock.stamp();
    if (entry !== undefined) scope.change(versions, entry, { oci_key_version_params, refreshed_at, gone: false });
    else scope.put(versions, newRecord(scope, key, cloud, version, source));
  }
  for (const entry of known.values()) scope.change(versions, entry, { gone: true });
}

function newRecord(
  scope: Scope,
  key: OciKey,
  cloud: CloudKey,
  version: CloudVersion,
  source: SourceKey | undefined,
): OciVersion {
  const header = scope.header("cckm:oci-key-version");
  const brought = version.id === cloud.current ? source : undefined;
  const unknown = version.origin === "EXTERNAL" ? "unknown" : "native";
  return {
    ...header,
    cloud_name: "oci",
    gone: false,
    key_material_origin: brought === undefined ? unknown : "cckm",
    labels: {},
    refreshed_at: header.createdAt,
    source_key_identifier: brought?.id ?? "",
    source_key_name: brought?.name ?? "",
    source_key_tier: brought?.tier ?? "",
    vault_id: cloud.vault,
    oci_key_version_params: describeVersion(cloud, version),
    hidden: { key: key.id, version: version.id },
  };
}

const settleWork = "oci:settle-key";

/** After a change: the response shows what is under way, and so does the first poll. */
export function underWay(scope: Scope, key: OciKey, source?: SourceKey): OciKey {
  scope.plan(2000, settleWork, { key: key.id });
  return snapshot(scope, key, source);
}

/** What is under way in Oracle Cloud ends, and the record shows it. */
function settleKey(scope: Scope, key: OciKey): void {
  const cloud = cloudKeyOf(scope, key);
  if (cloud === undefined || !isPassing(cloud)) return;
  settle(scope.in(outside), cloud);
  snapshot(scope, key);
}

/** Lists don't count as polls, so a key also settles by itself. */
export const settleOnTime = {
  [settleWork]: (scope: Scope, args: JsonObject): void => {
    const key = scope.get(keys, String(args["key"]));
    if (key !== undefined) settleKey(scope, key);
  },
};

/**
 * GET of a key or of one of its versions counts as a poll: it shows the state before, and the next
 * one the state after.
 */
export function polled<T>(call: Call, key: OciKey, show: () => T): T {
  const shownBefore = show();
  settleKey(call, key);
  return shownBefore;
}

/** Drops the records of a key and its versions. */
export function forgetKey(scope: Scope, key: OciKey): void {
  for (const version of scope.by(versions, "key", key.id)) scope.remove(versions, version);
  scope.remove(keys, key);
}
