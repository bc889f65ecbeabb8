import { isDeepStrictEqual } from "node:util";
import { isEmpty } from "../../api/shown";
import type { Bag, Definition, Due } from "../vocabulary/definition";
import {
  chosenEnd,
  derived,
  endingOf,
  fieldsWhere,
  handoverOf,
  isImmutable,
  isLeftToService,
  isNeverShown,
  marksOf,
  nameInputOf,
  marksIn,
  type Marks,
} from "../vocabulary/field";
import { defaultOf, hasUnknown, core, fieldsOf, partsOf } from "../vocabulary/schema";
import { importedKey, writtenKey } from "../vocabulary/hiddenKeys";
import type * as z from "zod";
import { isPem } from "../../api/pem";

export interface Difference {
  changes: boolean;
  /** Inputs whose change forces replacement. */
  replaces: string[];
  /**
   * In a replacement, whatever causes it, the old object must be deleted first: the new one would
   * conflict with it.
   */
  deleteBeforeReplace: boolean;
  /** Every input that differs. */
  changed: string[];
  /** Why an update is due that no input shows; absent if none is. */
  due?: string[];
}

/**
 * Compares the last known state with the inputs wanted now. Pure: `now` is the service's time, for
 * what is due by then.
 */
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
    // If its name would remain in use, the old object is kept rather than lost for a replacement that cannot be created.
    deleteBeforeReplace: changes && !keptSet(definition, olds, news) && isInTheWay(definition, olds, news),
    changed,
    ...(due.length > 0 ? { due: due.map(({ why }) => why) } : {}),
  };
}

/**
 * What no argument shows, what a change does not reach, and what a preview cannot tell: whether a
 * value that is not known yet forces replacement.
 */
export function remarks(
  definition: Definition,
  { due = [], changed, replaces }: Difference,
  olds: Bag,
  news: Bag,
): string[] {
  const lost = isLost(definition, olds) ? [definition.lost!.says] : [];
  const doubtful = changed.filter(
    (key) => isImmutable(definition, key) && !replaces.includes(key) && hasUnknown(news[key]),
  );
  const doubts = doubtful.map(
    (key) => `the new value of ${key} is not known yet; if it is another one, the update replaces the object`,
  );
  const spared = changed.flatMap((key) => marksOf(definition, key).spares ?? []);
  return [...lost, ...due, ...spared, ...doubts];
}

/** What actions require by themselves, now or later. */
export function duesOf(definition: Definition, state: Bag, inputs: Bag): Due[] {
  return (definition.actions ?? []).flatMap((action) => action.due?.(state, inputs) ?? []);
}

/** The inputs in which `state` and `inputs` differ. */
export function changedInputs(definition: Definition, state: Bag, inputs: Bag): string[] {
  return Object.keys(definition.inputs).filter(
    (key) =>
      marksOf(definition, key).change !== "ignore" &&
      !isTrusted(definition, key, state) &&
      !(isLost(definition, state) && definition.lost!.inputs.includes(key)) &&
      !sameInput(definition, key, state, inputs[key]),
  );
}

/** True if the object is in a state that nothing can undo. */
const isLost = ({ lost }: Definition, state: Bag): boolean =>
  lost !== undefined && lost.states.includes(state[lost.output] as string);

/**
 * Inputs that no response shows, and that cannot be sent again: of an imported object, they are as
 * the program says.
 */
export const trustedInputs = derived((definition): readonly string[] =>
  fieldsWhere(definition, ({ seen, change }) => seen === "never" && change === "replace"),
);

/**
 * The state of an imported object from its first update on: what was on trust until then is on
 * record.
 */
export function withTrusted(definition: Definition, state: Bag, inputs: Bag): Bag {
  if (state[importedKey] !== true) return { ...state };
  const trusted = trustedInputs(definition).filter((key) => state[key] === undefined);
  return { ...state, ...Object.fromEntries(trusted.map((key) => [key, inputs[key]])), [importedKey]: undefined };
}

