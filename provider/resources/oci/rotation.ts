import { idIn } from "../../api/responses";
import { lastOf, rotationOf, versionsMade, whileEnabled } from "../rotation";
import { ociKey } from "./key";
import { isExternal, lifecycleState, pathOf } from "./keyRecord";

const history = versionsMade(
  (record) => `${pathOf(idIn(record))}/versions`,
  ["oci_key_version_params.time_created", "createdAt"],
);

const ending = ["SCHEDULING_DELETION", "PENDING_DELETION", "DELETING", "DELETED"];

export const ociRotation = rotationOf(ociKey, {
  containers: { name: ["display_name", "vault_name"] },
  type(record) {
    const isLost = record.gone === true || ending.includes(lifecycleState(record) ?? "");
    if (isLost) return undefined;
    return isExternal(record) ? "OciExternalKey" : "OciKey";
  },
  name: ["oci_params.display_name", "hyok_key_params.name"],
  idle: (record) => (isExternal(record) ? undefined : whileEnabled(ociKey)(record)),
  created: ["oci_params.time_created", "createdAt"],
  rotated: lastOf(history),
  history,
});
