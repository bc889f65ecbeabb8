import type { Algorithm, Kind } from "./kind";

/** How strong a key is against an attack on the algorithm. Nothing is refused because of it. */
export interface Strength {
  /** Bits of security: 80, 112, 128, 192 or 256; 0 for a key that is weaker than the standard lists. */
  readonly bits: number;
  /** True if a large quantum computer is not known to break it. */
  readonly postQuantum: boolean;
}

/** The bits of security from so many bits of size on, the most first. */
type Steps = readonly (readonly [size: number, bits: number])[];

const levels: Steps = [256, 192, 128, 112, 80].map((bits) => [bits, bits] as const);

/** What the first three tables of NIST SP 800-57 Part 1 Rev. 5, section 5.6.1, say of each size. */
const steps: Readonly<Record<Algorithm, Steps>> = {
  AES: levels,
  // The standard does not list these two: a block cipher without a known flaw counts like AES.
  ARIA: levels,
  SEED: levels,
  // Three keys, with their parity bits or without; two keys.
  TDES: [
    [168, 112],
    [112, 80],
  ],
  // Of the key: its hash function limits it.
  HMAC: levels,
  RSA: [
    [15_360, 256],
    [7680, 192],
    [3072, 128],
    [2048, 112],
    [1024, 80],
  ],
  EC: [
    [512, 256],
    [384, 192],
    [256, 128],
    [224, 112],
    [160, 80],
  ],
  // The categories 2, 3 and 5 of FIPS 204, 3 and 5 of FIPS 203 and 1 of FIPS 205: each is as hard as
  // a search for a collision or a key at this level. Category 1 of FIPS 203, too.
  "ML-DSA": [
    [87, 256],
    [65, 192],
    [44, 128],
  ],
  "ML-KEM": [
    [1024, 256],
    [768, 192],
    [512, 128],
  ],
  "SLH-DSA": levels,
};

/** The most that an HMAC key has, by the bits of its hash function: table 3 of the same section. */
const hashes: Steps = [
  [256, 256],
  [224, 192],
  [160, 128],
];

const broken: readonly Algorithm[] = ["RSA", "EC"];

/**
 * The strength of a key of that kind; `undefined` where the algorithm or the size is not known.
 * NIST IR 8547 keeps symmetric keys of at least 128 bits: a quantum computer breaks pairs by
 * factors and discrete logarithms.
 */
export function strengthOf({ algorithm, size, hash }: Kind): Strength | undefined {
  if (algorithm === undefined || size === undefined) return undefined;
  const bits = Math.min(bitsAt(size, steps[algorithm]), bitsAt(hash ?? Infinity, hashes));
  return { bits, postQuantum: !broken.includes(algorithm) && bits >= 128 };
}

const bitsAt = (size: number, among: Steps): number => among.find(([least]) => size >= least)?.[1] ?? 0;
