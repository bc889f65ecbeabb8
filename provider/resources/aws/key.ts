import * as z from "zod";
import { defineResource, type Failure } from "../../engine/definition";
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
import { pick } from "../../engine/wire";
import { aliasName, iamName, policyDocument, keySpec } from "./keySchemas";
import { awsMark, act, awsKeys, currentKey } from "./keyRecord";
import { awsKms, awsRegion } from "./kms";

/** A customer-managed key in an AWS account, made and managed through the service. Destroying it schedules its deletion in AWS (see `onDestroy`). */
export const awsKey = defineResource({
  type: "AwsKey",
  path: awsKeys,
  feature: "CCKM",
  inputs: {
    /** Id of the `AwsKms` container, the AWS account, that holds the key. A change replaces the key. */
    kms: z.string().min(1),
    /** AWS region of the key; one of the container's regions. A change replaces the key. */
    region: awsRegion,
    /** Aliases, without the prefix `alias/`; letters, digits, `/`, `_` and `-`. Each is unique in its account and region. Changes in place. Default: none. */
    alias: z.array(aliasName).default([]),
    /** Free text. Changes in place; AWS keys cannot lose a description once they have one. */
    description: z.string().max(8192).optional(),
    /** Kind and size of the key: SYMMETRIC_DEFAULT, RSA_2048, RSA_3072, RSA_4096, ECC_NIST_P256, ECC_NIST_P384, ECC_NIST_P521, ECC_SECG_P256K1, HMAC_224, HMAC_256, HMAC_384 or HMAC_512. Default SYMMETRIC_DEFAULT. A change replaces the key. */
    customerMasterKeySpec: keySpec.default("SYMMETRIC_DEFAULT"),
    /** What the key is for: ENCRYPT_DECRYPT, SIGN_VERIFY or GENERATE_VERIFY_MAC. Default: what fits the key spec. A change replaces the key. */
    keyUsage: z.enum(["ENCRYPT_DECRYPT", "SIGN_VERIFY", "GENERATE_VERIFY_MAC"]).optional(),
    /** Where the key material comes from: AWS_KMS, or EXTERNAL for material imported later. Default AWS_KMS. A change replaces the key. */
    origin: z.enum(["AWS_KMS", "EXTERNAL"]).default("AWS_KMS"),
    /** True for a multi-Region primary key. Default false. A change replaces the key. */
    multiRegion: z.boolean().default(false),
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
    /** True to let AWS rotate the key's material by itself; symmetric AWS_KMS keys only. Default false. Changes in place. */
    keyRotationEnabled: z.boolean().default(false),
    /** Days between AWS's own rotations, 90 to 2560. Default: the service's choice, 365. Changes in place. */
    rotationPeriodInDays: z.number().int().min(90).max(2560).optional(),
  },
  outputs: {
    /** ARN of the key in AWS. */
    arn: z.string(),
    /** Id of the key in AWS. */
    keyId: z.string(),
    /** State of the key in AWS: Creating, Enabled, Disabled, PendingImport, PendingDeletion, PendingReplicaDeletion, Updating or Unavailable. */
    keyState: z.string(),
    /** The service's id of the key that carries the aliases now. A rotation that makes a new key changes it; the resource's own id stays. */
    currentId: z.string(),
  },
  label: ({ alias }) => (alias as string[] | undefined)?.[0],
  keepsPlace: { retain: "every" },
  unique: [["kms", "region", "alias"]],
  immutable: ["kms", "region", "customerMasterKeySpec", "keyUsage", "origin", "multiRegion"],
  writeOnly: ["bypassPolicyLockoutSafetyCheck"],
  unordered: ["alias", "keyUsers", "keyUsersRoles", "keyAdmins", "keyAdminsRoles", "externalAccounts"],
  json: ["policy"],
  computed: ["keyUsage", "policy", "policyTemplate", ...policyLists, "rotationPeriodInDays"],
  sticky: ["description"],
  local: ["onDestroy", "deletionWindowDays"],
  needs: { kms: awsKms },
  filters: [
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
    "keySource",
    "multiRegion",
    "enabled",
    "gone",
    "rotationJobEnabled",
    "jobConfigId",
  ],
  wire: {
    kms: { to: "kms", from: "kms_id" },
    ...keyWire,
    customerMasterKeySpec: "aws_param.CustomerMasterKeySpec",
    keyUsage: "aws_param.KeyUsage",
    // A scheduled rotation brings material from the vault, in a key of another origin: what the program asked for was made.
    origin: { to: "aws_param.Origin", from: (key) => (key.rotated_from ? undefined : pick(key, "aws_param.Origin")) },
    multiRegion: "aws_param.MultiRegion",
    keyRotationEnabled: { to: false, from: "aws_param.KeyRotationEnabled" },
    rotationPeriodInDays: { to: false, from: "aws_param.RotationPeriodInDays" },
  },
  mark: awsMark,
  ready: keyReady,
  actions: [
    recoverAndEnable,
    ...commonActions,
    {
      inputs: ["keyRotationEnabled", "rotationPeriodInDays"],
      run({ api, inputs }, { record }) {
        if (!inputs.keyRotationEnabled) return act(api, record, "disable-auto-rotation");
        return act(api, record, "enable-auto-rotation", { rotation_period_in_days: inputs.rotationPeriodInDays });
      },
    },
    disable,
  ],
  existing: { owner: (key) => (pick(key, "aws_param.KeyManager") === "AWS" ? "AWS, which manages it" : undefined) },
  hooks: {
    check(inputs): Failure[] {
      const failures = policyFailures(inputs);
      const rotates =
        (inputs.customerMasterKeySpec ?? "SYMMETRIC_DEFAULT") === "SYMMETRIC_DEFAULT" && inputs.origin !== "EXTERNAL";
      if (inputs.keyRotationEnabled && !rotates) {
        failures.push({
          property: "keyRotationEnabled",
          reason: "is possible for symmetric keys of origin AWS_KMS only",
        });
      }
      if (inputs.rotationPeriodInDays !== undefined && inputs.keyRotationEnabled === false) {
        failures.push({ property: "rotationPeriodInDays", reason: "has no meaning unless keyRotationEnabled is true" });
      }
      return failures;
    },
    find: ({ api, inputs }) => keysCalled(api, inputs.alias, { kms_id: inputs.kms, region: inputs.region }),
    read: (api, id, state) => currentKey(api, id, state),
    remove: scheduleDeletion,
  },
});