function isTrusted(definition: Definition, key: string, state: Bag): boolean {
  return state[importedKey] === true && state[key] === undefined && trustedInputs(definition).includes(key);
}

/** Sets of inputs that the service requires to be unique; none if it allows duplicates. */
export function uniqueSets(definition: Definition): readonly (readonly string[])[] {
  const name = nameInputOf(definition);
  return definition.unique ?? (name ? [[name]] : []);
}

/** True if the replacement could not be created while the old object exists. */
const isInTheWay = (definition: Definition, olds: Bag, news: Bag): boolean =>
  uniqueSets(definition).some((set) => !isHandedOver(definition, set) && collides(definition, set, olds, news));

/** True if an object of the set can give way to another one without being deleted. */
export const isHandedOver = (definition: Definition, set: readonly string[]): boolean =>
  set.includes(handoverOf(definition)?.input ?? "");

/**
 * The set that prevents a replacement from being created after the old object was destroyed
 * according to its state.
 */
export function keptSet(definition: Definition, olds: Bag, news: Bag): readonly string[] | undefined {
  return keptSets(definition, olds).find((set) => collides(definition, set, olds, news));
}

/**
 * The sets that no replacement can have after an object with that state was destroyed: all, unless
 * it is deleted.
 */
export function keptSets(definition: Definition, olds: Bag): readonly (readonly string[])[] {
  const kept = chosenEnd(definition, olds)?.keeps ?? (stays(definition, olds) ? "every" : []);
  return kept === "every" ? uniqueSets(definition) : kept;
}

/** Whether an object with that state outlives its resource. */
export function stays(definition: Definition, olds: Bag): boolean {
  const ending = endingOf(definition, olds);
  const isKept = Array.isArray(ending) && !ending.includes("DELETE");
  return isKept || chosenEnd(definition, olds)?.staysIn !== undefined;
}

/**
 * How long an object with that state can be recovered after its resource has ended, as text;
 * `undefined` if it cannot.
 */
export const recoveryOf = (definition: Definition, olds: Bag): string | undefined =>
  chosenEnd(definition, olds)?.recoverable;

/** A unique set as one string, the same for equal values of these inputs. */
interface Place {
  set: readonly string[];
  /** The value of each input of the set; of a list, one of its items. */
  values: readonly unknown[];
  place: string;
}

/**
 * The unique values that an object with these inputs would have, except those that are not known
 * yet.
 */
export function placesOf(definition: Definition, inputs: Bag): Place[] {
  const known = uniqueSets(definition).filter(
    (set) => set.length > 0 && set.every((key) => !isEmpty(inputs[key]) && !hasUnknown(inputs[key])),
  );
  const among = marksOf(definition, nameInputOf(definition) ?? "").uniqueAmong;
  const collection = among?.path ?? definition.path;
  return known.flatMap((set) =>
    combinations(set.map((key) => [inputs[key]].flat().map((item) => canonical(definition, key, item)))).map(
      (values) => ({ set, values, place: JSON.stringify([collection, set, values]) }),
    ),
  );
}

function combinations(choices: readonly unknown[][]): unknown[][] {
  return choices.reduce<unknown[][]>((rows, choice) => rows.flatMap((row) => choice.map((one) => [...row, one])), [[]]);
}

/**
 * True if two objects would be equal in every input of the set; in a list, one common item is
 * enough.
 */
export function collides(definition: Definition, set: readonly string[], a: Bag, b: Bag): boolean {
  return set.every((key) => {
    const [one, other] = [a[key], b[key]];
    if (Array.isArray(one) && Array.isArray(other)) return one.some((item) => other.includes(item));
    return !isEmpty(one) && sameValue(definition, key, one, other);
  });
}

function sameInput(definition: Definition, key: string, state: Bag, wanted: unknown): boolean {
  if (wanted === undefined && isLeftToService(definition, key) && !isWithdrawn(definition, key, state)) return true;
  if (hasUnknown(wanted)) return false;
  const held = state[key] ?? (wanted === undefined ? undefined : unseenDefault(definition, key));
  return sameValue(definition, key, held, wanted);
}

