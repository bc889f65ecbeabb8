import { outside, type Scope } from "../../core/scope";
import { formatTime, parseTime } from "../../core/time";
import { refresh } from "../../shared/cloud/refresh";
import { keySource, sourceContainer } from "../../shared/keySources";
import { reporting } from "../../shared/reports";
import { scheduledRotation } from "../../shared/scheduledRotation";
import { addCloudVersion, cloudKeys, tenants } from "./cloud";
import { groups } from "./groupRecord";
import { sapGroups } from "./groups";
import { hyokKeys, hyokVersions, rotateHyokKey, type HyokKey } from "./hyokKeys";
import { reachKey } from "./reach";
import { keys, recordKey, sapKeys, snapshot, versions, type SapKey } from "./record";
import { sourceOf, wantedShape } from "./sources";

export const sapSynchronization = refresh({
  root: "/cckm/sap/synchronization-jobs",
  cloudName: "sap",
  containers: "groups",
  offered: sapGroups,
  keys: sapKeys,
  seconds: (world, { tenant }) => world.get(tenants.kind, tenant)?.syncSeconds,
  create: (scope, group, cloud) => {
    const native = cloud.versions.every(({ origin }) => origin === "NATIVE");
    recordKey(scope, group, cloud, { key_material_origin: native ? "native" : "unknown" });
  },
  readAgain: (scope, key) => snapshot(scope, key),
  done: ({ group_id }) => ({ [group_id]: "group synchronized successfully" }),
});

/** When the key got its newest version. */
function lastRotation(scope: Scope, key: SapKey): string {
  const cloud = scope.in(outside).get(cloudKeys, key.sap_param.sap_key_id);
  return cloud?.versions.at(-1)?.createdAt ?? key.createdAt;
}

/** A key that is bound to a schedule: one in SAP, or one of a keystore. */
interface Bound {
  readonly id: string;
  readonly usable: boolean;
  readonly since: number;
  rotate(scope: Scope): void;
}

const inSap = (scope: Scope, key: SapKey): Bound => ({
  id: key.id,
  usable: key.status === "AVAILABLE" && key.sap_param.enabled,
  since: parseTime(lastRotation(scope, key)) ?? 0,
  rotate: (at) => rotateKey(at, key),
});

const ofKeystore = (scope: Scope, key: HyokKey): Bound => ({
  id: key.id,
  usable: key.status === "Enabled" && key.enabled,
  since: parseTime(scope.by(hyokVersions, "key_id", key.id).at(-1)?.createdAt ?? key.createdAt) ?? 0,
  rotate: (at) => rotateHyokKey(at, key),
});

export const sapRotation = scheduledRotation<Bound>({
  cloudName: "sap",
  bound: (scope, configId) => [
    ...scope.by(keys, "job_config_id", configId).map((key) => inSap(scope, key)),
    ...scope.by(hyokKeys, "job_config_id", configId).map((key) => ofKeystore(scope, key)),
  ],
  usable: ({ usable }) => usable,
  since: ({ since }) => since,
  rotate: (scope, bound) => bound.rotate(scope),
});

/** A rotation makes a version and enables it. */
function rotateKey(scope: Scope, bound: SapKey): void {
  const { key, cloud } = reachKey(scope, bound);
  const tier = key.labels["auto_rotate_key_source"] ?? "native";
  if (tier === "native") {
    addCloudVersion(scope, cloud, "NATIVE", true);
    snapshot(scope, key);
    return;
  }
  const name = `sap-${cloud.name}-${scope.now}`;
  const source = keySource(scope, tier).create(scope, wantedShape(cloud), name, sourceContainer(key.labels));
  addCloudVersion(scope, cloud, "EXTERNAL", true);
  snapshot(scope, key, { key_material_origin: "cckm", backup: true, ...sourceOf(source) });
}

export const sapReports = reporting({
  root: "/cckm/sap/reports",
  types: ["key-report", "key-rotation"],
  defaultType: "key-report",
  parameter: "sap_params",
  covers: (call, entry) => [call.need(groups, entry.requiredText("group")).id],
  keys: (scope, containers) =>
    containers
      .flatMap((id) => scope.by(keys, "group", id))
      .map((key) => {
        const newest = scope.by(versions, "key_id", key.id).at(-1);
        const rotated = newest !== undefined && newest.version > 1;
        return {
          id: key.id,
          name: key.sap_param.name,
          createdAt: key.createdAt,
          rotatedAt: rotated ? formatTime(parseTime(lastRotation(scope, key)) ?? 0) : undefined,
          columns: { group: key.group, type: key.sap_param.type, sap_key_id: key.sap_param.sap_key_id },
        };
      }),
  filters: ["group", "type", "sap_key_id"],
});
