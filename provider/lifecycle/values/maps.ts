import type { Bag } from "../vocabulary/definition";
import type { Marks } from "../vocabulary/field";

/** Maps of free keys: what an update sends of them, and which keys are not the program's. */

export function isMap(value: unknown): value is Bag {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * The whole value, and `null` for each key that the object has beyond it, at every depth (RFC
 * 7396). So a service that merges and one that replaces end with the same.
 */
export function mergePatch(held: unknown, wanted: unknown): unknown {
  if (!isMap(held) || !isMap(wanted)) return wanted;
  const removed = Object.keys(held).map((key) => [key, null]);
  const kept = Object.entries(wanted).map(([key, value]) => [key, mergePatch(held[key], value)]);
  return Object.fromEntries([...removed, ...kept]);
}

/** The same map without the keys that are `null`, at every depth: they count as absent. */
export function withoutNull(value: unknown): unknown {
  if (!isMap(value)) return value;
  const present = Object.entries(value).filter(([, one]) => one !== null);
  return Object.fromEntries(present.map(([key, one]) => [key, withoutNull(one)]));
}

/** What the program can own of a value of this field. */
export function ownPart({ as, reserved }: Marks, value: unknown): unknown {
  const shown = as === "merge" ? withoutNull(value) : value;
  if (!reserved || !isMap(shown)) return shown;
  return Object.fromEntries(Object.entries(shown).filter(([key]) => !reserved.keys.test(key)));
}

/** What others have written into a map. */
export function othersPart({ reserved }: Marks, value: unknown): Bag {
  if (!reserved || !isMap(value)) return {};
  return Object.fromEntries(Object.entries(value).filter(([key]) => reserved.keys.test(key)));
}

/** The key of our mark in an object's metadata. */
export const markKey = "pulumi_ciphertrust";

/** A map without our mark. */
export function withoutMark(value: unknown): unknown {
  if (typeof value !== "object" || value === null || !(markKey in value)) return value;
  const { [markKey]: _mark, ...rest } = value;
  return rest;
}
