import { textsIn } from "../service/secrecy";
import type { Wire } from "../../api/client";
import { changedInputs, sameValue } from "../values/diff";
import { decodeAll, decodeOne, sentKeys } from "../values/wire";
import type { Bag, Definition } from "../vocabulary/definition";
import { fieldsWhere, isImmutable, isUnseen, marksOf, needsOf, type Marks } from "../vocabulary/field";
import { looksLikeId } from "../vocabulary/record";
import { wordsOf } from "../vocabulary/schema";

/** How an existing object compares with what the program describes. */

/**
 * False if a value that the create sent is shown as another one. Later steps may still add to lists
 * and maps, and switch things.
 */
export function isAsDescribed(definition: Definition, inputs: Bag, record: Wire, keys = sentKeys(definition)): boolean {
  return keys.every((key) => {
    const shown = decodeOne(definition, key, definition.inputs[key]!, record);
    const wanted = inputs[key];
    if (isSpelledOtherwise(definition, key, shown)) return true;
    if (shown === undefined || wanted === undefined) return true;
    if (isImmutable(definition, key) || typeof shown === "string") return sameValue(definition, key, shown, wanted);
    return typeof shown !== "object" || partsIn(shown).every((part) => partsIn(wanted).includes(part));
  });
}

/** A reference that is shown by name, and a word that no program could write, tell nothing. */
function isSpelledOtherwise(definition: Definition, key: string, shown: unknown): boolean {
  if (marksOf(definition, key).ref !== undefined) return !looksLikeId(String(shown));
  const words = wordsOf(definition.inputs[key]);
  return words.length > 0 && typeof shown === "string" && !words.includes(shown);
}

/** The items of a list, and the entries of a map. */
const partsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : Object.entries(value as Bag)).map((part) => JSON.stringify(part));

/**
 * A refresh makes new records of old objects in a container: an earlier date, anywhere in the
 * record, tells them. The record of a key there must show a date of the external system's own, or
 * nothing tells.
 */
export function isMadeSince(definition: Definition, inputs: Bag, record: Wire, asked: number): boolean {
  const isRefreshed =
    definition.role !== "container" && needsOf(definition).some(([, { role }]) => role !== "connection");
  if (!isRefreshed) return true;
  const given = new Set<unknown>(textsIn(inputs));
  if (!datesIn(record, given).every((date) => isSince(date, asked))) return false;
  const parts = Object.values(record).filter((value) => typeof value === "object");
  const isDirect = needsOf(definition).some(([, { role }]) => role === "container");
  return definition.role !== "key" || !isDirect || datesIn(parts, given).length > 0;
}

const isFixed = (marks: Marks) => marks.change === "replace" && !isUnseen(marks) && typeof marks.ref !== "object";

export function blockingKeys(definition: Definition, held: Bag, inputs: Bag): string[] {
  return changedInputs(definition, held, inputs).filter(
    (key) => isFixed(marksOf(definition, key)) && inputs[key] !== undefined,
  );
}

/** The immutable inputs in which an object differs, as text. */
export function blocking(definition: Definition, held: Bag, inputs: Bag): string[] {
  return blockingKeys(definition, held, inputs).map((key) => differing(key, held[key], inputs[key]));
}

export const differing = (key: string, is: unknown, wanted: unknown): string =>
  `${key} is ${JSON.stringify(is)}, not ${JSON.stringify(wanted)}`;

/** Why no update can make an object what the inputs describe, as text. */
export function obstaclesIn(definition: Definition, record: Wire, inputs: Bag): string[] {
  const held = decodeAll(definition, record);
  const lost = fieldsWhere(definition, ({ seen }) => seen === "once").filter((key) => held[key] === undefined);
  return [...blocking(definition, held, inputs), ...lost.map((key) => `its ${key} is returned only once`)];
}

/** Dates in records of the service. */

/** The accepted clock skew between a cluster's nodes and the clouds behind it. */
const clockSkew = 2_000;

/** True for a time that is not before the other; both in milliseconds since the epoch. */
export const isSince = (time: number, since: number): boolean => time >= since - clockSkew;

/** When the service created the record of an object, in milliseconds since the epoch. */
export function madeAt({ createdAt, created_at }: Wire): number | undefined {
  return timeIn(createdAt ?? created_at);
}

/** RFC 3339, with a year in which there were such services. */
const dateTime = /^2\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d/;

function timeIn(value: unknown): number | undefined {
  const time = typeof value === "string" && dateTime.test(value) ? Date.parse(value) : NaN;
  return Number.isNaN(time) ? undefined : time;
}

/**
 * Every date in a value, at any depth, except those that are among `given`. Clouds count `created`
 * in seconds, too.
 */
function datesIn(value: unknown, given: ReadonlySet<unknown>): number[] {
  if (typeof value === "object" && value !== null)
    return Object.entries(value).flatMap(([key, inner]: [string, unknown]) =>
      key === "created" && typeof inner === "number" ? [inner * 1000] : datesIn(inner, given),
    );
  const time = given.has(value) ? undefined : timeIn(value);
  return time === undefined ? [] : [time];
}

/** What an interrupted run left is taken over without being asked for within this time: a day. */
const unasked = 24 * 60 * 60 * 1000;

/** True for a time so recent that the run which made an object then was most likely interrupted. */
export const isRecent = (time: number, now: number): boolean => time > now - unasked;
