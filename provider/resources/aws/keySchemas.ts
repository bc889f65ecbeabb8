import * as z from "zod";
import { open } from "../../lifecycle/vocabulary/field";
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

/** The key specs of AWS: https://docs.aws.amazon.com/kms/latest/APIReference/API_CreateKey.html. */
const specs = [
  "SYMMETRIC_DEFAULT",
  "RSA_2048",
  "RSA_3072",
  "RSA_4096",
  "ECC_NIST_P256",
  "ECC_NIST_P384",
  "ECC_NIST_P521",
  "ECC_NIST_EDWARDS25519",
  "ECC_SECG_P256K1",
  "SM2",
  "ML_DSA_44",
  "ML_DSA_65",
  "ML_DSA_87",
  "HMAC_224",
  "HMAC_256",
  "HMAC_384",
  "HMAC_512",
] as const;
export const keySpec = open(specs);

/** The key usages of AWS, from the same page. */
export const keyUsage = open(["ENCRYPT_DECRYPT", "SIGN_VERIFY", "GENERATE_VERIFY_MAC", "KEY_AGREEMENT"]);

const ofRsa = ["ENCRYPT_DECRYPT", "SIGN_VERIFY"];
const ofNistCurve = ["SIGN_VERIFY", "KEY_AGREEMENT"];
const [signing, ofHmac] = [["SIGN_VERIFY"], ["GENERATE_VERIFY_MAC"]];

/** What a key of each spec is for. */
export const usageFitsSpec = {
  values: "keyUsage",
  by: "customerMasterKeySpec",
  allowed: {
    SYMMETRIC_DEFAULT: ["ENCRYPT_DECRYPT"],
    RSA_2048: ofRsa,
    RSA_3072: ofRsa,
    RSA_4096: ofRsa,
    ECC_NIST_P256: ofNistCurve,
    ECC_NIST_P384: ofNistCurve,
    ECC_NIST_P521: ofNistCurve,
    ECC_NIST_EDWARDS25519: signing,
    ECC_SECG_P256K1: signing,
    SM2: [...ofRsa, "KEY_AGREEMENT"],
    ML_DSA_44: signing,
    ML_DSA_65: signing,
    ML_DSA_87: signing,
    HMAC_224: ofHmac,
    HMAC_256: ofHmac,
    HMAC_384: ofHmac,
    HMAC_512: ofHmac,
  } satisfies Record<(typeof specs)[number], string[]>,
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
