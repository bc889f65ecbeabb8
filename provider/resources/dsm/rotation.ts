import { rotationOf } from "../rotation";
import { dsmKey } from "./key";

export const dsmRotation = rotationOf(dsmKey, {
  name: "dsm_params.name",
  created: ["dsm_params.creationTime", "createdAt"],
  // No public source shows the versions of such a key.
  rotated: () => null,
});
