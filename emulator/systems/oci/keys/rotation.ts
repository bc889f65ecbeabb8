import type { Operations, Scope } from "../../../core/scope";
import { scheduledMaterial } from "../../../shared/keySources";
import { scheduledRotation } from "../../../shared/scheduledRotation";
import { bound, unbound } from "../../scheduler/binding";
import { lastRotation } from "../cloud/key";
import { sourceShape } from "../cloud/shapes";
import { keys, type OciKey } from "./kinds";
import { cloudKeyOf, keyView, reachKey, targetKey } from "./record";
import { rotate } from "./versions";

export const rotationOperations: Operations = {
  "POST /cckm/oci/keys/{id}/enable-auto-rotation": (call) => {
    const { key } = targetKey(call);
    return keyView(call, call.change(keys, key, bound(call, { cloudName: "oci" })));
  },
  "POST /cckm/oci/keys/{id}/disable-auto-rotation": (call) =>
    keyView(call, call.change(keys, call.target(keys), unbound)),
};

function rotateBySchedule(scope: Scope, key: OciKey): void {
  const target = reachKey(scope, key);
  const { cloud } = target;
  const source = scheduledMaterial(scope, key.labels, `oci-${cloud.displayName}`, () => sourceShape(cloud));
  rotate(scope, target, source);
}

/** Keys in Oracle Cloud don't expire: a schedule for those that do leaves them alone. */
export const ociRotation = scheduledRotation<OciKey>({
  cloudName: "oci",
  kind: keys,
  usable: (key, scope) => cloudKeyOf(scope, key)?.state === "ENABLED",
  since: (key, scope) => lastRotation(cloudKeyOf(scope, key)!),
  rotate: rotateBySchedule,
});
