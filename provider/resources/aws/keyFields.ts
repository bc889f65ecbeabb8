import * as z from "zod";
import { field, onDestroy } from "../../lifecycle/vocabulary/field";
import { policyInput } from "./policy";
import { awsPolicyTemplate, externalAccounts, principals } from "./policyTemplate";
import {
  act,
  bareAlias,
  isEnabled,
  keyIdOf,
  policyTemplateOf,
  reservedTags,
  tagList,
  tagMap,
  withoutAlias,
} from "./keyRecord";
import { aliasName, awsTags } from "./keySchemas";

/**
 * The choice of how a key ends. `keeps`: the sets of its inputs that stay in use until AWS deletes
 * it.
 */
export const keyEnds = (keeps?: readonly (readonly string[])[]) =>
  onDestroy({
    scheduleDeletion: { calls: "hook", recoverable: "until its `deletionWindowDays` end", ...(keeps && { keeps }) },
    retain: [],
  });

/** The inputs, outputs and filters that AWS keys of every kind have in common. */

export const awsKeyFilters = [
  "id",
  "keyid",
  "arn",
  "alias",
  "kms",
  "kmsId",
  "region",
  "cloudName",
  "origin",
  "keystate",
  "keyusage",
  "keymanager",
  "keyMaterialOrigin",
  "multiRegion",
  "enabled",
  "gone",
  "rotationJobEnabled",
  "jobConfigId",
  "cckmPolicyTemplateId",
  "tags",
] as const;

const awsPolicyFields = {
  /**
   * Key policy, a JSON document as string or object. Excludes `policyTemplate` and the five lists
   * of users and roles. Default: the policy the service makes. If removed, the key keeps its
   * policy: leaving out a line changes nobody's access. To go back to AWS's default policy, write
   * that.
   */
  policy: policyInput("aws_param.Policy"),
  /**
   * Id of the `AwsPolicyTemplate` whose policy the key gets and follows. Excludes `policy` and the
   * five lists of users and roles. Default: none; if removed, the key keeps its policy.
   */
  policyTemplate: field(z.string().min(1).optional(), {
    absent: "theirs",
    names: [awsPolicyTemplate, "id"],
    holds: true,
    wire: { to: "policytemplate", from: policyTemplateOf },
    guards: true,
  }),
  /** IAM users, by name, that may use the key. */
  keyUsers: principals,
  /** IAM roles, by name, that may use the key. */
  keyUsersRoles: principals,
  /** IAM users, by name, that may administer the key. */
  keyAdmins: principals,
  /** IAM roles, by name, that may administer the key. */
  keyAdminsRoles: principals,
  /** Other AWS accounts, 12 digits each, that may use the key. */
  externalAccounts,
  /** True to let AWS accept a policy that locks out its own author. Used when the policy is set. */
  bypassPolicyLockoutSafetyCheck: field(z.boolean().default(false), {
    seen: "never",
    wire: "aws_param.BypassPolicyLockoutSafetyCheck",
  }),
};

export const awsKeyFields = {
  /**
   * Aliases, without the prefix `alias/`; letters, digits, `/`, `_` and `-`. Each is unique in its
   * account and region. Default: none.
   */
  alias: field(z.array(aliasName).default([]), {
    as: "set",
    // One alias fits into the create call; the others follow as actions.
    wire: {
      to: "aws_param.Alias",
      encode: (alias: string[]) => alias[0],
      decode: (alias: string[]) => alias.map(bareAlias),
    },
    // A key that replaces another one of the same alias gets it from that one, which keeps it until then.
    handsOver: { take: withoutAlias, give: (api, key, alias) => act(api, key, "add-alias", { alias }) },
  }),
  /** Free text. Once set, the description of an AWS key can be changed but not removed. */
  description: field(z.string().max(8192).optional(), { absent: "keep", wire: "aws_param.Description" }),
  ...awsPolicyFields,
  /**
   * AWS tags, a map of at most 50: keys of 1 to 128 characters, values of up to 256. Tags that
   * begin with `aws:` belong to AWS: they are left out, and cannot be set. Default: none.
   */
  tags: field(awsTags.default({}), {
    reserved: reservedTags,
    wire: { to: "aws_param.Tags", encode: tagList, decode: tagMap },
  }),
  /**
   * False to disable the key: it can then neither encrypt nor decrypt. Updated in place; a key
   * pending deletion is recovered first.
   */
  enabled: field(z.boolean().default(true), { wire: { to: false, from: isEnabled }, guards: true }),
  /**
   * On destroy, `scheduleDeletion` deletes the aliases of the key and schedules its deletion in
   * AWS. It can be recovered until `deletionWindowDays` have passed. `retain` leaves it as it is.
   */
  onDestroy: keyEnds(),
  /** Days between destroying the resource and the end of the key, 7 to 30. */
  deletionWindowDays: field(z.number().int().min(7).max(30).default(30), { seen: "local" }),
};

export const awsKeyOutputs = {
  /** ARN of the key in AWS. */
  arn: field(z.string(), { wire: "aws_param.Arn" }),
  /** Id of the key in AWS. */
  keyId: field(z.string(), { wire: { from: keyIdOf } }),
  /**
   * State of the key in AWS: Creating, Enabled, Disabled, PendingImport, PendingDeletion,
   * PendingReplicaDeletion, Updating or Unavailable.
   */
  keyState: field(z.string(), { wire: "aws_param.KeyState" }),
  /**
   * The service's id of the key that carries the aliases now. A rotation that makes a new key
   * changes it; the resource's own id stays.
   */
  currentId: field(z.string(), { wire: { from: "id" } }),
};
