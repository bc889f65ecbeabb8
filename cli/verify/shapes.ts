import type * as z from "zod";
import type { Wire } from "../../provider/api/client";
import { isEmpty } from "../../provider/api/shown";
import type { Bag, Definition } from "../../provider/lifecycle/vocabulary/definition";
import { isOpen, isUnseen, marksIn, type Marks } from "../../provider/lifecycle/vocabulary/field";
import { decodeOne, rawOf, spell } from "../../provider/lifecycle/values/wire";
import { core, fieldsOf, partsOf, wordsOf } from "../../provider/lifecycle/vocabulary/schema";
import type { Difference } from "./report";
import type { Seen } from "./seen";

/** Compares objects of the service with their definition. */

/**
 * What a record has otherwise than its definition says. `whole`: it is the object itself, so that
 * nothing may be missing.
 */
export function shapeDifferences(definition: Definition, record: Wire, seen: Seen, whole: boolean): Difference[] {
  const fields = Object.entries({ ...definition.inputs, ...definition.outputs });
  return fields.flatMap(([key, schema]) => {
    try {
      return fieldDifferences(definition, key, schema, record, seen, whole);
    } catch (error) {
      if (error instanceof TypeError) return [{ where: key, what: "cannot be understood" }];
      throw error;
    }
  });
}

function fieldDifferences(
  definition: Definition,
  key: string,
  schema: z.ZodType,
  record: Wire,
  seen: Seen,
  whole: boolean,
): Difference[] {
  const marks = marksIn(schema);
  if (isUnseen(marks)) return [];
  const raw = rawOf(definition, key, record);
  if (!isEmpty(raw)) return new Comparison(definition, seen).field(key, schema, marks, raw, record);
  return whole && isNeeded(definition, key, schema, marks) ? [missing(key, record, definition, seen)] : [];
}

/**
 * True for what every object has: outputs that are not optional, and inputs that every program
 * gives.
 */
function isNeeded({ outputs }: Definition, key: string, schema: z.ZodType, { seen, absent }: Marks): boolean {
  if (seen === "once" || (absent !== undefined && !(key in outputs))) return false;
  return !schema.safeParse(undefined).success;
}

function missing(key: string, record: Wire, definition: Definition, seen: Seen): Difference {
  const known = new Set(
    Object.entries({ ...definition.inputs, ...definition.outputs }).flatMap(([name, schema]) =>
      placesOf(definition, name, schema),
    ),
  );
  const others = Object.entries(record)
    .filter(([name]) => !known.has(name))
    .map(([name, value]) => ({ name, kind: kindOf(value) }));
  const more = () => {
    const shown = others.filter(({ name }) => seen.mayShow(name, "")).slice(0, mostNames);
    const list = shown.map(({ name, kind }) => `${name} (${kind})`).join(", ");
    return list === "" ? "" : `; fields that this package does not use: ${list}`;
  };
  return { where: key, what: "missing", more };
}

/** Fields that a report names at most, where one is missing. */
const mostNames = 20;

/** The fields of a response that a property may stand in, as far as the definition names them. */
function placesOf(definition: Definition, key: string, schema: z.ZodType): string[] {
  const { wire } = marksIn(schema);
  const places = typeof wire === "object" ? [wire.from, wire.to] : [wire];
  const named = places.filter((place) => typeof place === "string").map((place) => place.split(".")[0]!);
  return [definition.id ?? "id", spell(definition, key), ...named];
}

class Comparison {
  constructor(
    private readonly definition: Definition,
    private readonly seen: Seen,
  ) {}

  field(key: string, schema: z.ZodType, { wire }: Marks, raw: unknown, record: Wire): Difference[] {
    const converts = typeof wire === "object" && (wire.decode !== undefined || typeof wire.from === "function");
    if (!converts) return this.misfits(key, this.lastName(key, wire), schema, raw);
    const value = decodeOne(this.definition, key, schema, record);
    return value === undefined ? [] : this.misfits(key, key, schema, value);
  }

  private lastName(key: string, wire: Marks["wire"]): string {
    const place = typeof wire === "string" ? wire : wire?.from || wire?.to;
    return typeof place === "string" ? place.split(".").at(-1)! : spell(this.definition, key);
  }

  /**
   * Where a value is not what its schema says, down to the fields of objects and the items of
   * lists.
   */
  private misfits(where: string, name: string, schema: z.ZodType, value: unknown): Difference[] {
    if (isEmpty(value)) return [];
    const inner = core(schema);
    const { type, element, options } = partsOf(inner);
    if (type === "enum" || type === "literal" || isOpen(inner)) return this.words(where, name, wordsOf(inner), value);
    if (type === "union") return this.alternatives(where, name, options ?? [], value);
    const expected = expectedKinds[type];
    if (expected === undefined) return [];
    if (kindOf(value) !== expected) return [{ where, what: `is a ${kindOf(value)}, not a ${expected}` }];
    if (element) return (value as unknown[]).flatMap((item) => this.misfits(`${where}[]`, name, element, item));
    return Object.entries(fieldsOf(inner) ?? {}).flatMap(([part, field]) => {
      const spelled = spell(this.definition, part);
      return this.misfits(`${where}.${part}`, spelled, field, (value as Bag)[spelled] ?? (value as Bag)[part]);
    });
  }

  private words(where: string, name: string, known: readonly unknown[], value: unknown): Difference[] {
    if (known.includes(value)) return [];
    const kind = kindOf(value);
    const expected = kindOf(known[0]);
    if (kind !== expected) return [{ where, what: `is a ${kind}, not a ${expected}` }];
    const more = () =>
      typeof value === "string" && this.seen.mayShow(value, name)
        ? `: "${value}"`
        : " (withheld: it may be a value of yours)";
    return [{ where, what: "has an unknown word", more }];
  }

  private alternatives(where: string, name: string, options: readonly z.ZodType[], value: unknown): Difference[] {
    const found = options.map((one) => this.misfits(where, name, one, value));
    return found.reduce((least, one) => (one.length < least.length ? one : least), found[0] ?? []);
  }
}

/** The JSON type of what a kind of schema describes; others are not compared. */
const expectedKinds: Readonly<Record<string, string>> = {
  string: "string",
  number: "number",
  boolean: "boolean",
  array: "list",
  object: "object",
  record: "object",
};

/** The JSON type of a value. */
export function kindOf(value: unknown): string {
  if (Array.isArray(value)) return "list";
  return value === null ? "null" : typeof value;
}
