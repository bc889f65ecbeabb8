import { createHash, randomBytes } from "node:crypto";
import type { Scope } from "../../../core/scope";
import { formatTime, parseTime } from "../../../core/time";
import { awsError, changeCloudKey, cloudKeys, family, isPrimary, type CloudKey, type Material } from "./key";

/** Key material on its way into AWS. */
export interface Import {
  /** Names the material itself, so that the same one is recognised when it comes again. */
  readonly fingerprint: string;
  readonly description?: string;
  readonly validTo?: string;
}

export const waitsForReplicas = "PENDING_MULTI_REGION_IMPORT_AND_ROTATION";
const isWaiting = ({ state }: Material): boolean => state.startsWith("PENDING_");

const current = (key: CloudKey): Material | undefined => key.materials.find((material) => material.state === "CURRENT");

/** AWS derives the material's id from the key and the material. */
export function materialId(key: CloudKey, fingerprint: string): string {
  return createHash("sha256").update(`${key.keyId}/${fingerprint}`).digest("hex");
}

/** Replaces the current material by new material of AWS's own. */
export function rotateMaterial(scope: Scope, key: CloudKey, rotationType: "ON_DEMAND" | "AUTOMATIC"): CloudKey {
  const fresh: Material = {
    id: randomBytes(32).toString("hex"),
    state: "CURRENT",
    importState: "",
    rotationType,
    rotationDate: formatTime(scope.now),
  };
  for (const one of family(scope, key)) changeCloudKey(scope, one, { materials: [...retired(one.materials), fresh] });
  return reread(scope, key);
}

function retired(materials: readonly Material[]): Material[] {
  return materials.map((material) => (material.state === "CURRENT" ? { ...material, state: "NON_CURRENT" } : material));
}

const reread = (scope: Scope, key: CloudKey): CloudKey => scope.in(key.domain).get(cloudKeys, key.id) ?? key;

/** Clients look for it. */
export const notImported = "has not been imported";

/** Makes imported material that waits for its turn the current one, in every region. */
export function finishRotation(scope: Scope, key: CloudKey): CloudKey {
  const waiting = key.materials.find(isWaiting);
  if (waiting === undefined || waiting.state !== "PENDING_ROTATION") {
    throw awsError("KMSInvalidStateException", `new key material of ${key.arn} ${notImported}.`);
  }
  const rotation = { state: "CURRENT", rotationType: "ON_DEMAND", rotationDate: formatTime(scope.now) } as const;
  for (const one of family(scope, key)) {
    const materials = retired(one.materials).map((material) =>
      material.id === waiting.id ? { ...material, ...rotation } : material,
    );
    changeCloudKey(scope, one, { materials, state: "Enabled" });
  }
  return reread(scope, key);
}

/**
 * Imports material into a key of origin EXTERNAL: its first, a later generation, or one that was
 * deleted before.
 */
export function importMaterial(scope: Scope, key: CloudKey, wanted: Import, mayBeNew: boolean): CloudKey {
  const id = materialId(key, wanted.fingerprint);
  const known = key.materials.find((material) => material.id === id);
  if (known !== undefined) return importAgain(scope, key, known, wanted, mayBeNew);
  needFuture(scope, wanted.validTo);
  const first = current(key) === undefined;
  const inFamily = family(scope, key).some(({ materials }) => materials.some((one) => one.id === id));
  if (!first && !mayBeNew && !inFamily)
    throw awsError("IncorrectKeyMaterialException", `the key material was never associated with KMS key ${key.arn}`);
  if (!first && key.spec !== "SYMMETRIC_DEFAULT")
    throw awsError("UnsupportedOperationException", `${key.arn} takes only one key material`);
  if (key.materials.some(isWaiting)) {
    throw awsError("KMSInvalidStateException", `${key.arn} has key material that waits for rotation already.`);
  }
  const state = first ? "CURRENT" : inFamily ? waitsForReplicas : waitingState(scope, key);
  const { description, validTo } = wanted;
  const material: Material = { id, state, importState: "IMPORTED", rotationType: "", description, validTo };
  const changed = changeCloudKey(scope, key, {
    materials: [...key.materials, material],
    ...(first ? { state: "Enabled" } : {}),
  });
  if (material.state === waitsForReplicas) announce(scope, changed, id);
  settleFamily(scope, changed, id);
  planExpiry(scope, changed, material);
  return reread(scope, changed);
}

