import { conflict } from "../../../core/errors";
import { day, formatTime } from "../../../core/time";
import type { Scope } from "../../../core/scope";
import {
  awsError,
  changeCloudKey,
  cloudKeys,
  createCloudKey,
  family,
  freeAlias,
  isPrimary,
  type CloudKey,
} from "./key";
import { rotateMaterial } from "./materials";

/** What AWS refuses on any change: keys of its own services, and keys on their way out. */
export function needAlterable(key: CloudKey): CloudKey {
  if (key.manager === "AWS")
    throw awsError("AccessDeniedException", `${key.arn} is managed by AWS and cannot be changed`);
  if (key.state.startsWith("Pending") && key.state.endsWith("Deletion")) {
    throw awsError("KMSInvalidStateException", `${key.arn} is pending deletion.`);
  }
  return key;
}

/** As needAlterable, and the key must also have material and be enabled. */
export function needEnabled(key: CloudKey): CloudKey {
  needAlterable(key);
  if (key.state === "PendingImport") throw awsError("KMSInvalidStateException", `${key.arn} is pending import.`);
  if (key.state === "Disabled") throw awsError("DisabledException", `${key.arn} is disabled.`);
  return key;
}

/** Of a key that isn't symmetric, AWS has one material for ever. */
export function needSymmetric(key: CloudKey): void {
  if (key.spec === "SYMMETRIC_DEFAULT") return;
  throw awsError("UnsupportedOperationException", `material of a ${key.spec} key cannot be rotated.`);
}

export function setEnabled(scope: Scope, key: CloudKey, enabled: boolean): CloudKey {
  needAlterable(key);
  if (key.state === "PendingImport") throw awsError("KMSInvalidStateException", `${key.arn} is pending import.`);
  return changeCloudKey(scope, key, { state: enabled ? "Enabled" : "Disabled" });
}

export function scheduleDeletion(scope: Scope, key: CloudKey, days: number): CloudKey {
  needAlterable(key);
  if (isPrimary(key) && family(scope, key).length > 1) {
    return changeCloudKey(scope, key, { state: "PendingReplicaDeletion", deletionDays: days });
  }
  return startDeletion(scope, key, days);
}

function startDeletion(scope: Scope, key: CloudKey, days: number): CloudKey {
  const end = scope.now + days * day;
  scope.plan(days * day, "aws:delete-cloud-key", { key: key.id, date: formatTime(end) });
  return changeCloudKey(scope, key, {
    state: "PendingDeletion",
    deletionDate: formatTime(end),
    deletionDays: undefined,
  });
}

/**
 * A key whose waiting period is over is gone, with its aliases; a primary that waited for it goes
 * next.
 */
export function finishDeletion(scope: Scope, id: string, date: string): void {
  const key = scope.get(cloudKeys, id);
  if (key?.state === "PendingDeletion" && key.deletionDate === date) removeCloudKey(scope, key);
}

export function removeCloudKey(scope: Scope, key: CloudKey): void {
  const others = family(scope, key).filter((one) => one.id !== key.id);
  scope.remove(cloudKeys, key);
  const [primary] = others;
  if (others.length === 1 && primary?.state === "PendingReplicaDeletion")
    startDeletion(scope, primary, primary.deletionDays ?? 30);
}

export function cancelDeletion(scope: Scope, key: CloudKey): CloudKey {
  if (!key.state.endsWith("Deletion"))
    throw awsError("KMSInvalidStateException", `${key.arn} is not pending deletion.`);
  const lacksMaterial =
    key.origin === "EXTERNAL" && !key.materials.some((material) => material.importState === "IMPORTED");
  const state = lacksMaterial ? "PendingImport" : "Disabled";
  return changeCloudKey(scope, key, { state, deletionDate: undefined, deletionDays: undefined });
}

export function addAlias(scope: Scope, key: CloudKey, alias: string): CloudKey {
  needAlterable(key);
  freeAlias(scope, key.account, key.region, alias);
  return changeCloudKey(scope, key, { aliases: [...key.aliases, alias] });
}

export function removeAlias(scope: Scope, key: CloudKey, alias: string): CloudKey {
  needAlterable(key);
  if (!key.aliases.includes(alias)) throw awsError("NotFoundException", `Alias ${alias} is not found.`);
  return changeCloudKey(scope, key, { aliases: key.aliases.filter((one) => one !== alias) });
}

/**
 * Turns AWS's own yearly (or other) rotation on, or off without days. Only material that AWS made
 * can be rotated by AWS.
 */
export function setAutoRotation(scope: Scope, key: CloudKey, days: number | undefined): CloudKey {
  needEnabled(key);
  if (key.spec !== "SYMMETRIC_DEFAULT" || key.origin !== "AWS_KMS") {
    throw awsError("UnsupportedOperationException", `${key.arn} origin or spec does not support automatic rotation.`);
  }
  if (key.primaryRegion !== undefined && !isPrimary(key)) {
    throw awsError("UnsupportedOperationException", `${key.arn} is not a multi-Region primary key.`);
  }
  if (days === undefined) return changeCloudKey(scope, key, { rotation: undefined });
  return planAutoRotation(scope, key, days);
}

export function planAutoRotation(scope: Scope, key: CloudKey, days: number): CloudKey {
  const next = formatTime(scope.now + days * day);
  scope.plan(days * day, "aws:auto-rotate", { key: key.id, date: next });
  return changeCloudKey(scope, key, { rotation: { days, next } });
}

/**
 * AWS rotates the material itself when the date comes, if the key is still as it was when that was
 * planned.
 */
export function autoRotate(scope: Scope, id: string, date: string): void {
  const key = scope.get(cloudKeys, id);
  if (key?.rotation?.next !== date) return;
  const rotated = key.state === "Enabled" ? rotateMaterial(scope, key, "AUTOMATIC") : key;
  planAutoRotation(scope, rotated, key.rotation.days);
}

/** Makes a replica of a multi-region primary in another region; it shares id and material. */
export function replicate(
  scope: Scope,
  key: CloudKey,
  region: string,
  details: Partial<CloudKey> & { alias?: string },
): CloudKey {
  needAlterable(key);
  if (!isPrimary(key)) throw awsError("UnsupportedOperationException", `${key.arn} is not a multi-Region primary key.`);
  if (family(scope, key).some((one) => one.region === region)) {
    throw conflict(`AlreadyExistsException: the key exists in ${region} already`);
  }
  const { account, keyId, spec, usage, origin } = key;
  const { alias, ...rest } = details;
  const replica = createCloudKey(scope, { account, region, keyId, spec, usage, origin, alias, multiRegion: true });
  const materials = origin === "EXTERNAL" ? [] : key.materials;
  return changeCloudKey(scope, replica, { ...rest, primaryRegion: key.region, materials });
}

export function movePrimary(scope: Scope, key: CloudKey, region: string): void {
  needEnabled(key);
  if (!isPrimary(key)) throw awsError("UnsupportedOperationException", `${key.arn} is not a multi-Region primary key.`);
  const all = family(scope, key);
  if (!all.some((one) => one.region === region))
    throw awsError("NotFoundException", `there is no replica in ${region}`);
  for (const one of all) changeCloudKey(scope, one, { primaryRegion: region });
}
