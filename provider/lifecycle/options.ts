import type { Bag } from "./definition";
import type { Difference } from "./diff";

/**
 * Pulumi does not pass a resource's options, nor what it knows of its stack, to a provider. Those that affect an object
 * are sent along with the inputs, hidden, if there are any.
 */
export const optionsKey = "__options";

/** The argument in which programs that use the plugin repeat them: an SDK made from a schema cannot send them along. */
export const optionsArgument = "resourceOptions";

/** The parts of a resource's options, and of its stack, that matter here. */
export interface Options {
  /** `retainOnDelete`: Pulumi drops the object from the state without deleting it. */
  retains?: boolean;
  /** `replaceOnChanges`: inputs whose change forces replacement. */
  replaces?: readonly string[];
  /** The organization of the stack, where a Pulumi Cloud keeps it. */
  organization?: string;
}

export function optionsOf(inputs: Bag): Options {
  return inputs[optionsKey] ?? {};
}

/** True if the program wants a change of this input to force replacement. */
export function isReplacedOn({ replaces = [] }: Options, key: string): boolean {
  return replaces.some((path) => ["*", key].includes(/^[^.[]*/.exec(path)![0]));
}

/** The difference, with `replaceOnChanges` applied. */
export function withReplaceOnChanges(difference: Difference, options: Options): Difference {
  const asked = difference.changed.filter((key) => isReplacedOn(options, key));
  return { ...difference, replaces: [...new Set([...difference.replaces, ...asked])] };
}
