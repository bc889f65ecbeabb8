import * as z from "zod";
import { defineResource } from "../../lifecycle/vocabulary/definition";
import { field, onDestroy, ref } from "../../lifecycle/vocabulary/field";
import { awsKeys } from "../aws/keyRecord";
import { lunaKey } from "./key";

/**
 * Stands for a `LunaKey` that clouds use inside the HSM: an `AwsXksKey` takes its id as
 * `sourceKeyId`. Destroying it leaves it and the key in the HSM, unless `onDestroy` says
 * otherwise.
 */
export const virtualKey = defineResource({
  type: "VirtualKey",
  role: "key",
  path: "/cckm/virtual/keys",
  inputs: {
    /** Id of the `LunaKey`, AES-256 and not CKA_EXTRACTABLE to serve AWS. A key has one virtual key. */
    sourceKeyId: ref(lunaKey, { change: "replace" }),
    /**
     * True to allow deleting the virtual key, which the service otherwise refuses. The API's public
     * sources do not show whether responses contain it.
     */
    deletable: field(z.boolean().default(false), { seen: "perhaps", wire: { only: "update" }, guards: true }),
    /**
     * On destroy, `retain` leaves the virtual key. `destroy` deletes it, which requires `deletable`
     * and ends the use of keys that have it as their source. The `LunaKey` is never touched.
     */
    onDestroy: onDestroy({ retain: [], destroy: ["DELETE"] }),
  },
  outputs: {
    /** Name of the virtual key. */
    name: z.string().optional(),
    /** Id of the `LunaPartition` that holds the key. */
    partitionId: z.string().optional(),
    /** Where the key is: `hsm-luna`. */
    sourceKeyTier: z.string().optional(),
  },
  unique: [["sourceKeyId"]],
  filters: ["id", "name", "partitionId", "sourceKeyId", "sourceKeyTier"],
  rules: [{ when: { onDestroy: "destroy" }, requires: ["deletable"], because: "the service deletes no other" }],
  hooks: {
    async usedBy(api, id) {
      const keys = await api.list(awsKeys, { origin: "EXTERNAL_KEY_STORE" });
      const own = keys.filter((key) => key.local_key_id === id && key.gone !== true);
      return own.length === 0 ? undefined : own.map((key) => `AwsXksKey "${String(key.id)}"`).join(", ");
    },
  },
});
