import { nearestOf } from "../lifecycle/values/mistakes";
import { algorithms, purposes } from "./kind";
import type { Conditions, KeyLimit, Limit, Limits } from "./limits";
import { presets } from "./presets";

/** Reads limits as programs, configurations and command lines write them. */

/** The limits, and what is wrong with those that cannot be read. */
interface ReadLimits {
  readonly limits: readonly KeyLimit[];
  readonly problems: readonly string[];
}

class Misread extends Error {}

/** Reads limits. `systems` are the names that a limit may have. */
export function readLimits(given: Limits, systems: readonly string[]): ReadLimits {
  const problems: string[] = [];
  const read = (items: readonly (string | Limit)[]): KeyLimit[] =>
    items.flatMap((item) => {
      try {
        return [limitOf(item, systems)];
      } catch (error) {
        if (!(error instanceof Misread)) throw error;
        problems.push(error.message);
        return [];
      }
    });
  const items = itemsIn(given);
  if (items.length === 0) problems.push(`there are no limits: write a text such as "${example}", or a list`);
  const written = read(items.filter((one) => !isPreset(one)));
  const own = new Set(written.map(conditionsOf));
  const preset = read(items.filter(isPreset).flatMap((name) => presets[name.toLowerCase()]!));
  return { limits: [...preset.filter((one) => !own.has(conditionsOf(one))), ...written], problems };
}

const isPreset = (item: unknown): item is string =>
  typeof item === "string" && Object.hasOwn(presets, item.toLowerCase());

function itemsIn(given: unknown): (string | Limit)[] {
  if (Array.isArray(given))
    return given.flatMap<string | Limit>((one) => (typeof one === "string" ? clausesIn(one) : [one as Limit]));
  return typeof given === "string" ? clausesIn(given) : [];
}

const example = "AES 365d, RSA 730d, tag pci=yes 90d, 365d";

/** Parts of a text, in which quotes keep a name with spaces or commas together. */
const clausesIn = (text: string): string[] =>
  [...text.matchAll(/(?:"[^"]*"|[^",])+|"/g)].map(([clause]) => clause.trim()).filter((clause) => clause !== "");

function limitOf(given: string | Limit, systems: readonly string[]): KeyLimit {
  const { every, says, ...conditions } = typeof given === "string" ? inText(given, systems) : checked(given, systems);
  const place = typeof given === "string" ? given : JSON.stringify(given);
  if (typeof every !== "string" || !/^[1-9]\d{0,4}d$/.test(every)) {
    throw new Misread(`the limit ${place} must say its age as whole days, from "1d" to "99999d"`);
  }
  return { ...conditions, days: Number.parseInt(every), clause: [...wordsOf(conditions), every].join(" "), says };
}

const quoted = (name: string): string => (/^[^\s",]+$/.test(name) ? name : `"${name}"`);

/** Conditions as a clause has them. */
function wordsOf({ system, algorithm, size, purpose, tag = {}, key }: Conditions): string[] {
  return [
    ...(system === undefined ? [] : [system]),
    ...(algorithm === undefined ? [] : [size === undefined ? algorithm : `${algorithm}-${size}`]),
    ...(algorithm === undefined && size !== undefined ? [`size ${size}`] : []),
    ...(purpose === undefined ? [] : [`purpose ${purpose}`]),
    ...Object.entries(tag)
      .toSorted()
      .map(([name, value]) => `tag ${quoted(`${name}=${value}`)}`),
    ...(key === undefined ? [] : [`key ${quoted(key)}`]),
  ];
}

const conditionsOf = (limit: KeyLimit): string => wordsOf(limit).join(" ");

/** How a clause is written: words, of which some take the next one. */
function inText(clause: string, systems: readonly string[]): Limit {
  const words = [...clause.matchAll(/(?:"[^"]*"|[^\s"])+/g)].map(([word]) => word.replaceAll('"', ""));
  const every = words.pop()!;
  const found: Limit = { every };
  const add = (one: Conditions) => {
    const twice = Object.keys(one).find((name) => name !== "tag" && name in found);
    if (twice !== undefined)
      throw new Misread(`"${clause}" has two conditions on the ${twice}: write a clause for each`);
    Object.assign(found, one, one.tag && { tag: { ...found.tag, ...one.tag } });
  };
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    const named = namedConditions[word.toLowerCase()];
    add(named ? named(words.shift(), clause) : plainCondition(word, clause, systems));
  }
  return found;
}

