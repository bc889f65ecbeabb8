import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { outside, type Scope } from "../../../core/scope";
import { formatTime, second } from "../../../core/time";
import { mlDsaPair } from "../../../shared/mlDsa";
import { isSymmetric, shapeOf } from "./algorithms";
import { googleError } from "./errors";
import {
  changeCloudKey,
  cloudKeys,
  cloudProjects,
  partsOf,
  type CloudKey,
  type CloudVersion,
  type VersionState,
} from "./records";

/** What makes a version; without `imported`, Google makes the material. */
export interface NewVersion {
  /** Fingerprint of the material that is brought along. */
  readonly imported?: string;
  readonly algorithm?: string;
  readonly becomesPrimary?: boolean;
}

export const generateWork = "google:generate";
export const destroyWork = "google:destroy";

/**
 * Adds a version. The first of a symmetric key is its primary. HSM and asymmetric material takes
 * Google a moment.
 */
export function addVersion(scope: Scope, key: CloudKey, wanted: NewVersion): CloudKey {
  if (key.importOnly && wanted.imported === undefined)
    throw googleError("FAILED_PRECONDITION", `${key.id} only takes imported versions`);
  const number = key.versions.length + 1;
  const slow = wanted.imported === undefined && (key.protectionLevel === "HSM" || !isSymmetric(key.purpose));
  const seconds = slow ? generationSeconds(scope, key) : 0;
  const createTime = formatTime(scope.now);
  const version: CloudVersion = {
    number,
    state: seconds > 0 ? "PENDING_GENERATION" : "ENABLED",
    algorithm: wanted.algorithm ?? key.algorithm,
    createTime,
    generateTime: seconds > 0 ? undefined : createTime,
    imported: wanted.imported,
  };
  if (seconds > 0) scope.plan(seconds * second, generateWork, { key: key.id, version: number });
  const primary = isSymmetric(key.purpose) && (number === 1 || wanted.becomesPrimary === true) ? number : key.primary;
  return changeCloudKey(scope, key, { versions: [...key.versions, version], primary });
}

function generationSeconds(scope: Scope, key: CloudKey): number {
  return scope.in(outside).get(cloudProjects, partsOf(key.ring).project)?.generationSeconds ?? 0;
}

export function finishGeneration(scope: Scope, id: string, number: number): void {
  const key = scope.get(cloudKeys, id);
  const version = key?.versions.find((one) => one.number === number);
  if (key === undefined || version?.state !== "PENDING_GENERATION") return;
  changeVersion(scope, key, version, { state: "ENABLED", generateTime: formatTime(scope.now) });
}

export function needVersion(key: CloudKey, number: number): CloudVersion {
  const version = key.versions.find((one) => one.number === number);
  if (version === undefined) throw googleError("NOT_FOUND", `${key.id}/cryptoKeyVersions/${number} not found.`);
  return version;
}

export function changeVersion(
  scope: Scope,
  key: CloudKey,
  version: CloudVersion,
  changes: Partial<CloudVersion>,
): CloudKey {
  const versions = key.versions.map((one) => (one.number === version.number ? { ...one, ...changes } : one));
  return changeCloudKey(scope, key, { versions });
}

function refuseUnless(
  key: CloudKey,
  { number, state }: CloudVersion,
  allowed: readonly VersionState[],
  what: string,
): void {
  if (allowed.includes(state)) return;
  throw googleError("FAILED_PRECONDITION", `${key.id}/cryptoKeyVersions/${number} is ${state} and cannot be ${what}`);
}

export function setEnabled(scope: Scope, key: CloudKey, version: CloudVersion, enabled: boolean): CloudKey {
  refuseUnless(key, version, ["ENABLED", "DISABLED"], enabled ? "enabled" : "disabled");
  return changeVersion(scope, key, version, { state: enabled ? "ENABLED" : "DISABLED" });
}

export function scheduleDestroy(scope: Scope, key: CloudKey, version: CloudVersion): CloudKey {
  refuseUnless(key, version, ["ENABLED", "DISABLED"], "destroyed");
  const destroyTime = formatTime(scope.now + key.destroySeconds * second);
  scope.plan(key.destroySeconds * second, destroyWork, { key: key.id, version: version.number, date: destroyTime });
  return changeVersion(scope, key, version, { state: "DESTROY_SCHEDULED", destroyTime });
}

export function cancelDestroy(scope: Scope, key: CloudKey, version: CloudVersion): CloudKey {
  refuseUnless(key, version, ["DESTROY_SCHEDULED"], "restored");
  return changeVersion(scope, key, version, { state: "DISABLED", destroyTime: undefined });
}

/** A version whose waiting time is over loses its material; its number stays. */
export function finishDestroy(scope: Scope, id: string, number: number, date: string): void {
  const key = scope.get(cloudKeys, id);
  const version = key?.versions.find((one) => one.number === number);
  if (key === undefined || version?.state !== "DESTROY_SCHEDULED" || version.destroyTime !== date) return;
  changeVersion(scope, key, version, { state: "DESTROYED", destroyTime: undefined, destroyEventTime: date });
}

/** Brings the material of an imported version back, which must be the same as before. */
export function reimport(scope: Scope, key: CloudKey, version: CloudVersion, fingerprint: string): CloudKey {
  refuseUnless(key, version, ["DESTROYED", "IMPORT_FAILED"], "imported again");
  if (version.imported !== fingerprint)
    throw googleError("INVALID_ARGUMENT", "the material is not the same as that of the version before");
  return changeVersion(scope, key, version, { state: "ENABLED", destroyEventTime: undefined });
}

/** Makes another version the one that encrypts. */
export function setPrimary(scope: Scope, key: CloudKey, number: number): CloudKey {
  if (!isSymmetric(key.purpose))
    throw googleError("INVALID_ARGUMENT", `keys of the purpose ${key.purpose} have no primary version`);
  refuseUnless(key, needVersion(key, number), ["ENABLED"], "the primary version");
  return changeCloudKey(scope, key, { primary: number });
}

function newPublicKey(algorithm: string): string {
  const set = /ML_DSA_\d\d/.exec(algorithm)?.[0];
  if (set !== undefined) return mlDsaPair(set.replaceAll("_", "-")).publicKey;
  return pairOf(algorithm).publicKey.export({ type: "spki", format: "pem" }) as string;
}

function pairOf(algorithm: string): { publicKey: KeyObject } {
  if (algorithm === "EC_SIGN_ED25519") return generateKeyPairSync("ed25519");
  if (algorithm.startsWith("PQ_")) throw googleError("UNIMPLEMENTED", `the public key of ${algorithm} is not emulated`);
  const { size, curve } = shapeOf(algorithm);
  return curve === undefined
    ? generateKeyPairSync("rsa", { modulusLength: size })
    : generateKeyPairSync("ec", { namedCurve: curve });
}

/** The public half of a version's key pair; the pair is made when somebody first asks. */
export function publicKeyOf(scope: Scope, key: CloudKey, version: CloudVersion): string {
  if (!key.purpose.startsWith("ASYMMETRIC_"))
    throw googleError("FAILED_PRECONDITION", `keys of the purpose ${key.purpose} have no public key`);
  refuseUnless(key, version, ["ENABLED"], "read");
  if (version.publicKey !== undefined) return version.publicKey;
  const publicKey = newPublicKey(version.algorithm);
  changeVersion(scope, key, version, { publicKey });
  return publicKey;
}
