import { generateKeyPairSync } from "node:crypto";
import { own } from "../../../core/fields";

interface SpecFacts {
  /** The default first. */
  readonly usages: readonly string[];
  readonly algorithms: readonly string[];
}

const rsa: SpecFacts = {
  usages: ["ENCRYPT_DECRYPT", "SIGN_VERIFY"],
  algorithms: ["RSAES_OAEP_SHA_1", "RSAES_OAEP_SHA_256"],
};
const ecc = (hash: string): SpecFacts => ({ usages: ["SIGN_VERIFY"], algorithms: [`ECDSA_SHA_${hash}`] });
const hmac = (hash: string): SpecFacts => ({ usages: ["GENERATE_VERIFY_MAC"], algorithms: [`HMAC_SHA_${hash}`] });

const specs: Readonly<Record<string, SpecFacts>> = {
  SYMMETRIC_DEFAULT: { usages: ["ENCRYPT_DECRYPT"], algorithms: ["SYMMETRIC_DEFAULT"] },
  RSA_2048: rsa,
  RSA_3072: rsa,
  RSA_4096: rsa,
  ECC_NIST_P256: ecc("256"),
  ECC_NIST_P384: ecc("384"),
  ECC_NIST_P521: ecc("512"),
  ECC_SECG_P256K1: ecc("256"),
  HMAC_224: hmac("224"),
  HMAC_256: hmac("256"),
  HMAC_384: hmac("384"),
  HMAC_512: hmac("512"),
};

export const specNames = Object.keys(specs);
export const usageNames = ["ENCRYPT_DECRYPT", "SIGN_VERIFY", "GENERATE_VERIFY_MAC"];

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
  if (usage === "ENCRYPT_DECRYPT") return { EncryptionAlgorithms: algorithms };
  return { SigningAlgorithms: spec.startsWith("RSA") ? rsaSignatures : algorithms };
}

const curves: Readonly<Record<string, string>> = {
  ECC_NIST_P256: "prime256v1",
  ECC_NIST_P384: "secp384r1",
  ECC_NIST_P521: "secp521r1",
  ECC_SECG_P256K1: "secp256k1",
};

/** A fresh public key of an asymmetric spec; nobody ever sees the private half. */
export function newPublicKey(spec: string): string {
  const namedCurve = own(curves, spec);
  const { publicKey } =
    namedCurve === undefined
      ? generateKeyPairSync("rsa", { modulusLength: Number(spec.slice("RSA_".length)) })
      : generateKeyPairSync("ec", { namedCurve });
  return publicKey.export({ type: "spki", format: "pem" }) as string;
}
