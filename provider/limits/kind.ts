/** The kind of a key, in one spelling for all systems. Loads nothing, so that programs can use it. */

/** Algorithms as limits name them. */
export const algorithms = ["AES", "ARIA", "SEED", "TDES", "HMAC", "RSA", "EC", "ML-DSA", "ML-KEM", "SLH-DSA"] as const;
export type Algorithm = (typeof algorithms)[number];

/** What a key is for: `encrypt` includes decrypting and wrapping, `sign` and `mac` verifying. */
export const purposes = ["encrypt", "sign", "mac"] as const;
export type Purpose = (typeof purposes)[number];

/** What is known of a key. What is absent is not known. */
export interface Kind {
  /** The system that holds it, such as `aws`. */
  readonly system?: string;
  readonly algorithm?: Algorithm;
  /**
   * Size in bits; of an EC key, that of its curve; of a post-quantum pair, the number of its
   * parameter set, such as 65.
   */
  readonly size?: number;
  /** Of an HMAC key, the bits of its hash function. */
  readonly hash?: number;
  readonly purposes?: readonly Purpose[];
  readonly tags?: Readonly<Record<string, string>>;
  /** What it is called: in the program, by the service, in its cloud. */
  readonly names?: readonly string[];
}

/** Which properties of a type of keys tell their kind. Of several, the first that is known counts. */
export interface KindPlaces {
  /** The kind of every key of the type, in a word such as `AES256`. */
  readonly always?: string;
  /** A word that contains the algorithm, and perhaps its size and its purpose. */
  readonly algorithm?: readonly string[];
  /** The size in bits. */
  readonly size?: readonly string[];
  /** The size in bytes. */
  readonly bytes?: readonly string[];
  readonly curve?: readonly string[];
  /** A word, a list of words, or a mask of the KMIP standard. */
  readonly purpose?: readonly string[];
  /** A map of strings. Absent where keys of the type have no tags. */
  readonly tags?: readonly string[];
  /**
   * Kinds, in words, that complete what a program leaves out: the first is the default, each of the
   * others has the default size of its algorithm.
   */
  readonly usual?: readonly string[];
  /** Properties with which a key has none of the `usual` kinds, but that of another key. */
  readonly copies?: readonly string[];
}

type Properties = Readonly<Record<string, unknown>>;

/**
 * The kind of a key by the properties of its resource. A property that is left out has its default;
 * one that is there without a value is not known, and nothing is taken for granted instead.
 */
export function kindOf(places: KindPlaces, properties: Properties): Kind {
  const look = (names: readonly string[] = []): Look => ({
    value: names.map((name) => properties[name]).find((one) => one !== undefined),
    isLeftOut: names.every((name) => !(name in properties)),
  });
  const isCopy = (places.copies ?? []).some((name) => name in properties);
  const usual = isCopy ? [] : (places.usual ?? []).map(inWords);
  const word = look(places.algorithm);
  const written = inWords(places.always ?? word.value);
  const algorithm = written.algorithm ?? (word.isLeftOut ? usual[0]?.algorithm : undefined);
  const common = usual.find((one) => one.algorithm === algorithm) ?? {};
  const tags = look(places.tags);
  return {
    algorithm,
    size: sizeOf([look(places.size), look(places.bytes), look(places.curve)], written, common),
    hash: algorithm === "HMAC" ? written.size : undefined,
    purposes: purposesIn(look(places.purpose), algorithm, written.purposes ?? common.purposes),
    tags: (tags.value ?? (tags.isLeftOut ? {} : undefined)) as Kind["tags"],
  };
}

interface Look {
  readonly value: unknown;
  readonly isLeftOut: boolean;
}

const bits = 8;

/** The curve before the bytes: P-521 takes 66 of them. */
function sizeOf([size, bytes, curve]: readonly [Look, Look, Look], written: Words, common: Words): number | undefined {
  const named = textOf(curve.value);
  const given =
    numberIn(size.value) ?? (named && inWords(`EC ${named}`).size) ?? numberIn(bytes.value, bits) ?? written.size;
  return given || ([size, bytes, curve].every(({ isLeftOut }) => isLeftOut) ? common.size : undefined);
}

function purposesIn({ value, isLeftOut }: Look, algorithm: Algorithm | undefined, usual: Kind["purposes"]) {
  return purposesOf(value, algorithm) ?? usual ?? (isLeftOut ? usualPurposes(algorithm) : undefined);
}

