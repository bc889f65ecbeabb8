import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { own } from "../../../core/fields";
import { mlDsaPair } from "../../../shared/mlDsa";

interface SpecFacts {
  /** The default first. */
  readonly usages: readonly string[];
  readonly algorithms: readonly string[];
}

const rsa: SpecFacts = {
  usages: ["ENCRYPT_DECRYPT", "SIGN_VERIFY"],
  algorithms: ["RSAES_OAEP_SHA_1", "RSAES_OAEP_SHA_256"],
};
const agreeing = ["SIGN_VERIFY", "KEY_AGREEMENT"];
const ecc = (hash: string, usages = agreeing): SpecFacts => ({ usages, algorithms: [`ECDSA_SHA_${hash}`] });
const mlDsa: SpecFacts = { usages: ["SIGN_VERIFY"], algorithms: ["ML_DSA_SHAKE_256"] };
const hmac = (hash: string): SpecFacts => ({ usages: ["GENERATE_VERIFY_MAC"], algorithms: [`HMAC_SHA_${hash}`] });

const specs: Readonly<Record<string, SpecFacts>> = {
  SYMMETRIC_DEFAULT: { usages: ["ENCRYPT_DECRYPT"], algorithms: ["SYMMETRIC_DEFAULT"] },
  RSA_2048: rsa,
  RSA_3072: rsa,
  RSA_4096: rsa,
  ECC_NIST_P256: ecc("256"),
  ECC_NIST_P384: ecc("384"),
  ECC_NIST_P521: ecc("512"),
  ECC_NIST_EDWARDS25519: { usages: ["SIGN_VERIFY"], algorithms: ["ED25519_SHA_512", "ED25519_PH_SHA_512"] },
  ECC_SECG_P256K1: ecc("256", ["SIGN_VERIFY"]),
  SM2: { usages: ["ENCRYPT_DECRYPT", ...agreeing], algorithms: ["SM2DSA"] },
  ML_DSA_44: mlDsa,
  ML_DSA_65: mlDsa,
  ML_DSA_87: mlDsa,
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

const curves: Readonly<Record<string, string>> = {
  ECC_NIST_P256: "prime256v1",
  ECC_NIST_P384: "secp384r1",
  ECC_NIST_P521: "secp521r1",
  ECC_SECG_P256K1: "secp256k1",
  SM2: "SM2",
};

/** A fresh public key of an asymmetric spec; nobody ever sees the private half. */
export function newPublicKey(spec: string): string {
  if (spec.startsWith("ML_DSA_")) return mlDsaPair(spec.replaceAll("_", "-")).publicKey;
  return pairOf(spec).publicKey.export({ type: "spki", format: "pem" }) as string;
}

function pairOf(spec: string): { publicKey: KeyObject } {
  if (spec === "ECC_NIST_EDWARDS25519") return generateKeyPairSync("ed25519");
  const namedCurve = own(curves, spec);
  return namedCurve === undefined
    ? generateKeyPairSync("rsa", { modulusLength: Number(spec.slice("RSA_".length)) })
    : generateKeyPairSync("ec", { namedCurve });
}
