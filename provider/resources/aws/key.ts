import * as z from "zod";
import { defineResource } from "../../lifecycle/vocabulary/definition";
import { field, ref } from "../../lifecycle/vocabulary/field";
import { pick } from "../../lifecycle/values/wire";
import {
  commonActions,
  disable,
  keyReady,
  keysCalled,
  policyRules,
  recoverAndEnable,
  scheduledIn,
  scheduleDeletion,
} from "./keyActions";
import { awsKeyFields, awsKeyFilters, awsKeyOutputs } from "./keyFields";
import { keySpec, keyUsage, usageFitsSpec } from "./keySchemas";
import { awsMark, act, awsKeys, currentKey, isInStore } from "./keyRecord";
import { awsKms, awsRegion, regionCulprit } from "./kms";

/**
 * A customer-managed key in an AWS account, made and managed through the service. Destroying it
 * schedules its deletion in AWS (see `onDestroy`).
 */
export const awsKey = defineResource({
  type: "AwsKey",
  role: "key",
  path: awsKeys,
  inputs: {
    /** Id of the `AwsKms` container, the AWS account, that holds the key. */
    kms: ref(awsKms, { change: "replace", wire: { to: "kms", from: "kms_id" } }),
    /** AWS region of the key; one of the container's regions. */
    region: field(awsRegion, { change: "replace" }),
    ...awsKeyFields,
    /** Kind and size of the key: {@known}. */
    customerMasterKeySpec: field(keySpec.default("SYMMETRIC_DEFAULT"), {
      change: "replace",
      wire: "aws_param.CustomerMasterKeySpec",
    }),
    /** What the key is for: {@known}. Default: what fits the key spec. */
    keyUsage: field(keyUsage.optional(), {
      change: "replace",
      absent: "theirs",
      wire: "aws_param.KeyUsage",
    }),
    /** Where the key material comes from: AWS_KMS, or EXTERNAL for material imported later. */
    origin: field(z.enum(["AWS_KMS", "EXTERNAL"]).default("AWS_KMS"), {
      change: "replace",
      wire: { to: "aws_param.Origin", from: (key) => (key.rotated_from ? undefined : pick(key, "aws_param.Origin")) },
    }),
    /** True for a multi-Region primary key. */
    multiRegion: field(z.boolean().default(false), { change: "replace", wire: "aws_param.MultiRegion" }),
    /** True to let AWS rotate the key's material by itself; symmetric AWS_KMS keys only. */
    keyRotationEnabled: field(z.boolean().default(false), {
      wire: { to: false, from: "aws_param.KeyRotationEnabled" },
    }),
    /** Days between AWS's own rotations, 90 to 2560. Default: the service's choice, 365. */
    rotationPeriodInDays: field(z.number().int().min(90).max(2560).optional(), {
      absent: "theirs",
      wire: { to: false, from: "aws_param.RotationPeriodInDays" },
    }),
  },
  outputs: {
    ...awsKeyOutputs,
  },
  label: ({ alias }) => (alias as string[] | undefined)?.[0],
  unique: [["kms", "region", "alias"]],
  scheduled: scheduledIn(({ kms, region }) => ({ kms_id: String(kms), region: String(region) })),
  isOne: (record) => !isInStore(record),
  filters: [...awsKeyFilters, "keySource"],
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
  rules: [
    ...policyRules,
    usageFitsSpec,
    { when: { origin: "EXTERNAL" }, excludes: ["keyRotationEnabled"], because: "AWS has no other material" },
    {
      unless: { customerMasterKeySpec: [undefined, "SYMMETRIC_DEFAULT"] },
      excludes: ["keyRotationEnabled"],
      because: "AWS rotates symmetric keys only",
    },
    { when: { keyRotationEnabled: false }, excludes: ["rotationPeriodInDays"] },
  ],
  hooks: {
    culprit: regionCulprit,
    find: ({ api, inputs }) => keysCalled(api, inputs.alias, { kms_id: inputs.kms, region: inputs.region }),
    read: (api, id, state) => currentKey(api, id, state),
    remove: scheduleDeletion,
  },
});
