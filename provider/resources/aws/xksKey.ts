import * as z from "zod";
import { segment, type Wire } from "../../api/client";
import { idIn } from "../../api/responses";
import { defineResource, type Bag } from "../../lifecycle/vocabulary/definition";
import { field, ref } from "../../lifecycle/vocabulary/field";
import { ResourceError } from "../../lifecycle/vocabulary/failure";
import { encodeSome, pick } from "../../lifecycle/values/wire";
import { virtualKey } from "../luna/virtualKey";
import { awsCustomKeyStore } from "./customKeyStore";
import {
  commonActions,
  disable,
  keyReady,
  policyRules,
  policyInputs,
  policyLists,
  recoverAndEnable,
  scheduled,
  scheduleDeletion,
} from "./keyActions";
import { awsKeyFields, awsKeyFilters, keyEnds } from "./keyFields";
import { act, awsKeys, awsMark, currentKey, keyIdOf } from "./keyRecord";
import { refuseUnfit } from "./xksSource";
import { ownTier } from "../sourceTier";

const makePath = "/cckm/aws/create-hyok-key";

const linkedOnly = ["alias", "policy", "policyTemplate", ...policyLists] as const;

/**
 * A key that AWS uses but never holds (hold your own key): every use calls the service, through an
 * `AwsCustomKeyStore` of type EXTERNAL_KEY_STORE. Destroying it schedules its deletion in AWS (see
 * `onDestroy`); the key in the service stays.
 */
