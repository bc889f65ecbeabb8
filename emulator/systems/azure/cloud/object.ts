import { createHash, generateKeyPairSync, randomUUID } from "node:crypto";
import { type JsonObject, own } from "../../../core/fields";
import { outside, type Scope } from "../../../core/scope";
import type { Stored } from "../../../core/record";
import { defineKind } from "../../../core/store";
import { day, second } from "../../../core/time";
import { azureConflict, azureError, uriOf, type CloudVault } from "./vault";

/** Keys, secrets and certificates: objects of a vault, each with its versions. */

export type ObjectType = "key" | "secret" | "certificate";

export interface Version {
  /** 32 hex digits. */
  readonly version: string;
  /** Milliseconds since 1970. */
  readonly created: number;
  readonly updated: number;
  readonly enabled: boolean;
  /** Seconds since 1970. */
  readonly nbf?: number;
  readonly exp?: number;
  readonly tags: Readonly<Record<string, string>>;
  /**
   * What is particular to keys (kty, key_ops, n, ...), secrets (contentType) or certificates
   * (policy).
   */
  readonly details: JsonObject;
}

export interface CloudObject extends Stored {
  /** Id of the vault in Azure. */
  readonly vault: string;
  readonly type: ObjectType;
  readonly name: string;
  /** Oldest first. */
  readonly versions: readonly Version[];
  /** When it was soft-deleted; milliseconds since 1970. */
  readonly deletedAt?: number;
  /** When it was last changed, and recovered; milliseconds since 1970. */
  readonly changedAt?: number;
  readonly recoveredAt?: number;
}

export const cloudObjects = defineKind<CloudObject>("azure-cloud-objects", {
  vault: (object) => object.vault,
});

const idOf = (vault: CloudVault, type: ObjectType, name: string): string => `${vault.id}/${type}/${name.toLowerCase()}`;
export const purgeWork = "azure:purge";

export function findObject(scope: Scope, vault: CloudVault, type: ObjectType, name: string): CloudObject | undefined {
  return scope.in(outside).get(cloudObjects, idOf(vault, type, name));
}

export function objectsIn(scope: Scope, vault: CloudVault, type: ObjectType): CloudObject[] {
  return scope
    .in(outside)
    .by(cloudObjects, "vault", vault.id)
    .filter((object) => object.type === type);
}

const put = (scope: Scope, object: CloudObject): CloudObject => scope.in(outside).put(cloudObjects, object);

export const newestOf = ({ versions }: CloudObject): Version => versions[versions.length - 1]!;
const versionId = (): string => randomUUID().replaceAll("-", "");

/** Adds a version; the first one makes the object. Azure keeps a soft-deleted name to itself. */
export function addVersion(
  scope: Scope,
  vault: CloudVault,
  type: ObjectType,
  name: string,
  version: Partial<Version> & Pick<Version, "details">,
): CloudObject {
  const before = findObject(scope, vault, type, name);
  if (before?.deletedAt !== undefined) {
    throw azureConflict(
      "ObjectIsDeletedButRecoverable",
      `${type} ${name} is currently in a deleted but recoverable state, and its name cannot be reused`,
    );
  }
  const added: Version = {
    version: versionId(),
    created: scope.now,
    updated: scope.now,
    enabled: true,
    tags: {},
    ...version,
  };
  const fresh: CloudObject = {
    id: idOf(vault, type, name),
    domain: outside,
    vault: vault.id,
    type,
    name,
    versions: [],
  };
  const object = before ?? fresh;
  return put(scope, { ...object, versions: [...object.versions, added], changedAt: added.created });
}

/** Azure still applies a change that was made then. */
function needIdleSince(scope: Scope, { busySeconds }: CloudVault, name: string, time = -Infinity): void {
  if (scope.now < time + busySeconds * second) {
    throw azureConflict("Conflict", `another operation on ${name} is in progress, try again later`);
  }
}

/** While Azure applies one change of an object, it refuses the next. */
export function needIdle(scope: Scope, vault: CloudVault, object: CloudObject): void {
  needIdleSince(scope, vault, object.name, object.changedAt);
}

/** A new version is refused only while Azure still recovers the object. */
export function needRecovered(scope: Scope, vault: CloudVault, type: ObjectType, name: string): void {
  needIdleSince(scope, vault, name, findObject(scope, vault, type, name)?.recoveredAt);
}

