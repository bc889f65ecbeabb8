import type { Definition, Bag } from "../vocabulary/definition";
import { derived, marksIn, marksOf, needsOf, type Marks, endsOf, nameInputOf } from "../vocabulary/field";
import { core, fieldsOf, partsOf } from "../vocabulary/schema";
import type { Api, Wire } from "../../api/client";
import { isOfType, idOf } from "../vocabulary/record";
import { decodeAll } from "../values/wire";
import { stateDelete } from "../vocabulary/failure";
import { titleOf } from "../values/label";
import type { Environment } from "./scope";

/** Which types refer to which. */

/** A reference that a definition declares. */
interface Reference {
  /** The type of the other object. */
  readonly to: string;
  /** The input, and where it is an object or a list of them, the field in it. */
  readonly at: string;
  /** What of the other object it holds. */
  readonly holds: string;
  readonly marks: Marks;
}

interface Referrer extends Reference {
  readonly definition: Definition;
}

/** The references of one type to others. */
const referencesOf = derived((definition): readonly Reference[] => [
  ...needsOf(definition).map(([key, { type }]) => ({
    to: type,
    at: key,
    holds: "id",
    marks: marksOf(definition, key),
  })),
  ...Object.entries(definition.inputs).flatMap(([key, schema]) => [
    ...namedIn(marksIn(schema), key, marksIn(schema)),
    ...Object.entries(fieldsOf(partsOf(core(schema)).element ?? schema) ?? {}).flatMap(([field, inner]) => {
      const marks = marksIn(inner);
      return namedIn(marks, `${key}.${field}`, { ...marksIn(schema), holds: marks.holds });
    }),
  ]),
  // No program can let an output refer to another object.
  ...Object.entries(definition.outputs).flatMap(([key, schema]) =>
    namedIn(marksIn(schema), key, { ...marksIn(schema), change: "replace" }),
  ),
]);

/** What a field with these marks refers to; `counting` are the marks that count for the reference. */
function namedIn({ names }: Marks, at: string, counting: Marks): Reference[] {
  if (!names) return [];
  const [types, holds] = names;
  return ("type" in types ? [types] : types).map(({ type }) => ({ to: type, at, holds, marks: counting }));
}

/** The references to objects of a type, of all given ones. */
export const referrersOf = ({ type }: Definition, types: readonly Definition[]): Referrer[] =>
  types.flatMap((definition) =>
    referencesOf(definition)
      .filter(({ to }) => to === type)
      .map((reference) => ({ ...reference, definition })),
  );

/** Who refers to an object: the inverse of the references that definitions declare. */

interface UsedObject {
  readonly definition: Definition;
  readonly id: string;
  readonly state: Bag;
}

/** True if the one that stays, kept or pending deletion, keeps the service from deleting the other. */
export function isHeldBy(used: UsedObject, user: UsedObject): boolean {
  return referencesOf(user.definition).some(({ to, at, holds, marks }) => {
    if (to !== used.definition.type || !marks.holds) return false;
    const its = holds === "id" ? [used.id] : valuesAt(used.state, holds);
    return valuesAt(user.state, at).some((one) => its.includes(one));
  });
}

/** The values at a path that leads through lists. */
function valuesAt(bag: Bag, path: string): unknown[] {
  const into = (values: unknown[], name: string) => values.flatMap((one) => (one as Bag | undefined)?.[name] ?? []);
  return path.split(".").reduce<unknown[]>(into, [bag]);
}

/** A longer list would not be read. */
const [mostRead, mostNamed] = [2000, 5];

/** What uses an object, as text. */
export interface Users {
  readonly named: string;
  /** What else can be done than removing them, as sentences. */
  readonly advice?: string;
}

/**
 * True if the reference can come to lead to another object, so that who refers need not be
 * replaced.
 */
export const isMovable = ({ change }: Marks): boolean => change !== "replace";

/**
 * The objects that refer to this one, by references that count: all, unless told; `undefined` if
 * none do.
 */
