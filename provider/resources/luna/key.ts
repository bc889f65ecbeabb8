import * as z from "zod";
import { segment, type Api, type Wire } from "../../api/client";
import { defineResource, type Bag } from "../../lifecycle/vocabulary/definition";
import { field, named, onDestroy, open, ref } from "../../lifecycle/vocabulary/field";
import { presentIn, removeKey, taken } from "../keySources";
import { mayHave } from "../shown";
import { warnIfUnrefreshed, type Unrefreshed } from "../unrefreshed";
import { lunaPartition } from "./partition";

const lunaKeys = "/cckm/hsm/luna/keys";

/** Jobs that record the keys which a partition holds. */
export const lunaRefreshes = "/cckm/hsm/luna/refresh";

const unrefreshed: Unrefreshed = {
  container: lunaPartition,
  jobs: lunaRefreshes,
  list: "partitions",
  cloud: "luna",
  words: { name: "label", place: "the HSM" },
};

const aes = "CKM_AES_KEY_GEN";
const rsa = [
  "CKM_RSA_PKCS_KEY_PAIR_GEN",
  "CKM_RSA_X9_31_KEY_PAIR_GEN",
  "CKM_RSA_FIPS_186_3_PRIME_KEY_PAIR_GEN",
  "CKM_RSA_FIPS_186_3_AUX_PRIME_KEY_PAIR_GEN",
] as const;
const rsaSizes = [2048, 3072, 4096];

/**
 * A key in a Luna partition, made and managed through the service. A pair is one resource, although
 * the service keeps a record of each half. The HSM allows several keys with one label. The service
 * knows only those that it made or that a refresh of the partition has found. If a partition that
 * was just added may hold keys, declare a `Refresh` of it, and let its keys depend on that
 * (`dependsOn`). Otherwise a key whose label exists there is made a second time; a warning says
 * that no refresh is known. Destroying it leaves the key in the HSM, unless `onDestroy` says
 * otherwise.
 */
