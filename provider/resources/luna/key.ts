import * as z from "zod";
import { segment, type Api, type Wire } from "../../api/client";
import { defineResource, namedAfterResource, type Bag, type Failure } from "../../engine/definition";
import { present, presentIn, removeKey, taken } from "../keySources";
import { lunaPartition } from "./partition";

export const lunaKeys = "/cckm/hsm/luna/keys";

const aesSizes = [128, 192, 256];
const rsaSizes = [2048, 3072, 4096];

/** A key in a Luna partition, made and managed through the service. A pair is one resource, although the service keeps a record of each half. Destroying it leaves the key in the HSM, unless `onDestroy` says otherwise. */
export const lunaKey = defineResource({
  type: "LunaKey",
  path: lunaKeys,
  feature: "CCKM",
  inputs: {
    /** Id of the `LunaPartition` that holds the key. A change replaces the key. */
    partitionId: z.string().min(1),
    /** Label of the key, which no other key in its partition may have here although the HSM itself would allow it. Default: the resource's name in the program. A change replaces the key. */
    label: namedAfterResource(z.string().min(1)),
    /** How the HSM makes the key: CKM_AES_KEY_GEN, CKM_RSA_PKCS_KEY_PAIR_GEN, CKM_RSA_X9_31_KEY_PAIR_GEN, CKM_RSA_FIPS_186_3_PRIME_KEY_PAIR_GEN or CKM_RSA_FIPS_186_3_AUX_PRIME_KEY_PAIR_GEN. A change replaces the key. */
    mechanism: z.enum([
      "CKM_AES_KEY_GEN",
      "CKM_RSA_PKCS_KEY_PAIR_GEN",
      "CKM_RSA_X9_31_KEY_PAIR_GEN",
      "CKM_RSA_FIPS_186_3_PRIME_KEY_PAIR_GEN",
      "CKM_RSA_FIPS_186_3_AUX_PRIME_KEY_PAIR_GEN",
    ]),
    /** Size in bits: 128, 192 or 256 for AES; 2048, 3072 or 4096 for RSA. A change replaces the key. */
    size: z.number().int().positive(),
    /** What the key may do, at least one of CKA_ENCRYPT, CKA_DECRYPT, CKA_WRAP, CKA_UNWRAP, CKA_SIGN, CKA_VERIFY, CKA_DERIVE, CKA_MODIFIABLE, CKA_EXTRACTABLE and CKA_SENSITIVE. Only a CKA_EXTRACTABLE key can be uploaded into a cloud. Order has no meaning. Changes in place while the key is CKA_MODIFIABLE; the HSM never takes CKA_SENSITIVE away and never adds CKA_EXTRACTABLE. */
    attributes: z
      .array(
        z.enum([
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
    /** True for a key that clouds use inside the HSM (hold your own key): the service then adds CKA_SENSITIVE, CKA_ENCRYPT, CKA_DECRYPT, CKA_WRAP and CKA_UNWRAP. Default false. A change replaces the key. */
    hyokKey: z.boolean().default(false),
    /** What destroying the resource does: `retain` drops the service's record and leaves the key in the HSM, from where the next refresh brings the record back; `destroy` deletes the key, both halves of a pair, in the HSM, and what it encrypts is lost. Default `retain`. Kept by the provider. */
    onDestroy: z.enum(["retain", "destroy"]).default("retain"),
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
  immutable: ["partitionId", "label", "mechanism", "size", "hyokKey"],
  unordered: ["attributes"],
  local: ["onDestroy"],
  needs: { partitionId: lunaPartition },
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
  wire: { attributes: { from: ownAttributes } },
  ready: { output: "status", is: ["AVAILABLE"], pending: ["in_progress"], reason: "error", timeoutSeconds: 120 },
  hooks: {
    check({ mechanism, size }): Failure[] {
      if (mechanism === undefined || size === undefined) return [];
      const sizes = mechanism === "CKM_AES_KEY_GEN" ? aesSizes : rsaSizes;
      if (sizes.includes(size)) return [];
      return [{ property: "size", reason: `must be one of ${sizes.join(", ")} for ${mechanism}` }];
    },
    async create({ api, inputs }, body) {
      // The HSM would make a second key of the same label, and nothing could tell the two apart.
      const { label, partitionId } = inputs;
      const existing = await occupants(api, partitionId, label);
      if (existing.length > 0) throw taken(`the partition has a key with the label ${label} already`, "GET");
      return api.post(lunaKeys, body);
    },
    find: ({ api, inputs }) => occupants(api, inputs.partitionId, inputs.label),
    read: (api, id) => present(api, `${lunaKeys}/${segment(id)}`),
    async remove({ api, inputs }, id, state) {
      for (const half of halvesOf(id, state)) {
        const source = inputs.onDestroy === "destroy" ? `/cckm/hsm/luna/${segment(half)}/delete` : undefined;
        await removeKey(api, `${lunaKeys}/${segment(half)}`, source);
      }
    },
  },
});

/** What the service added of its own is nobody's input. */
function ownAttributes(answer: Wire): unknown {
  const added = (answer.added_attributes ?? []) as string[];
  return (answer.attributes as string[] | undefined)?.filter((one) => !added.includes(one));
}

/** Keys of that label in the partition; the public half of a pair does not count beside the private one. */
async function occupants(api: Api, partitionId: string, label: string): Promise<Wire[]> {
  const found = await presentIn(api, lunaKeys, { partition_id: partitionId, label });
  return found.filter((key) => key.label === label && key.partition_id === partitionId && key.key_type !== "public");
}

function halvesOf(id: string, { publicKeyId, privateKeyId }: Bag): string[] {
  const ids = [id, privateKeyId, publicKeyId].filter((one): one is string => typeof one === "string");
  return [...new Set(ids)];
}