export async function usersOf(
  definition: Definition,
  { api, types }: Pick<Environment, "api" | "types">,
  id: string,
  state: Bag,
  counts: (marks: Marks) => boolean = () => true,
): Promise<Users | undefined> {
  const ids = idsOf(definition, id, state);
  const found = new Map<string, string>();
  let advice: string | undefined;
  for (const { definition: other, at, holds, marks } of referrersOf(definition, types?.() ?? [])) {
    if (!counts(marks)) continue;
    for (const record of await allOf(other, api)) {
      const shown = decodeAll(other, record);
      const its = holds === "id" ? ids : valuesAt(state, holds);
      const isThere = isOfType(other, record) && record.gone !== true;
      const refers = isThere && valuesAt(shown, at).some((one) => its.includes(one));
      if (!refers) continue;
      const object = `${other.path} ${idOf(other, record)}`;
      // Records of several types may look alike.
      if (found.has(object)) continue;
      found.set(object, `${other.type} "${titleOf(other, record)}"`);
      advice ??= keptAdvice(definition, other, record);
    }
  }
  return found.size === 0 ? undefined : { named: enumerated([...found.values()]), advice };
}

/** Some responses contain a name where an id was sent. */
export function idsOf(definition: Definition, id: string, state: Bag): string[] {
  const name = state[nameInputOf(definition) ?? ""];
  return [id, ...(typeof name === "string" ? [name] : [])];
}

/** All objects of a type; none where they cannot be listed, or are too many. */
async function allOf(definition: Definition, api: Api): Promise<Wire[]> {
  if (!definition.filters || definition.listing?.within || (await api.count(definition.path)) > mostRead) return [];
  return api.list(definition.path, definition.listing?.usual);
}

export function enumerated(found: readonly string[]): string {
  const more = found.length - mostNamed;
  return [...found.slice(0, mostNamed), ...(more > 0 ? [`${more} more`] : [])].join(", ");
}

/**
 * What destroying a resource has kept, or left to end later, is no longer in the stack, but still
 * uses what the stack has.
 */
function keptAdvice(definition: Definition, other: Definition, record: Wire): string | undefined {
  const endsAt = other.scheduled?.endsAt(record);
  const leaving = howToLeave(definition);
  if (endsAt !== undefined) {
    const when = endsAt === "" ? "when its deletion is due" : `at ${endsAt}`;
    return (
      `It is pending deletion and counts until it is gone, ${when}, and the service has refreshed what holds it: ` +
      `run the same command again then. ${leaving}`
    );
  }
  const ends = endsOf(other);
  const words = Object.keys(ends);
  const [usual] = words;
  const deleting = words.filter((word) => ends[word]!.calls === "hook" || ends[word]!.calls.includes("DELETE"));
  if (usual === undefined || deleting.length === 0) return undefined;
  if (deleting.includes(usual)) return leaving;
  const choices = deleting.map((word) => JSON.stringify(word)).join(" or ");
  return (
    `If this stack had it, destroying it has kept it (onDestroy: ${JSON.stringify(usual)}). ${leaving} To delete both, declare ` +
    `the ${other.type} again with  adopt: "${idOf(other, record)}", onDestroy: ${choices} , run \`pulumi up\`, then \`pulumi destroy\`.`
  );
}

/** How an object that cannot be deleted yet stays in the service, after the attempt: a sentence. */
export const howToLeave = (definition: Definition): string =>
  `To keep the ${definition.type} as well, remove it from the stack with ${stateDelete()}; ${keeping(definition)} does so in later runs.`;

/** The same before the attempt. */
export const howToKeep = (definition: Definition): string =>
  `To keep the ${definition.type} as well, give it ${keeping(definition)} and run \`pulumi up\` before; else delete it when they are gone.`;

/** What leaves an object when its resource is destroyed. */
function keeping(definition: Definition): string {
  const [word] = Object.entries(endsOf(definition)).find(([, { calls }]) => calls.length === 0) ?? [];
  return word === undefined ? "the option  retainOnDelete: true " : ` onDestroy: ${JSON.stringify(word)} `;
}
