import type { Scope, System, KeySource } from "../../core/scope";
import type { HeldKey, SourceKey } from "../../core/sourceKey";
import { guardObjects } from "../../shared/keyRights";
import { unfitShape } from "../../shared/keySources";
import * as actions from "./actions";
import { listKeyLabels } from "./labels";
import { linkOperations, sourceOfLink } from "./links";
import { queryKeys } from "./query";
import { buildKey, cloneKey, createVaultKey, createVersion, storeWithPublic } from "./create";
import { generate } from "./material";
import { vaultRotation } from "./schedule";
import { vaultWorld } from "./world";
import { findVaultKey, needMaterial, targetVaultKey, vaultKeyView, versionsOf, type VaultKey } from "./record";

function asSource(key: VaultKey): SourceKey {
  const { publicKey } = needMaterial(key);
  const { id, name, algorithm, size, curveId: curve, sha256Fingerprint = "" } = key;
  return {
    id,
    name,
    tier: "local",
    algorithm,
    size,
    curve,
    fingerprint: sha256Fingerprint,
    publicKey,
    containerId: "",
    containerName: "",
  };
}

/** Encrypt, Decrypt, Wrap and Unwrap. */
const heldUsage = 60;

/** What the service requires of a key that it holds for a cloud. */
function asHeld(key: VaultKey): HeldKey {
  const unfit = [
    ...unfitShape(key),
    ...(key.unexportable ? [] : ["it can be exported"]),
    ...(key.undeletable ? [] : ["it can be deleted"]),
    ...((key.usageMask & heldUsage) === heldUsage ? [] : ["it may not encrypt, decrypt, wrap and unwrap"]),
  ];
  return { ...asSource(key), unfit, bytes: Buffer.from(needMaterial(key).value, "base64") };
}

/** Keys of the service's own vault are what clouds get their material from by default. */
const localKeys: KeySource = {
  find: (scope: Scope, reference: string) => {
    const key = findVaultKey(scope, reference);
    return key === undefined ? undefined : asSource(key);
  },
  hold: (scope, reference) => {
    const key = findVaultKey(scope, reference);
    return key === undefined ? undefined : asHeld(key);
  },
  create: (scope, { algorithm, size, curve: curveId }, name) => {
    const shape = { algorithm, size, curveId };
    return asSource(storeWithPublic(scope, buildKey(scope, name, 0, shape, generate(shape), {})));
  },
};

/** Keys that the service itself keeps. */
export const vault: System = {
  name: "vault",
  guard: (call, operation) => {
    guardObjects(call, operation, "/vault/keys2", targetVaultKey);
    guardObjects(call, operation, "/vault/links", sourceOfLink);
  },
  keySources: { local: localKeys },
  schedules: [vaultRotation],
  world: vaultWorld,
  operations: {
    "GET /vault/keys2/": (call) => actions.listVaultKeys(call),
    "POST /vault/keys2/": createVaultKey,
    "GET /vault/keys2/{id}": (call) => vaultKeyView(call, targetVaultKey(call)),
    "PATCH /vault/keys2/{id}": actions.changeVaultKey,
    "DELETE /vault/keys2/{id}": actions.deleteVaultKey,
    "GET /vault/keys2/{id}/versions/": (call) =>
      actions.listVaultKeys(call, versionsOf(call, targetVaultKey(call).name)),
    "POST /vault/keys2/{id}/versions/": createVersion,
    "POST /vault/keys2/{id}/revoke": actions.revoke,
    "POST /vault/keys2/{id}/reactivate": actions.reactivate,
    "POST /vault/keys2/{id}/destroy": actions.destroy,
    "POST /vault/keys2/{id}/archive": actions.archive,
    "POST /vault/keys2/{id}/recover": actions.recover,
    "POST /vault/keys2/{id}/export": actions.exportKey,
    "POST /vault/keys2/{id}/clone": cloneKey,
    "POST /vault/keys2/{id}/generate-kcv": actions.generateCheckValue,
    ...linkOperations,
  },
  unlisted: { "GET /vault/key-labels/": listKeyLabels, "POST /vault/query-keys/": queryKeys },
};
