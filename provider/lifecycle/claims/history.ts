import type { Claim } from "./claim";
import { predecessorsInState, type Predecessor } from "./predecessors";
import { objectsOf } from "./holders";

/** What the claims of one resource tell of it. */

/** The stack had it when the run began, with an object that is not known. */
const isOfStack = ({ stage, object }: Claim): boolean => stage === "recorded" && object === undefined;

/** Whether the stack does not have the resource yet, and did not have it in this run. */
export const isNewIn = (claims: readonly Claim[]): boolean =>
  !claims.some((claim) => isOfStack(claim) || claim.stage === "ended");

/** Whether the stack had the resource before with an unknown object: it may be any. */
export const hasUnknownObjectIn = (claims: readonly Claim[]): boolean =>
  claims.some(isOfStack) && objectsOf(claims).size === 0;

/** Whether a refresh of this run has read the resource: it has told of all others of the stack. */
export const isRefreshedIn = (claims: readonly Claim[]): boolean =>
  claims.some(({ stage, object }) => stage === "recorded" && object !== undefined);

/** Whether the resource has, or is about to have, another object than the one with this key. */
export function isReplacedIn(claims: readonly Claim[], key: string): boolean {
  let [now, isLeaving]: [string | undefined, boolean] = [undefined, false];
  for (const { stage, object } of claims) {
    if (object && ["declared", "adopting", "made"].includes(stage)) now = object.key;
    if (object && stage === "declared") isLeaving = false;
    if (stage === "leaving") isLeaving = true;
  }
  return isLeaving || (now !== undefined && now !== key);
}

/** The objects that a new one of the resource follows, the newest first. */
export function predecessorsIn(claims: readonly Claim[]): readonly Predecessor[] {
  let last: Predecessor | undefined;
  for (const { stage, object, former } of claims) {
    if (stage === "recorded" || stage === "leaving") last = former ?? last;
    // The plan keeps it, unless it says otherwise.
    if (stage === "declared" && object) last = undefined;
    if (stage === "ended" && former?.id === last?.id) last = undefined;
  }
  return last ? [last, ...predecessorsInState(last.state)] : [];
}

/** The object that was deleted before its replacement is created. */
export const lastEndedIn = (claims: readonly Claim[]): Predecessor | undefined =>
  claims.findLast(({ stage }) => stage === "ended")?.former;
