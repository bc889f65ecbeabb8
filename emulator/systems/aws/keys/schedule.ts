import { isObject, type JsonObject } from "../../../core/fields";
import type { Scope } from "../../../core/scope";
import { formatTime, parseTime } from "../../../core/time";
import { sourceContainer } from "../../../shared/keySources";
import { durationOf, scheduledRotation } from "../../../shared/scheduledRotation";
import { needSymmetric } from "../cloud/actions";
import { isPrimary } from "../cloud/key";
import { finishRotation, importMaterial, rotateMaterial } from "../cloud/materials";
import { noteSource } from "./provenance";
import { keys, reachKey, snapshot, type AwsKey, type Target } from "./record";
import { nameOf, replaceKey } from "./rotation";
import { createSource, sourceOf } from "./sources";

/** When the key got the material that it has now. */
function lastRotation(key: AwsKey): number {
  return parseTime(key.rotated_at ?? String(key.aws_param["CreationDate"])) ?? 0;
}

function rotateBySchedule(scope: Scope, target: Target, params: JsonObject): void {
  const options = isObject(params["aws_param"]) ? params["aws_param"] : {};
  const life = durationOf(params["expiration"]);
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

export const awsRotation = scheduledRotation<AwsKey>({
  cloudName: "aws",
  kind: keys,
  usable: (key) => !key.gone && key.rotated_to === undefined && key.aws_param["KeyState"] === "Enabled",
  since: lastRotation,
  expires: (key) => parseTime(String(key.aws_param["ValidTo"])),
  rotate: (scope, key, params) => rotateBySchedule(scope, reachKey(scope, key), params),
});
