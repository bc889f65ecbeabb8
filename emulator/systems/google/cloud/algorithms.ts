import { googleError } from "./errors";
import type { SourceKey, SourceShape } from "../../../core/sourceKey";
import { own } from "../../../core/fields";

const rsaSizes = ["2048_SHA256", "3072_SHA256", "4096_SHA256", "4096_SHA512"];
const rsa = (kind: string): string[] => rsaSizes.map((size) => `RSA_${kind}_${size}`);

/**
 * The algorithms that Google knows, by the purpose of a key; the first is what a new key has in a
 * world file that names none.
 */
export const algorithmsOf: Readonly<Record<string, readonly string[]>> = {
  ENCRYPT_DECRYPT: ["GOOGLE_SYMMETRIC_ENCRYPTION"],
  ASYMMETRIC_SIGN: [
    "EC_SIGN_P256_SHA256",
    "EC_SIGN_P384_SHA384",
    "EC_SIGN_SECP256K1_SHA256",
    ...rsa("SIGN_PSS"),
    ...rsa("SIGN_PKCS1"),
  ],
  ASYMMETRIC_DECRYPT: rsa("DECRYPT_OAEP"),
  MAC: ["HMAC_SHA256"],
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

/** The shape of a source key for material of that algorithm. */
export function shapeOf(algorithm: string): SourceShape {
  if (algorithm === "GOOGLE_SYMMETRIC_ENCRYPTION") return { algorithm: "AES", size: 256 };
  if (algorithm === "HMAC_SHA256") return { algorithm: "HMAC-SHA256", size: 256 };
  const curve = own(curves, algorithm);
  if (curve !== undefined) return { algorithm: "EC", size: Number(/\d+/.exec(curve)?.[0]), curve };
  return { algorithm: "RSA", size: Number(/\d{4}/.exec(algorithm)?.[0]) };
}

/** True when material of that source key can become a version of that algorithm. */
export function fits(source: SourceKey, algorithm: string): boolean {
  const shape = shapeOf(algorithm);
  const curve = (name: string | undefined): string => {
    const upper = (name ?? "").toUpperCase();
    return own(curveNames, upper) ?? upper;
  };
  if (source.algorithm !== shape.algorithm) return false;
  return shape.curve === undefined ? source.size === shape.size : curve(source.curve) === curve(shape.curve);
}
