import * as z from "zod";
import { open } from "../../lifecycle/vocabulary/field";

/** Values that Google keys and their versions have in common. */

const sizes = ["2048_SHA256", "3072_SHA256", "4096_SHA256", "4096_SHA512"] as const;
export const rsa = <K extends string>(kind: K) => sizes.map((size) => `${kind}_${size}` as const);

const parameterSets = ["PQ_SIGN_ML_DSA_44", "PQ_SIGN_ML_DSA_65", "PQ_SIGN_ML_DSA_87"] as const;

/**
 * Algorithms by the purpose of a key:
 * https://cloud.google.com/kms/docs/reference/rest/v1/CryptoKeyVersionAlgorithm. Keys outside
 * Google are `EkmEndpoint`s.
 */
export const algorithmsOf = {
  ENCRYPT_DECRYPT: ["GOOGLE_SYMMETRIC_ENCRYPTION"],
  RAW_ENCRYPT_DECRYPT: ["AES_128_GCM", "AES_256_GCM", "AES_128_CBC", "AES_256_CBC", "AES_128_CTR", "AES_256_CTR"],
  ASYMMETRIC_SIGN: [
    ...rsa("RSA_SIGN_PSS"),
    ...rsa("RSA_SIGN_PKCS1"),
    "RSA_SIGN_RAW_PKCS1_2048",
    "RSA_SIGN_RAW_PKCS1_3072",
    "RSA_SIGN_RAW_PKCS1_4096",
    "EC_SIGN_P256_SHA256",
    "EC_SIGN_P384_SHA384",
    "EC_SIGN_SECP256K1_SHA256",
    "EC_SIGN_ED25519",
    ...parameterSets,
    ...parameterSets.map((one) => `${one}_EXTERNAL_MU` as const),
    "PQ_SIGN_SLH_DSA_SHA2_128S",
    "PQ_SIGN_HASH_SLH_DSA_SHA2_128S_SHA256",
  ],
  ASYMMETRIC_DECRYPT: [
    ...rsa("RSA_DECRYPT_OAEP"),
    "RSA_DECRYPT_OAEP_2048_SHA1",
    "RSA_DECRYPT_OAEP_3072_SHA1",
    "RSA_DECRYPT_OAEP_4096_SHA1",
  ],
  MAC: ["HMAC_SHA256", "HMAC_SHA1", "HMAC_SHA224", "HMAC_SHA384", "HMAC_SHA512"],
  KEY_ENCAPSULATION: ["ML_KEM_768", "ML_KEM_1024", "KEM_XWING"],
} as const;

export const googlePurpose = open(Object.keys(algorithmsOf) as (keyof typeof algorithmsOf)[]);

export const googleAlgorithm = open(Object.values(algorithmsOf).flat());

const label = /^[a-z0-9_-]{0,63}$/;
const text = "may hold lowercase letters, digits, _ and -, at most 63";

export const googleLabels = z.record(z.string().regex(label, text), z.string().regex(label, text));

/** Labels that Google's own products set. */
export const reservedLabels = { keys: /^goog-/, by: 'Google sets labels that begin with "goog-" itself' };
