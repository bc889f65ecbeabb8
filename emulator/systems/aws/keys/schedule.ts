import { ServiceError } from "../../../core/errors";
import { isObject, type JsonObject } from "../../../core/fields";
import type { Scope } from "../../../core/scope";
import type { Outcome, ScheduledWork } from "../../../core/system";
import { day, formatTime, hour, parseTime } from "../../../core/time";
import { sourceContainer } from "../../../shared/key-sources";
import { needSymmetric } from "../cloud/actions";
import { isPrimary } from "../cloud/key";
import { finishRotation, importMaterial, rotateMaterial } from "../cloud/materials";
import { noteSource } from "./provenance";
import { keys, reachKey, snapshot, type AwsKey, type Target } from "./record";
import { nameOf, replaceKey } from "./rotation";
import { createSource, sourceOf } from "./sources";

/** Rotates every key that is bound to the schedule and due by its rules. */
function run(scope: Scope, configId: string, params: JsonObject): Outcome {
  const due = scope.by(keys, "job_config_id", configId).filter((key) => isDue(scope, key, params));
  const failures: string[] = [];
  for (const key of due) {
    try {
      scope.service.store.attempt(() => rotateBySchedule(scope, reachKey(scope, key), params));
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      failures.push(`${key.id}: ${error.message}`);
    }
  }
  const result = `${due.length - failures.length} of ${due.length} keys rotated`;
  return {
    milliseconds: 200 + 10 * due.length,
    result,
    error: failures.length === 0 ? undefined : failures.join("; "),
  };
}

function isDue(scope: Scope, key: AwsKey, params: JsonObject): boolean {
  if (key.gone || key.rotated_to !== undefined || key.aws_param["KeyState"] !== "Enabled") return false;
  const after = milliseconds(params["rotation_after"]);
  if (after !== undefined && scope.now < lastRotation(key) + after) return false;
  const within = milliseconds(params["expire_in"]);
  if (within === undefined) return true;
  const validTo = parseTime(String(key.aws_param["ValidTo"]));
  return validTo !== undefined && validTo <= scope.now + within;
}

/** When the key got the material that it has now. */
function lastRotation(key: AwsKey): number {
  return parseTime(key.rotated_at ?? String(key.aws_param["CreationDate"])) ?? 0;
}

/** "30d" or "12h" in milliseconds. */
function milliseconds(text: unknown): number | undefined {
  if (typeof text !== "string") return undefined;
  return Number(text.slice(0, -1)) * (text.endsWith("h") ? hour : day);
}

function rotateBySchedule(scope: Scope, target: Target, params: JsonObject): void {
  const options = isObject(params["aws_param"]) ? params["aws_param"] : {};
  const life = milliseconds(params["expiration"]);
  const validTo = life === undefined ? undefined : formatTime(scope.now + life);
  if (options["rotate_material"] === true) return rotateInPlace(scope, target, validTo);
  const { labels } = target.key;
  const tier = labels["auto_rotate_key_source"] ?? "local";
  const disables = ["disable_encrypt_on_auto_rotate", "disable_encrypt_for_all_accounts_on_auto_rotate"];
  replaceKey(scope, target, {
    source: createSource(scope, tier, target.cloud.spec, nameOf(target.cloud), sourceContainer(labels)),
    validTo,
    retainAlias: options["retain_alias"] === true,
    disableEncrypt: disables.some((name) => labels[name] === "true"),
  });
}

/** The key stays, its material changes. */
function rotateInPlace(scope: Scope, { key, cloud }: Target, validTo: string | undefined): void {
  const rotated_at = formatTime(scope.now);
  if (cloud.primaryRegion !== undefined && !isPrimary(cloud)) return;
  needSymmetric(cloud);
  if (cloud.origin !== "EXTERNAL") {
    rotateMaterial(scope, cloud, "ON_DEMAND");
    snapshot(scope, key, { rotated_at });
    return;
  }
  const tier = key.labels["auto_rotate_key_source"] ?? "local";
  const source = createSource(scope, tier, cloud.spec, nameOf(cloud), sourceContainer(key.labels));
  const imported = importMaterial(scope, cloud, { fingerprint: source.fingerprint, validTo }, true);
  const rotated = finishRotation(scope, imported);
  noteSource(scope, snapshot(scope, key, { rotated_at, ...sourceOf(source) }), rotated, source);
}

export const awsRotation: ScheduledWork = { operation: "cckm_key_rotation", cloudName: "aws", run };
