import { rotationOf } from "../rotation";
import { lunaKey } from "./key";

export const lunaRotation = rotationOf(lunaKey, {
  // The public half of a pair is a record of its own.
  type: ({ id, gone, key_type, public_key_id }) =>
    gone === true || key_type === "public" || public_key_id === id ? undefined : "LunaKey",
  /** The material of a key in an HSM never changes. */
  rotated: () => undefined,
});
