import * as z from "zod";
import { segment, type Api, type Wire } from "../../api/client";
import { ApiError } from "../../api/errors";
import { idIn } from "../../api/responses";
import { defineResource, type Bag } from "../../engine/definition";
import { ResourceError } from "../../engine/failure";
import { pick } from "../../engine/wire";
import { awsKey } from "./key";
import { act, awsKeys, currentKey, isPendingDeletion } from "./keyRecord";
import { expiry, importAgain, lacksMaterial, materialBody } from "./material";
import { moment } from "../moment";

/** The imported material of an `AwsKey` of origin EXTERNAL; material that is lost or has expired is imported again. Destroying it leaves the material in AWS (see `onDestroy`). */
export const awsKeyMaterial = defineResource({
  type: "AwsKeyMaterial",
  path: awsKeys,
  feature: "CCKM",
  inputs: {
    /** Id of the `AwsKey` of origin EXTERNAL, or of its `AwsReplicaKey`. A change replaces the resource, not the key. */
    key: z.string().min(1),
    /** Id of the key that the material comes from, for example of a `VaultKey`. Default: for a symmetric key, the service makes an AES-256 key in its vault. Not read back: a rotation changes it (see `sourceKeyId`). A change rotates the key to the new material in place, which symmetric keys and version 2.21 of the service can. */
    sourceKeyIdentifier: z.string().min(1).optional(),
    /** Where the source key is: `local` (the service's own vault), `dsm`, `hsm-luna` or `external-cm`. Default `local`. Changes together with the source key. */
    sourceKeyTier: z.enum(["local", "dsm", "hsm-luna", "external-cm"]).default("local"),
    /** When AWS is to forget the material, RFC 3339. Default: never. Not read back: a rotation changes it (see `materialValidTo`). Changes in place, by importing the same material again. */
    validTo: moment.optional(),
    /** Free text on the material; newer services only. Not read back. Changes in place, by importing the same material again. Default: none. */
    keyMaterialDescription: z.string().max(256).optional(),
    /** What destroying the resource does: `retain` leaves the material in AWS; `delete` takes it away, so that the key is of no use until the same material is imported again. Default `retain`. Kept by the provider. */
    onDestroy: z.enum(["retain", "delete"]).default("retain"),
  },
  outputs: {
    /** AWS's id of the material that the key uses now. A rotation changes it. */
    keyMaterialId: z.string().optional(),
    /** Id of the key that the present material came from. A rotation changes it. */
    sourceKeyId: z.string().optional(),
    /** When AWS forgets the present material; absent when it does not. */
    materialValidTo: z.string().optional(),
  },
  label: ({ key }) => key as string | undefined,
  keepsPlace: { retain: "every" },
  unique: [["key"]],
  immutable: ["key"],
  writeOnly: ["sourceKeyIdentifier", "sourceKeyTier", "validTo", "keyMaterialDescription"],
  local: ["onDestroy"],
  needs: { key: awsKey },
  wire: {
    key: { to: false, from: "key" },
    keyMaterialId: { from: "aws_param.CurrentKeyMaterialId" },
    sourceKeyId: { from: "local_key_id" },
    materialValidTo: { from: "aws_param.ValidTo" },
  },
  actions: [
    {
      inputs: ["sourceKeyIdentifier", "sourceKeyTier"],
      async run(scope, { record }) {
        const { api, inputs, poll } = scope;
        const { sourceKeyIdentifier: wanted } = inputs;
        if (wanted === undefined || [record.local_key_id, record.local_key_name].includes(wanted)) return record;
        const before = materialOf(record);
        await act(api, record, "rotate-material", materialBody(inputs));
        const settled = async () => {
          const now = await currentKey(api, idIn(record), {});
          return now && materialOf(now) !== before ? now : undefined;
        };
        return poll(settled, 120, () => `${scope.label}: AWS has not taken over the new material after 120 s.`);
      },
    },
    {
      inputs: ["validTo", "keyMaterialDescription"],
      run: async ({ api, inputs }, { record, changed }) =>
        changed.includes("sourceKeyIdentifier") ? record : importAgain(api, record, inputs),
    },
  ],
  existing: { list: "is part of its AwsKey, and can be declared once that key's material is to be looked after" },
  hooks: {
    async create({ api, inputs, label }) {
      const key = await currentKey(api, inputs.key, {});
      if (!key) throw new ResourceError(`creating ${label} failed: the service has no key ${inputs.key}.`);
      // Importing into a key that has material would queue a second one instead of taking over the first.
      if (!lacksMaterial(key)) throw new ApiError("the key has material already", { kind: "conflict", call: "GET" });
      const body = { ...materialBody(inputs), ...expiry(inputs) };
      return { ...(await api.post(`${awsKeys}/${segment(idIn(key))}/import-material`, body)), id: inputs.key };
    },
    async find({ api, inputs }) {
      const record = await withMaterial(api, inputs.key, {});
      return record ? [record] : [];
    },
    read: withMaterial,
    async remove({ api, inputs }, id, state) {
      if (inputs.onDestroy === "retain") return;
      const key = await currentKey(api, id, state);
      if (key && !lacksMaterial(key) && !isPendingDeletion(key)) await act(api, key, "delete-material");
    },
  },
});

function materialOf(key: Wire): unknown {
  return pick(key, "aws_param.CurrentKeyMaterialId");
}

/** The key, as long as AWS has its material; the resource keeps naming it as the program does. */
async function withMaterial(api: Api, id: string, state: Bag): Promise<Wire | undefined> {
  const record = await currentKey(api, id, {});
  return record && !lacksMaterial(record) ? { ...record, id: record.id, key: state.key ?? id } : undefined;
}
