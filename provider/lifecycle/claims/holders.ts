import type { Claim, Claimant } from "./claim";

/** A resource that has an object, by its claims on it. */
export interface Holder {
  readonly by: Claimant;
  readonly stage: "recorded" | "declared" | "adopting" | "made";
  /** It is about to get another object. */
  readonly isLeaving: boolean;
}

/** By its key. */
type Holders = ReadonlyMap<string, Holder>;

/** The resources that have the object of these claims, by URN, in the order in which they got it. */
export const holdersOf = (claims: readonly Claim[]): Holders => fold(claims, ({ by }) => by.urn);

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
export const claimantsIn = (claims: readonly Claim[]): Claimant[] =>
  [...holdersOf(claims).values()].map(({ by }) => by);

/** A resource that has the object of these claims, unless this one has it. */
export function otherHolderIn(claims: readonly Claim[], urn?: string): Claimant | undefined {
  const all = claimantsIn(claims);
  return all.some((one) => one.urn === urn) ? undefined : all[0];
}

/** The program declares it, or it takes the object over: one that is only in the state may end. */
const isOfProgram = ({ stage }: Holder): boolean => stage !== "recorded";

/** A resource of the program other than this one that has the object of these claims. */
export function conflictIn(claims: readonly Claim[], urn: string): Claimant | undefined {
  return [...holdersOf(claims).values()].find((one) => one.by.urn !== urn && isOfProgram(one))?.by;
}

/** Whether the program has declared, by now, a resource that has the object of these claims. */
export const isDeclaredIn = (claims: readonly Claim[]): boolean => [...holdersOf(claims).values()].some(isOfProgram);

/** Whether a resource of the program keeps the object of these claims. */
export const isKeptIn = (claims: readonly Claim[]): boolean =>
  [...holdersOf(claims).values()].some((one) => isOfProgram(one) && !one.isLeaving);

/** The only resource that has the object of these claims; one of the program comes first. */
export function onlyHolderIn(claims: readonly Claim[]): Claimant | undefined {
  const all = [...holdersOf(claims).values()];
  const declared = all.filter(isOfProgram);
  const [first, ...others] = declared.length > 0 ? declared : all;
  return others.length > 0 ? undefined : first?.by;
}
