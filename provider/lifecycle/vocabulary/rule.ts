/** Constraints between inputs, as data. */

/**
 * An input is given, or inputs have one of these values. An input is given if it differs from its
 * default.
 */
export type Condition<K extends string> = K | { readonly [key in K]?: unknown };

/**
 * Inputs that must be given, and such as must not, in one case: when that holds, unless one of
 * those does.
 */
export interface Placement<K extends string> {
  readonly when?: Condition<K>;
  readonly unless?: Condition<K> | readonly Condition<K>[];
  readonly requires?: readonly K[];
  readonly excludes?: readonly K[];
  /** What else a user should know, after a colon. */
  readonly because?: string;
}

/** One input, several together, or any of several. */
export type Way<K extends string> = K | readonly K[] | { readonly anyOf: readonly K[] };

export type Rule<K extends string> =
  | Placement<K>
  /** Alternatives. One of them must be given, unless `optional` is true. */
  | { readonly choose: readonly Way<K>[]; readonly optional?: true; readonly because?: string }
  /** Inputs that are only valid together. */
  | { readonly pair: readonly K[] }
  /** A list whose items must differ in that field. */
  | { readonly distinct: K; readonly by: string }
  /** Two times, in order. */
  | { readonly earlier: K; readonly later: K }
  /**
   * The values of an input that go with each value of another one; with a value that is not named,
   * all do.
   */
  | { readonly values: K; readonly by: K; readonly allowed: Readonly<Record<string, readonly unknown[] | Range>> };

/** Whole numbers between two bounds, both included. */
interface Range {
  readonly from: number;
  readonly to: number;
}
