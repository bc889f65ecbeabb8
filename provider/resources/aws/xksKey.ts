import * as z from "zod";
import { segment, type Wire } from "../../api/client";
import { idIn } from "../../api/responses";
import { defineResource, type Bag, type Failure } from "../../engine/definition";
import { ResourceError } from "../../engine/failure";
import { encodeSome, isEmpty, pick } from "../../engine/wire";
import { awsCustomKeyStore } from "./customKeyStore";
import {
  commonActions,
  disable,
  keyReady,
  keyWire,
  policyFailures,
  policyInputs,
  policyLists,
  recoverAndEnable,
  scheduleDeletion,
} from "./keyActions";
import { aliasName, iamName, policyDocument } from "./keySchemas";
import { act, awsKeys, currentKey } from "./keyRecord";

/** A key that AWS uses but never holds (hold your own key): every use asks the service, through an `AwsCustomKeyStore` of type EXTERNAL_KEY_STORE. Destroying it schedules its deletion in AWS (see `onDestroy`); the key in the service stays. */
export const awsXksKey = defineResource({
  type: "AwsXksKey",
  path: awsKeys,
  feature: "CCKM",
  inputs: {
    /** Id of the `AwsCustomKeyStore`, of type EXTERNAL_KEY_STORE. A change replaces the key. */
    customKeyStore: z.string().min(1),
    /** Id of the AES-256 key that does the work, for example of a `VaultKey`; each only once in a store. Not read back. A change replaces the key. */
    sourceKeyId: z.string().min(1),
    /** Where the source key is: `local` (the service's own vault) or `hsm-luna`, as the store says. Default `local`; the service's own default is `hsm-luna`. A change replaces the key. */
    sourceKeyTier: z.enum(["local", "hsm-luna"]).default("local"),
    /** True to refuse AWS every use of the key. Default false. Changes in place. */
    blocked: z.boolean().default(false),
    /** True for a key that exists in AWS, which needs a linked and connected store; false for one that is known to the service only. Default true. A change to true is made in place, one to false replaces the key. */
    linkedState: z.boolean().default(true),
    /** Aliases, without the prefix `alias/`; letters, digits, `/`, `_` and `-`. Each is unique in its account and region. For linked keys only. Changes in place. Default: none. */
    alias: z.array(aliasName).default([]),
    /** Free text. For linked keys only. Changes in place; AWS keys cannot lose a description once they have one. */
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
    /** False to disable the key: it can then neither encrypt nor decrypt. Default true. Changes in place; a key pending deletion is recovered first. */
    enabled: z.boolean().default(true),
    /** Days between destroying the resource and the end of the key, 7 to 30. Default 30. Kept by the provider. */
    deletionWindowDays: z.number().int().min(7).max(30).default(30),
    /** AWS tags, text by key. For linked keys only. Changes in place. Default: none. */
    tags: z.record(z.string(), z.string()).default({}),
    /** What destroying the resource does to the key: `scheduleDeletion` gives up its aliases and lets AWS delete it after `deletionWindowDays`, until when it can be recovered; `retain` leaves it as it is. Default `scheduleDeletion`. Of an unlinked key only the record goes. The source key is never touched. Kept by the provider. */
    onDestroy: z.enum(["scheduleDeletion", "retain"]).default("scheduleDeletion"),
  },
  outputs: {
    /** ARN of the key in AWS. */
    arn: z.string().optional(),
    /** Id of the key in AWS. */
    keyId: z.string().optional(),
    /** State of the key in AWS: Enabled, Disabled, PendingDeletion or Unavailable; `Unlinked` while AWS does not know it. */
    keyState: z.string(),
    /** Id by which AWS asks for the key. */
    xksKeyId: z.string().optional(),
  },
  label: ({ alias, sourceKeyId }) => (alias as string[] | undefined)?.[0] ?? (sourceKeyId as string | undefined),
  keepsPlace: { retain: "every", scheduleDeletion: [["customKeyStore", "sourceKeyId"]] },
  unique: [["customKeyStore", "sourceKeyId"], ["alias"]],
  immutable: ["customKeyStore", "sourceKeyId", "sourceKeyTier"],
  references: ["sourceKeyId"],
  writeOnly: ["sourceKeyId", "sourceKeyTier", "bypassPolicyLockoutSafetyCheck"],
  unordered: ["alias", ...policyLists],
  json: ["policy"],
  computed: ["policy", "policyTemplate", ...policyLists],
  sticky: ["description"],
  local: ["onDestroy", "deletionWindowDays"],
  needs: { customKeyStore: awsCustomKeyStore },
  isOne: (record) => pick(record, "aws_param.Origin") === "EXTERNAL_KEY_STORE",
  usualFilters: { origin: "EXTERNAL_KEY_STORE" },
  filters: ["id", "keyid", "arn", "alias", "kms", "kmsId", "region", "keystate", "customKeyStoreId", "blocked", "gone"],
  wire: {
    ...keyWire,
    customKeyStore: { to: "local_hosted_params.custom_key_store_id", from: "custom_key_store_id" },
    sourceKeyId: "local_hosted_params.source_key_id",
    sourceKeyTier: "local_hosted_params.source_key_tier",
    blocked: { to: "local_hosted_params.blocked", from: "blocked" },
    linkedState: { to: "local_hosted_params.linked_state", from: "linked_state" },
    keyState: { from: (record) => (isLinked(record) ? pick(record, "aws_param.KeyState") : "Unlinked") },
    xksKeyId: { from: "aws_param.XksKeyConfiguration.Id" },
  },
  ready: { ...keyReady, is: [...keyReady.is, "Unlinked"] },
  actions: [
    {
      inputs: ["linkedState"],
      run: ({ api, inputs, label }, { record }) => {
        if (inputs.linkedState) return act(api, record, "link", linkBody(inputs));
        // An existing key that is adopted.
        throw new ResourceError(
          `${label}: a linked key cannot be unlinked. Set linkedState to true, or make a new key.`,
        );
      },
    },
    {
      inputs: ["blocked"],
      run: ({ api, inputs }, { record }) => act(api, record, inputs.blocked ? "block" : "unblock"),
    },
    recoverAndEnable,
    ...commonActions,
    disable,
  ],
  existing: {
    recall: ({ local_key_id, source_key_tier }) => ({ sourceKeyId: local_key_id, sourceKeyTier: source_key_tier }),
  },
  hooks: {
    replaces: (state, { linkedState }) => (state.linkedState === true && linkedState === false ? ["linkedState"] : []),
    check(inputs): Failure[] {
      const failures = policyFailures(inputs);
      if (inputs.linkedState !== false) return failures;
      const foreign = linkedOnly.filter((key) => !isEmpty((inputs as Bag)[key]));
      if (inputs.enabled === false) foreign.push("enabled");
      return [...failures, ...foreign.map((property) => ({ property, reason: "has no meaning for an unlinked key" }))];
    },
    create: ({ api }, body) => api.post("/cckm/aws/create-hyok-key", body),
    async find({ api, inputs }) {
      const found = await api.list(awsKeys, { custom_key_store_id: inputs.customKeyStore });
      const own = found.filter((key) => key.custom_key_store_id === inputs.customKeyStore && key.gone !== true);
      return own.filter((key) => [key.local_key_id, key.local_key_name].includes(inputs.sourceKeyId));
    },
    read: (api, id, state) => currentKey(api, id, state),
    async remove(scope, id, state) {
      const key = await currentKey(scope.api, id, state);
      if (!key || scope.inputs.onDestroy === "retain") return;
      if (isLinked(key)) await scheduleDeletion(scope, id, state);
      else await scope.api.delete(`${awsKeys}/${segment(idIn(key))}`);
    },
  },
});

/** What AWS keeps of a key; as long as it does not know the key, there is no place for it. */
const linkedOnly: string[] = ["alias", "description", "tags", "policy", "policyTemplate", ...policyLists];

function isLinked(record: Wire): boolean {
  return record.linked_state !== false;
}

/** Linking makes the key in AWS, with everything that belongs to it there. */
function linkBody(inputs: Bag): Wire {
  return encodeSome(awsXksKey, inputs, ["alias", "description", "tags", ...policyInputs]);
}
