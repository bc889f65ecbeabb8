import type { Claim, Claimant } from "./claim";
import { holdersOf, objectsOf, type Holder } from "./holders";

/**
 * The resource that goes on with an object once another one is deleted: `ofObject` are the claims
 * on the object, `ofResource` those of the deleted one. It may be the replacement, which has the
 * same URN: of this run, or of one that stopped before it deleted what it had replaced.
 */
export function successorIn(
  ofObject: readonly Claim[],
  ofResource: readonly Claim[],
  urn: string,
): Claimant | undefined {
  const goesOn = (one: Holder) =>
    isOfThisRun(one) || (one.stage === "declared" && !one.isLeaving && !hasNew(ofResource));
  const all = [...holdersOf(ofObject).values()];
  return all.find((one) => (one.by.urn === urn ? goesOn(one) : isSettled(one)))?.by;
}

/** The resources that have the object of these claims for good. */
export const settledIn = (claims: readonly Claim[]): Claimant[] =>
  [...holdersOf(claims).values()].filter(isSettled).map(({ by }) => by);

/** An adoption may still fail. */
const isSettled = ({ stage }: Holder): boolean => stage === "declared" || stage === "made";

/** It got the object in this run. */
export const isOfThisRun = ({ stage }: Holder): boolean => stage === "adopting" || stage === "made";

/** Whether the resource of these claims got an object in this run. */
const hasNew = (claims: readonly Claim[]): boolean => [...objectsOf(claims).values()].some(isOfThisRun);
