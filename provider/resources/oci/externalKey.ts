import * as z from "zod";
import type { Wire } from "../../api/client";
import { idIn } from "../../api/responses";
import { defineResource, namedAfterResource } from "../../engine/definition";
import { pick } from "../../engine/wire";
import { blocking } from "./blocking";
import { ociExternalVault } from "./externalVault";
import { isExternal, keyRecord, ociKeys, pathOf } from "./keyRecord";

/** A key that the service holds and Oracle Cloud uses from outside ("hold your own key"): always AES with 256 bits. Destroying it leaves the key (see `onDestroy`). */
export const ociExternalKey = defineResource({
  type: "OciExternalKey",
  path: ociKeys,
  feature: "CCKM",
  inputs: {
    /** Id of the `OciExternalVault` that holds the key. A change replaces the key. */
    vault: z.string().min(1),
    /** Name of the key. Default: the resource's name in the program. Changes in place. */
    name: namedAfterResource(z.string().min(1)),
    /** Id of the AES-256 key that does the work. A later rotation may use another; that is no change of this. A change replaces the key. */
    sourceKeyIdentifier: z.string().min(1),
    /** Where that key is: `local` (the service's own vault) or `hsm-luna`. Default `local`. A change replaces the key. */
    sourceKeyTier: z.enum(["local", "hsm-luna"]).default("local"),
    /** Policy on what Oracle Cloud may do with the key, Rego text. Changes in place; once set, the service cannot empty it. Default: the vault's. */
    policy: z.string().min(1).optional(),
    /** True to refuse Oracle Cloud every use of the key, until it is false again. Default false. Changes in place. */
    blocked: z.boolean().default(false),
    /** What destroying the resource does: `retain` leaves the key; `block` leaves it and refuses Oracle Cloud its use, until it is unblocked; `destroy` deletes its record with all versions, and Oracle Cloud can no longer decrypt what it encrypted. None touches the source key. Default `retain`. Kept by the provider. */
    onDestroy: z.enum(["retain", "block", "destroy"]).default("retain"),
  },
  outputs: {
    /** `ACTIVE` or `BLOCKED`. */
    state: z.string().optional(),
    /** True once a key in Oracle Cloud is linked to it. */
    linkedState: z.boolean().optional(),
  },
  unique: [],
  immutable: ["vault", "sourceKeyIdentifier", "sourceKeyTier"],
  references: ["sourceKeyIdentifier"],
  // The versions name their sources; the key itself does not.
  writeOnly: ["sourceKeyIdentifier", "sourceKeyTier"],
  sticky: ["policy"],
  local: ["onDestroy"],
  needs: { vault: ociExternalVault },
  isOne: isExternal,
  filters: ["id", "keyName", "cckmVaultId", "tenancy", "linkedState", "blocked", "state", "gone"],
  wire: {
    vault: { to: "vault", from: "cckm_vault_id" },
    name: { to: "name", from: "hyok_key_params.name" },
    policy: { to: "policy", from: "hyok_key_params.policy" },
    blocked: { to: false, from: "hyok_key_params.blocked" },
    state: "hyok_key_params.state",
    linkedState: "hyok_key_params.linked_state",
  },
  actions: [blocking(ociKeys)],
  existing: {
    async recall(record, _known, api) {
      const [first] = await api.list(`${pathOf(idIn(record))}/versions`);
      return { sourceKeyIdentifier: first?.source_key_identifier, sourceKeyTier: first?.source_key_tier };
    },
  },
  hooks: {
    create: ({ api }, body) => api.post("/cckm/oci/create-external-key", body),
    async find({ api, inputs }) {
      const found = await api.list(ociKeys, { cckm_vault_id: inputs.vault });
      const isIt = (key: Wire) =>
        key.cckm_vault_id === inputs.vault && pick(key, "hyok_key_params.name") === inputs.name;
      return found.filter((key) => isIt(key) && key.gone !== true);
    },
    read: (api, id) => keyRecord(api, id),
    async remove({ api, inputs }, id) {
      if (inputs.onDestroy === "block") await api.post(`${pathOf(id)}/block`, undefined, { repeatable: true });
      if (inputs.onDestroy === "destroy") await api.delete(pathOf(id));
    },
  },
});
