import { isDeepStrictEqual } from "node:util";
import type { Bag } from "../vocabulary/definition";
import type { Difference } from "./diff";
import { hasUnknown } from "../vocabulary/schema";
import { optionsKey } from "../vocabulary/hiddenKeys";

/**
 * The argument in which programs that use the plugin repeat them: an SDK made from a schema cannot
 * send them along.
 */
export const optionsArgument = "resourceOptions";

/** The parts of a resource's options, and of its stack, that matter here. */
export interface Options {
  /** `retainOnDelete`: Pulumi drops the object from the state without deleting it. */
  retains?: boolean;
  /** `deleteBeforeReplace`: Pulumi deletes the object before it creates another one. */
  deletesFirst?: boolean;
  /** `replaceOnChanges`: inputs whose change forces replacement. */
  replaces?: readonly string[];
  /** The organization of the stack, where a Pulumi Cloud keeps it. */
  organization?: string;
}

export function optionsOf(inputs: Bag): Options {
  return inputs[optionsKey] ?? {};
}

/**
 * The difference, with `replaceOnChanges` applied: a path into an input only counts if what it
 * leads to differs.
 */
export function withReplaceOnChanges(difference: Difference, olds: Bag, news: Bag): Difference {
  const paths = (optionsOf(news).replaces ?? []).map(segmentsOf);
  const isAsked = (key: string) =>
    paths.some(([first = "", ...rest]) => ["*", key].includes(first) && differsAt(olds[key], news[key], rest));
  return { ...difference, replaces: [...new Set([...difference.replaces, ...difference.changed.filter(isAsked)])] };
}

/** The input that a property path leads into. */
export const inputOf = (path: string): string => segmentsOf(path)[0] ?? "";

/** Pulumi's property paths, such as `labels.team`, `labels["a.b"]`, `tags[0]` and `tags[*]`. */
function segmentsOf(path: string): string[] {
  const found = path.matchAll(/\["((?:[^"\\]|\\.)*)"\]|\[([^\]"]*)\]|([^.[\]]+)/g);
  return [...found].map(([, quoted, index, plain]) => quoted?.replace(/\\(.)/g, "$1") ?? index ?? plain ?? "");
}

function differsAt(old: unknown, wanted: unknown, [first, ...rest]: readonly string[]): boolean {
  if (first === undefined || hasUnknown(wanted)) return !isDeepStrictEqual(old, wanted);
  const [before, now] = [old, wanted].map((one) => (typeof one === "object" ? { ...one } : {})) as [Bag, Bag];
  const keys = first === "*" ? Object.keys({ ...before, ...now }) : [first];
  return keys.some((key) => differsAt(before[key], now[key], rest));
}
