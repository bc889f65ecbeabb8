import { invalid } from "../../../core/errors";
import type { Call, Scope, Operations } from "../../../core/scope";
import { parseTime } from "../../../core/time";
import { keySource, sourceContainer } from "../../../shared/keySources";
import { placeOf, scheduledRotation } from "../../../shared/scheduledRotation";
import { findJobConfig } from "../../scheduler/configs";
import { checkAlgorithm } from "../cloud/algorithms";
import { addVersion } from "../cloud/versions";
import { createSource } from "./create";
import { keys, keyView, reachKey, snapshot, targetKey, type GoogleKey, type Target } from "./record";

const sources = ["native", "ciphertrust", "dsm", "hsm-luna", "external-cm"] as const;
/** Binds the key to a schedule; the labels say what happens when its time comes. */
function enableRotation(call: Call): object {
  const { body } = call;
  const { key, cloud } = targetKey(call);
  const config = findJobConfig(call, body.requiredText("job_config_id"), "cckm_key_rotation", "gcp");
  const source = body.choice("auto_rotate_key_source", sources) ?? body.missing("auto_rotate_key_source");
  const algorithm = body.text("auto_rotate_algorithm");
  if (source === "native" && algorithm !== undefined) throw invalid("auto_rotate_algorithm is not for native material");
  if (source !== "native") keySource(call, source);
  if (algorithm !== undefined) checkAlgorithm(cloud.purpose, algorithm, cloud.protectionLevel);
  const labels = {
    job_config_id: config.id,
    auto_rotate_key_source: source,
    ...(algorithm === undefined ? {} : { auto_rotate_algorithm: algorithm }),
    ...placeOf(body, source),
  };
  return keyView(call.change(keys, key, { labels, auto_rotate: true }));
}

function disableRotation(call: Call): object {
  return keyView(call.change(keys, call.target(keys), { labels: {}, auto_rotate: false }));
}

function rotate(scope: Scope, { key, cloud }: Target): void {
  const { auto_rotate_key_source: tier = "native", auto_rotate_algorithm } = key.labels;
  const algorithm = auto_rotate_algorithm ?? cloud.algorithm;
  const container = sourceContainer(key.labels);
  const source = tier === "native" ? undefined : createSource(scope, tier, algorithm, cloud.keyName, container);
  addVersion(scope, cloud, { imported: source?.fingerprint, algorithm, becomesPrimary: true });
  snapshot(scope, key, { rotated_at: scope.service.clock.stamp() }, source);
}

/** Google's versions never expire, so a schedule for keys that expire soon has nothing to do. */
export const googleRotation = scheduledRotation<GoogleKey>({
  cloudName: "gcp",
  kind: keys,
  usable: (key) => !key.gone && key.state === "ENABLED",
  since: ({ rotated_at, gcp_params }) => parseTime(rotated_at ?? (gcp_params["create_time"] as string)) ?? 0,
  rotate: (scope, key) => rotate(scope, reachKey(scope, key)),
});

export const rotationOperations: Operations = {
  "POST /cckm/google/keys/{id}/enable-auto-rotation": enableRotation,
  "POST /cckm/google/keys/{id}/disable-auto-rotation": disableRotation,
};
