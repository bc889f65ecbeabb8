import * as z from "zod";

/**
 * What the inputs of keys in AWS are checked with. The inputs themselves stand in each kind: spread from one place, they
 * would lose their comments in the compiled package, and with them what users see on hover.
 */

/** The service takes names and answers ARNs, of which only the name counts: an ARN written here would always differ. */
export const iamName = z.string().regex(/^[\w+=,.@-]+$/, "must be names of IAM users or roles, without path or ARN");

export const aliasName = z
  .string()
  .regex(/^(?!alias\/|aws\/)[A-Za-z0-9/_-]{1,250}$/, "may hold letters, digits, /, _ and -, without the prefix alias/");

export const keySpec = z.enum([
  "SYMMETRIC_DEFAULT",
  "RSA_2048",
  "RSA_3072",
  "RSA_4096",
  "ECC_NIST_P256",
  "ECC_NIST_P384",
  "ECC_NIST_P521",
  "ECC_SECG_P256K1",
  "HMAC_224",
  "HMAC_256",
  "HMAC_384",
  "HMAC_512",
]);

/** A key policy as text or object. */
export const policyDocument = z.union([z.string(), z.record(z.string(), z.unknown())]);
