import * as z from "zod";
import { defineResource } from "../../lifecycle/vocabulary/definition";
import { field, onDestroy, named, ref } from "../../lifecycle/vocabulary/field";
import { archive, archiving, blocking, isDisabled } from "./hyok";
import { sapKeystore } from "./keystore";
import { ownTier } from "../sourceTier";

export const sapHyokKeys = "/cckm/sap/ekm/keys";

const newVersion = { post: "versions", shown: "currentSourceKey" } as const;

// The API's public sources show what can be done with such a key, but none of its fields: we chose those of the external keys of other
// clouds, and states as keystores have them.
/**
 * A key that SAP Data Custodian uses from outside, in a `SapKeystore` ("hold your own key"). A key
 * of the vault or of a Luna partition does the work. Destroying it leaves it as it is (see
 * `onDestroy`).
 */
export const sapHyokKey = defineResource({
  type: "SapHyokKey",
  role: "key",
  path: sapHyokKeys,
  inputs: {
    /** Id of the `SapKeystore` that the key belongs to. */
    keystore: ref(sapKeystore, { change: "replace", wire: "keystore_id" }),
    /** Name of the key, unique in its keystore. */
    name: named(z.string().min(1)),
    /** Free text. */
    description: z.string().optional(),
    /**
     * Id of the AES-256 key that does the work. Changing it adds a version that uses the other key
     * from then on, in place. Not compared with the service: a rotation may have brought another
     * key.
     */
    sourceKeyIdentifier: field(z.string().min(1), { seen: "never", by: newVersion }),
    /**
     * Where that key is: `local` (the service's own vault) or `hsm-luna`. Updated in place, as
     * `sourceKeyIdentifier` does.
     */
    sourceKeyTier: field(ownTier.default("local"), { seen: "never", by: newVersion }),
    /** False to disable the key: what it protects cannot be used meanwhile. */
    enabled: field(z.boolean().default(true), {
      by: { verbs: { true: "enable", false: "disable" } },
      wire: { from: (record) => !isDisabled(record) },
      guards: true,
    }),
    /** True to refuse SAP every use of the key. */
    blocked: field(z.boolean().default(false), blocking),
    /**
     * True to put the key out of use: SAP can then no longer read what it protects, until it is
     * false again.
     */
    archived: field(z.boolean().default(false), archiving),
    /**
     * On destroy, `retain` leaves the key as it is. `archive` puts it out of use: SAP cannot read
     * what it protects until it is recovered. `destroy` archives and deletes it with its versions,
     * and what it protects can never be read again. None touches the source key.
     */
    onDestroy: onDestroy({ retain: [], archive: [archive], destroy: [archive, "DELETE"] }),
  },
  outputs: {
    /** State in the service's wording, such as `Enabled` or `Archived`. */
    status: z.string().optional(),
    /** How many versions the key has. Rotation adds one. */
    versionCount: z.number().optional(),
    /** Id of the key that does the work now. Rotation changes it. */
    currentSourceKey: field(z.string().optional(), { wire: { from: "source_key_identifier" } }),
  },
  unique: [["keystore", "name"]],
  filters: ["id", "name", "keystoreId", "status", "enabled", "blocked"],
});
