import * as z from "zod";
import type { Wire } from "../../api/client";
import { idIn } from "../../api/responses";
import { defineResource } from "../../lifecycle/vocabulary/definition";
import { field, onDestroy, named, ref } from "../../lifecycle/vocabulary/field";
import { pick } from "../../lifecycle/values/wire";
import { blocking } from "./blocking";
import { ociExternalVault } from "./externalVault";
import { isExternal, keyRecord, ociKeys, pathOf } from "./keyRecord";
import { ownTier } from "../sourceTier";

const block = { verb: "block", unless: (key: Wire) => pick(key, "hyok_key_params.blocked") as boolean | undefined };

/**
 * A key that the service holds and Oracle Cloud uses from outside ("hold your own key"): always AES
 * with 256 bits. Destroying it leaves the key (see `onDestroy`).
 */
export const ociExternalKey = defineResource({
  type: "OciExternalKey",
  role: "key",
  path: ociKeys,
  createPath: "/cckm/oci/create-external-key",
  inputs: {
    /** Id of the `OciExternalVault` that holds the key. */
    vault: ref(ociExternalVault, { change: "replace", wire: { to: "vault", from: "cckm_vault_id" } }),
    /** Name of the key. */
    name: named(z.string().min(1), { wire: { to: "name", from: "hyok_key_params.name" } }),
    /**
     * Id of the AES-256 key that does the work. A later rotation may use another; that is no change
     * of this.
     */
    sourceKeyIdentifier: field(z.string().min(1), { ref: "any", change: "replace", seen: "never" }),
    /** Where that key is: `local` (the service's own vault) or `hsm-luna`. */
    sourceKeyTier: field(ownTier.default("local"), { change: "replace", seen: "never" }),
    /** Policy on what Oracle Cloud may do with the key, a Rego string. Default: the vault's. */
    policy: field(z.string().min(1).optional(), {
      absent: "keep",
      wire: { to: "policy", from: "hyok_key_params.policy" },
      guards: true,
    }),
    /** True to refuse Oracle Cloud every use of the key, until it is false again. */
    blocked: field(z.boolean().default(false), {
      by: blocking,
      wire: { from: "hyok_key_params.blocked" },
      guards: true,
    }),
    /**
     * On destroy, `retain` leaves the key. `block` leaves it and refuses Oracle Cloud its use,
     * until it is unblocked. `destroy` deletes its record with all versions, and Oracle Cloud can
     * no longer decrypt what it encrypted. None touches the source key.
     */
    onDestroy: onDestroy({ retain: [], block: [block], destroy: ["DELETE"] }),
  },
  outputs: {
    /** `ACTIVE` or `BLOCKED`. */
    state: field(z.string().optional(), { wire: "hyok_key_params.state" }),
    /** True once a key in Oracle Cloud is linked to it. */
    linkedState: field(z.boolean().optional(), { wire: "hyok_key_params.linked_state" }),
  },
  unique: [],
  isOne: isExternal,
  filters: ["id", "keyName", "cckmVaultId", "tenancy", "linkedState", "blocked", "state", "keyMaterialOrigin", "gone"],
  existing: {
    async recall(record, _known, api) {
      const [first] = await api.list(`${pathOf(idIn(record))}/versions`);
      return { sourceKeyIdentifier: first?.source_key_identifier, sourceKeyTier: first?.source_key_tier };
    },
  },
  hooks: {
    async find({ api, inputs }) {
      const found = await api.list(ociKeys, { cckm_vault_id: inputs.vault });
      const isIt = (key: Wire) =>
        key.cckm_vault_id === inputs.vault && pick(key, "hyok_key_params.name") === inputs.name;
      return found.filter((key) => isIt(key) && key.gone !== true);
    },
    read: (api, id) => keyRecord(api, id),
  },
});