/** A map that the program wrote once, and the service can clear: leaving it out takes it back. */
function isWithdrawn(definition: Definition, key: string, state: Bag): boolean {
  const written = (state[writtenKey] ?? []) as readonly string[];
  return marksOf(definition, key).as === "merge" && written.includes(key);
}

/**
 * An input that only the state has, and this state lacks: the version that wrote it may not have
 * known the input. It then has its default, or an upgrade would show changes that nobody made.
 */
function unseenDefault(definition: Definition, key: string): unknown {
  return isNeverShown(definition, key) ? defaultOf(definition.inputs[key]!) : undefined;
}

/**
 * Equality according to the definition: how a value is written is ignored where that has no
 * meaning.
 */
export function sameValue(definition: Definition, key: string, a: unknown, b: unknown): boolean {
  if (isEmpty(a) && isEmpty(b)) return true;
  return isDeepStrictEqual(canonical(definition, key, a), canonical(definition, key, b));
}

/** Equal for equal values. */
export function canonical(definition: Definition, key: string, value: unknown): unknown {
  if (typeof value === "string" && dateTime.test(value)) return Date.parse(value);
  return meaningOf(definition.inputs[key] ?? definition.outputs[key], value);
}

/** RFC 3339: the same instant has many spellings. */
const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/**
 * An unknown reference means that the other resource gets a new id; any other unknown value may
 * remain unchanged.
 */
function reallyChanges(definition: Definition, key: string, news: Bag): boolean {
  const isReference = marksOf(definition, key).ref !== undefined;
  return !hasUnknown(news[key]) || isReference || definition.action === true;
}

/** True if the object is in a final state other than ready. */
export function isUnready(definition: Definition, state: Bag): boolean {
  const { ready } = definition;
  if (!ready || state.readyTimeoutSeconds === 0) return false;
  const now = state[ready.output] as string | undefined;
  return now !== undefined && !ready.is.includes(now) && !ready.pending.includes(now);
}

/** What a value says, however it is written: equal for equal values. Marks count at every depth. */
export function meaningOf(schema: z.ZodType | undefined, value: unknown): unknown {
  const as = asOf(schema);
  if (typeof as === "object") return documentMeaning(as.document, value);
  if (typeof value === "string") return typeof as === "function" ? as(value) : textMeaning(value);
  if (typeof value !== "object" || value === null) return value;
  const { element, valueType } = schema ? partsOf(core(schema)) : {};
  if (Array.isArray(value)) {
    const items = value.map((one) => meaningOf(element, one));
    return as === "set" ? [...new Set(items.map((one) => JSON.stringify(one)))].sort() : items;
  }
  const fields = schema && fieldsOf(schema);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, one]) => [name, meaningOf(fields?.[name] ?? valueType, one)]));
}

/** The mark of the field itself, or of what it wraps. */
function asOf(schema: z.ZodType | undefined): Marks["as"] {
  return schema && (marksIn(schema).as ?? asOf(partsOf(schema).innerType));
}

function documentMeaning(meaning: (document: object) => unknown, value: unknown): unknown {
  const document = parsedDocument(value);
  const isDocument = typeof document === "object" && document !== null;
  return meaningOf(undefined, isDocument ? meaning(document) : document);
}

/** PEM without its line breaks (RFC 7468), UUIDs in lower case (RFC 9562). */
function textMeaning(text: string): string {
  if (isPem(text)) return text.replace(/\s/g, "");
  return uuid.test(text) ? text.toLowerCase() : text;
}

export const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The document; text that is no JSON as it is. Editors on Windows put a byte order mark before it. */
export function parsedDocument(given: unknown): unknown {
  if (typeof given !== "string") return given;
  try {
    return JSON.parse(given.replace(/^\uFEFF/, ""));
  } catch {
    return given;
  }
}
