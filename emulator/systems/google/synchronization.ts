import { outside, type Scope } from "../../core/scope";
import { synchronization } from "../../shared/synchronization";
import { cloudKeys, cloudProjects, type CloudKey } from "./cloud/records";
import { createRecord, keys, snapshot } from "./keys/record";
import { openRing, rings, type Ring } from "./reach";

const cloudKeysIn = (scope: Scope, ring: Ring): CloudKey[] => scope.in(outside).by(cloudKeys, "ring", ring.name);

/**
 * Keys that Google has are recorded or read again; records whose key Google no longer has are
 * marked as gone.
 */
function load(scope: Scope, ring: Ring): Record<string, string> {
  openRing(scope, ring);
  const known = new Map(scope.by(keys, "ring", ring.id).map((key) => [key.hidden.cloudKey, key]));
  for (const cloud of cloudKeysIn(scope, ring)) if (!known.has(cloud.id)) createRecord(scope, ring, cloud);
  for (const key of known.values()) snapshot(scope, key);
  return { [ring.name]: "key ring synchronized successfully" };
}

export const googleSynchronization = synchronization<Ring>({
  root: "/cckm/google/synchronization-jobs",
  cloudName: "gcp",
  containers: "key_rings",
  options: [],
  kind: rings,
  effort: (scope, ring) => ({
    keys: cloudKeysIn(scope, ring).length,
    seconds: scope.in(outside).get(cloudProjects, ring.project_id)?.syncSeconds,
  }),
  load,
});
