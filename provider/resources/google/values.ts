import * as z from "zod";

/** Values that Google keys and their versions have in common. */

const sizes = ["2048_SHA256", "3072_SHA256", "4096_SHA256", "4096_SHA512"] as const;
export const rsa = <K extends string>(kind: K) => sizes.map((size) => `${kind}_${size}` as const);

/** Algorithms by the purpose of a key. */
export const algorithmsOf = {
  ENCRYPT_DECRYPT: ["GOOGLE_SYMMETRIC_ENCRYPTION"],
  ASYMMETRIC_SIGN: [
    ...rsa("RSA_SIGN_PSS"),
    ...rsa("RSA_SIGN_PKCS1"),
    "EC_SIGN_P256_SHA256",
    "EC_SIGN_P384_SHA384",
    "EC_SIGN_SECP256K1_SHA256",
  ],
  ASYMMETRIC_DECRYPT: rsa("RSA_DECRYPT_OAEP"),
  MAC: ["HMAC_SHA256"],
} as const;

export const googleAlgorithm = z.enum(Object.values(algorithmsOf).flat());

const label = /^[a-z0-9_-]{0,63}$/;
const text = "may hold lowercase letters, digits, _ and -, at most 63";

export const googleLabels = z.record(z.string().regex(label, text), z.string().regex(label, text));

/** Labels that Google's own products set. */
export const reservedLabels = { keys: /^goog-/, by: 'Google sets labels that begin with "goog-" itself' };

export const sourceTier = z.enum(["local", "dsm", "hsm-luna", "external-cm"]);