/** The conditions that begin with their own name. */
const namedConditions: Readonly<Record<string, (word: string | undefined, clause: string) => Conditions>> = {
  tag(word = "", clause) {
    const [, name, value] = /^([^=]+)=(.*)$/.exec(word) ?? [];
    if (name === undefined) throw new Misread(`"${clause}" must name a tag and its value, such as: tag pci=yes 90d`);
    return { tag: { [name]: value! } };
  },
  purpose: (word = "", clause) => ({ purpose: wordAmong(word, purposes, "purpose", clause) }),
  size: (word, clause) => ({ size: sizeIn(word, clause) }),
  key(word, clause) {
    if (!word) throw new Misread(`"${clause}" must name a key, such as: key orders 90d`);
    return { key: word };
  },
};

/** A system, or an algorithm with or without a size. */
function plainCondition(word: string, clause: string, systems: readonly string[]): Conditions {
  const system = systems.find((one) => one.toLowerCase() === word.toLowerCase());
  if (system !== undefined) return { system };
  const [, name = word, size] = /^(.*?)[-_]?(\d{2,5})$/.exec(word) ?? [];
  const algorithm = algorithms.find((one) => one === name.toUpperCase());
  if (algorithm === undefined) {
    const known = [...algorithms, ...Object.keys(namedConditions), ...systems, ...Object.keys(presets)];
    throw new Misread(`"${clause}" has ${JSON.stringify(word)}, ${unknownAmong(name, known)}`);
  }
  return size === undefined ? { algorithm } : { algorithm, size: Number(size) };
}

function sizeIn(value: unknown, place: string): number {
  if (/^[1-9]\d{1,4}$/.test(String(value))) return Number(value);
  throw new Misread(`${JSON.stringify(place)} must have a size in bits, such as 2048`);
}

function wordAmong<T extends string>(word: unknown, known: readonly T[], what: string, place: string): T {
  const found = known.find((one) => one.toLowerCase() === String(word).toLowerCase());
  if (found !== undefined) return found;
  throw new Misread(
    `${JSON.stringify(place)} has the ${what} ${JSON.stringify(word)}, ${unknownAmong(String(word), known)}`,
  );
}

function unknownAmong(word: string, known: readonly string[]): string {
  const nearest = nearestOf(word, known);
  return nearest === undefined
    ? `which is none of ${known.join(", ")}`
    : `which is not known; did you mean "${nearest}"?`;
}

const members = ["algorithm", "size", "purpose", "system", "tag", "key", "every", "says"];

/** A limit that is an object; with a misspelt condition it would be another limit. */
function checked(given: Limit, systems: readonly string[]): Limit {
  const place = JSON.stringify(given);
  if (typeof given !== "object" || given === null) throw new Misread(`the limit ${place} must be an object or a text`);
  const odd = Object.keys(given).find((name) => !members.includes(name));
  if (odd !== undefined) throw new Misread(`the limit ${place} has "${odd}", ${unknownAmong(odd, members)}`);
  const { algorithm, size, purpose, system, tag, key, ...rest } = given;
  return {
    ...(algorithm === undefined ? {} : { algorithm: wordAmong(algorithm, algorithms, "algorithm", place) }),
    ...(size === undefined ? {} : { size: sizeIn(size, place) }),
    ...(purpose === undefined ? {} : { purpose: wordAmong(purpose, purposes, "purpose", place) }),
    ...(system === undefined ? {} : { system: wordAmong(system, systems, "system", place) }),
    ...(tag === undefined ? {} : { tag: tagIn(tag, place) }),
    ...(key === undefined ? {} : { key: String(key) }),
    ...rest,
  };
}

function tagIn(tag: unknown, place: string): Record<string, string> {
  const isMap = typeof tag === "object" && tag !== null && !Array.isArray(tag);
  if (isMap && Object.keys(tag).length > 0 && Object.values(tag).every((value) => typeof value === "string")) {
    return tag as Record<string, string>;
  }
  throw new Misread(`the limit ${place} must have its tags as a map of strings, such as { "pci": "yes" }`);
}
