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
import { keyOutputs, livingFields, namedFields, policyFields } from "./keyFields";
import { awsKeys, currentKey } from "./keyRecord";

/** A symmetric key in an `AwsCustomKeyStore` of type AWS_CLOUDHSM: its material never leaves the CloudHSM cluster. The store must be connected. */
export const awsCloudHsmKey = defineResource({
  type: "AwsCloudHsmKey",
  path: awsKeys,
  feature: "CCKM",
  inputs: {
    /** Id of the `AwsCustomKeyStore`, of type AWS_CLOUDHSM. A change replaces the key. */
    customKeyStore: z.string().min(1),
    ...namedFields,
    ...policyFields,
    ...livingFields,
  },
  outputs: {
    ...keyOutputs,
    /** State of the key in AWS: Enabled, Disabled, PendingDeletion or Unavailable. */
    keyState: z.string().optional(),
  },
  label: ({ alias }) => (alias as string[] | undefined)?.[0],
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
  filters: ["id", "keyid", "arn", "alias", "kms", "kmsId", "region", "keystate", "customKeyStoreId", "enabled", "gone"],
  wire: {
    ...keyWire,
    customKeyStore: { to: false, from: "custom_key_store_id" },
  },
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
