import * as pulumi from "@pulumi/pulumi";
import { limitFor, type KeyLimit, type Limits } from "../provider/limits/limits";
import { readLimits } from "../provider/limits/readLimits";
import { kindOf, type Kind } from "../provider/limits/kind";
import type { Named } from "./policyKeys";
import { CipherTrustResource } from "./resource";
import { kinds, type KeyType } from "./resources/rotatable";

/** The limits of a rotation policy, and which of them each key has. */

/** The maximum age of one key. */
export interface Aged {
  /** Whole days, such as `90d`. */
  readonly every: pulumi.Input<string>;
  /** The limit as text; absent for one that is an output of something else. */
  readonly clause?: string;
}

const systems = [...new Set(Object.values(kinds).map(({ system }) => system))];

/** The limits of the keys, in their order, and what is wrong with them. */
export function limitsOf(
  every: pulumi.Input<string> | Limits,
  keys: readonly Named[],
): { aged: readonly Aged[]; problems: readonly string[] } {
  if (pulumi.Output.isInstance(every) || every instanceof Promise)
    return { aged: keys.map(() => ({ every })), problems: [] };
  const { limits, problems } = readLimits(every, systems);
  if (problems.length > 0) return { aged: [], problems: problems.map((one) => `every: ${one}`) };
  const strangers = limits.filter(({ key }) => key !== undefined && !keys.some(({ label }) => label === key));
  const applied = keys.map((key) => limitFor(limits, kindIn(key)));
  return {
    aged: applied.map(({ limit }) => ({ every: `${limit?.days}d`, clause: limit?.clause })),
    problems: [
      ...strangers.map(({ clause }) => `every: "${clause}" names no key of the policy`),
      ...applied.flatMap(({ limit, perhaps, unknown }, index) =>
        limit && !perhaps ? [] : [`keys[${index}]: ${unlimited(keys[index]!, perhaps, unknown)}`],
      ),
    ],
  };
}

function unlimited(
  { type, label = "<name>" }: Named,
  perhaps: KeyLimit | undefined,
  unknown: readonly string[],
): string {
  const what = `${type} ${label}`;
  const explicit = `add a limit for it alone, such as  key ${label} 90d`;
  if (!perhaps)
    return `${what} meets the conditions of no limit: ${explicit}, or one without conditions, such as  365d`;
  return `whether the limit "${perhaps.clause}" is for ${what} is open, because the program does not know its ${unknown.join(" and ")}: ${explicit}`;
}

/** What the program knows of the key. */
function kindIn({ type, given, label }: Named): Kind {
  const places = kinds[type as KeyType];
  const names = label === undefined ? [] : [label];
  if (!places) return { names };
  const written = given instanceof CipherTrustResource && given.written;
  return { ...(written ? kindOf(places, known({ ...written })) : {}), system: places.system, names };
}

/** Outputs of something else are there without a value. */
function known(written: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(written).map(([name, value]) => [name, isLate(value) ? undefined : value] as const),
  );
}

function isLate(value: unknown): boolean {
  if (pulumi.Output.isInstance(value) || value instanceof Promise) return true;
  return typeof value === "object" && value !== null && Object.values(value).some(isLate);
}
