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
import { keyOutputs, livingFields, namedFields, policyFields } from "./keyFields";
import { awsKeys, currentKey, isEnabled } from "./keyRecord";
import { awsKms, awsRegion } from "./kms";
import { expiry, importAgain, lacksMaterial, sourceIn } from "./material";
import { moment } from "../moment";

/** A key in an AWS account whose material comes from a key of the service: bring your own key. */
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
    ...namedFields,
    /** Kind and size of the key, such as SYMMETRIC_DEFAULT or RSA_2048. Default: what the source key fits. A change replaces the key. */
    customerMasterKeySpec: z.string().min(1).optional(),
    /** What the key is for: ENCRYPT_DECRYPT, SIGN_VERIFY or GENERATE_VERIFY_MAC. Default: what fits the key spec. A change replaces the key. */
    keyUsage: z.enum(["ENCRYPT_DECRYPT", "SIGN_VERIFY", "GENERATE_VERIFY_MAC"]).optional(),
    /** True for a multi-Region primary key. Default false. A change replaces the key. */
    multiRegion: z.boolean().default(false),
    ...policyFields,
    ...livingFields,
    /** False to disable the key: it can then neither encrypt nor decrypt. Shown as false, too, while AWS lacks the material; it is then imported again. Default true. Changes in place; a key pending deletion is recovered first. */
    enabled: livingFields.enabled,
    /** What destroying the resource does to the key: `scheduleDeletion` gives up its aliases and lets AWS delete it after `deletionWindowDays`, until when it can be recovered; `retain` leaves it as it is. Default `scheduleDeletion`. The source key is never touched. Kept by the provider. */
    onDestroy: livingFields.onDestroy,
  },
  outputs: {
    ...keyOutputs,
    /** Id of the key that the present material came from. A rotation changes it. */
    sourceKeyId: z.string().optional(),
    /** When AWS forgets the present material; absent when it does not. A rotation changes it. */
    materialValidTo: z.string().optional(),
  },
  label: ({ alias }) => (alias as string[] | undefined)?.[0],
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
