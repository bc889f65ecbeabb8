import type { Wire } from "../api/client";
import { isKind } from "../api/errors";
import type { Bag, Definition, Scope } from "./definition";
import { collides, uniqueSets } from "./diff";
import { idOf } from "./paths";
import { decodeAll, isEmpty, spell } from "./wire";

/** What the service holds in the place that a described object takes. */

/** Objects of the service that stand where the described one should. */
export async function occupantsOf(definition: Definition, scope: Scope): Promise<Wire[]> {
  if (definition.hooks?.find) return definition.hooks.find(scope);
  const inputs = scope.inputs as Bag;
  const occupants = new Map<string, Wire>();
  for (const set of searchable(definition, inputs)) {
    const query = Object.fromEntries(set.map((key) => [spell(definition, key), inputs[key] as string]));
    const found = await scope.api.list(definition.path, query);
    const colliding = found.filter((record) => collides(definition, set, decodeAll(definition, record), inputs));
    for (const record of colliding) occupants.set(idOf(definition, record), record);
  }
  return [...occupants.values()];
}

/** Sets whose values are all there: by those an existing object can be found. */
export function searchable(definition: Definition, inputs: Bag): readonly (readonly string[])[] {
  return uniqueSets(definition).filter((set) => set.every((key) => !isEmpty(inputs[key])));
}

/** Why an object of the collection is none of this type; `undefined` when it is one. */
export function foreignTo(definition: Definition, existing: Wire): string | undefined {
  const other = Object.entries(definition.fixed ?? {}).flatMap(([key, value]) => {
    const differs = typeof value === "string" && existing[key] !== undefined && existing[key] !== value;
    return differs ? [`its ${key} is ${JSON.stringify(existing[key])}`] : [];
  });
  if (other.length === 0 && definition.isOne?.(existing) !== false) return undefined;
  return [`it is no ${definition.type}`, ...other].join(": ");
}

/** Clocks of a cluster's nodes, and of the clouds behind it, agree about so well. */
const clockSkew = 2_000;

/**
 * The object that a create without a response made, where nothing in it carries our mark: the only one as described, and
 * made since. After a conflict somebody else's stood there before.
 */
export function justMade(
  definition: Definition,
  { occupants, asked, error }: { occupants: readonly Wire[]; asked: number; error: unknown },
): Wire | undefined {
  if (isKind(error, "conflict")) return undefined;
  const [one, ...more] = occupants.filter((each) => (madeAt(each) ?? 0) >= asked - clockSkew);
  return one && more.length === 0 && !foreignTo(definition, one) ? one : undefined;
}

/** So long after it was made, what an interrupted run has left is gone on with unasked: a day. */
const unasked = 24 * 60 * 60 * 1000;

/** True for an object so young that a run which has made it, and could not say so, was most likely interrupted. */
export function isRecent(record: Wire, now: number): boolean {
  return (madeAt(record) ?? 0) > now - unasked;
}

/** When the service recorded an object, in milliseconds since the epoch. */
function madeAt({ createdAt, created_at }: Wire): number | undefined {
  const at = createdAt ?? created_at;
  const time = typeof at === "string" ? Date.parse(at) : NaN;
  return Number.isNaN(time) ? undefined : time;
}
