import type { Api, Wire } from "../../api/client";
import { isKind, unproven } from "../../api/errors";
import { datesIn, isSince, madeAt } from "./date";
import type { Bag, Definition, Scope } from "../vocabulary/definition";
import { sameValue, uniqueSets } from "../values/diff";
import { isImmutable, marksOf, nameInputOf, needsOf } from "../vocabulary/field";
import { foreignTo } from "../vocabulary/kind";
import { look } from "../service/look";
import type { Marker } from "./mark";
import { idOf, looksLikeId } from "../vocabulary/paths";
import { withReferences } from "../service/references";
import { core, partsOf, wordsOf } from "../vocabulary/schema";
import { decodeAll, decodeOne, sentKeys } from "../values/wire";

export interface Unanswered {
  occupants: readonly Wire[];
  /** When the create was sent, by the service's clock. */
  asked: number;
  error: unknown;
}

/**
 * The object that a create without a response made, if no object carries our mark. After a
 * conflict, somebody else's object already existed.
 */
export async function justMade(
  definition: Definition,
  scope: Scope,
  { occupants, asked, error }: Unanswered,
): Promise<Wire | undefined> {
  return isKind(error, "conflict") ? undefined : madeSince(definition, scope, occupants, asked);
}

/**
 * The only object that is called so, was created since, is as it was described, and shows no sign
 * of having been there before.
 */
export async function madeSince(
  definition: Definition,
  scope: Scope,
  occupants: readonly Wire[],
  asked: number,
  until = Infinity,
): Promise<Wire | undefined> {
  const [one, ...more] = occupants.filter((each) => isBetween(madeAt(each) ?? 0, asked, until));
  if (!one || more.length > 0 || foreignTo(definition, one)) return undefined;
  const record = await look(definition, scope, idOf(definition, one), decodeAll(definition, one), scope.inputs);
  if (!record || !isAsDescribed(definition, scope.inputs, record)) return undefined;
  return isNew(definition, scope.inputs, record, asked) ? record : undefined;
}

/**
 * The object that a create returned, unless the response is about another one: the mark that was
 * sent tells, else the name, else every sent value that the response repeats, else what is found by
 * the inputs. It then counts as lost.
 */
export async function proven(definition: Definition, scope: Scope, record: Wire, marker: Marker): Promise<Wire> {
  const { api, inputs } = scope;
  const name = nameInputOf(definition);
  const shown = decodeAll(definition, record);
  const isNamed = name !== undefined && shown[name] !== undefined;
  const telling = isNamed ? [name] : tellingIn(definition);
  const isTold = telling.some((key) => shown[key] !== undefined && (inputs as Bag)[key] !== undefined);
  const fits = async () =>
    isAsDescribed(definition, inputs, record, telling) &&
    (isNamed || definition.action || (await refersAsDescribed(definition, api, inputs, record))) &&
    (isTold || (await isFound(definition, scope, record)));
  if ((marker.proves(record) ?? (await fits())) || (definition.action && !isNamed)) return record;
  throw unproven("is about another object");
}

/** False if something else is found by the inputs; a node that lags has time to know it. */
async function isFound(definition: Definition, scope: Scope, record: Wire): Promise<boolean> {
  const { find } = definition.hooks ?? {};
  if (!find) return true;
  for (const milliseconds of scope.pauses) {
    const found = await find(scope);
    if (found.length > 0) return found.some((one) => idOf(definition, one) === idOf(definition, record));
    await scope.pause(milliseconds);
  }
  return false;
}

const isBetween = (time: number, since: number, until: number): boolean => isSince(time, since) && isSince(until, time);

/**
 * False if a value that the create sent is shown as another one. Later steps may still add to lists
 * and maps, and switch things.
 */
function isAsDescribed(definition: Definition, inputs: Bag, record: Wire, keys = sentKeys(definition)): boolean {
  return keys.every((key) => {
    const shown = decodeOne(definition, key, definition.inputs[key]!, record);
    const wanted = inputs[key];
    if (isSpelledOtherwise(definition, key, shown)) return true;
    if (shown === undefined || wanted === undefined) return true;
    if (isImmutable(definition, key) || typeof shown === "string") return sameValue(definition, key, shown, wanted);
    return typeof shown !== "object" || partsIn(shown).every((part) => partsIn(wanted).includes(part));
  });
}

/** What a create sends, and what tells objects apart. */
const tellingIn = (definition: Definition): string[] =>
  [...new Set([...sentKeys(definition), ...uniqueSets(definition).flat()])].filter(
    (key) => !isDocument(definition, key),
  );

/** False if a reference that is shown by a name is to another object than the one that was sent. */
async function refersAsDescribed(definition: Definition, api: Api, inputs: Bag, record: Wire): Promise<boolean> {
  const shown = decodeAll(definition, record);
  const named = needsOf(definition).filter(([key]) => typeof shown[key] === "string" && !looksLikeId(shown[key]));
  const meant = named.length > 0 ? await withReferences(definition, api, shown, inputs) : {};
  return named.every(([key]) => meant[key] === inputs[key]);
}

/** The service may return a document in a form of its own, and add to an object. */
function isDocument(definition: Definition, key: string): boolean {
  const { as } = marksOf(definition, key);
  const { type } = partsOf(core(definition.inputs[key]!));
  return (
    typeof as === "object" ||
    typeof as === "function" ||
    !["string", "number", "boolean", "enum", "array"].includes(type)
  );
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
function isNew(definition: Definition, inputs: Bag, record: Wire, asked: number): boolean {
  const isRefreshed =
    definition.role !== "container" && needsOf(definition).some(([, { role }]) => role !== "connection");
  if (!isRefreshed) return true;
  const given = new Set(leavesOf(inputs));
  if (!datesIn(record, given).every((date) => isSince(date, asked))) return false;
  const parts = Object.values(record).filter((value) => typeof value === "object");
  const isDirect = needsOf(definition).some(([, { role }]) => role === "container");
  return definition.role !== "key" || !isDirect || datesIn(parts, given).length > 0;
}

function leavesOf(value: unknown): unknown[] {
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(leavesOf) : [value];
}