export const awsXksKey = defineResource({
  type: "AwsXksKey",
  role: "key",
  path: awsKeys,
  createPath: makePath,
  inputs: {
    /** Id of the `AwsCustomKeyStore`, of type EXTERNAL_KEY_STORE. */
    customKeyStore: ref(awsCustomKeyStore, {
      change: "replace",
      holds: true,
      wire: { to: "local_hosted_params.custom_key_store_id", from: "custom_key_store_id" },
    }),
    /**
     * Id of the `VaultKey`, or of the `VirtualKey` of a `LunaKey`, that does the work. The vault
     * key must be AES-256, `unexportable`, `undeletable`, with the usage mask 60 (encrypt, decrypt,
     * wrap, unwrap). The Luna key must be AES-256 and not CKA_EXTRACTABLE. Another key is refused
     * before anything is created. Each only once in a store.
     */
    sourceKeyId: field(z.string().min(1), {
      ref: "any",
      names: [virtualKey, "id"],
      holds: true,
      change: "replace",
      seen: "never",
      wire: "local_hosted_params.source_key_id",
    }),
    /**
     * Where the source key is: `local` (the service's own vault) or `hsm-luna`, as the store says.
     * Default `local`; the service's own default is `hsm-luna`.
     */
    sourceKeyTier: field(ownTier.default("local"), {
      change: "replace",
      seen: "never",
      wire: "local_hosted_params.source_key_tier",
    }),
    /** True to refuse AWS every use of the key. */
    blocked: field(z.boolean().default(false), {
      wire: { to: "local_hosted_params.blocked", from: "blocked" },
      guards: true,
    }),
    /**
     * True for a key that exists in AWS, which needs a linked and connected store; false for one
     * that only the service has. Changing it to true updates in place, to false forces replacement
     * of the key.
     */
    linkedState: field(z.boolean().default(true), {
      wire: { to: "local_hosted_params.linked_state", from: "linked_state" },
    }),
    ...awsKeyFields,
    /**
     * Aliases, without the prefix `alias/`; letters, digits, `/`, `_` and `-`. Each is unique in
     * its account and region. For linked keys only.
     */
    alias: awsKeyFields.alias,
    /**
     * Free text. Updated in place, of a linked key only. Once set, the description of an AWS key
     * can be changed but not removed.
     */
    description: awsKeyFields.description,
    /** AWS tags, a map of strings. Updated in place, of a linked key only. */
    tags: awsKeyFields.tags,
    /**
     * On destroy, `scheduleDeletion` deletes the aliases of the key and schedules its deletion in
     * AWS. It can be recovered until `deletionWindowDays` have passed. `retain` leaves it as it is.
     * Of an unlinked key only the record is deleted. The source key is never touched.
     */
    onDestroy: keyEnds([["customKeyStore", "sourceKeyId"]]),
  },
  outputs: {
    /** ARN of the key in AWS. */
    arn: field(z.string().optional(), { wire: "aws_param.Arn" }),
    /** Id of the key in AWS. */
    keyId: field(z.string().optional(), { wire: { from: keyIdOf } }),
    /**
     * State of the key in AWS: Enabled, Disabled, PendingDeletion or Unavailable; `Unlinked` while
     * AWS does not know it.
     */
    keyState: field(z.string(), {
      wire: { from: (record) => (isLinked(record) ? pick(record, "aws_param.KeyState") : "Unlinked") },
    }),
    /** Id by which AWS requests the key. */
    xksKeyId: field(z.string().optional(), { wire: { from: "aws_param.XksKeyConfiguration.Id" } }),
  },
  label: ({ alias, sourceKeyId }) => (alias as string[] | undefined)?.[0] ?? (sourceKeyId as string | undefined),
  unique: [["customKeyStore", "sourceKeyId"], ["alias"]],
  scheduled,
  isOne: (record) => pick(record, "aws_param.Origin") === "EXTERNAL_KEY_STORE",
  listing: { usual: { origin: "EXTERNAL_KEY_STORE" } },
  filters: [...awsKeyFilters, "keySource", "customKeyStoreId", "customKeyStoreName", "blocked"],
  // AWS has the tags: a key that it does not know yet has none.
  mark: { ...awsMark, write: (body, mark) => (isLinking(body) ? awsMark.write(body, mark) : body) },
  ready: { ...keyReady, is: [...keyReady.is, "Unlinked"] },
  actions: [
    {
      inputs: ["linkedState"],
      run: ({ api, inputs, label }, { record }) => {
        if (inputs.linkedState) return act(api, record, "link", linkBody(inputs));
        // An existing key that is adopted.
        throw new ResourceError(
          `${label}: a linked key cannot be unlinked. Set linkedState to true, or create a new key.`,
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
  rules: [
    ...policyRules,
    { when: { linkedState: false }, excludes: [...linkedOnly, "enabled"], because: "AWS does not know the key yet" },
  ],
  hooks: {
    async create({ api, inputs, label }, body) {
      await refuseUnfit(label, api, inputs);
      return api.post(makePath, body);
    },
    replaces: (state, { linkedState }) => (state.linkedState === true && linkedState === false ? ["linkedState"] : []),
    async find({ api, inputs }) {
      const found = await api.list(awsKeys, { custom_key_store_id: inputs.customKeyStore });
      const own = found.filter((key) => key.custom_key_store_id === inputs.customKeyStore && key.gone !== true);
      return own.filter((key) => [key.local_key_id, key.local_key_name].includes(inputs.sourceKeyId));
    },
    read: (api, id, state) => currentKey(api, id, state),
    async remove(scope, id, state) {
      const key = await currentKey(scope.api, id, state);
      if (!key) return;
      if (isLinked(key)) await scheduleDeletion(scope, id, state);
      else await scope.api.delete(`${awsKeys}/${segment(idIn(key))}`);
    },
  },
});

/** What AWS stores of a key; an unlinked key has none of it. */
function isLinked(record: Wire): boolean {
  return record.linked_state !== false;
}

const isLinking = (body: Wire): boolean => pick(body, "local_hosted_params.linked_state") !== false;

/** Linking makes the key in AWS, with everything that belongs to it there. */
function linkBody(inputs: Bag): Wire {
  return encodeSome(awsXksKey, inputs, ["alias", "description", "tags", ...policyInputs]);
}
