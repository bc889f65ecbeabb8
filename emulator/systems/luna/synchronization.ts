import { badRequest } from "../../core/errors";
import { outside, type Scope } from "../../core/scope";
import { synchronization } from "../../shared/synchronization";
import { hsmObjects, hsmPartitions, putObject, type HsmObject } from "./hsm";
import { createRecord, keys, linkPair, type LunaKey } from "./keyRecord";
import { partitions, type Partition } from "./partitionRecord";
import { openPartition, serialsOf } from "./partitions";

/** What the partitions of a container hold; members of an HA group that agree count once. */
function objectsIn(scope: Scope, serials: readonly string[]): Map<string, HsmObject> {
  const objects = serials.flatMap((serial) => scope.in(outside).by(hsmObjects, "serial", serial));
  return new Map(objects.map((object) => [object.ouid, object]));
}

/**
 * Objects that the HSM has are recorded or read again; records whose object is no longer there are
 * marked as gone.
 */
function refresh(scope: Scope, partition: Partition): Record<string, string> {
  const objects = objectsIn(scope, openPartition(scope, partition));
  const records = scope.by(keys, "partition_id", partition.id).filter(({ status }) => status !== "in_progress");
  const known = new Map(records.map((key) => [key.hidden.ouid, key]));
  const fresh = new Map<string, LunaKey>();
  for (const object of objects.values()) {
    if (!known.has(object.ouid)) fresh.set(object.ouid, createRecord(scope, partition, object));
  }
  for (const [ouid, key] of fresh) {
    const other = fresh.get(objects.get(ouid)?.pair ?? "");
    if (other !== undefined && key.key_type === "private") linkPair(scope, [key, other]);
  }
  const refreshed_at = scope.service.clock.stamp();
  for (const key of known.values()) {
    const object = objects.get(key.hidden.ouid);
    const now =
      object === undefined ? { gone: true } : { gone: false, label: object.label, attributes: object.attributes };
    scope.change(keys, key, { ...now, refreshed_at });
  }
  return { [partition.name]: "partition refreshed successfully" };
}

/** Gives every member of an HA group what only some of them have. */
function synchronize(scope: Scope, partition: Partition): Record<string, string> {
  if (!partition.is_ha_enabled) throw badRequest(`the Luna partition ${partition.name} is no HA group`);
  const serials = openPartition(scope, partition);
  const objects = objectsIn(scope, serials);
  for (const serial of serials) {
    const held = objectsIn(scope, [serial]);
    for (const object of objects.values()) if (!held.has(object.ouid)) putObject(scope, [serial], object);
  }
  return { [partition.name]: "HA group synchronized successfully" };
}

function secondsOf(scope: Scope, partition: Partition): number | undefined {
  const times = serialsOf(scope, partition).map(
    (serial) => scope.in(outside).get(hsmPartitions.kind, serial)?.refreshSeconds,
  );
  const set = times.filter((seconds) => seconds !== undefined);
  return set.length === 0 ? undefined : Math.max(...set);
}

const common = {
  cloudName: "hsm-luna",
  containers: "partitions",
  options: [],
  kind: partitions,
  effort: (scope: Scope, partition: Partition) => ({
    keys: objectsIn(scope, serialsOf(scope, partition)).size,
    seconds: secondsOf(scope, partition),
  }),
};

export const lunaRefresh = synchronization<Partition>({
  ...common,
  root: "/cckm/hsm/luna/refresh",
  load: refresh,
});

export const lunaSynchronization = synchronization<Partition>({
  ...common,
  root: "/cckm/hsm/luna/synchronize",
  covers: ({ is_ha_enabled }) => is_ha_enabled,
  load: synchronize,
});
