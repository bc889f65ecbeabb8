import { isStringified, stringified } from "../../api/stringified";
import type { Bag, Failure } from "../vocabulary/definition";

/** The inputs in which an Output was turned into a string, at any depth. */
export function stringifiedOutputs(inputs: Bag): Failure[] {
  return Object.entries(inputs)
    .flatMap(([key, value]) => pathsIn(value, [key]))
    .map((path) => ({ property: path.join("."), reason: stringified }));
}

function pathsIn(value: unknown, path: readonly string[]): (readonly string[])[] {
  if (typeof value === "string") return isStringified(value) ? [path] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    isStringified(key) ? [path] : pathsIn(inner, [...path, key]),
  );
}
