import * as z from "zod";

/** Inputs and outputs that keys in AWS have whatever their kind; a kind says its own word on one by declaring it after these. */

/** The service takes names and answers ARNs, of which only the name counts: an ARN written here would always differ. */
export const iamName = z.string().regex(/^[\w+=,.@-]+$/, "must be names of IAM users or roles, without path or ARN");

const aliasName = z
  .string()
  .regex(/^(?!alias\/|aws\/)[A-Za-z0-9/_-]{1,250}$/, "may hold letters, digits, /, _ and -, without the prefix alias/");

/** A key policy as text or object. */
export const policyDocument = z.union([z.string(), z.record(z.string(), z.unknown())]);

/** What a key is called. */
export const namedFields = {
  /** Aliases, without the prefix `alias/`; letters, digits, `/`, `_` and `-`. Each is unique in its account and region. Changes in place. Default: none. */
  alias: z.array(aliasName).default([]),
  /** Free text. Changes in place; AWS keys cannot lose a description once they have one. */
  description: z.string().max(8192).optional(),
};

/** Who may use and administer a key. */
export const policyFields = {
  /** Key policy, a JSON document as text or object; its formatting has no meaning. Excludes `policyTemplate` and the five lists below. Default: the policy the service makes. Changes in place. */
  policy: policyDocument.optional(),
  /** Id of the `AwsPolicyTemplate` whose policy the key gets and follows. Excludes `policy` and the five lists. Default: none; taken out, the key keeps the policy it has. Changes in place. */
  policyTemplate: z.string().min(1).optional(),
  /** IAM users, by name, that may use the key. Default: left to the service. Changes in place. */
  keyUsers: z.array(iamName).optional(),
  /** IAM roles, by name, that may use the key. Default: left to the service. Changes in place. */
  keyUsersRoles: z.array(iamName).optional(),
  /** IAM users, by name, that may administer the key. Default: left to the service. Changes in place. */
  keyAdmins: z.array(iamName).optional(),
  /** IAM roles, by name, that may administer the key. Default: left to the service. Changes in place. */
  keyAdminsRoles: z.array(iamName).optional(),
  /** Other AWS accounts, 12 digits each, that may use the key. Default: left to the service. Changes in place. */
  externalAccounts: z.array(z.string().regex(/^\d{12}$/, "must be AWS account numbers of 12 digits")).optional(),
  /** True to let AWS accept a policy that locks out its own author. Used when the policy is set. Default false. */
  bypassPolicyLockoutSafetyCheck: z.boolean().default(false),
};

/** A key's tags, and how it lives and ends. */
export const livingFields = {
  /** AWS tags, text by key. Changes in place. Default: none. */
  tags: z.record(z.string(), z.string()).default({}),
  /** False to disable the key: it can then neither encrypt nor decrypt. Default true. Changes in place; a key pending deletion is recovered first. */
  enabled: z.boolean().default(true),
  /** What destroying the resource does to the key: `scheduleDeletion` gives up its aliases and lets AWS delete it after `deletionWindowDays`, until when it can be recovered; `retain` leaves it as it is. Default `scheduleDeletion`. Kept by the provider. */
  onDestroy: z.enum(["scheduleDeletion", "retain"]).default("scheduleDeletion"),
  /** Days between destroying the resource and the end of the key, 7 to 30. Default 30. Kept by the provider. */
  deletionWindowDays: z.number().int().min(7).max(30).default(30),
};

/** What AWS says of a key. */
export const keyOutputs = {
  /** ARN of the key in AWS. */
  arn: z.string().optional(),
  /** Id of the key in AWS. */
  keyId: z.string().optional(),
  /** State of the key in AWS: Creating, Enabled, Disabled, PendingImport, PendingDeletion, PendingReplicaDeletion, Updating or Unavailable. */
  keyState: z.string().optional(),
  /** The service's id of the key that carries the aliases now. A rotation that makes a new key changes it; the resource's own id stays. */
  currentId: z.string().optional(),
};
