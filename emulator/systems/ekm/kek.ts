import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { invalid, ServiceError } from "../../core/errors";
import type { Scope } from "../../core/scope";
import type { SourceShape } from "../../core/sourceKey";
import { keySource } from "../../shared/keySources";
import { buildKey, storeWithPublic } from "../vault/create";
import { generate } from "../vault/material";
import { needMaterial, newKeyId, versionsOf, type VaultKey } from "../vault/record";
import { own } from "../../core/fields";

const curves: Readonly<Record<string, string>> = {
  EC_SIGN_P256_SHA256: "prime256v1",
  EC_SIGN_P384_SHA384: "secp384r1",
};
const rsa = ["PSS", "PKCS1"].flatMap((kind) =>
  ["2048_SHA256", "3072_SHA256", "4096_SHA256", "4096_SHA512"].map((size) => `RSA_SIGN_${kind}_${size}`),
);

export const algorithmsOf = { symmetric: ["AES256"], asymmetric: [...rsa, ...Object.keys(curves)] } as const;
export type KeyType = keyof typeof algorithmsOf;

function shapeOf(algorithm: string): SourceShape {
  if (algorithm === "AES256") return { algorithm: "AES", size: 256 };
  const curve = own(curves, algorithm);
  if (curve === undefined) return { algorithm: "RSA", size: Number(/\d{4}/.exec(algorithm)?.[0]) };
  return { algorithm: "EC", size: Number(/\d+/.exec(curve)?.[0]), curve };
}

/** The vault key behind an endpoint. */
export interface Kek {
  readonly kekID: string;
  readonly kekName: string;
  readonly kekVersion: number;
}

const kekOf = ({ id, name, version }: VaultKey): Kek => ({ kekID: id, kekName: name, kekVersion: version });

/** All versions of a KEK; an endpoint whose key was deleted from the vault can do nothing more. */
function newestOf(scope: Scope, name: string): VaultKey {
  const newest = versionsOf(scope, name).at(-1);
  if (newest === undefined) throw new ServiceError("cryptoFailed", `the vault has no key ${name}`);
  return newest;
}

/** Makes a key in the vault. */
export function createKek(scope: Scope, algorithm: string): Kek {
  const { name } = keySource(scope, "local").create(scope, shapeOf(algorithm), `ks-${newKeyId()}`);
  return kekOf(newestOf(scope, name));
}

/** A key that the vault has already; it must fit the algorithm. */
export function existingKek(scope: Scope, reference: string, algorithm: string): Kek {
  const found = keySource(scope, "local").find(scope, reference);
  if (found === undefined) throw invalid(`existing_key_id: there is no vault key ${reference}`);
  const shape = shapeOf(algorithm);
  if (found.algorithm !== shape.algorithm || found.size !== shape.size)
    throw invalid(`existing_key_id: ${found.name} (${found.algorithm} ${found.size}) does not fit ${algorithm}`);
  return kekOf(newestOf(scope, found.name));
}

/** Adds a version with new material. */
export function rotateKek(scope: Scope, { kekName }: Kek): Kek {
  const { name, version, algorithm, size, curveId, usageMask, meta } = newestOf(scope, kekName);
  const shape = { algorithm, size, curveId };
  return kekOf(storeWithPublic(scope, buildKey(scope, name, version + 1, shape, generate(shape), { usageMask, meta })));
}

/** Version, nonce, tag and text in one; later versions can still read what earlier ones wrote. */
export function wrap(scope: Scope, kek: Kek, plain: Buffer, context: string): string {
  const key = newestOf(scope, kek.kekName);
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", Buffer.from(needMaterial(key).value, "base64"), nonce);
  cipher.setAAD(Buffer.from(context));
  const text = Buffer.concat([cipher.update(plain), cipher.final()]);
  const head = Buffer.alloc(4);
  head.writeUInt32BE(key.version);
  return Buffer.concat([head, nonce, cipher.getAuthTag(), text]).toString("base64");
}

export function unwrap(scope: Scope, kek: Kek, blob: string, context: string): Buffer {
  const bytes = Buffer.from(blob, "base64");
  const failed = new ServiceError("cryptoFailed", "the wrapped blob cannot be unwrapped with this key");
  if (bytes.length < 32) throw failed;
  const key = versionsOf(scope, kek.kekName).find(({ version }) => version === bytes.readUInt32BE(0));
  if (key === undefined) throw failed;
  const material = Buffer.from(needMaterial(key).value, "base64");
  try {
    const decipher = createDecipheriv("aes-256-gcm", material, bytes.subarray(4, 16));
    decipher.setAAD(Buffer.from(context));
    decipher.setAuthTag(bytes.subarray(16, 32));
    return Buffer.concat([decipher.update(bytes.subarray(32)), decipher.final()]);
  } catch {
    throw failed;
  }
}

export function publicKey(scope: Scope, { kekName }: Kek): string {
  const pem = needMaterial(newestOf(scope, kekName)).publicKey;
  if (pem === undefined) throw invalid("symmetric keys have no public key");
  return pem;
}
