import type { Wire } from "../../api/client";
import type { Definition } from "./definition";
import { withArticle } from "./nearest";

/**
 * Several types may share a collection; their constants, or the definition itself, distinguish
 * them.
 */
const constantsOf = ({ fixed = {} }: Definition) =>
  Object.entries(fixed).filter((entry): entry is [string, string] => typeof entry[1] === "string");

/**
 * Why an object of the collection is not of this type; `undefined` if it may be. What a response
 * omits decides nothing.
 */
export function foreignTo(definition: Definition, record: Wire): string | undefined {
  const other = constantsOf(definition)
    .filter(([key, value]) => record[key] !== undefined && record[key] !== value)
    .map(([key]) => `its ${key} is ${JSON.stringify(record[key])}`);
  if (other.length === 0 && definition.isOne?.(record) !== false) return undefined;
  return [`it is not ${withArticle(definition.type)}`, ...other].join(": ");
}

/** True if an item of the collection's list, which shows every constant, is of this type. */
export function isOfType(definition: Definition, record: Wire): boolean {
  const isShown = constantsOf(definition).every(([key]) => record[key] !== undefined);
  return isShown && foreignTo(definition, record) === undefined;
}
