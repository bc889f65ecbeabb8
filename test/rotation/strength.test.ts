import { kindOf, type Kind } from "../../provider/limits/kind";
import { strengthOf } from "../../provider/limits/strength";

/** Bits of security, from the tables of NIST SP 800-57 Part 1 Rev. 5, section 5.6.1. */

test.each<[Kind, bits: number, postQuantum: boolean]>([
  [{ algorithm: "AES", size: 128 }, 128, true],
  [{ algorithm: "AES", size: 192 }, 192, true],
  [{ algorithm: "AES", size: 256 }, 256, true],
  [{ algorithm: "ARIA", size: 256 }, 256, true],
  [{ algorithm: "SEED", size: 128 }, 128, true],
  [{ algorithm: "TDES", size: 192 }, 112, false],
  [{ algorithm: "TDES", size: 168 }, 112, false],
  [{ algorithm: "TDES", size: 128 }, 80, false],
  [{ algorithm: "HMAC", size: 160 }, 128, true],
  [{ algorithm: "HMAC", size: 224 }, 192, true],
  [{ algorithm: "HMAC", size: 512 }, 256, true],
  [{ algorithm: "HMAC", size: 512, hash: 160 }, 128, true],
  [{ algorithm: "HMAC", size: 128, hash: 512 }, 128, true],
  [{ algorithm: "HMAC", size: 512, hash: 224 }, 192, true],
  [{ algorithm: "HMAC", size: 384, hash: 256 }, 256, true],
  [{ algorithm: "RSA", size: 512 }, 0, false],
  [{ algorithm: "RSA", size: 1024 }, 80, false],
  [{ algorithm: "RSA", size: 2048 }, 112, false],
  [{ algorithm: "RSA", size: 3072 }, 128, false],
  [{ algorithm: "RSA", size: 4096 }, 128, false],
  [{ algorithm: "RSA", size: 7680 }, 192, false],
  [{ algorithm: "RSA", size: 15_360 }, 256, false],
  [{ algorithm: "EC", size: 192 }, 80, false],
  [{ algorithm: "EC", size: 224 }, 112, false],
  [{ algorithm: "EC", size: 256 }, 128, false],
  [{ algorithm: "EC", size: 384 }, 192, false],
  [{ algorithm: "EC", size: 521 }, 256, false],
  [{ algorithm: "ML-DSA", size: 44 }, 128, true],
  [{ algorithm: "ML-DSA", size: 65 }, 192, true],
  [{ algorithm: "ML-DSA", size: 87 }, 256, true],
  [{ algorithm: "ML-KEM", size: 768 }, 192, true],
  [{ algorithm: "SLH-DSA", size: 128 }, 128, true],
])("%j has %i", (kind, bits, postQuantum) => {
  expect(strengthOf(kind)).toEqual({ bits, postQuantum });
});

test("the algorithm of an HMAC key names its hash function, which limits what a longer key has", () => {
  const places = { algorithm: ["algorithm"], size: ["size"] };
  const strength = (algorithm: string, size?: number) => strengthOf(kindOf(places, { algorithm, size }))?.bits;
  expect(strength("hmac-sha1", 512)).toBe(128);
  expect(strength("hmac-sha256", 128)).toBe(128);
  expect(strength("hmac-sha512", 512)).toBe(256);
  expect(strength("HMAC_224")).toBe(192);
});

test("of a kind that is not known, nothing is said", () => {
  expect(strengthOf({})).toBeUndefined();
  expect(strengthOf({ algorithm: "RSA" })).toBeUndefined();
  expect(strengthOf({ size: 256 })).toBeUndefined();
});

test.each<[string, Kind["algorithm"], number | undefined]>([
  ["ML_DSA_65", "ML-DSA", 65],
  ["ML-DSA-87", "ML-DSA", 87],
  ["PQ_SIGN_ML_DSA_44_EXTERNAL_MU", "ML-DSA", 44],
  ["PQ_SIGN_SLH_DSA_SHA2_128S", "SLH-DSA", 128],
  ["PQ_SIGN_HASH_SLH_DSA_SHA2_128S_SHA256", "SLH-DSA", 128],
  ["ML_KEM_768", "ML-KEM", 768],
  ["KEM_XWING", undefined, undefined],
  ["SM2", undefined, undefined],
  ["ECC_NIST_EDWARDS25519", "EC", 256],
  ["EC_SIGN_ED25519", "EC", 256],
  ["HMAC_SHA1", "HMAC", 160],
  ["HMAC_SHA224", "HMAC", 224],
  ["AES_128_GCM", "AES", 128],
  ["RSA_SIGN_RAW_PKCS1_3072", "RSA", 3072],
  ["RSA_DECRYPT_OAEP_4096_SHA1", "RSA", 4096],
])("%s is of the kind %s %s", (word, algorithm, size) => {
  expect(kindOf({ algorithm: ["spec"] }, { spec: word })).toMatchObject({ algorithm, size });
});
