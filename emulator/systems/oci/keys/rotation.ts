import type { Call, Operations, Scope } from "../../../core/scope";
import { keySource, sourceContainer } from "../../../shared/keySources";
import { placeOf, scheduledRotation } from "../../../shared/scheduledRotation";
import { findJobConfig } from "../../scheduler/configs";
import { lastRotation } from "../cloud/key";
import { sourceShape } from "../cloud/shapes";
import { keys, type OciKey } from "./kinds";
import { cloudKeyOf, keyView, reachKey, targetKey } from "./record";
import { rotate } from "./versions";

const sources = ["native", "ciphertrust", "hsm-luna", "dsm", "external-cm"] as const;
/** Binds the key to a schedule; the labels say what happens when its time comes. */
function enable(call: Call): object {
  const { body } = call;
  const { key } = targetKey(call);
  const config = findJobConfig(call, body.requiredText("job_config_id"), "cckm_key_rotation", "oci");
  const source = body.choice("auto_rotate_key_source", sources) ?? body.missing("auto_rotate_key_source");
  if (source !== "native") keySource(call, source);
  const labels = {
    job_config_id: config.id,
    auto_rotate_key_source: source,
    ...placeOf(body, source),
  };
  return keyView(call, call.change(keys, key, { labels, auto_rotate: true }));
}

function disable(call: Call): object {
  const key = call.target(keys);
  return keyView(call, call.change(keys, key, { labels: {}, auto_rotate: false }));
}

export const rotationOperations: Operations = {
  "POST /cckm/oci/keys/{id}/enable-auto-rotation": enable,
  "POST /cckm/oci/keys/{id}/disable-auto-rotation": disable,
};

function rotateBySchedule(scope: Scope, key: OciKey): void {
  const target = reachKey(scope, key);
  const { cloud } = target;
  const tier = key.labels["auto_rotate_key_source"] ?? "native";
  if (tier === "native") return void rotate(scope, target, undefined);
  const name = `oci-${cloud.displayName}-${scope.now}`;
  const source = keySource(scope, tier).create(scope, sourceShape(cloud), name, sourceContainer(key.labels));
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
