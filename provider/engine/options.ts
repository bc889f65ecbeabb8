import type { Bag } from "./definition";
import type { Difference } from "./diff";

/**
 * Pulumi keeps a resource's options to itself, and what it knows of its stack. What of them changes what becomes of an
 * object goes along with the inputs, hidden, where there is any.
 */
export const optionsKey = "__options";

/** What of a resource's options, and of its stack, matters here. */
export interface Options {
  /** `retainOnDelete`: Pulumi forgets the object instead of asking for its delete. */
  retains?: boolean;
  /** `replaceOnChanges`: inputs whose change asks for a new object. */
  replaces?: readonly string[];
  /** The organization of the stack, where a Pulumi Cloud keeps it. */
  organization?: string;
}

export function optionsOf(inputs: Bag): Options {
  return inputs[optionsKey] ?? {};
}

/** What differs, with what `replaceOnChanges` makes of it. */
export function withReplaceOnChanges(difference: Difference, { replaces = [] }: Options): Difference {
  const names = new Set(replaces.map((path) => /^[^.[]*/.exec(path)![0]));
  const asked = difference.changed.filter((key) => names.has("*") || names.has(key));
  return { ...difference, replaces: [...new Set([...difference.replaces, ...asked])] };
}
