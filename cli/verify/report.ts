/**
 * What the command `verify` found out. It holds shapes only: nothing in it is a value of the
 * service's users.
 */

/** What became of one type or function. */
export type Outcome =
  /** What was read is as this package expects it. */
  | "works"
  /** The service refuses it, because the feature is not licensed. */
  | "not licensed"
  /** The service refuses it to this user or client. */
  | "no permission"
  /** The service does not know the operation. */
  | "not in this version"
  /** Something is not as expected: see the differences. */
  | "differs"
  /** The service has no such object, so little could be compared. */
  | "empty"
  /** Not part of this run. */
  | "not tried";

/** In the order of the report's numbers. */
const outcomes: readonly Outcome[] = [
  "works",
  "differs",
  "not licensed",
  "no permission",
  "not in this version",
  "empty",
  "not tried",
];

/** Where an entry that was not tried says why. */
export const untriedReason = "reason";

/** One thing that is not as expected. */
export interface Difference {
  /** A field, or what was requested: `azure_param.kty`, `filter name`. */
  where: string;
  /** What is different there: types, words and numbers of the service, never a value of its users. */
  what: string;
  /**
   * Words of the service to add, as far as they are nobody's values: that is only known once
   * everything was seen.
   */
  more?: () => string;
}

/** The result for one type or function. */
export interface Entry {
  /** Its name in programs, for example `AwsKey` or `getAwsRegions`. */
  name: string;
  outcome: Outcome;
  differences: Difference[];
}

export interface Report {
  /** Version of this package. */
  package: string;
  /** Version of the service; "unknown" if it does not tell. */
  service: string;
  /** False if the run ended before everything was tried. */
  complete: boolean;
  entries: Entry[];
}

/** How many entries have each outcome; outcomes that none has are left out. */
export function countsOf({ entries }: Report): [Outcome, number][] {
  return outcomes.flatMap((outcome): [Outcome, number][] => {
    const count = entries.filter((one) => one.outcome === outcome).length;
    return count > 0 ? [[outcome, count]] : [];
  });
}

/** True if something is not as expected. */
export function hasDifferences({ entries }: Report): boolean {
  return entries.some(({ outcome }) => outcome === "differs");
}

/**
 * The entry of what was compared: its outcome follows from the differences, each of which it has
 * once.
 */
export function entryOf(name: string, otherwise: Outcome, differences: readonly Difference[] = []): Entry {
  return { name, outcome: differences.length > 0 ? "differs" : otherwise, differences: onceEach(differences) };
}

/** The entry at the end of the run, with the words of the service that it may show. */
export function settled(entry: Entry): Entry {
  const complete = entry.differences.map(({ where, what, more }) => ({ where, what: what + (more?.() ?? "") }));
  return { ...entry, differences: onceEach(complete) };
}

/** Those that will say more later may differ in that. */
function onceEach(differences: readonly Difference[]): Difference[] {
  const once = new Map<unknown, Difference>(differences.map((one) => [one.more ?? `${one.where}\n${one.what}`, one]));
  return [...once.values()];
}
