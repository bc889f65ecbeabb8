import * as z from "zod";
import type { Wire } from "../../api/client";
import { defineResource } from "../../engine/definition";
import { pick } from "../../engine/wire";
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
import { aliasName, iamName, policyDocument, keySpec } from "./keySchemas";
import { awsMark, awsKeys, currentKey, isEnabled } from "./keyRecord";
import { awsKms, awsRegion } from "./kms";
import { expiry, importAgain, lacksMaterial, sourceIn } from "./material";
import { moment } from "../moment";

/** A key in an AWS account whose material comes from a key of the service: bring your own key. Destroying it schedules its deletion in AWS (see `onDestroy`). */
export const awsUploadedKey = defineResource({
  type: "AwsUploadedKey",
  path: awsKeys,
  feature: "CCKM",
  inputs: {
    /** Id of the `AwsKms` container, the AWS account, that holds the key. A change replaces the key. */
    kms: z.string().min(1),
    /** AWS region of the key; one of the container's regions. A change replaces the key. */
    region: awsRegion,
    /** Id of the key whose material is uploaded, for example of a `VaultKey`: AES-256, RSA, EC or HMAC. Not read back: a rotation changes the source (see `sourceKeyId`). A change replaces the key. */
    sourceKeyIdentifier: z.string().min(1),
    /** Where the source key is: `local` (the service's own vault), `dsm`, `hsm-luna` or `external-cm`. Default `local`. A change replaces the key. */
    sourceKeyTier: z.enum(["local", "dsm", "hsm-luna", "external-cm"]).default("local"),
    /** When AWS is to forget the uploaded material, RFC 3339; the key is then of no use until material is imported again. Default: never. Not read back: a rotation changes it (see `materialValidTo`). Changes in place, by importing the same material again. */
    validTo: moment.optional(),
    /** Free text on the uploaded material; newer services only. Not read back. Changes in place, by importing the same material again. Default: none. */
    keyMaterialDescription: z.string().max(256).optional(),
    /** Aliases, without the prefix `alias/`; letters, digits, `/`, `_` and `-`. Each is unique in its account and region. Changes in place. Default: none. */
    alias: z.array(aliasName).default([]),
    /** Free text. Changes in place; AWS keys cannot lose a description once they have one. */
    description: z.string().max(8192).optional(),
    /** Kind and size of the key: SYMMETRIC_DEFAULT, RSA_2048, RSA_3072, RSA_4096, ECC_NIST_P256, ECC_NIST_P384, ECC_NIST_P521, ECC_SECG_P256K1, HMAC_224, HMAC_256, HMAC_384 or HMAC_512. Default: what the source key fits. A change replaces the key. */
    customerMasterKeySpec: keySpec.optional(),
    /** What the key is for: ENCRYPT_DECRYPT, SIGN_VERIFY or GENERATE_VERIFY_MAC. Default: what fits the key spec. A change replaces the key. */
    keyUsage: z.enum(["ENCRYPT_DECRYPT", "SIGN_VERIFY", "GENERATE_VERIFY_MAC"]).optional(),
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
    /** Days between destroying the resource and the end of the key, 7 to 30. Default 30. Kept by the provider. */
    deletionWindowDays: z.number().int().min(7).max(30).default(30),
    /** False to disable the key: it can then neither encrypt nor decrypt. Shown as false, too, while AWS lacks the material; it is then imported again. Default true. Changes in place; a key pending deletion is recovered first. */
    enabled: z.boolean().default(true),
    /** What destroying the resource does to the key: `scheduleDeletion` gives up its aliases and lets AWS delete it after `deletionWindowDays`, until when it can be recovered; `retain` leaves it as it is. Default `scheduleDeletion`. The source key is never touched. Kept by the provider. */
    onDestroy: z.enum(["scheduleDeletion", "retain"]).default("scheduleDeletion"),
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
    /** Id of the key that the present material came from. A rotation changes it. */
    sourceKeyId: z.string().optional(),
    /** When AWS forgets the present material; absent when it does not. A rotation changes it. */
    materialValidTo: z.string().optional(),
  },
  label: ({ alias }) => (alias as string[] | undefined)?.[0],
  keepsPlace: { retain: "every" },
  unique: [["kms", "region", "alias"]],
  immutable: [
    "kms",
    "region",
    "sourceKeyIdentifier",
    "sourceKeyTier",
    "customerMasterKeySpec",
    "keyUsage",
    "multiRegion",
  ],
  references: ["sourceKeyIdentifier"],
  writeOnly: [
    "sourceKeyIdentifier",
    "sourceKeyTier",
    "validTo",
    "keyMaterialDescription",
    "bypassPolicyLockoutSafetyCheck",
  ],
  unordered: ["alias", ...policyLists],
  json: ["policy"],
  computed: ["customerMasterKeySpec", "keyUsage", "policy", "policyTemplate", ...policyLists],
  sticky: ["description"],
  local: ["onDestroy", "deletionWindowDays"],
  needs: { kms: awsKms },
  isOne: (record) => record.key_material_origin === "cckm" && !record.custom_key_store_id,
  usualFilters: { keyMaterialOrigin: "cckm" },
  filters: ["id", "keyid", "arn", "alias", "kms", "kmsId", "region", "keystate", "keySource", "enabled", "gone"],
  wire: {
    kms: { to: "kms", from: "kms_id" },
    ...keyWire,
    enabled: { to: false, from: (record) => isEnabled(record) && !lacksMaterial(record) },
    validTo: { to: "aws_param.ValidTo" },
    customerMasterKeySpec: "aws_param.CustomerMasterKeySpec",
    keyUsage: "aws_param.KeyUsage",
    multiRegion: "aws_param.MultiRegion",
    sourceKeyId: { from: "local_key_id" },
    materialValidTo: "aws_param.ValidTo",
  },
  mark: awsMark,
  ready: keyReady,
  actions: [
    {
      inputs: ["enabled"],
      run: async ({ api, inputs }, { record }) =>
        inputs.enabled && lacksMaterial(record) ? importAgain(api, record, inputs) : record,
    },
    recoverAndEnable,
    {
      inputs: ["validTo", "keyMaterialDescription"],
      run: ({ api, inputs }, { record }) => importAgain(api, record, inputs),
    },
    ...commonActions,
    disable,
  ],
  existing: { recall: sourceIn },
  hooks: {
    check: policyFailures,
    create: ({ api, inputs }, body) =>
      api.post("/cckm/aws/upload-key", { ...body, key_expiration: expiry(inputs).key_expiration }),
    async find({ api, inputs }) {
      const found = await keysCalled(api, inputs.alias, { kms_id: inputs.kms, region: inputs.region });
      return found.filter((key: Wire) => pick(key, "aws_param.Origin") === "EXTERNAL");
    },
    read: (api, id, state) => currentKey(api, id, state),
    remove: scheduleDeletion,
  },
});
