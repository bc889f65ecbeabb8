import type { Api, Wire } from "../../provider/api/client";
import { isEmpty } from "../../provider/api/shown";
import type { Definition } from "../../provider/lifecycle/vocabulary/definition";
import { marksIn } from "../../provider/lifecycle/vocabulary/field";
import { idOf } from "../../provider/lifecycle/vocabulary/record";
import { decodeOne, rawOf, spell } from "../../provider/lifecycle/values/wire";
import { firstPage } from "./pages";
import type { Difference } from "./report";

/** Whether a list obeys the filters that programs may use. */

type Scalar = string | number | boolean;

/**
 * Where a filter finds something else than a field of its name: the newest version, a mask of bits,
 * what a group excludes.
 */
const notComparable = new Set(["version", "usageMask", "type"]);

/**
 * Compares one filter of a type, by a value that its listed objects have; none if they show no
 * value.
 */
export async function filterDifferences(
  api: Api,
  definition: Definition,
  filter: string,
  listed: readonly Wire[],
  limit: number,
): Promise<Difference[]> {
  const chosen = notComparable.has(filter) ? undefined : choose(definition, filter, listed);
  if (chosen === undefined) return [];
  const { value, record } = chosen;
  const { records } = await firstPage(api, definition.path, limit, { [spell(definition, filter)]: value });
  const where = `filter ${filter}`;
  if (records.some((one) => !passes(definition, filter, one, value))) return [{ where, what: "is ignored" }];
  const id = idOf(definition, record);
  const isThere = records.length >= limit || records.some((one) => idOf(definition, one) === id);
  return isThere ? [] : [{ where, what: "does not find an object that has the value" }];
}

/** A value that tells the objects apart, if there is one. */
function choose(
  definition: Definition,
  filter: string,
  listed: readonly Wire[],
): { value: Scalar; record: Wire } | undefined {
  const offered = listed.flatMap((record) =>
    valuesOf(definition, filter, record)
      .filter(isUsable)
      .map((value) => ({ value, record })),
  );
  return offered.find(({ value }) => listed.some((one) => !passes(definition, filter, one, value))) ?? offered[0];
}

/**
 * What an object shows of a filter: the field of that name, or the property; nothing if that is
 * made of other fields.
 */
function valuesOf(definition: Definition, filter: string, record: Wire): Scalar[] {
  const own = record[spell(definition, filter)];
  return [isScalar(own) ? own : propertyOf(definition, filter, record)].flat().filter(isScalar);
}

function propertyOf(definition: Definition, filter: string, record: Wire): unknown {
  const schema = definition.inputs[filter] ?? definition.outputs[filter];
  const { wire } = marksIn(schema);
  const isMade = typeof wire === "object" && typeof wire.from === "function";
  if (!schema || isMade) return undefined;
  // The service compares with what its record has, such as `AES`, not with the word of programs.
  const raw = rawOf(definition, filter, record);
  return isScalar(raw) ? raw : decodeOne(definition, filter, schema, record);
}

function isScalar(value: unknown): value is Scalar {
  return ["string", "number", "boolean"].includes(typeof value) && !isEmpty(value);
}

/** Patterns mean more than themselves. */
const isUsable = (value: Scalar): boolean => !/[*?]/.test(String(value));

/** What shows no value may have been found by something that it does not show. */
function passes(definition: Definition, filter: string, record: Wire, wanted: Scalar): boolean {
  const shown = valuesOf(definition, filter, record);
  return shown.length === 0 || shown.some((one) => String(one).toLowerCase() === String(wanted).toLowerCase());
}