export const lunaKey = defineResource({
  type: "LunaKey",
  role: "key",
  path: lunaKeys,
  inputs: {
    /** Id of the `LunaPartition` that holds the key. */
    partitionId: ref(lunaPartition, { change: "replace" }),
    /**
     * Label of the key, which no other key in its partition may have here although the HSM itself
     * would allow it.
     */
    label: named(z.string().min(1), { change: "replace" }),
    /**
     * How the HSM makes the key: CKM_AES_KEY_GEN, CKM_RSA_PKCS_KEY_PAIR_GEN,
     * CKM_RSA_X9_31_KEY_PAIR_GEN, CKM_RSA_FIPS_186_3_PRIME_KEY_PAIR_GEN or
     * CKM_RSA_FIPS_186_3_AUX_PRIME_KEY_PAIR_GEN.
     */
    mechanism: field(open([aes, ...rsa]), { change: "replace" }),
    /** Size in bits: 128, 192 or 256 for AES; 2048, 3072 or 4096 for RSA. */
    size: field(z.number().int().positive(), { change: "replace" }),
    /**
     * What the key may do, at least one: {@known}. Only a CKA_EXTRACTABLE key can be uploaded into
     * a cloud. Updated in place while the key is CKA_MODIFIABLE; the HSM never removes
     * CKA_SENSITIVE and never adds CKA_EXTRACTABLE.
     */
    attributes: field(
      z
        .array(
          open([
            "CKA_ENCRYPT",
            "CKA_DECRYPT",
            "CKA_WRAP",
            "CKA_UNWRAP",
            "CKA_SIGN",
            "CKA_VERIFY",
            "CKA_DERIVE",
            "CKA_MODIFIABLE",
            "CKA_EXTRACTABLE",
            "CKA_SENSITIVE",
          ]),
        )
        .min(1, "needs at least one attribute"),
      { as: "set", wire: { from: ownAttributes }, guards: true },
    ),
    /**
     * True for a key that clouds use inside the HSM (hold your own key). The service then adds
     * CKA_SENSITIVE, CKA_ENCRYPT, CKA_DECRYPT, CKA_WRAP and CKA_UNWRAP.
     */
    hyokKey: field(z.boolean().default(false), { change: "replace" }),
    /**
     * On destroy, `retain` drops the service's record and leaves the key in the HSM. The next
     * refresh brings the record back, to be adopted. Without that refresh, the same program makes a
     * second key with the label. `destroy` deletes the key, both halves of a pair, in the HSM, and
     * what it encrypts is lost.
     */
    onDestroy: onDestroy({ retain: { calls: "hook", staysIn: "the HSM" }, destroy: "hook" }),
  },
  outputs: {
    /** `in_progress` while the HSM makes the key, then `AVAILABLE`. */
    status: z.string(),
    /** Why the HSM did not make the key. The API's public sources do not show this field. */
    error: z.string().optional(),
    /** Attributes that the service added of its own. */
    addedAttributes: z.array(z.string()).default([]),
    /** True when the material may be uploaded into a cloud. */
    byokKey: z.boolean().optional(),
    /** The service's id of the public half, for pairs. */
    publicKeyId: z.string().optional(),
    /** The service's id of the private half, for pairs. */
    privateKeyId: z.string().optional(),
  },
  unique: [["partitionId", "label"]],
  filters: [
    "id",
    "partitionId",
    "label",
    "mechanism",
    "algorithm",
    "size",
    "keyType",
    "status",
    "hyokKey",
    "byokKey",
    "gone",
  ],
  ready: { output: "status", is: ["AVAILABLE"], pending: ["in_progress"], reason: "error", timeoutSeconds: 120 },
  rules: [
    {
      values: "size",
      by: "mechanism",
      allowed: { [aes]: [128, 192, 256], ...Object.fromEntries(rsa.map((one) => [one, rsaSizes])) },
    },
  ],
  remembersGone: true,
  hooks: {
    async create(scope, body) {
      const { api, inputs } = scope;
      // The HSM would make a second key of the same label, and nothing could tell the two apart.
      const { label, partitionId } = inputs;
      const existing = await possibleOccupants(api, partitionId, label);
      if (existing.length > 0) throw taken(`the partition already has a key with the label ${label}`, "GET");
      await warnIfUnrefreshed(scope, partitionId, unrefreshed);
      return api.post(lunaKeys, body);
    },
    find: ({ api, inputs }) => occupants(api, inputs.partitionId, inputs.label),
    async remove(scope, id, state) {
      for (const half of halvesOf(id, state)) {
        const source = scope.inputs.onDestroy === "destroy" ? `/cckm/hsm/luna/${segment(half)}/delete` : undefined;
        await removeKey(scope, `${lunaKeys}/${segment(half)}`, source);
      }
    },
  },
});

/** What the service added itself is not an input. */
function ownAttributes(response: Wire): unknown {
  const added = (response.added_attributes ?? []) as string[];
  return (response.attributes as string[] | undefined)?.filter((one) => !added.includes(one));
}

// No independent source shows the records of keys in a partition.

/**
 * Keys of that label in the partition; the public half of a pair does not count beside the private
 * one.
 */
async function occupants(api: Api, partitionId: string, label: string): Promise<Wire[]> {
  const found = await possibleOccupants(api, partitionId, label);
  return found.filter((key) => key.label === label && key.partition_id === partitionId);
}

/** Those, and others of which the records do not show that they are not. */
async function possibleOccupants(api: Api, partitionId: string, label: string): Promise<Wire[]> {
  const wanted = { partition_id: partitionId, label };
  const found = await presentIn(api, lunaKeys, wanted);
  const isIt = (key: Wire) => Object.entries(wanted).every(([name, value]) => mayHave(key, name, value));
  return found.filter((key) => isIt(key) && key.key_type !== "public");
}

function halvesOf(id: string, { publicKeyId, privateKeyId }: Bag): string[] {
  const ids = [id, privateKeyId, publicKeyId].filter((one): one is string => typeof one === "string");
  return [...new Set(ids)];
}
