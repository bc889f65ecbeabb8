import { invalid } from "../../../core/errors";
import type { Call, Scope, Operations } from "../../../core/scope";
import { scheduledMaterial } from "../../../shared/keySources";
import { scheduledRotation } from "../../../shared/scheduledRotation";
import { bound, unbound } from "../../scheduler/binding";
import { checkAlgorithm, shapeOf } from "../cloud/algorithms";
import { addVersion } from "../cloud/versions";
import { keys, keyView, reachKey, snapshot, targetKey, type GoogleKey, type Target } from "./record";

/** Binds the key to a schedule; the labels say what happens when its time comes. */
function enableRotation(call: Call): object {
  const { body } = call;
  const { key, cloud } = targetKey(call);
  const { labels } = bound(call, { cloudName: "gcp" });
  const algorithm = body.text("auto_rotate_algorithm");
  if (labels["auto_rotate_key_source"] === "native" && algorithm !== undefined)
    throw invalid("auto_rotate_algorithm is not for native material");
  if (algorithm !== undefined) checkAlgorithm(cloud.purpose, algorithm, cloud.protectionLevel);
  const chosen: Record<string, string> = algorithm === undefined ? {} : { auto_rotate_algorithm: algorithm };
  return keyView(call.change(keys, key, { labels: { ...labels, ...chosen }, auto_rotate: true }));
}

function disableRotation(call: Call): object {
  return keyView(call.change(keys, call.target(keys), unbound));
}

function rotate(scope: Scope, { key, cloud }: Target): void {
  const algorithm = key.labels["auto_rotate_algorithm"] ?? cloud.algorithm;
  const source = scheduledMaterial(scope, key.labels, `gcp-${cloud.keyName}`, () => shapeOf(algorithm));
  addVersion(scope, cloud, { imported: source?.fingerprint, algorithm, becomesPrimary: true });
  snapshot(scope, key, { rotated_at: scope.service.clock.stamp() }, source);
}

/** Google's versions never expire, so a schedule for keys that expire soon has nothing to do. */
export const googleRotation = scheduledRotation<GoogleKey>({
  cloudName: "gcp",
  kind: keys,
  usable: (key) => !key.gone && key.state === "ENABLED",
  since: ({ rotated_at, gcp_params }) => rotated_at ?? (gcp_params["create_time"] as string),
  rotate: (scope, key) => rotate(scope, reachKey(scope, key)),
});

export const rotationOperations: Operations = {
  "POST /cckm/google/keys/{id}/enable-auto-rotation": enableRotation,
  "POST /cckm/google/keys/{id}/disable-auto-rotation": disableRotation,
};
