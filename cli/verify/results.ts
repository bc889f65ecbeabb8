import type { Difference } from "./report";
import { kindOf } from "./shapes";

/**
 * What the results of functions must have, by names of this package: keys of the service's own maps
 * are not looked at.
 */

/** A value, or the fields of an object, or of each object of a list. */
export type Declared = true | { readonly [field: string]: Declared };

/**
 * The fields that a result type declares: all that are always there, others at will. Maps and what
 * is in them are left out.
 */
export type Fields<T> = T extends readonly (infer Item)[]
  ? Fields<Item>
  : T extends object
    ? { readonly [K in keyof T as IsMap<T[K]> extends true ? never : K]: Fields<T[K]> }
    : true;

type IsMap<T> = string extends keyof T ? true : false;

/**
 * What the service has left out of the result of a function, which has then no value to show for
 * it.
 */
export function holes(value: unknown, declared: Declared, where: string): Difference[] {
  if (value === "undefined" || Number.isNaN(value)) return [{ where, what: "missing" }];
  if (kindOf(value) === "list") return (value as unknown[]).flatMap((one) => holes(one, declared, `${where}[]`));
  if (kindOf(value) !== "object" || declared === true) return [];
  return Object.entries(declared).flatMap(([name, part]) =>
    holes((value as Record<string, unknown>)[name], part, `${where}.${name}`),
  );
}
