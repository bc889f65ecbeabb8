import type { Definition } from "./definition";
import { marksIn, marksOf, needsOf, type Marks } from "./field";
import { core, fieldsOf, partsOf } from "./schema";

/** Which types refer to which: the inverse of the references that definitions declare. */

interface Referrer {
  readonly definition: Definition;
  /** The input, and where it is an object or a list of them, the field in it. */
  readonly at: string;
  /** What of the other object it holds. */
  readonly holds: string;
  readonly marks: Marks;
}

/** By the type that they refer to. */
const referrers = new Map<string, Referrer[]>();

/** Records the types that a definition refers to. */
export function noteReferences(definition: Definition): void {
  const note = (needed: Definition | readonly Definition[], at: string, holds: string, marks: Marks) => {
    for (const { type } of "type" in needed ? [needed] : needed)
      referrers.set(type, [...(referrers.get(type) ?? []), { definition, at, holds, marks }]);
  };
  for (const [key, needed] of needsOf(definition)) note(needed, key, "id", marksOf(definition, key));
  for (const [key, schema] of Object.entries(definition.inputs)) {
    const marks = marksIn(schema);
    if (marks.names) note(marks.names[0], key, marks.names[1], marks);
    for (const [field, inner] of Object.entries(fieldsOf(partsOf(core(schema)).element ?? schema) ?? {})) {
      const { names: inside, holds } = marksIn(inner);
      if (inside) note(inside[0], `${key}.${field}`, inside[1], { ...marks, holds });
    }
  }
  for (const [key, schema] of Object.entries(definition.outputs)) {
    const marks = marksIn(schema);
    // No program can let it refer to another object.
    if (marks.names) note(marks.names[0], key, marks.names[1], { ...marks, change: "replace" });
  }
}

/** The references to objects of this type, of the types loaded in this process. */
export const referrersOf = (definition: Definition): readonly Referrer[] => referrers.get(definition.type) ?? [];
