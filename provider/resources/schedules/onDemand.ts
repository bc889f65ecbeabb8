import type { OnDemandRotation } from "../onDemand";
import { systems } from "../systems";

/** Which keys can be rotated at once. */

const declared = systems.flatMap(({ onDemand }) => Object.entries(onDemand ?? {}));
const isFacet = (entry: (typeof declared)[number]): entry is [string, OnDemandRotation] => typeof entry[1] === "object";
const byType: ReadonlyMap<string, OnDemandRotation> = new Map(declared.filter(isFacet));
const reasons = new Map([
  ...systems.flatMap(({ unrotatable }) => Object.entries(unrotatable ?? {})),
  ...declared.flatMap(([type, how]) => (typeof how === "string" ? [[type, how] as const] : [])),
]);

/** Types of keys that can be rotated at once. */
export const onDemandTypes = [...byType.keys()];

/** How keys of this type are rotated at once; `undefined` if they cannot be. */
export const onDemandOf = (type: string): OnDemandRotation | undefined => byType.get(type);

/** Why no call rotates keys of this type: a clause, with what to do; `undefined` if it is not known. */
export const reasonNotNow = (type: string): string | undefined => reasons.get(type);

/** The same as an error, with the types that rotate. */
export function whyNotNow(type: unknown): string {
  const why = reasonNotNow(String(type));
  return `no call rotates ${String(type)} at once${why ? `; ${why}` : ""}. These rotate: ${onDemandTypes.join(", ")}`;
}
