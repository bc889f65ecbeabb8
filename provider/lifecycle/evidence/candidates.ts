import type { Wire } from "../../api/client";
import { isEmpty } from "../../api/shown";
import type { Bag, Definition, Scope } from "../vocabulary/definition";
import { collides, uniqueSets } from "../values/diff";
import { marksOf, nameInputOf, needsOf } from "../vocabulary/field";
import { idOf } from "../vocabulary/record";
import { decodeAll, spell } from "../values/wire";
import { isSince, madeAt } from "./comparison";
import type { Evidence } from "./verdict";
import { isLost } from "../service/look";
import { withReferences } from "../service/references";

/** The objects of the service that a described object may be, or conflict with. */

/** Objects of the service that conflict with the described one. */
export async function occupantsOf(definition: Definition, scope: Scope): Promise<Wire[]> {
  if (definition.hooks?.find) return definition.hooks.find(scope);
  const inputs = scope.inputs as Bag;
  const occupants = new Map<string, Wire>();
  for (const set of searchable(definition, inputs)) {
    const found = await scope.api.list(definition.path, queryOf(definition, set, inputs));
    for (const record of found) {
      if (isLost(definition, record) || !(await occupies(definition, scope, set, record))) continue;
      occupants.set(idOf(definition, record), record);
    }
  }
  return [...occupants.values()];
}

/**
 * Whether a record has these values. An object that it refers to may be shown by its name: it is
 * looked up if all else is equal.
 */
async function occupies(definition: Definition, scope: Scope, set: readonly string[], record: Wire): Promise<boolean> {
  const inputs = scope.inputs as Bag;
  const shown = decodeAll(definition, record);
  const references = needsOf(definition).map(([key]) => key);
  const own = set.filter((key) => !references.includes(key));
  if (!collides(definition, own, shown, inputs)) return false;
  return collides(definition, set, await withReferences(definition, scope.api, shown, inputs), inputs);
}

/**
 * True if an object that was created since then might be the described one, but does not show what
 * it is called: the service may name that field otherwise in its lists.
 */
export async function hasNameless(definition: Definition, scope: Scope, since: number): Promise<boolean> {
  const inputs = scope.inputs as Bag;
  for (const set of searchable(definition, inputs)) {
    const names = set.filter((key) => typeof inputs[key] === "string");
    const query = definition.hooks?.find ? {} : queryOf(definition, set, inputs);
    for (const record of await scope.api.list(definition.path, query)) {
      const decoded = decodeAll(definition, record);
      const isNameless = names.some((key) => decoded[key] === undefined);
      if (isNameless && !isLost(definition, record) && isSince(madeAt(record) ?? since, since)) return true;
    }
  }
  return false;
}

/**
 * Filters for the values of a set. A list of values that the service cannot filter by, and a value
 * that has several spellings, are compared here alone.
 */
function queryOf(definition: Definition, set: readonly string[], inputs: Bag): Record<string, string> {
  const isFilter = (key: string) => !Array.isArray(inputs[key]) || definition.filters?.includes(key);
  const sent = set.filter((key) => isFilter(key) && typeof marksOf(definition, key).as !== "function");
  return Object.fromEntries(sent.map((key) => [filterFor(definition, key), inputs[key] as string]));
}

/**
 * The list's filter for an input: it has the name of the record's field; for one that is nested in
 * another, if the list has such a filter and none by the input's own name.
 */
function filterFor(definition: Definition, key: string): string {
  const { wire } = marksOf(definition, key);
  const from = typeof wire === "object" ? wire.from : wire;
  const own = spell(definition, key);
  if (typeof from !== "string") return own;
  const [name = from, ...within] = from.split(".").reverse();
  const known = (definition.filters ?? []).map((filter) => spell(definition, filter));
  return within.length === 0 || (!known.includes(own) && known.includes(name)) ? name : own;
}

/** Sets whose values are all known: those can identify an existing object. */
export function searchable(definition: Definition, inputs: Bag): readonly (readonly string[])[] {
  return uniqueSets(definition).filter((set) => set.every((key) => !isEmpty(inputs[key])));
}

/** How the objects that are found relate to the described one. */
export function matchIn(definition: Definition, inputs: Bag): Evidence["match"] {
  if (searchable(definition, inputs).length > 0) return "unique";
  const isNamed = definition.hooks?.find !== undefined && nameInputOf(definition) !== undefined;
  return isNamed || definition.mark === undefined ? "alike" : "listed";
}

/** Objects that may be the described one; all of the list where only a mark tells. */
export function candidatesFor(definition: Definition, scope: Scope): Promise<Wire[]> {
  const isListed = matchIn(definition, scope.inputs) === "listed" && !definition.hooks?.find;
  return isListed ? scope.api.list(definition.path) : occupantsOf(definition, scope);
}

/** True if objects are not unique but can be recognized, by a name or by our mark. */
export function isRepeatable(definition: Definition, inputs: Bag): boolean {
  const isRecognized = definition.mark !== undefined || nameInputOf(definition) !== undefined;
  return isRecognized && !definition.action && searchable(definition, inputs).length === 0;
}