/** Tells the other regions of new material, which each of them must import. */
function announce(scope: Scope, key: CloudKey, id: string): void {
  const expected: Material = { id, state: waitsForReplicas, importState: "PENDING_IMPORT", rotationType: "" };
  for (const one of family(scope, key)) {
    if (one.materials.some((material) => material.id === id)) continue;
    changeCloudKey(scope, one, { materials: [...one.materials, expected] });
  }
}

function needFuture(scope: Scope, validTo: string | undefined): void {
  if (validTo === undefined || (parseTime(validTo) ?? 0) > scope.now) return;
  throw awsError("ValidationException", `ValidTo ${validTo} is in the past`);
}

/** A multi-region primary waits until every replica has the material as well. */
function waitingState(scope: Scope, key: CloudKey): Material["state"] {
  return isPrimary(key) && family(scope, key).length > 1 ? waitsForReplicas : "PENDING_ROTATION";
}

function importAgain(scope: Scope, key: CloudKey, known: Material, wanted: Import, mayBeNew: boolean): CloudKey {
  if (known.importState === "IMPORTED" && mayBeNew && known.state !== "CURRENT") {
    throw awsError("InvalidRequestException", `the key material is already associated with KMS key ${key.arn}`);
  }
  needFuture(scope, wanted.validTo);
  const { description = known.description, validTo } = wanted;
  const material: Material = { ...known, importState: "IMPORTED", description, validTo };
  const materials = key.materials.map((one) => (one.id === known.id ? material : one));
  const complete = materials.every((one) => one.importState !== "PENDING_IMPORT" || isWaiting(one));
  const changed = changeCloudKey(scope, key, {
    materials,
    ...(complete && key.state === "PendingImport" ? { state: "Enabled" } : {}),
  });
  settleFamily(scope, changed, known.id);
  planExpiry(scope, changed, material);
  return reread(scope, changed);
}

/** Once all regions have the waiting material, it only waits for the rotation itself. */
function settleFamily(scope: Scope, key: CloudKey, id: string): void {
  const all = family(scope, key);
  const everywhere = all.every((one) =>
    one.materials.some((material) => material.id === id && material.importState === "IMPORTED"),
  );
  if (!everywhere) return;
  for (const one of all) {
    const materials = one.materials.map((material) =>
      material.id === id && material.state === waitsForReplicas
        ? { ...material, state: "PENDING_ROTATION" as const }
        : material,
    );
    changeCloudKey(scope, one, { materials });
  }
}

function planExpiry(scope: Scope, key: CloudKey, { id, validTo }: Material): void {
  if (validTo === undefined) return;
  scope.plan(Math.max(0, (parseTime(validTo) ?? 0) - scope.now), "aws:expire-material", {
    key: key.id,
    material: id,
    date: validTo,
  });
}

/**
 * Takes material away; without its current material the key can't be used until it is imported
 * again.
 */
export function deleteMaterial(scope: Scope, key: CloudKey, id = current(key)?.id): CloudKey {
  if (key.origin !== "EXTERNAL")
    throw awsError(
      "UnsupportedOperationException",
      `${key.arn} origin is ${key.origin}, which is not valid for this operation.`,
    );
  const known = key.materials.find((material) => material.id === id);
  if (known === undefined) throw awsError("NotFoundException", `${key.arn} has no such key material.`);
  if (isWaiting(known) && (key.primaryRegion === undefined || isPrimary(key))) {
    for (const one of family(scope, key))
      changeCloudKey(scope, one, { materials: one.materials.filter((material) => material.id !== id) });
    return reread(scope, key);
  }
  const materials = key.materials.map((one) =>
    one.id === id ? { ...one, importState: "PENDING_IMPORT" as const, validTo: undefined } : one,
  );
  return changeCloudKey(scope, key, { materials, ...(isWaiting(known) ? {} : { state: "PendingImport" }) });
}

/** Imported material ends on its date, unless that was changed since. */
export function expireMaterial(scope: Scope, keyId: string, id: string, date: string): void {
  const key = scope.get(cloudKeys, keyId);
  const material = key?.materials.find((one) => one.id === id);
  if (key !== undefined && material?.validTo === date && material.importState === "IMPORTED")
    deleteMaterial(scope, key, id);
}
