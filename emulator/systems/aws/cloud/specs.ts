import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { own } from "../../../core/fields";
import { mlDsaPair } from "../../../shared/mlDsa";

interface SpecFacts {
  /** The default first. */
  readonly usages: readonly string[];
  readonly algorithms: readonly string[];
  /** Makes the public key of an asymmetric spec; nobody ever sees the private half. */
  readonly publicKey?: () => string;
}

const pem = ({ publicKey }: { publicKey: KeyObject }): string =>
  publicKey.export({ type: "spki", format: "pem" }) as string;
const rsa = (modulusLength: number): SpecFacts => ({
  usages: ["ENCRYPT_DECRYPT", "SIGN_VERIFY"],
  algorithms: ["RSAES_OAEP_SHA_1", "RSAES_OAEP_SHA_256"],
  publicKey: () => pem(generateKeyPairSync("rsa", { modulusLength })),
});
const agreeing = ["SIGN_VERIFY", "KEY_AGREEMENT"];
const ecc = (namedCurve: string, algorithm: string, usages = agreeing): SpecFacts => ({
  usages,
  algorithms: [algorithm],
  publicKey: () => pem(generateKeyPairSync("ec", { namedCurve })),
});
const mlDsa = (set: string): SpecFacts => ({
  usages: ["SIGN_VERIFY"],
  algorithms: ["ML_DSA_SHAKE_256"],
  publicKey: () => mlDsaPair(set).publicKey,
});
const hmac = (hash: string): SpecFacts => ({ usages: ["GENERATE_VERIFY_MAC"], algorithms: [`HMAC_SHA_${hash}`] });

const specs: Readonly<Record<string, SpecFacts>> = {
  SYMMETRIC_DEFAULT: { usages: ["ENCRYPT_DECRYPT"], algorithms: ["SYMMETRIC_DEFAULT"] },
  RSA_2048: rsa(2048),
  RSA_3072: rsa(3072),
  RSA_4096: rsa(4096),
  ECC_NIST_P256: ecc("prime256v1", "ECDSA_SHA_256"),
  ECC_NIST_P384: ecc("secp384r1", "ECDSA_SHA_384"),
  ECC_NIST_P521: ecc("secp521r1", "ECDSA_SHA_512"),
  ECC_NIST_EDWARDS25519: {
    usages: ["SIGN_VERIFY"],
    algorithms: ["ED25519_SHA_512", "ED25519_PH_SHA_512"],
    publicKey: () => pem(generateKeyPairSync("ed25519")),
  },
  ECC_SECG_P256K1: ecc("secp256k1", "ECDSA_SHA_256", ["SIGN_VERIFY"]),
  SM2: ecc("SM2", "SM2DSA", ["ENCRYPT_DECRYPT", ...agreeing]),
  ML_DSA_44: mlDsa("ML-DSA-44"),
  ML_DSA_65: mlDsa("ML-DSA-65"),
  ML_DSA_87: mlDsa("ML-DSA-87"),
  HMAC_224: hmac("224"),
  HMAC_256: hmac("256"),
  HMAC_384: hmac("384"),
  HMAC_512: hmac("512"),
};

export const specNames = Object.keys(specs);
export const usageNames = ["ENCRYPT_DECRYPT", "SIGN_VERIFY", "GENERATE_VERIFY_MAC", "KEY_AGREEMENT"];

const rsaSignatures = ["PSS", "PKCS1_V1_5"].flatMap((scheme) =>
  ["256", "384", "512"].map((bits) => `RSASSA_${scheme}_SHA_${bits}`),
);

export function usagesOf(spec: string): readonly string[] {
  return own(specs, spec)?.usages ?? [];
}

export function keyTypeOf(spec: string): "symmetric" | "asymmetric" | "hmac" {
  if (spec === "SYMMETRIC_DEFAULT") return "symmetric";
  return spec.startsWith("HMAC") ? "hmac" : "asymmetric";
}

/** The algorithm lists that AWS shows for a key of that spec and usage. */
export function algorithmsOf(spec: string, usage: string): Record<string, readonly string[]> {
  const algorithms = own(specs, spec)?.algorithms ?? [];
  if (usage === "GENERATE_VERIFY_MAC") return { MacAlgorithmSpec: algorithms };
  if (usage === "ENCRYPT_DECRYPT") return { EncryptionAlgorithms: spec === "SM2" ? ["SM2PKE"] : algorithms };
  if (usage === "KEY_AGREEMENT") return { KeyAgreementAlgorithms: ["ECDH"] };
  return { SigningAlgorithms: spec.startsWith("RSA") ? rsaSignatures : algorithms };
}

/** A fresh public key; `undefined` for a spec that is not asymmetric. */
export const newPublicKey = (spec: string): string | undefined => own(specs, spec)?.publicKey?.();
