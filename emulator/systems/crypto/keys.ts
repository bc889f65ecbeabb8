import { createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";
import { notFound, ServiceError } from "../../core/errors";
import type { Call } from "../../core/scope";
import { needRights, type KeyRight } from "../../shared/keyRights";
import { findVaultKey, needMaterial, stateOf, versionsOf, type KeyState, type VaultKey } from "../vault/record";

/** How a call names the version of a key that it uses. */
export interface Named {
  readonly id: string;
  readonly type?: string;
  readonly version?: number;
}

export const failed = (why = "Cryptographic operation failed in cipher operation"): ServiceError =>
  new ServiceError("cryptoFailed", why);

/**
 * A compromised key protects nothing new, and still opens what it protects; a deactivated one does
 * neither.
 */
const protecting: readonly KeyState[] = ["Active"];
const processing: readonly KeyState[] = ["Active", "Compromised"];
const states = {
  EncryptWithKey: protecting,
  DecryptWithKey: processing,
  SignWithKey: protecting,
  SignVerifyWithKey: processing,
  MACWithKey: protecting,
  MACVerifyWithKey: processing,
} satisfies Partial<Record<KeyRight, readonly KeyState[]>>;
export type Use = keyof typeof states;

/**
 * The version of a vault key that a call names: the newest one, unless it says which, or names the
 * version by its own id.
 */
export function keyFor(call: Call, { id, type, version }: Named, use: Use): VaultKey {
  const found = findVaultKey(call, id, type);
  const key =
    version === undefined ? found : versionsOf(call, found?.name ?? "").find((one) => one.version === version);
  if (key === undefined) throw notFound();
  needRights(call.caller, key, ["UseKey", use]);
  const [state, allowed] = [stateOf(call, key), states[use]];
  if (!allowed.includes(state)) throw failed(`key ${key.name} is ${state}; this needs ${allowed.join(" or ")}`);
  needMaterial(key);
  return key;
}

/** The bytes of a symmetric key. */
export function secretOf(key: VaultKey): Buffer {
  return Buffer.from(needMaterial(key).value, "base64");
}

/** The public half, which the record of either half has. */
export function publicHalf(key: VaultKey): KeyObject {
  const { value, publicKey } = needMaterial(key);
  needEmulated(key);
  return createPublicKey(publicKey ?? value);
}

export function privateHalf(key: VaultKey): KeyObject {
  const { value, publicKey } = needMaterial(key);
  if (publicKey === undefined) throw failed(`key ${key.name} is a public key`);
  needEmulated(key);
  return createPrivateKey(value);
}

function needEmulated({ algorithm, name }: VaultKey): void {
  if (algorithm === "ML-DSA") throw failed(`key ${name} is an ML-DSA key, whose operations are not emulated`);
}

/** Does the cryptography; whatever the library refuses is told in the words of the service. */
export function attempt<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof ServiceError ? error : failed();
  }
}
