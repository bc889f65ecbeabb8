import { invalid } from "../../core/errors";
import type { Fields } from "../../core/fields";
import type { Call, Scope } from "../../core/scope";
import { reporting, type ReportedKey } from "../../shared/reports";
import { keys, type GoogleKey } from "./keys/record";
import { openRing, rings } from "./reach";

function covers(call: Call, entry: Fields): string[] {
  return entry.requiredTexts("key_rings").map((reference) => {
    const ring = call.find(rings, reference);
    if (ring === undefined) throw invalid(`there is no Google key ring ${reference}`);
    return ring.id;
  });
}

function reported(key: GoogleKey): ReportedKey {
  const { id, key_id, project_id, location_id, key_ring_id, rotated_at, createdAt, gcp_params } = key;
  return {
    id,
    name: key_id,
    createdAt: (gcp_params["create_time"] as string | undefined) ?? createdAt,
    rotatedAt: rotated_at,
    columns: { resource_name: gcp_params["name"], project_id, location_id, key_ring_id },
  };
}

function keysOf(scope: Scope, containers: readonly string[]): ReportedKey[] {
  return containers.flatMap((id) => {
    const ring = scope.get(rings, id);
    if (ring === undefined) return [];
    openRing(scope, ring);
    const present = scope.by(keys, "ring", id).filter((key) => !key.gone);
    return present.map(reported);
  });
}

export const googleReports = reporting({
  root: "/cckm/google/reports",
  types: ["key-report", "key-aging"],
  parameter: "gcp_cloud_params",
  covers,
  keys: keysOf,
  filters: ["project_id", "location_id", "key_ring_id", "resource_name"],
});
