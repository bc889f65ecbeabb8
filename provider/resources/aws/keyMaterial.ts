import * as z from "zod";
import { segment, type Api, type Wire } from "../../api/client";
import { ApiError } from "../../api/errors";
import { idIn } from "../../api/responses";
import { defineResource, type Bag } from "../../lifecycle/vocabulary/definition";
import { field, onDestroy, ref } from "../../lifecycle/vocabulary/field";
import { ResourceError } from "../../lifecycle/vocabulary/failure";
import { pick } from "../../lifecycle/values/wire";
import { awsKey } from "./key";
import { act, awsKeys, currentKey, isPendingDeletion } from "./keyRecord";
import { existingMaterial, expiry, importAgain, isReplica, lacksMaterial, materialBody } from "./material";
import { rotateTo } from "./materialRotation";
import { moment } from "../moment";
import { sourceTier } from "../sourceTier";
import { olderSource } from "../vault/olderSource";

/**
 * The imported material of an `AwsKey` of origin EXTERNAL; material that is lost or has expired is
 * imported again. Destroying it leaves the material in AWS (see `onDestroy`).
 */
export const awsKeyMaterial = defineResource({
  type: "AwsKeyMaterial",
  role: "material",
  path: awsKeys,
  partOf: () => awsKey,
  inputs: {
    /**
     * Id of the `AwsKey` of origin EXTERNAL, or of its `AwsReplicaKey`. A new replica gets the
     * material of the primary from the service. Changing it forces replacement of the resource, not
     * of the key.
     */
    key: ref(awsKey, { change: "replace", wire: { to: false, from: "key" } }),
    /**
     * Id of the key that the material comes from, for example of a `VaultKey`. Default: for a
     * symmetric key, the service makes an AES-256 key in its vault. Not read back: a rotation
     * changes it (see `sourceKeyId`). Changing it rotates the key to the new material in place,
     * which symmetric keys and version 2.21 of the service can. A key with replicas is rotated once
     * each replica has the new material. Change it here and in an `AwsKeyMaterial` of each replica,
     * and run `pulumi up` until it succeeds.
     */
    sourceKeyIdentifier: field(z.string().min(1).optional(), { seen: "never" }),
    /**
     * Where the source key is: `local` (the service's own vault), `dsm`, `hsm-luna` or
     * `external-cm`. Changes together with the source key.
     */
    sourceKeyTier: field(sourceTier.default("local"), { seen: "never" }),
    /**
     * When AWS deletes the material, RFC 3339. Default: never. Not read back: a rotation changes it
     * (see `materialValidTo`). Updated in place, by importing the same material again.
     */
    validTo: field(moment.optional(), { seen: "never" }),
    /**
     * Free text on the material; newer services only. Updated in place, by importing the same
     * material again.
     */
    keyMaterialDescription: field(z.string().max(256).optional(), { seen: "never" }),
    /**
     * On destroy, `retain` leaves the material in AWS. `delete` deletes it, so that the key is
     * unusable until the same material is imported again.
     */
    onDestroy: onDestroy({ retain: [], delete: "hook" }),
  },
  outputs: {
    /** AWS's id of the material that the key uses now. A rotation changes it. */
    keyMaterialId: field(z.string().optional(), { wire: { from: "aws_param.CurrentKeyMaterialId" } }),
    /** Id of the key that the current material came from. A rotation changes it. */
    sourceKeyId: field(z.string().optional(), { wire: { from: "local_key_id" } }),
    /** When AWS deletes the current material; absent if it does not expire. */
    materialValidTo: field(z.string().optional(), { wire: { from: "aws_param.ValidTo" } }),
  },
  unique: [["key"]],
  actions: [
    {
      inputs: ["sourceKeyIdentifier", "sourceKeyTier"],
      async run(scope, { record }) {
        const { sourceKeyIdentifier: wanted } = scope.inputs;
        if (wanted === undefined || [record.local_key_id, record.local_key_name].includes(wanted)) return record;
        return rotateTo(scope, record, scope.inputs);
      },
    },
    {
      inputs: ["validTo", "keyMaterialDescription"],
      run: async ({ api, inputs }, { record, changed }) =>
        changed.includes("sourceKeyIdentifier") ? record : importAgain(api, record, inputs),
    },
  ],
  existing: { list: "is part of its AwsKey, and can be declared to manage that key's material" },
  hooks: {
    forewarns: olderSource("sourceKeyIdentifier"),
    async create({ api, inputs, label }) {
      const key = await currentKey(api, inputs.key, {});
      if (!key) throw new ResourceError(`creating ${label} failed: the service has no key ${inputs.key}.`);
      // Importing into a key that has material would queue a second one instead of taking over the first.
      if (!lacksMaterial(key)) throw new ApiError("the key already has material", { kind: "conflict", call: "GET" });
      const body = { ...materialBody(inputs), ...expiry(inputs), ...(isReplica(key) ? existingMaterial : {}) };
      const response = await api.post(`${awsKeys}/${segment(idIn(key))}/import-material`, body);
      if (showsMaterial(response)) return { ...response, id: inputs.key };
      const now = await withMaterial(api, inputs.key, {});
      if (now) return { ...now, id: inputs.key };
      throw new ApiError("the key has no material afterwards", { kind: "unanswered", call: "reading it back" });
    },
    async find({ api, inputs }) {
      const record = await withMaterial(api, inputs.key, {});
      return record ? [record] : [];
    },
    read: withMaterial,
    async remove({ api }, id, state) {
      const key = await currentKey(api, id, state);
      if (key && !lacksMaterial(key) && !isPendingDeletion(key)) await act(api, key, "delete-material");
    },
  },
});

const showsMaterial = (key: Wire): boolean => pick(key, "aws_param.KeyState") !== undefined && !lacksMaterial(key);

/** The key, as long as AWS has its material; the resource keeps the program's id of it. */
async function withMaterial(api: Api, id: string, state: Bag): Promise<Wire | undefined> {
  const record = await currentKey(api, id, {});
  return record && !lacksMaterial(record) ? { ...record, id: record.id, key: state.key ?? id } : undefined;
}
