import * as z from "zod";
import type { Wire } from "../../api/client";
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
import { awsMark, awsKeys, currentKey, isEnabled } from "./keyRecord";
import { awsKms, awsRegion, regionCulprit } from "./kms";
import { expiry, importAgain, lacksMaterial, sourceIn } from "./material";
import { moment } from "../moment";
import { sourceTier } from "../sourceTier";
import { olderSource } from "../vault/olderSource";

/**
 * A key in an AWS account whose material comes from a key of the service: bring your own key.
 * Destroying it schedules its deletion in AWS (see `onDestroy`).
 */
export const awsUploadedKey = defineResource({
  type: "AwsUploadedKey",
  role: "key",
  path: awsKeys,
  createPath: "/cckm/aws/upload-key",
  inputs: {
    /** Id of the `AwsKms` container, the AWS account, that holds the key. */
    kms: ref(awsKms, { change: "replace", wire: { to: "kms", from: "kms_id" } }),
    /** AWS region of the key; one of the container's regions. */
    region: field(awsRegion, { change: "replace" }),
    /**
     * Id of the key whose material is uploaded, for example of a `VaultKey`: AES-256, RSA, EC or
     * HMAC. Not read back: a rotation changes the source (see `sourceKeyId`).
     */
    sourceKeyIdentifier: field(z.string().min(1), { ref: "any", change: "replace", seen: "never" }),
    /**
     * Where the source key is: `local` (the service's own vault), `dsm`, `hsm-luna` or
     * `external-cm`.
     */
    sourceKeyTier: field(sourceTier.default("local"), {
      change: "replace",
      seen: "never",
    }),
    /**
     * When AWS deletes the uploaded material, RFC 3339; the key is then unusable until material is
     * imported again. Default: never. Not read back: a rotation changes it (see `materialValidTo`).
     * Updated in place, by importing the same material again.
     */
    validTo: field(moment.optional(), { seen: "never", wire: { to: "aws_param.ValidTo" } }),
    /**
     * Free text on the uploaded material; newer services only. Updated in place, by importing the
     * same material again.
     */
    keyMaterialDescription: field(z.string().max(256).optional(), { seen: "never" }),
    ...awsKeyFields,
    /** Kind and size of the key: {@known}. Default: what the source key fits. */
    customerMasterKeySpec: field(keySpec.optional(), {
      change: "replace",
      absent: "theirs",
      wire: "aws_param.CustomerMasterKeySpec",
    }),
    /** What the key is for: {@known}. Default: what fits the key spec. */
    keyUsage: field(keyUsage.optional(), {
      change: "replace",
      absent: "theirs",
      wire: "aws_param.KeyUsage",
    }),
    /** True for a multi-Region primary key. */
    multiRegion: field(z.boolean().default(false), { change: "replace", wire: "aws_param.MultiRegion" }),
    /**
     * False to disable the key: it can then neither encrypt nor decrypt. Shown as false, too, while
     * AWS lacks the material; it is then imported again. Updated in place; a key pending deletion
     * is recovered first.
     */
    enabled: field(awsKeyFields.enabled, {
      wire: { to: false, from: (record) => isEnabled(record) && !lacksMaterial(record) },
      guards: true,
    }),
    /**
     * On destroy, `scheduleDeletion` deletes the aliases of the key and schedules its deletion in
     * AWS. It can be recovered until `deletionWindowDays` have passed. `retain` leaves it as it is.
     * The source key is never touched.
     */
    onDestroy: awsKeyFields.onDestroy,
  },
  outputs: {
    ...awsKeyOutputs,
    /** Id of the key that the current material came from. A rotation changes it. */
    sourceKeyId: field(z.string().optional(), { wire: { from: "local_key_id" } }),
    /** When AWS deletes the current material; absent if it does not expire. A rotation changes it. */
    materialValidTo: field(z.string().optional(), { wire: "aws_param.ValidTo" }),
  },
  label: ({ alias }) => (alias as string[] | undefined)?.[0],
  unique: [["kms", "region", "alias"]],
  scheduled: scheduledIn(({ kms, region }) => ({ kms_id: String(kms), region: String(region) })),
  isOne: (record) => record.key_material_origin === "cckm" && !record.custom_key_store_id,
  listing: { usual: { keyMaterialOrigin: "cckm" } },
  filters: [...awsKeyFilters, "keySource"],
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
  rules: [...policyRules, usageFitsSpec],
  hooks: {
    forewarns: olderSource("sourceKeyIdentifier"),
    culprit: regionCulprit,
    body: (inputs, encoded) => ({ ...encoded, key_expiration: expiry(inputs).key_expiration }),
    async find({ api, inputs }) {
      const found = await keysCalled(api, inputs.alias, { kms_id: inputs.kms, region: inputs.region });
      return found.filter((key: Wire) => pick(key, "aws_param.Origin") === "EXTERNAL");
    },
    read: (api, id, state) => currentKey(api, id, state),
    remove: scheduleDeletion,
  },
});
