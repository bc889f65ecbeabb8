import type { Definition } from "./definition";
import { derived, marksIn, marksOf, needsOf, type Marks } from "./field";
import { core, fieldsOf, partsOf } from "./schema";

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
export const referencesOf = derived((definition): readonly Reference[] => [
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