export function changeVersion(
  scope: Scope,
  object: CloudObject,
  version: string,
  changes: Partial<Version>,
): CloudObject {
  if (object.deletedAt !== undefined) throw azureConflict("Conflict", `${object.name} is in the state deleted`);
  const versions = object.versions.map((one) =>
    one.version === version ? { ...one, ...changes, updated: scope.now } : one,
  );
  return put(scope, { ...object, versions, changedAt: scope.now });
}

/** Deletes the object; it can be recovered until its retention ends, in a vault with soft delete. */
export function softDelete(scope: Scope, vault: CloudVault, object: CloudObject): CloudObject | undefined {
  if (object.deletedAt !== undefined) {
    throw azureConflict("ObjectIsDeletedButRecoverable", `${object.name} is deleted already`);
  }
  if (!vault.softDelete) {
    scope.in(outside).remove(cloudObjects, object);
    return undefined;
  }
  const deletedAt = scope.now;
  scope.in(outside).plan(vault.retentionDays * day, purgeWork, { object: object.id, deletedAt });
  return put(scope, { ...object, deletedAt, changedAt: deletedAt });
}

/** While Azure is still deleting, it refuses everything else. */
function needSettled(scope: Scope, vault: CloudVault, object: CloudObject): void {
  if (object.deletedAt === undefined) throw azureConflict("Conflict", `${object.name} is not deleted`);
  if (scope.now < object.deletedAt + vault.deleteSeconds * second) {
    throw azureConflict("ObjectIsBeingDeleted", `${object.name} is currently being deleted`);
  }
}

export function recover(scope: Scope, vault: CloudVault, object: CloudObject): CloudObject {
  needSettled(scope, vault, object);
  const { deletedAt: _deletedAt, ...rest } = object;
  return put(scope, { ...rest, changedAt: scope.now, recoveredAt: scope.now });
}

export function purge(scope: Scope, vault: CloudVault, object: CloudObject): void {
  needSettled(scope, vault, object);
  if (vault.purgeProtection) {
    throw azureError(
      "Forbidden",
      `Operation "purge" is not allowed because purge protection is enabled for vault ${vault.name}`,
    );
  }
  removeObject(scope, object);
}

export function removeObject(scope: Scope, object: CloudObject): void {
  scope.in(outside).remove(cloudObjects, object);
}

/** Azure itself purges what nobody recovered in time. */
export function purgeOnTime(scope: Scope, id: string, deletedAt: unknown): void {
  const object = scope.in(outside).get(cloudObjects, id);
  if (object?.deletedAt === deletedAt && object !== undefined) removeObject(scope, object);
}

/** Puts a copy of an object into a vault, as a restored backup. */
export function restoreObject(scope: Scope, vault: CloudVault, copy: CloudObject): CloudObject {
  const { type, name } = copy;
  if (findObject(scope, vault, type, name) !== undefined) {
    throw azureConflict("Conflict", `vault ${vault.name} has a ${type} ${name} already`);
  }
  const { deletedAt: _deletedAt, ...rest } = copy;
  return put(scope, { ...rest, id: idOf(vault, type, name), vault: vault.id });
}

/** The address of one version. */
export function addressOf(vault: CloudVault, { type, name }: CloudObject, version: string): string {
  return `${uriOf(vault)}${type}s/${name}/${version}`;
}

const curves: Readonly<Record<string, string>> = {
  "P-256": "P-256",
  "P-384": "P-384",
  "P-521": "P-521",
  SECP256K1: "secp256k1",
};

/**
 * The public half of a key as Azure shows it; a symmetric key has none. The modulus is made up:
 * nobody holds its factors.
 */
export function publicPart(kty: string, size: number, crv: string | undefined, seed: string): JsonObject {
  if (kty.startsWith("oct")) return {};
  if (kty.startsWith("EC")) {
    const { publicKey } = generateKeyPairSync("ec", { namedCurve: own(curves, crv ?? "P-256") ?? "P-256" });
    const { x, y } = publicKey.export({ format: "jwk" });
    return { x, y };
  }
  const modulus = createHash("shake256", { outputLength: size / 8 })
    .update(seed)
    .digest();
  modulus[0] = 0x80 | (modulus[0] ?? 0);
  modulus[modulus.length - 1] = 1 | (modulus[modulus.length - 1] ?? 0);
  return { n: modulus.toString("base64url"), e: "AQAB" };
}
