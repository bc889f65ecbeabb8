import * as z from "zod";
import { segment } from "../../api/client";
import { defineResource } from "../../engine/definition";
import { pick } from "../../engine/wire";
import { awsCustomKeyStore, customKeyStores } from "./customKeyStore";
import {
  commonActions,
  disable,
  keyReady,
  keysCalled,
  keyWire,
  policyFailures,
  policyLists,
  recoverAndEnable,
  scheduleDeletion,
} from "./keyActions";
import { aliasName, iamName, policyDocument } from "./keySchemas";
import { awsMark, awsKeys, currentKey } from "./keyRecord";

/** A symmetric key in an `AwsCustomKeyStore` of type AWS_CLOUDHSM: its material never leaves the CloudHSM cluster. The store must be connected. Destroying it schedules its deletion in AWS (see `onDestroy`). */
export const awsCloudHsmKey = defineResource({
  type: "AwsCloudHsmKey",
  path: awsKeys,
  feature: "CCKM",
  inputs: {
    /** Id of the `AwsCustomKeyStore`, of type AWS_CLOUDHSM. A change replaces the key. */
    customKeyStore: z.string().min(1),
    /** Aliases, without the prefix `alias/`; letters, digits, `/`, `_` and `-`. Each is unique in its account and region. Changes in place. Default: none. */
    alias: z.array(aliasName).default([]),
    /** Free text. Changes in place; AWS keys cannot lose a description once they have one. */
    description: z.string().max(8192).optional(),
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
    /** AWS tags, text by key. Changes in place. Default: none. */
    tags: z.record(z.string(), z.string()).default({}),
    /** False to disable the key: it can then neither encrypt nor decrypt. Default true. Changes in place; a key pending deletion is recovered first. */
    enabled: z.boolean().default(true),
    /** What destroying the resource does to the key: `scheduleDeletion` gives up its aliases and lets AWS delete it after `deletionWindowDays`, until when it can be recovered; `retain` leaves it as it is. Default `scheduleDeletion`. Kept by the provider. */
    onDestroy: z.enum(["scheduleDeletion", "retain"]).default("scheduleDeletion"),
    /** Days between destroying the resource and the end of the key, 7 to 30. Default 30. Kept by the provider. */
    deletionWindowDays: z.number().int().min(7).max(30).default(30),
  },
  outputs: {
    /** ARN of the key in AWS. */
    arn: z.string(),
    /** Id of the key in AWS. */
    keyId: z.string(),
    /** The service's id of the key that carries the aliases now. A rotation that makes a new key changes it; the resource's own id stays. */
    currentId: z.string(),
    /** State of the key in AWS: Enabled, Disabled, PendingDeletion or Unavailable. */
    keyState: z.string(),
  },
  label: ({ alias }) => (alias as string[] | undefined)?.[0],
  keepsPlace: { retain: "every" },
  unique: [["alias"]],
  immutable: ["customKeyStore"],
  writeOnly: ["bypassPolicyLockoutSafetyCheck"],
  unordered: ["alias", ...policyLists],
  json: ["policy"],
  computed: ["policy", "policyTemplate", ...policyLists],
  sticky: ["description"],
  local: ["onDestroy", "deletionWindowDays"],
  needs: { customKeyStore: awsCustomKeyStore },
  isOne: (record) => pick(record, "aws_param.Origin") === "AWS_CLOUDHSM",
  usualFilters: { origin: "AWS_CLOUDHSM" },
  filters: ["id", "keyid", "arn", "alias", "kms", "kmsId", "region", "keystate", "customKeyStoreId", "enabled", "gone"],
  wire: {
    ...keyWire,
    customKeyStore: { to: false, from: "custom_key_store_id" },
  },
  mark: awsMark,
  ready: keyReady,
  actions: [recoverAndEnable, ...commonActions, disable],
  hooks: {
    check: policyFailures,
    create: ({ api, inputs }, body) =>
      api.post(`${customKeyStores}/${segment(inputs.customKeyStore)}/create-aws-key`, { aws_param: {}, ...body }),
    find: ({ api, inputs }) => keysCalled(api, inputs.alias, { custom_key_store_id: inputs.customKeyStore }),
    read: (api, id, state) => currentKey(api, id, state),
    remove: scheduleDeletion,
  },
});
