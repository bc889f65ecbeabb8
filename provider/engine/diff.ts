import { isDeepStrictEqual } from "node:util";
import {
  isImmutable,
  isLeftToService,
  isNeverShown,
  nameInputOf,
  type Bag,
  type Definition,
  type Due,
} from "./definition";
import { defaultOf, hasUnknown } from "./schema";
import { isEmpty } from "./wire";

export interface Difference {
  changes: boolean;
  /** Inputs whose change means a new object. */
  replaces: string[];
  /** In a replacement, whoever asks for it, the old object must be deleted first: the new one needs its place. */
  deleteBeforeReplace: boolean;
  /** Every input that differs. */
  changed: string[];
  /** Why something has to be done that no input shows; absent when nothing has. */
  due?: string[];
}

/** Compares the last known state with the inputs wanted now. Pure: `now` is the service's time, for what is due by then. */
export function diff(definition: Definition, olds: Bag, news: Bag, now = 0): Difference {
  const changed = changedInputs(definition, olds, news);
  const also = definition.hooks?.replaces?.(olds, news) ?? [];
  const replaces = changed.filter(
    (key) => also.includes(key) || (isImmutable(definition, key) && reallyChanges(definition, key, news)),
  );
  const due = replaces.length > 0 ? [] : duesOf(definition, olds, news).filter(({ from }) => from <= now);
  const changes = changed.length > 0 || due.length > 0 || isUnready(definition, olds);
  return {
    changes,
    replaces,
    // Where its place would stay taken, the old object is better kept than lost to a successor that cannot come.
    deleteBeforeReplace: changes && !keptSet(definition, olds, news) && sharedSet(definition, olds, news) !== undefined,
    changed,
    ...(due.length > 0 ? { due: due.map(({ why }) => why) } : {}),
  };
}

/** What actions ask for by themselves, now or later. */
export function duesOf(definition: Definition, state: Bag, inputs: Bag): Due[] {
  return (definition.actions ?? []).flatMap((action) => action.due?.(state, inputs) ?? []);
}

/** The inputs in which `state` and `inputs` differ. */
export function changedInputs(definition: Definition, state: Bag, inputs: Bag): string[] {
  return Object.keys(definition.inputs).filter(
    (key) => !definition.initial?.includes(key) && !sameInput(definition, key, state[key], inputs[key]),
  );
}

/** Sets of inputs that the service allows once only; none when it allows any number of equals. */
export function uniqueSets(definition: Definition): readonly (readonly string[])[] {
  const name = nameInputOf(definition);
  return definition.unique ?? (name ? [[name]] : []);
}

/** The set in which two objects would be equal that the service cannot have at once; `undefined` where it can. */
export function sharedSet(definition: Definition, a: Bag, b: Bag): readonly string[] | undefined {
  return uniqueSets(definition).find((set) => collides(definition, set, a, b));
}

/** The set that keeps a successor from being made once the old object was destroyed as its state says. */
export function keptSet(definition: Definition, olds: Bag, news: Bag): readonly string[] | undefined {
  const kept = definition.keepsPlace?.[olds.onDestroy as string] ?? [];
  const sets = kept === "every" ? uniqueSets(definition) : kept;
  return sets.find((set) => collides(definition, set, olds, news));
}

/** What the service allows once only, as one text for equal values of these inputs. */
export interface Place {
  set: readonly string[];
  place: string;
}

/** The places that an object with these inputs would take; those that are not known yet aside. */
export function placesOf(definition: Definition, inputs: Bag): Place[] {
  const known = uniqueSets(definition).filter(
    (set) => set.length > 0 && set.every((key) => !isEmpty(inputs[key]) && !hasUnknown(inputs[key])),
  );
  const collection = definition.namesWithin?.path ?? definition.path;
  return known.flatMap((set) =>
    combinations(set.map((key) => itemsOf(inputs[key]).map((item) => canonical(definition, key, item)))).map(
      (values) => ({ set, place: JSON.stringify([collection, set, values]) }),
    ),
  );
}

const itemsOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

function combinations(choices: readonly unknown[][]): unknown[][] {
  return choices.reduce<unknown[][]>((rows, choice) => rows.flatMap((row) => choice.map((one) => [...row, one])), [[]]);
}

/** True when two objects would be equal in everything that the set holds; in a list, one common item is enough. */
export function collides(definition: Definition, set: readonly string[], a: Bag, b: Bag): boolean {
  return set.every((key) => {
    const [one, other] = [a[key], b[key]];
    if (Array.isArray(one) && Array.isArray(other)) return one.some((item) => other.includes(item));
    return !isEmpty(one) && sameValue(definition, key, one, other);
  });
}

function sameInput(definition: Definition, key: string, old: unknown, wanted: unknown): boolean {
  if (wanted === undefined && isLeftToService(definition, key)) return true;
  if (hasUnknown(wanted)) return false;
  const held = old ?? (wanted === undefined ? undefined : unseenDefault(definition, key));
  return sameValue(definition, key, removable(definition, key, held, wanted), wanted);
}

/**
 * What only the state tells, and the state does not hold: the version that made it may not have known the input. It then
 * stands for its default, or an upgrade would show changes that nobody made.
 */
function unseenDefault(definition: Definition, key: string): unknown {
  return isNeverShown(definition, key) ? defaultOf(definition.inputs[key]!) : undefined;
}

/** In a map from which the service takes nothing away, keys that the program does not write belong to somebody else. */
export function removable(definition: Definition, key: string, held: unknown, wanted: unknown): unknown {
  if (!definition.sticky?.includes(key) || !isMap(held) || !isMap(wanted)) return held;
  return Object.fromEntries(Object.entries(held).filter(([name]) => name in wanted));
}

function isMap(value: unknown): value is Bag {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Equality as the definition understands it: order and formatting count only where they mean something. */
export function sameValue(definition: Definition, key: string, a: unknown, b: unknown): boolean {
  if (isEmpty(a) && isEmpty(b)) return true;
  return isDeepStrictEqual(canonical(definition, key, a), canonical(definition, key, b));
}

function canonical(definition: Definition, key: string, value: unknown): unknown {
  if (typeof value === "string" && dateTime.test(value)) return Date.parse(value);
  if (definition.json?.includes(key) && typeof value === "string") return parsed(value);
  const plain = canonicalText(value);
  if (!Array.isArray(plain) || !definition.unordered?.includes(key)) return plain;
  return [...new Set(plain.map((one) => JSON.stringify(one)))].sort();
}

/** At every depth: certificates and keys as PEM text without the line ends that vary, fields in one order. */
function canonicalText(value: unknown): unknown {
  if (typeof value === "string") return value.includes("-----BEGIN ") ? pemText(value) : value;
  if (Array.isArray(value)) return value.map(canonicalText);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(fields.map(([name, field]) => [name, canonicalText(field)]));
}

/** RFC 7468: where its lines break means nothing. */
function pemText(text: string): string {
  return text.replace(/\s/g, "");
}

/** RFC 3339: the same instant has many spellings. */
const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** An unknown reference means that the other resource gets a new id; any other unknown value may well stay as it is. */
function reallyChanges(definition: Definition, key: string, news: Bag): boolean {
  const isReference = definition.needs?.[key] !== undefined || definition.references?.includes(key);
  return !hasUnknown(news[key]) || isReference === true || definition.action === true;
}

/** True when the object is in a state that does not pass by itself and is not ready. */
export function isUnready(definition: Definition, state: Bag): boolean {
  const { ready } = definition;
  if (!ready || state.readyTimeoutSeconds === 0) return false;
  const now = state[ready.output] as string | undefined;
  return now !== undefined && !ready.is.includes(now) && !ready.pending.includes(now);
}
