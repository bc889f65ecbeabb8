import { googleError } from "./errors";
import type { SourceKey, SourceShape } from "../../../core/sourceKey";
import { own } from "../../../core/fields";

const rsaSizes = ["2048_SHA256", "3072_SHA256", "4096_SHA256", "4096_SHA512"];
const rsa = (kind: string): string[] => rsaSizes.map((size) => `RSA_${kind}_${size}`);

const parameterSets = ["PQ_SIGN_ML_DSA_44", "PQ_SIGN_ML_DSA_65", "PQ_SIGN_ML_DSA_87"];

/**
 * The algorithms that Google knows, by the purpose of a key; the first is what a new key has in a
 * world file that names none.
 */
export const algorithmsOf: Readonly<Record<string, readonly string[]>> = {
  ENCRYPT_DECRYPT: ["GOOGLE_SYMMETRIC_ENCRYPTION"],
  RAW_ENCRYPT_DECRYPT: ["AES_256_GCM", "AES_128_GCM", "AES_128_CBC", "AES_256_CBC", "AES_128_CTR", "AES_256_CTR"],
  ASYMMETRIC_SIGN: [
    "EC_SIGN_P256_SHA256",
    "EC_SIGN_P384_SHA384",
    "EC_SIGN_SECP256K1_SHA256",
    ...rsa("SIGN_PSS"),
    ...rsa("SIGN_PKCS1"),
    ...["2048", "3072", "4096"].map((size) => `RSA_SIGN_RAW_PKCS1_${size}`),
    "EC_SIGN_ED25519",
    ...parameterSets,
    ...parameterSets.map((name) => `${name}_EXTERNAL_MU`),
    "PQ_SIGN_SLH_DSA_SHA2_128S",
    "PQ_SIGN_HASH_SLH_DSA_SHA2_128S_SHA256",
  ],
  ASYMMETRIC_DECRYPT: [
    ...rsa("DECRYPT_OAEP"),
    ...["2048", "3072", "4096"].map((size) => `RSA_DECRYPT_OAEP_${size}_SHA1`),
  ],
  MAC: ["HMAC_SHA256", "HMAC_SHA1", "HMAC_SHA224", "HMAC_SHA384", "HMAC_SHA512"],
  KEY_ENCAPSULATION: ["ML_KEM_768", "ML_KEM_1024", "KEM_XWING"],
};
export const purposes = Object.keys(algorithmsOf);
export const protectionLevels = ["SOFTWARE", "HSM"] as const;

export const isSymmetric = (purpose: string): boolean => purpose === "ENCRYPT_DECRYPT";

/** Google refuses algorithms that the purpose or the protection level doesn't allow. */
export function checkAlgorithm(purpose: string, algorithm: string, protectionLevel: string): void {
  if (!(own(algorithmsOf, purpose) ?? []).includes(algorithm))
    throw googleError("INVALID_ARGUMENT", `algorithm ${algorithm} is not valid for the purpose ${purpose}`);
  if (algorithm === "EC_SIGN_SECP256K1_SHA256" && protectionLevel !== "HSM")
    throw googleError("INVALID_ARGUMENT", `algorithm ${algorithm} is only supported at the protection level HSM`);
}

const curves: Readonly<Record<string, string>> = {
  EC_SIGN_P256_SHA256: "prime256v1",
  EC_SIGN_P384_SHA384: "secp384r1",
  EC_SIGN_SECP256K1_SHA256: "secp256k1",
};
const curveNames: Readonly<Record<string, string>> = { SECP256R1: "PRIME256V1" };

const hmacSizes: Readonly<Record<string, number>> = { SHA1: 160, SHA256: 256, SHA384: 384, SHA512: 512 };

/**
 * The shape of a source key for material of that algorithm; refused where no source makes such
 * material.
 */
export function shapeOf(algorithm: string): SourceShape {
  const shape = knownShape(algorithm);
  if (shape === undefined) throw googleError("INVALID_ARGUMENT", `material of ${algorithm} cannot be imported`);
  return shape;
}

function knownShape(algorithm: string): SourceShape | undefined {
  if (algorithm === "GOOGLE_SYMMETRIC_ENCRYPTION") return { algorithm: "AES", size: 256 };
  const bits = /^AES_(\d+)_/.exec(algorithm)?.[1];
  if (bits !== undefined) return { algorithm: "AES", size: Number(bits) };
  const hash = /^HMAC_(SHA\d+)$/.exec(algorithm)?.[1] ?? "";
  const length = own(hmacSizes, hash);
  if (length !== undefined) return { algorithm: `HMAC-${hash}`, size: length };
  const curve = own(curves, algorithm);
  if (curve !== undefined) return { algorithm: "EC", size: Number(/\d+/.exec(curve)?.[0]), curve };
  const modulus = /^RSA_.*?(\d{4})/.exec(algorithm)?.[1];
  return modulus === undefined ? undefined : { algorithm: "RSA", size: Number(modulus) };
}

/** True when material of that source key can become a version of that algorithm. */
export function fits(source: SourceKey, algorithm: string): boolean {
  const shape = knownShape(algorithm);
  const curve = (name: string | undefined): string => {
    const upper = (name ?? "").toUpperCase();
    return own(curveNames, upper) ?? upper;
  };
  if (source.algorithm !== shape?.algorithm) return false;
  return shape.curve === undefined ? source.size === shape.size : curve(source.curve) === curve(shape.curve);
}
