import { registry } from "../../provider/resources";
import type { Bag, Definition } from "../../provider/lifecycle/vocabulary/definition";

/**
 * The subjects of the matrix: every type of the registry, and some without what they are usually
 * recognized by.
 */
export interface Subject {
  readonly name: string;
  readonly definition: Definition;
  /** Arguments that replace those of the fixture. */
  readonly args: Bag;
}

const variants: Readonly<Record<string, Readonly<Record<string, Bag>>>> = {
  AwsKey: { "without alias": { alias: undefined } },
};

export const subjects: readonly Subject[] = registry.flatMap((definition) => [
  { name: definition.type, definition, args: {} },
  ...Object.entries(variants[definition.type] ?? {}).map(([how, args]) => ({
    name: `${definition.type} ${how}`,
    definition,
    args,
  })),
]);

export function subjectNamed(name: string): Subject {
  const found = subjects.find((one) => one.name === name);
  if (!found) throw new Error(`there is no type ${name}`);
  return found;
}
