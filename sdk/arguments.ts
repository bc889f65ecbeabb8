import * as pulumi from "@pulumi/pulumi";
import { nearestOf } from "../provider/lifecycle/values/mistakes";

/** Checks arguments of functions and components, whose names the engine does not check. */

/** Every name of an arguments interface: the compiler reports a missing one. */
export type NamesOf<A> = Readonly<Record<keyof A, true>>;

/**
 * Refuses unknown names, which would otherwise be ignored silently, and suggests the closest one.
 *
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
      ? [`${name}: unknown argument; did you mean "${nearest}"?`]
      : [`${name}: unknown argument; the arguments are ${known.join(", ")}`];
  });
  const missing = required
    .filter((name) => !values.some(([one]) => one === name))
    .map((name) => `${String(name)}: is required`);
  if (foreign.length + missing.length > 0) throw new pulumi.RunError(`${what}: ${[...foreign, ...missing].join("; ")}`);
}
