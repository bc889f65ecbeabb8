import { idIn } from "../../api/responses";
import { newestOf, rotationOf, whileEnabled } from "../rotation";
import { ociKey } from "./key";
import { isExternal, lifecycleState, pathOf } from "./keyRecord";

const ending = ["SCHEDULING_DELETION", "PENDING_DELETION", "DELETING", "DELETED"];

export const ociRotation = rotationOf(ociKey, {
  containers: { name: ["display_name", "vault_name"] },
  type(record) {
    const isLost = record.gone === true || ending.includes(lifecycleState(record) ?? "");
    return isLost || isExternal(record) ? undefined : "OciKey";
  },
  name: "oci_params.display_name",
  idle: whileEnabled(ociKey),
  created: "oci_params.time_created",
  rotated: newestOf((record) => `${pathOf(idIn(record))}/versions`, "oci_key_version_params.time_created"),
});
