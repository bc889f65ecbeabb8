import type { Claim, Claimant } from "./claim";

/**
 * Another resource of the program that wants the object of these claims, or one in its place, and
 * has failed. `by` are the claims of a resource: a later object ends its wait for what was in its
 * way.
 */
export function waitingIn(
  claims: readonly Claim[],
  urn: string,
  by: (claimant: Claimant) => readonly Claim[],
): Claimant | undefined {
  const isBlocked = (claim: Claim) =>
    claim.stage === "blocked" && !by(claim.by).some(({ stage, order }) => stage === "made" && order > claim.order);
  const others = claims.filter((claim) => claim.by.urn !== urn);
  return (others.findLast(({ stage }) => stage === "wanted") ?? others.find(isBlocked))?.by;
}
