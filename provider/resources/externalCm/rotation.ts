import { rotationOf } from "../rotation";
import { externalCmKey } from "./key";

export const externalCmRotation = rotationOf(externalCmKey, {
  name: "cm_key_params.key_name",
  /** A record shows its newest version, but not since when. */
  rotated: ({ cm_key_params: key }) =>
    Number((key as { version?: number } | undefined)?.version ?? 0) > 0 ? null : undefined,
});