/** The kind without what its word does not tell. */
type Words = Pick<Kind, "algorithm" | "size" | "purposes">;

/** How the clouds and the service spell each algorithm, and which numbers beside it are a size. */
const spellings: readonly [pattern: RegExp, algorithm: Algorithm, least: number, most: number][] = [
  [/HMAC/, "HMAC", 112, 1024],
  [/ARIA/, "ARIA", 128, 256],
  [/^SEED/, "SEED", 128, 128],
  [/T-?DES|3DES/, "TDES", 112, 192],
  [/AES|^OCT|^SYMMETRIC_DEFAULT$|^GOOGLE_SYMMETRIC_ENCRYPTION$/, "AES", 128, 256],
  [/RSA/, "RSA", 512, 16_384],
  [/^EC/, "EC", 112, 640],
  [/ML[-_]DSA/, "ML-DSA", 44, 87],
  [/ML[-_]KEM/, "ML-KEM", 512, 1024],
  [/SLH[-_]DSA/, "SLH-DSA", 128, 256],
];

/** The only size, where the word does not contain it. */
const impliedSizes: Readonly<Record<string, number>> = {
  SYMMETRIC_DEFAULT: 256,
  GOOGLE_SYMMETRIC_ENCRYPTION: 256,
  "HMAC-SHA1": 160,
  HMAC_SHA1: 160,
  SEED: 128,
  "EC CURVE25519": 256,
  ECC_NIST_EDWARDS25519: 256,
  EC_SIGN_ED25519: 256,
};

/** What a word such as `RSA_SIGN_PSS_2048_SHA256`, `ECC_NIST_P256` or `hmac-sha256` tells. */
function inWords(value: unknown): Words {
  const word = textOf(value)?.toUpperCase() ?? "";
  const found = spellings.find(([pattern]) => pattern.test(word));
  if (!found) return {};
  const [, algorithm, least, most] = found;
  const numbers = [...word.matchAll(/(?<!\d)\d{2,5}(?!\d)/g)].map(([text]) => Number(text));
  const size = impliedSizes[word] ?? numbers.find((one) => one >= least && one <= most);
  return { algorithm, size, purposes: purposesOf(/SIGN|CRYPT_|^ECC_|DSA/.exec(word)?.[0], algorithm) };
}

function numberIn(value: unknown, unit = 1): number | undefined {
  const number = Number(value) * unit;
  if (!(number > 0)) return undefined;
  return number === 528 ? 521 : number;
}

const textOf = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

const asymmetric: readonly unknown[] = ["RSA", "EC", "ML-DSA", "ML-KEM", "SLH-DSA"] satisfies Algorithm[];
const isAsymmetric = (algorithm: Algorithm | undefined): boolean => asymmetric.includes(algorithm);

/** The bits of a usage mask, of which verifying has one and decrypting another. */
const masks: Readonly<Record<Purpose, number>> = { sign: 3, encrypt: 60, mac: 384 };

/** A symmetric key that signs makes message authentication codes. */
function purposesOf(value: unknown, algorithm: Algorithm | undefined): Purpose[] | undefined {
  const words = [value].flat().filter((one) => textOf(one) !== undefined) as string[];
  if (words.length === 0 && typeof value !== "number") return undefined;
  const found =
    typeof value === "number"
      ? purposes.filter((one) => (value & masks[one]) !== 0)
      : words.flatMap((word) => purposeOf(word.toUpperCase()) ?? []);
  return distinct(found.map((one) => (one === "sign" && algorithm && !isAsymmetric(algorithm) ? "mac" : one)));
}

const distinct = <T>(values: readonly T[]): T[] => [...new Set(values)];

function purposeOf(word: string): Purpose | undefined {
  if (word.includes("MAC")) return "mac";
  if (/CRYPT|WRAP/.test(word)) return "encrypt";
  return /SIGN|VERIFY|^EC|DSA/.test(word) ? "sign" : undefined;
}

/** What a key is for that has the usage of its algorithm; a key of a pair may have any. */
function usualPurposes(algorithm: Algorithm | undefined): readonly Purpose[] | undefined {
  if (algorithm === undefined || isAsymmetric(algorithm)) return undefined;
  return [algorithm === "HMAC" ? "mac" : "encrypt"];
}
