import * as z from "zod";
import { segment, type Wire } from "../../api/client";
import { defineResource, namedAfterResource } from "../../engine/definition";
import { hasMaterial } from "../keySources";
import { act, blockingAndArchiving, isArchived, isBlocked, isDisabled, recovering, removed } from "./hyok";
import { sapKeystore } from "./keystore";

export const sapHyokKeys = "/cckm/sap/ekm/keys";

// The API's public sources show what can be done with such a key, but none of its fields: we chose those of the external keys of other
// clouds, and states as keystores have them.
/** A key that SAP Data Custodian uses from outside, in a `SapKeystore` ("hold your own key"); a key of the vault or of a Luna partition does the work. Destroying it leaves it as it is (see `onDestroy`). */
export const sapHyokKey = defineResource({
  type: "SapHyokKey",
  path: sapHyokKeys,
  feature: "CCKM",
  inputs: {
    /** Id of the `SapKeystore` that the key belongs to. A change replaces the key. */
    keystore: z.string().min(1),
    /** Name of the key, unique in its keystore. Default: the resource's name in the program. Changes in place. */
    name: namedAfterResource(z.string().min(1)),
    /** Free text. Changes in place. Default: none. */
    description: z.string().optional(),
    /** Id of the AES-256 key that does the work. A change adds a version that uses the other key from then on, in place. Not compared with the service: a rotation may have brought another key. */
    sourceKeyIdentifier: z.string().min(1),
    /** Where that key is: `local` (the service's own vault) or `hsm-luna`. Default `local`. Changes in place, as `sourceKeyIdentifier` does. */
    sourceKeyTier: z.enum(["local", "hsm-luna"]).default("local"),
    /** False to disable the key: what it protects cannot be used meanwhile. Default true. Changes in place. */
    enabled: z.boolean().default(true),
    /** True to refuse SAP every use of the key. Default false. Changes in place. */
    blocked: z.boolean().default(false),
    /** True to put the key out of use: SAP can then no longer read what it protects, until it is false again. Default false. Changes in place. */
    archived: z.boolean().default(false),
    /** What destroying the resource does: `retain` leaves the key as it is; `archive` puts it out of use, so that SAP can no longer read what it protects, until it is recovered; `destroy` archives and deletes it with its versions, and what it protects can never be read again. None touches the source key. Default `retain`. Kept by the provider. */
    onDestroy: z.enum(["retain", "archive", "destroy"]).default("retain"),
  },
  outputs: {
    /** State in the service's words, such as `Enabled` or `Archived`. */
    status: z.string().optional(),
    /** How many versions the key has. Rotation adds one. */
    versionCount: z.number().optional(),
    /** Id of the key that does the work now. Rotation changes it. */
    currentSourceKey: z.string().optional(),
  },
  keepsPlace: { retain: "every", archive: "every" },
  unique: [["keystore", "name"]],
  immutable: ["keystore"],
  writeOnly: ["sourceKeyIdentifier", "sourceKeyTier"],
  local: ["onDestroy"],
  needs: { keystore: sapKeystore },
  filters: ["id", "name", "keystoreId", "status", "enabled", "blocked"],
  wire: {
    keystore: "keystore_id",
    enabled: { to: false, from: (answer) => !isDisabled(answer) },
    blocked: { to: false, from: isBlocked },
    archived: { to: false, from: isArchived },
    currentSourceKey: { from: "source_key_identifier" },
  },
  actions: [
    recovering(sapHyokKeys),
    {
      inputs: ["name", "description"],
      run: ({ api, inputs: { name, description = "" } }, { id }) =>
        api.patch(`${sapHyokKeys}/${segment(id)}`, { name, description }),
    },
    {
      inputs: ["sourceKeyIdentifier", "sourceKeyTier"],
      async run({ api, inputs }, { id, record, state }) {
        if (hasMaterial(record, state, inputs.sourceKeyIdentifier)) return record;
        const item = `${sapHyokKeys}/${segment(id)}`;
        const { sourceKeyIdentifier: source_key_identifier, sourceKeyTier: source_key_tier } = inputs;
        await api.post(`${item}/versions`, { source_key_identifier, source_key_tier });
        return api.get(item);
      },
    },
    {
      inputs: ["enabled"],
      run: ({ api, inputs }, { id }) => act(api, sapHyokKeys, id, inputs.enabled ? "enable" : "disable"),
    },
    ...blockingAndArchiving(sapHyokKeys),
  ],
  hooks: {
    async find({ api, inputs }) {
      const found = await api.list(sapHyokKeys, { keystore_id: inputs.keystore, name: inputs.name });
      return found.filter((one: Wire) => one.keystore_id === inputs.keystore && one.name === inputs.name);
    },
    remove: ({ api, inputs }, id) => removed(api, sapHyokKeys, id, inputs.onDestroy),
  },
});
