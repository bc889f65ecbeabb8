import type * as z from "zod";
import type { Bag, Definition, Failure } from "../vocabulary/definition";
import { isOpen } from "../vocabulary/field";
import { core, fieldsOf, partsOf, unknownValue, wordsOf } from "../vocabulary/schema";
import { nearestOf } from "./mistakes";

/** Values of open enumerations that this version does not know. A message contains only a typo. */

export interface UnfamiliarValue {
  readonly input: string;
  /** Where it stands: the input, or a place in it such as `policy.keyProps.kty`. */
  readonly property: string;
  readonly value: string;
  readonly known: readonly string[];
}

/** Every such value that the inputs hold. */
export function unfamiliarIn({ inputs: shapes }: Definition, inputs: Bag): UnfamiliarValue[] {
  return Object.entries(shapes).flatMap(([input, schema]) =>
    within(schema, inputs[input], [input]).map((found) => ({ ...found, input })),
  );
}

/** Those that the object does not hold in the same input. */
export function newlyUnfamiliar(definition: Definition, held: Bag, inputs: Bag): UnfamiliarValue[] {
  const before = unfamiliarIn(definition, held);
  return unfamiliarIn(definition, inputs).filter(
    ({ input, value }) => !before.some((one) => one.input === input && one.value === value),
  );
}

/** Known values in another case: no rule about the known one would apply. */
export function inOtherCase(definition: Definition, inputs: Bag): Failure[] {
  return unfamiliarIn(definition, inputs).flatMap(({ property, value, known }) => {
    const meant = known.find((one) => one.toLowerCase() === value.toLowerCase());
    return meant === undefined ? [] : [{ property, reason: `must be spelled "${meant}", not "${value}"` }];
  });
}

/** True for a value of an open enumeration that this version does not know. */
export function isUnfamiliar({ inputs: shapes }: Definition, input: string, value: unknown): boolean {
  const schema = shapes[input];
  return schema !== undefined && isOpen(schema) && typeof value === "string" && !wordsOf(schema).includes(value);
}

type Found = Omit<UnfamiliarValue, "input">;

function within(schema: z.ZodType, value: unknown, path: readonly string[]): Found[] {
  if (isOpen(schema)) return strange(wordsOf(schema).map(String), value, path);
  if (typeof value !== "object" || value === null) return [];
  const fields = fieldsOf(schema);
  const { element, valueType } = partsOf(core(schema));
  return Object.entries(value).flatMap(([key, inner]) => {
    const below = fields?.[key] ?? element ?? valueType;
    // An item of a list has no name of its own.
    return below ? within(below, inner, element ? path : [...path, key]) : [];
  });
}

function strange(known: readonly string[], value: unknown, path: readonly string[]): Found[] {
  if (typeof value !== "string" || value === unknownValue || known.includes(value)) return [];
  return [{ property: path.join("."), value, known }];
}

/**
 * What is known instead: the nearest value, or all. One that resembles none may be a secret in the
 * wrong place.
 */
export function notKnown({ property, value, known }: Found): string {
  const nearest = nearestOf(value, known);
  const version = "this version of the provider does not know the value";
  return nearest === undefined
    ? `${version} of ${property}; it knows ${known.join(", ")}.`
    : `${version} ${JSON.stringify(value)} of ${property}; did you mean "${nearest}"?`;
}

/** Warns of a new object's values: the service decides. */
export function tellUnfamiliar(label: string, found: readonly UnfamiliarValue[], log: (text: string) => void): void {
  for (const one of found)
    log(`warning: ${label}: ${notKnown(one)} The value goes to the service as it is, which may refuse it.`);
}
