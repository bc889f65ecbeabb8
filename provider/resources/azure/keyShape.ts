import { open } from "../../lifecycle/vocabulary/field";

const pairs = ["RSA", "RSA-HSM", "EC", "EC-HSM"] as const;
export const azureKtys = [...pairs, "oct-HSM"] as const;

/** Types of keys in Azure: https://learn.microsoft.com/rest/api/keyvault/keys/create-key/create-key. */
export const azureKeyType = open(azureKtys);

/** Those of them that have a public half. */
export const azurePairType = open(pairs);

const rsaSizes = [2048, 3072, 4096] as const;
const octSizes = [128, 192, 256] as const;
export const keySizes = [...rsaSizes, ...octSizes] as const;

/** The sizes in bits of keys of a type; `undefined` where none is known, or for a curve. */
export function sizesOf(kty: unknown): readonly number[] | undefined {
  if (kty === "RSA" || kty === "RSA-HSM") return rsaSizes;
  return kty === "oct-HSM" ? octSizes : undefined;
}

/** Curves of EC keys; the service calls `SECP256K1` what that page calls `P-256K`. */
export const azureCurve = open(["P-256", "P-384", "P-521", "SECP256K1"]);
