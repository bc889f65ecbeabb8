import { ServiceError } from "../../../core/errors";
import type { JsonObject } from "../../../core/fields";
import type { Call, Scope } from "../../../core/scope";
import type { Operations, Outcome, ScheduledWork } from "../../../core/system";
import { day, hour } from "../../../core/time";
import { keySource, sourceContainer } from "../../../shared/key-sources";
import { findJobConfig } from "../../scheduler/configs";
import { lastRotation, type CloudKey } from "../cloud/key";
import { sourceShape } from "../cloud/shapes";
import { keys, type OciKey } from "./kinds";
import { cloudKeyOf, keyView, reachKey, targetKey } from "./record";
import { rotate } from "./versions";
import { own } from "../../../core/fields";

const sources = ["native", "ciphertrust", "hsm-luna", "dsm", "external-cm"] as const;
/** What a source other than the service's own vault needs to be told. */
const places: Readonly<Record<string, string>> = {
  "hsm-luna": "auto_rotate_partition_id",
  dsm: "auto_rotate_domain_id",
  "external-cm": "auto_rotate_external_cm_domain_id",
};

/** Binds the key to a schedule; the labels say what happens when its time comes. */
function enable(call: Call): object {
  const { body } = call;
  const { key } = targetKey(call);
  const config = findJobConfig(call, body.requiredText("job_config_id"), "cckm_key_rotation", "oci");
  const source = body.choice("auto_rotate_key_source", sources) ?? body.missing("auto_rotate_key_source");
  if (source !== "native") keySource(call, source);
  const place = own(places, source);
  const labels = {
    job_config_id: config.id,
    auto_rotate_key_source: source,
    ...(place === undefined ? {} : { [place]: body.requiredText(place) }),
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

/** "30d" or "12h" in milliseconds. */
function milliseconds(text: unknown): number | undefined {
  if (typeof text !== "string") return undefined;
  return Number(text.slice(0, -1)) * (text.endsWith("h") ? hour : day);
}

/** Keys in Oracle Cloud don't expire: a schedule for those that do leaves them alone. */
function isDue(scope: Scope, cloud: CloudKey | undefined, params: JsonObject): boolean {
  if (cloud?.state !== "ENABLED" || params["expire_in"] !== undefined) return false;
  const after = milliseconds(params["rotation_after"]);
  return after === undefined || scope.now >= lastRotation(cloud) + after;
}

function rotateBySchedule(scope: Scope, key: OciKey): void {
  const target = reachKey(scope, key);
  const { cloud } = target;
  const tier = key.labels["auto_rotate_key_source"] ?? "native";
  if (tier === "native") return void rotate(scope, target, undefined);
  const name = `oci-${cloud.displayName}-${scope.now}`;
  const source = keySource(scope, tier).create(scope, sourceShape(cloud), name, sourceContainer(key.labels));
  rotate(scope, target, source);
}

/** Rotates every key that is bound to the schedule and due by its rules. What one key refuses doesn't keep the others. */
function run(scope: Scope, configId: string, params: JsonObject): Outcome {
  const bound = scope.by(keys, "job_config_id", configId);
  const due = bound.filter((key) => isDue(scope, cloudKeyOf(scope, key), params));
  const failures: string[] = [];
  for (const key of due) {
    try {
      scope.service.store.attempt(() => rotateBySchedule(scope, key));
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      failures.push(`${key.id}: ${error.message}`);
    }
  }
  return {
    milliseconds: 200 + 10 * due.length,
    result: `${due.length - failures.length} of ${due.length} keys rotated`,
    error: failures.length === 0 ? undefined : failures.join("; "),
  };
}

export const ociRotation: ScheduledWork = { operation: "cckm_key_rotation", cloudName: "oci", run };
