import { constants, createDecipheriv, createPrivateKey, privateDecrypt, type KeyObject } from "node:crypto";
import { invalid, notFound, ServiceError } from "../../core/errors";
import { own, type Fields } from "../../core/fields";
import type { Scope } from "../../core/scope";
import { findVaultKey, needMaterial, stateOf, type VaultKey } from "./record";

/** Material that a key of the vault has wrapped. */

export interface Wrapping {
  readonly key: string;
  readonly keyType?: string;
  readonly algorithm?: string;
  readonly padded: boolean;
  /** Of RSA without AES. */
  readonly padding: string;
  /** Of RSA with AES, around the AES key. */
  readonly outerPadding: string;
}

const paddings = ["pkcs1", "oaep", "oaep256", "oaep384", "oaep512"] as const;
const algorithms = ["AES/AESKEYWRAP", "AES/AESKEYWRAPPADDING", "RSA/RSAAESKEYWRAPPADDING"] as const;

/** How the request says that its material is wrapped; undefined when it is not. */
export function wrappingOf(body: Fields): Wrapping | undefined {
  const key = body.text("wrapKeyName");
  const method = body.choice("wrappingMethod", ["encrypt", "mac/sign", "pbe"]);
  if (key === undefined) return undefined;
  if ((method ?? "encrypt") !== "encrypt")
    throw invalid("wrappingMethod must be encrypt for material that is imported");
  return {
    key,
    keyType: body.choice("wrapKeyIDType", ["name", "id", "alias"]),
    algorithm: body.choice("wrappingEncryptionAlgo", algorithms),
    padded: body.flag("padded") ?? false,
    padding: body.choice("wrapPublicKeyPadding", paddings) ?? "pkcs1",
    outerPadding: body.block("wrapRSAAES").choice("padding", paddings.slice(1)) ?? "oaep256",
  };
}

/** The bytes of a symmetric key, or a private key as PKCS#8. */
export function unwrapped(scope: Scope, wrapping: Wrapping, bytes: Buffer, isPair: boolean): Buffer {
  const key = findVaultKey(scope, wrapping.key, wrapping.keyType);
  if (key === undefined) throw notFound();
  if (stateOf(scope, key) !== "Active") throw failed(`the wrapping key ${key.name} is ${stateOf(scope, key)}`);
  try {
    if (key.algorithm === "AES") return byAes(key, wrapping, bytes, isPair);
    if (key.algorithm === "RSA") return byRsa(privateHalf(key), wrapping, bytes, isPair);
  } catch (error) {
    throw error instanceof ServiceError ? error : failed("the material cannot be unwrapped");
  }
  throw failed(`the wrapping key ${key.name} is neither an AES key nor an RSA private key`);
}

const failed = (why: string): ServiceError => new ServiceError("cryptoFailed", why);

function privateHalf(key: VaultKey): KeyObject {
  const { value, publicKey } = needMaterial(key);
  if (publicKey === undefined) throw failed(`the wrapping key ${key.name} is a public key`);
  return createPrivateKey(value);
}

function byAes(key: VaultKey, { algorithm, padded }: Wrapping, bytes: Buffer, isPair: boolean): Buffer {
  if (algorithm === "RSA/RSAAESKEYWRAPPADDING") throw invalid(`${algorithm} needs an RSA private key`);
  const isPadded = algorithm === undefined ? padded : algorithm === "AES/AESKEYWRAPPADDING";
  if (isPair && !isPadded) throw invalid("a private key is only unwrapped by AES/AESKEYWRAPPADDING");
  return keyUnwrap(Buffer.from(needMaterial(key).value, "base64"), bytes, isPadded);
}

/** RFC 5649 with padding, RFC 3394 without. */
function keyUnwrap(key: Buffer, bytes: Buffer, isPadded: boolean): Buffer {
  const name = `id-aes${key.length * 8}-wrap${isPadded ? "-pad" : ""}`;
  const start = Buffer.from(isPadded ? "a65959a6" : "a6".repeat(8), "hex");
  const decipher = createDecipheriv(name, key, start);
  return Buffer.concat([decipher.update(bytes), decipher.final()]);
}

function byRsa(key: KeyObject, wrapping: Wrapping, bytes: Buffer, isPair: boolean): Buffer {
  if (!isPair) return decrypted(key, wrapping.padding, bytes);
  if (wrapping.algorithm !== "RSA/RSAAESKEYWRAPPADDING")
    throw invalid("an RSA key unwraps a private key by RSA/RSAAESKEYWRAPPADDING only");
  // First the AES key, as long as the modulus, then what it wraps.
  const length = (key.asymmetricKeyDetails?.modulusLength ?? 0) / 8;
  const aes = decrypted(key, wrapping.outerPadding, bytes.subarray(0, length));
  return keyUnwrap(aes, bytes.subarray(length), true);
}

const hashes: Readonly<Record<string, string>> = {
  oaep: "sha1",
  oaep256: "sha256",
  oaep384: "sha384",
  oaep512: "sha512",
};

function decrypted(key: KeyObject, padding: string, bytes: Buffer): Buffer {
  const oaepHash = own(hashes, padding);
  if (oaepHash !== undefined)
    return privateDecrypt({ key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash }, bytes);
  // 00 02, at least eight bytes of padding, 00.
  const block = privateDecrypt({ key, padding: constants.RSA_NO_PADDING }, bytes);
  const end = block.indexOf(0, 2);
  if (block[0] !== 0 || block[1] !== 2 || end < 10) throw failed("the material cannot be unwrapped");
  return block.subarray(end + 1);
}
