import type { Api } from "../api/client";
import type { Bag, Definition } from "./definition";
import { marksIn, nameInputOf, needsOf } from "./field";
import { isOfType } from "./kind";
import { core, fieldsOf, partsOf } from "./schema";
import { titleOf } from "./title";
import { decodeAll } from "./wire";

/** Who refers to an object: the inverse of the references that definitions declare. */

interface Referrer {
  readonly definition: Definition;
  /** The input, and where it is an object or a list of them, the field in it. */
  readonly at: string;
  /** What of the other object it holds. */
  readonly holds: string;
}

const referrers = new WeakMap<Definition, Referrer[]>();

/** Records the types that a definition refers to. */
export function noteReferences(definition: Definition): void {
  const note = (needed: Definition, at: string, holds: string) =>
    referrers.set(needed, [...(referrers.get(needed) ?? []), { definition, at, holds }]);
  for (const [key, needed] of needsOf(definition)) note(needed, key, "id");
  for (const [key, schema] of Object.entries(definition.inputs)) {
    const { names } = marksIn(schema);
    if (names) note(names[0], key, names[1]);
    for (const [field, inner] of Object.entries(fieldsOf(partsOf(core(schema)).element ?? schema) ?? {})) {
      const { names: inside } = marksIn(inner);
      if (inside) note(inside[0], `${key}.${field}`, inside[1]);
    }
  }
}

/** The values at a path that leads through lists. */
function valuesAt(bag: Bag, path: string): unknown[] {
  const into = (values: unknown[], name: string) => values.flatMap((one) => (one as Bag | undefined)?.[name] ?? []);
  return path.split(".").reduce<unknown[]>(into, [bag]);
}

/** A longer list would not be read. */
const [mostRead, mostNamed] = [2000, 5];

/** The objects that refer to this one, of the types loaded in this process, as text; `undefined` if none do. */
export async function usersOf(definition: Definition, api: Api, id: string, state: Bag): Promise<string | undefined> {
  const name = state[nameInputOf(definition) ?? ""];
  // Some responses contain a name where an id was sent.
  const ids = [id, ...(typeof name === "string" ? [name] : [])];
  const found: string[] = [];
  for (const { definition: other, at, holds } of referrers.get(definition) ?? []) {
    if (!other.filters || other.listedWithin || (await api.count(other.path)) > mostRead) continue;
    for (const record of await api.list(other.path, other.usualFilters)) {
      const shown = decodeAll(other, record);
      const its = holds === "id" ? ids : valuesAt(state, holds);
      const refers = isOfType(other, record) && valuesAt(shown, at).some((one) => its.includes(one));
      if (refers) found.push(`${other.type} "${titleOf(other, record)}"`);
    }
  }
  if (found.length === 0) return undefined;
  const more = found.length - mostNamed;
  return [...found.slice(0, mostNamed), ...(more > 0 ? [`${more} more`] : [])].join(", ");
}
