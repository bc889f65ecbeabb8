import { onOneLine } from "../../provider/api/shown";
import type { Bag, Definition, ExistingObject } from "../../provider/lifecycle/vocabulary/definition";
import { decodeAll } from "../../provider/lifecycle/values/wire";
import { nameInputFor, titleFor } from "./titles";

/** Names of resources, which keep those of the objects, and of the constants that hold them. */

/** Gives every object a name that no other of its type has: its own, or what it is about. */
export function resourceNames(found: readonly ExistingObject[]): Map<ExistingObject, string> {
  const titles = new Map(found.filter(isOpaque).map((one) => [one.id, titleFor(one)]));
  const types = new Set(found.map(({ definition }) => definition.type));
  const names = new Map<ExistingObject, string>();
  const taken = new Set<string>();
  for (const one of [...found].sort((a, b) => compare(a.id, b.id))) {
    const key = (name: string) => `${one.definition.type}::${name}`;
    names.set(one, unique(plain(readable(one, titles, types)), key, taken, "-"));
  }
  return names;
}

/** A title that is made of ids says nothing: the names of what they stand for do. */
function readable(one: ExistingObject, titles: ReadonlyMap<string, string>, types: ReadonlySet<string>): string {
  const { definition, record, id } = one;
  const named = nameInputFor(definition);
  const own = named && decodeAll(definition, record)[named];
  if (typeof own === "string") return own;
  const title = titleFor(one);
  if (title === id) return shortened(definition, id);
  const words = title.split(" ").map((word) => titles.get(word) ?? word);
  return words.length > 1 && types.has(words[0]!) ? words.slice(1).join(" ") : words.join(" ");
}

/**
 * An id that is not the name of its object. What is listed with others, and has no name of its own,
 * is known by theirs.
 */
export function isOpaque(found: ExistingObject): boolean {
  const { definition, id } = found;
  const isPart = definition.existing?.list !== undefined && nameInputFor(definition) === undefined;
  return !isPart && titleFor(found) !== id;
}

function shortened({ type }: Definition, id: string): string {
  return `${type}-${id
    .split(/[^0-9A-Za-z]+/)
    .pop()!
    .slice(0, 8)}`;
}

/** The engine keeps `::` for itself, and names are shown in terminals. */
function plain(name: string): string {
  return onOneLine(name.replaceAll("::", "-"));
}

/** `name`, or else with the first number from 2 that makes it new; remembers it. */
export function unique(name: string, keyOf: (name: string) => string, taken: Set<string>, joint: string): string {
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${name}${joint}${number}`;
    if (taken.has(keyOf(candidate))) continue;
    taken.add(keyOf(candidate));
    return candidate;
  }
}

/**
 * The constant for a resource, such as `ordersKey`: its name, and what it is. `system` is left out
 * of the type.
 */
export function identifierFor(name: string, type: string, system: string): string {
  const kind = type.toLowerCase().startsWith(system.toLowerCase()) ? type.slice(system.length) || type : type;
  // Signs such as ² are numbers to Unicode, and in no constant.
  const words = name.split(/[^\p{L}\p{Nd}]+/u).filter((word) => word !== "");
  const camel = words.map((word, index) => (index === 0 ? lowerFirst(word) : upperFirst(word))).join("");
  if (!/^\p{L}/u.test(camel)) return lowerFirst(kind) + camel;
  const says = [words[0], words.at(-1)].some((word) => word?.toLowerCase() === kind.toLowerCase());
  return says && words.length > 1 ? camel : camel + kind;
}

/** The name of a setting, such as `ordersKeyPassword`. */
export function settingName(identifier: string, path: readonly string[]): string {
  return identifier + path.map(upperFirst).join("");
}

/** A name as part of a file's name. */
export function slug(name: string): string {
  const words = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
  return words.replaceAll(/^-+|-+$/g, "") || "unnamed";
}

/** Text order that is the same on every machine. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function lowerFirst(word: string): string {
  // AWSProd becomes awsProd, not aWSProd.
  const capitals = /^\p{Lu}+(?=\p{Lu}\p{Ll}|$|\P{L})/u.exec(word)?.[0];
  return capitals
    ? capitals.toLowerCase() + word.slice(capitals.length)
    : word.slice(0, 1).toLowerCase() + word.slice(1);
}

function upperFirst(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

/** The inputs that a program need not write because they are the resource's name. */
export function withoutOwnName(definition: Definition, args: Bag, name: string): Bag {
  const named = nameInputFor(definition);
  return Object.fromEntries(Object.entries(args).filter(([key, value]) => key !== named || value !== name));
}
