import { createHash } from "node:crypto";
import { outside, type Scope } from "../../../core/scope";
import { day, formatTime, parseTime, second } from "../../../core/time";
import { checkAlgorithm, isSymmetric } from "./algorithms";
import { googleError } from "./errors";
import { changeCloudKey, cloudKey, cloudKeys, type CloudKey } from "./records";
import { addVersion, type NewVersion } from "./versions";

/** What makes a key in Google. */
export interface NewCloudKey {
  readonly ring: string;
  readonly keyName: string;
  readonly purpose: string;
  readonly algorithm: string;
  readonly protectionLevel: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly nextRotationTime?: string;
  readonly rotationSeconds?: number;
  readonly destroySeconds?: number;
  readonly importOnly?: boolean;
  readonly createTime?: string;
}

const nameForm = /^[A-Za-z0-9_-]{1,63}$/;
const labelForm = /^[a-z0-9_-]{0,63}$/;
const longestDestroy = 120 * (day / second);

/** Makes a key with its first version; one that only takes imported material starts without any. */
export function createCloudKey(scope: Scope, wanted: NewCloudKey, first: NewVersion | undefined): CloudKey {
  const facts = {
    ...wanted,
    labels: wanted.labels ?? {},
    destroySeconds: wanted.destroySeconds ?? day / second,
    importOnly: wanted.importOnly ?? false,
    createTime: wanted.createTime ?? formatTime(scope.now),
  };
  const { ring, keyName, purpose, algorithm, protectionLevel } = facts;
  if (!nameForm.test(keyName)) throw googleError("INVALID_ARGUMENT", `CryptoKey id "${keyName}" is not valid`);
  const id = `${ring}/cryptoKeys/${keyName}`;
  if (cloudKey(scope, id) !== undefined) throw googleError("ALREADY_EXISTS", `CryptoKey ${id} already exists.`);
  checkAlgorithm(purpose, algorithm, protectionLevel);
  checkLabels(facts.labels);
  if (facts.destroySeconds < (facts.importOnly ? 0 : day / second) || facts.destroySeconds > longestDestroy)
    throw googleError("INVALID_ARGUMENT", "destroy_scheduled_duration must be between 24 hours and 120 days");
  const etag = createHash("sha256").update(id).digest("base64").slice(0, 12);
  const key = scope.put(cloudKeys, {
    id,
    domain: outside,
    ...facts,
    nextRotationTime: undefined,
    rotationSeconds: undefined,
    versions: [],
    policy: { bindings: [], etag, version: 1 },
  });
  const made = first === undefined ? key : addVersion(scope, key, first);
  if (facts.nextRotationTime === undefined && facts.rotationSeconds === undefined) return made;
  return setRotation(scope, made, facts.nextRotationTime, facts.rotationSeconds);
}

export function checkLabels(labels: Readonly<Record<string, string>>): void {
  const odd = Object.entries(labels).find(([name, value]) => !labelForm.test(name) || !labelForm.test(value));
  if (odd !== undefined)
    throw googleError("INVALID_ARGUMENT", `label ${odd.join("=")} has characters that are not allowed`);
}

/** Has Google rotate the key by itself, from that time on. What is left out stays. */
export function setRotation(
  scope: Scope,
  key: CloudKey,
  next: string | undefined,
  seconds: number | undefined,
): CloudKey {
  if (!isSymmetric(key.purpose))
    throw googleError("INVALID_ARGUMENT", `keys of the purpose ${key.purpose} do not support automatic rotation`);
  if (seconds !== undefined && seconds < day / second)
    throw googleError("INVALID_ARGUMENT", "rotation_period must be at least 24 hours");
  const nextRotationTime = next ?? key.nextRotationTime;
  if (nextRotationTime === undefined)
    throw googleError("INVALID_ARGUMENT", "next_rotation_time must be set if rotation_period is set");
  const due = parseTime(nextRotationTime) ?? 0;
  if (next !== undefined && due <= scope.now)
    throw googleError("INVALID_ARGUMENT", "next_rotation_time must be in the future");
  if (next !== undefined) planRotation(scope, key.id, nextRotationTime);
  return changeCloudKey(scope, key, { nextRotationTime, rotationSeconds: seconds ?? key.rotationSeconds });
}

export const rotateWork = "google:auto-rotate";

function planRotation(scope: Scope, id: string, date: string): void {
  scope.plan((parseTime(date) ?? scope.now) - scope.now, rotateWork, { key: id, date });
}

/**
 * Google rotates by itself when the date comes, if the key is still as it was when that was
 * planned.
 */
export function autoRotate(scope: Scope, id: string, date: string): void {
  const key = scope.get(cloudKeys, id);
  if (key?.nextRotationTime !== date) return;
  const rotated = key.importOnly ? key : addVersion(scope, key, { becomesPrimary: true });
  const { rotationSeconds } = key;
  if (rotationSeconds === undefined) return void changeCloudKey(scope, rotated, { nextRotationTime: undefined });
  const nextRotationTime = formatTime((parseTime(date) ?? scope.now) + rotationSeconds * second);
  planRotation(scope, id, nextRotationTime);
  changeCloudKey(scope, rotated, { nextRotationTime });
}

/** Another algorithm for versions made from now on. */
export function setAlgorithm(scope: Scope, key: CloudKey, algorithm: string): CloudKey {
  checkAlgorithm(key.purpose, algorithm, key.protectionLevel);
  return changeCloudKey(scope, key, { algorithm });
}
