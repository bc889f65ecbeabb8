import type { Wire } from "../api/client";
import type { Definition } from "./definition";

/** Several types may share a collection; their constants, or the definition itself, tell them apart. */
export function isOfType(definition: Definition, record: Wire): boolean {
  if (definition.isOne?.(record) === false) return false;
  return Object.entries(definition.fixed ?? {}).every(
    ([key, value]) => typeof value !== "string" || record[key] === value,
  );
}
