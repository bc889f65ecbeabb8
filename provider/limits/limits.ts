import type { Algorithm, Kind, Purpose } from "./kind";

/**
 * Limits on the age of keys, by the kind of key. Loads no definition: programs, commands and the
 * policy pack use it alike.
 */

/** The maximum age of keys that meet all its conditions; without a condition, of every key. */
export interface Limit {
  /** Algorithm: `AES`, `ARIA`, `SEED`, `TDES`, `HMAC`, `RSA`, `EC`, `ML-DSA`, `ML-KEM` or `SLH-DSA`. */
  algorithm?: Algorithm;
  /**
   * Size in bits; of an EC key, that of its curve; of a post-quantum pair, the number of its
   * parameter set, such as 65.
   */
  size?: number;
  /** What the key is for: `encrypt`, which includes wrapping, `sign` or `mac`. */
  purpose?: Purpose;
  /** System that holds the key, such as `aws`. */
  system?: string;
  /** Tags or labels that the key has, all of them. */
  tag?: Record<string, string>;
  /** Name of a single key. Such a limit also answers whether limits on unknown attributes apply. */
  key?: string;
  /** The maximum age: whole days, such as `365d`. */
  every: string;
  /** Where the number is from, such as the section of a standard. Reports show it. */
  says?: string;
}

/**
 * Limits as text, such as `AES 365d, RSA 730d, tag pci=yes 90d, 400d`, or as a list; an item of the
 * list is a {@link Limit} or text.
 */
export type Limits = string | readonly (string | Limit)[];

export type Conditions = Omit<Limit, "every" | "says">;

/** A limit that was read. */
export interface KeyLimit extends Conditions {
  readonly days: number;
  /** The limit as text. */
  readonly clause: string;
  readonly says?: string;
}

/** The limit on a key. */
export interface Applied {
  /** The strictest that applies; absent if none does. */
  readonly limit?: KeyLimit;
  /** A stricter one, or any if none applies, of which it is not known whether it applies. */
  readonly perhaps?: KeyLimit;
  /** What would have to be known of the key to decide that, such as `algorithm`. */
  readonly unknown: readonly string[];
}

/** The limit that counts, if what is not known is taken for the worst case. */
export const strictestOf = ({ limit, perhaps }: Applied): KeyLimit | undefined => perhaps ?? limit;

/** Which of the limits a key of this kind has. */
export function limitFor(limits: readonly KeyLimit[], kind: Kind): Applied {
  const judged = limits.map((limit) => ({ limit, verdicts: verdictsOn(limit, kind) }));
  const applying = judged.filter(({ verdicts }) => verdicts.every(([, is]) => is === true)).map(({ limit }) => limit);
  const limit = strictest(applying);
  if (applying.some(({ key }) => key !== undefined)) return { limit, unknown: [] };
  const open = judged.filter(
    ({ limit: { days }, verdicts }) =>
      days < (limit?.days ?? Infinity) &&
      verdicts.every(([, is]) => is !== false) &&
      verdicts.some(([, is]) => is === undefined),
  );
  const perhaps = strictest(open.map((one) => one.limit));
  const missing = open.flatMap(({ verdicts }) => verdicts.filter(([, is]) => is === undefined).map(([name]) => name));
  return { limit, perhaps, unknown: [...new Set(missing)] };
}

function strictest(limits: readonly KeyLimit[]): KeyLimit | undefined {
  return limits.reduce<KeyLimit | undefined>(
    (least, one) => (least && least.days <= one.days ? least : one),
    undefined,
  );
}

/** Whether the key meets each condition; `undefined` where that is not known. */
type Verdict = readonly [attribute: string, meets: boolean | undefined];

function verdictsOn({ algorithm, size, purpose, system, tag, key }: KeyLimit, kind: Kind): Verdict[] {
  const is = (wanted: unknown, found: unknown) => (found === undefined ? undefined : found === wanted);
  return [
    ...(algorithm === undefined ? [] : [["algorithm", is(algorithm, kind.algorithm)] as const]),
    ...(size === undefined ? [] : [["size", is(size, kind.size)] as const]),
    ...(purpose === undefined ? [] : [["purpose", kind.purposes?.includes(purpose)] as const]),
    ...(system === undefined ? [] : [["system", is(system, kind.system)] as const]),
    ...(key === undefined ? [] : [["name", (kind.names ?? []).includes(key)] as const]),
    ...Object.entries(tag ?? {}).map(([name, value]) => ["tags", kind.tags && kind.tags[name] === value] as const),
  ];
}
