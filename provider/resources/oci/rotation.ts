import { idIn } from "../../api/responses";
import { pick } from "../../lifecycle/wire";
import { latest } from "../moment";
import { containersOf, rotationOf } from "../rotation";
import { ociKey } from "./key";
import { isExternal, lifecycleState, pathOf } from "./keyRecord";

const ending = ["SCHEDULING_DELETION", "PENDING_DELETION", "DELETING", "DELETED"];

export const ociRotation = rotationOf(ociKey, {
  containers: {
    ...containersOf(ociKey)!,
    name: ({ display_name, vault_name }) => String(display_name ?? vault_name),
  },
  type(record) {
    const isLost = record.gone === true || ending.includes(lifecycleState(record) ?? "");
    return isLost || isExternal(record) ? undefined : "OciKey";
  },
  name: (record) => String(pick(record, "oci_params.display_name")),
  /** The record does not say when its current version was made; the versions do. */
  async facts(api, record) {
    const versions = await api.list(`${pathOf(idIn(record))}/versions`);
    const made = versions.map((one) => pick(one, "oci_key_version_params.time_created") as string | undefined);
    return {
      created: pick(record, "oci_params.time_created") as string | undefined,
      rotated: versions.length > 1 ? latest(...made) : undefined,
    };
  },
});
