import { type Claim, type Claimant, predecessorsInState, type Predecessor } from "./claim";

/** A resource that has an object, by its claims on it. */
interface Holder {
  readonly by: Claimant;
  readonly stage: "recorded" | "declared" | "adopting" | "made";
  /** It is about to get another object. */
  readonly isLeaving: boolean;
}

/** By its key. */
type Holders = ReadonlyMap<string, Holder>;

/** The resources that have the object of these claims, by URN, in the order in which they got it. */
export const holdersOf = (claims: readonly Claim[]): Holders => fold(claims, ({ by }) => by.urn);

const holdersIn = (claims: readonly Claim[]): Holder[] => [...holdersOf(claims).values()];

/** What the resource of these claims has, by the key of the object. */
export const objectsOf = (claims: readonly Claim[]): Holders => fold(claims, ({ object }) => object?.key);

function fold(claims: readonly Claim[], keyOf: (claim: Claim) => string | undefined): Holders {
  const all = new Map<string, Holder>();
  for (const claim of claims) {
    const key = keyOf(claim);
    if (claim.object && key !== undefined) step(all, key, claim);
  }
  return all;
}

function step(all: Map<string, Holder>, key: string, { by, stage }: Claim): void {
  const before = all.get(key);
  if (stage === "dropped" || stage === "ended") all.delete(key);
  else if (stage === "leaving") {
    if (before) all.set(key, { ...before, isLeaving: true });
  } else if (stage !== "wanted" && stage !== "blocked" && (stage !== "recorded" || !before))
    all.set(key, { by, stage, isLeaving: false });
}

/** The resources that have the object of these claims, in the order in which they got it. */
export const claimantsIn = (claims: readonly Claim[]): Claimant[] => holdersIn(claims).map(({ by }) => by);

/** A resource that has the object of these claims, unless this one has it. */
export function otherHolderIn(claims: readonly Claim[], urn?: string): Claimant | undefined {
  const all = claimantsIn(claims);
  return all.some((one) => one.urn === urn) ? undefined : all[0];
}

/** The program declares it, or it takes the object over: one that is only in the state may end. */
const isOfProgram = ({ stage }: Holder): boolean => stage !== "recorded";

/** A resource of the program other than this one that has the object of these claims. */
export const conflictIn = (claims: readonly Claim[], urn: string): Claimant | undefined =>
  holdersIn(claims).find((one) => one.by.urn !== urn && isOfProgram(one))?.by;

/** Whether the program has declared, by now, a resource that has the object of these claims. */
export const isDeclaredIn = (claims: readonly Claim[]): boolean => holdersIn(claims).some(isOfProgram);

/** Whether a resource of the program keeps the object of these claims. */
export const isKeptIn = (claims: readonly Claim[]): boolean =>
  holdersIn(claims).some((one) => isOfProgram(one) && !one.isLeaving);

/** The only resource that has the object of these claims; one of the program comes first. */
export function onlyHolderIn(claims: readonly Claim[]): Claimant | undefined {
  const all = holdersIn(claims);
  const declared = all.filter(isOfProgram);
  const [first, ...others] = declared.length > 0 ? declared : all;
  return others.length > 0 ? undefined : first?.by;
}

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
  return holdersIn(ofObject).find((one) => (one.by.urn === urn ? goesOn(one) : isSettled(one)))?.by;
}

/** The resources that have the object of these claims for good. */
export const settledIn = (claims: readonly Claim[]): Claimant[] =>
  holdersIn(claims)
    .filter(isSettled)
    .map(({ by }) => by);

/** An adoption may still fail. */
const isSettled = ({ stage }: Holder): boolean => stage === "declared" || stage === "made";

/** It got the object in this run. */
export const isOfThisRun = ({ stage }: Holder): boolean => stage === "adopting" || stage === "made";

/** Whether the resource of these claims got an object in this run. */
const hasNew = (claims: readonly Claim[]): boolean => [...objectsOf(claims).values()].some(isOfThisRun);

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
