import * as z from "zod";
import { tooLong } from "../length";

/** What the inputs of keys in AWS are checked with. */

/**
 * The service takes names and returns ARNs, of which only the name counts: an ARN given here would
 * always differ.
 */
export const iamName = z.string().regex(/^[\w+=,.@-]+$/, "must be names of IAM users or roles, without path or ARN");

export const aliasName = z
  .string()
  .regex(/^(?!alias\/|aws\/)[A-Za-z0-9/_-]+$/, "may hold letters, digits, /, _ and -, without the prefix alias/")
  .max(250, tooLong("AWS allows 250, and 256 with the prefix alias/"));

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

const ofRsa = ["ENCRYPT_DECRYPT", "SIGN_VERIFY"];
const [ofCurve, ofHmac] = [["SIGN_VERIFY"], ["GENERATE_VERIFY_MAC"]];

/** What a key of each spec is for. */
export const usageFitsSpec = {
  values: "keyUsage",
  by: "customerMasterKeySpec",
  allowed: {
    SYMMETRIC_DEFAULT: ["ENCRYPT_DECRYPT"],
    RSA_2048: ofRsa,
    RSA_3072: ofRsa,
    RSA_4096: ofRsa,
    ECC_NIST_P256: ofCurve,
    ECC_NIST_P384: ofCurve,
    ECC_NIST_P521: ofCurve,
    ECC_SECG_P256K1: ofCurve,
    HMAC_224: ofHmac,
    HMAC_256: ofHmac,
    HMAC_384: ofHmac,
    HMAC_512: ofHmac,
  } satisfies Record<z.output<typeof keySpec>, string[]>,
} as const;

export const accountId = z.string().regex(/^\d{12}$/, "must be AWS account numbers of 12 digits");

/** Maximum number of tags of a key in AWS, without its own. */
export const mostTags = 50;

/** Code points, as AWS counts them. */
const within = (least: number, most: number) => (text: string) => {
  const { length } = [...text];
  return length >= least && length <= most;
};
const tagKey = z.string().refine(within(1, 128), "must have 1 to 128 characters");
const tagValue = z.string().refine(within(0, 256), "must have at most 256 characters");

/** Tags of a key in AWS. */
export const awsTags = z
  .record(tagKey, tagValue)
  .refine((tags) => Object.keys(tags).length <= mostTags, `must hold at most ${mostTags} tags`);
