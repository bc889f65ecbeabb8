import * as pulumi from "@pulumi/pulumi";
import { nearestOf } from "../provider/engine/nearest";

/** Arguments of what is no resource, and whose names the engine's check therefore never sees. */

/** Every name that an interface of arguments has: the compiler sees to it that none is missing. */
export type NamesOf<A> = Readonly<Record<keyof A, true>>;

/**
 * Refuses names that mean nothing, which would otherwise be left out without a word, and says what was probably meant.
 * @throws RunError that names all of them, and the required ones that are missing
 */
export function checkNames<A>(
  what: string,
  given: object,
  names: NamesOf<A>,
  required: readonly (keyof A)[] = [],
): void {
  const known = Object.keys(names);
  const values = Object.entries(given).filter(([, value]) => value !== undefined && value !== null);
  const foreign = values.flatMap(([name]) => {
    if (known.includes(name)) return [];
    const nearest = nearestOf(name, known);
    return nearest
      ? [`${name}: is not an argument; did you mean "${nearest}"?`]
      : [`${name}: is not an argument; the arguments are ${known.join(", ")}`];
  });
  const missing = required
    .filter((name) => !values.some(([one]) => one === name))
    .map((name) => `${String(name)}: is required`);
  if (foreign.length + missing.length > 0) throw new pulumi.RunError(`${what}: ${[...foreign, ...missing].join("; ")}`);
}
