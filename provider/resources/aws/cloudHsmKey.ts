import { segment } from "../../api/client";
import { defineResource } from "../../lifecycle/vocabulary/definition";
import { ref } from "../../lifecycle/vocabulary/field";
import { pick } from "../../lifecycle/values/wire";
import { awsCustomKeyStore, customKeyStores } from "./customKeyStore";
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
import { awsMark, awsKeys, currentKey } from "./keyRecord";

/**
 * A symmetric key in an `AwsCustomKeyStore` of type AWS_CLOUDHSM: its material never leaves the
 * CloudHSM cluster. The store must be connected. Destroying it schedules its deletion in AWS (see
 * `onDestroy`).
 */
export const awsCloudHsmKey = defineResource({
  type: "AwsCloudHsmKey",
  role: "key",
  path: awsKeys,
  createPath: ({ customKeyStore }) => `${customKeyStores}/${segment(customKeyStore as string)}/create-aws-key`,
  inputs: {
    /** Id of the `AwsCustomKeyStore`, of type AWS_CLOUDHSM. */
    customKeyStore: ref(awsCustomKeyStore, {
      change: "replace",
      holds: true,
      wire: { to: false, from: "custom_key_store_id" },
    }),
    ...awsKeyFields,
  },
  outputs: {
    ...awsKeyOutputs,
    /** State of the key in AWS: Enabled, Disabled, PendingDeletion or Unavailable. */
    keyState: awsKeyOutputs.keyState,
  },
  label: ({ alias }) => (alias as string[] | undefined)?.[0],
  unique: [["alias"]],
  scheduled: scheduledIn(({ customKeyStore }) => ({ custom_key_store_id: String(customKeyStore) })),
  isOne: (record) => pick(record, "aws_param.Origin") === "AWS_CLOUDHSM",
  listing: { usual: { origin: "AWS_CLOUDHSM" } },
  filters: [...awsKeyFilters, "customKeyStoreId", "customKeyStoreName"],
  mark: awsMark,
  ready: keyReady,
  actions: [recoverAndEnable, ...commonActions, disable],
  rules: policyRules,
  hooks: {
    body: (_inputs, encoded) => ({ aws_param: {}, ...encoded }),
    find: ({ api, inputs }) => keysCalled(api, inputs.alias, { custom_key_store_id: inputs.customKeyStore }),
    read: (api, id, state) => currentKey(api, id, state),
    remove: scheduleDeletion,
  },
});
