import type { Wire, Api } from "../../api/client";
import { ApiError, ifFound, unproven } from "../../api/errors";
import type { Bag, Definition, Scope } from "../vocabulary/definition";
import { uniqueSets } from "../values/diff";
import { isOpen, isUnseen, marksOf, nameInputOf, needsOf } from "../vocabulary/field";
import { itemPath, idOf, looksLikeId } from "../vocabulary/record";
import { decodeAll, decodeOne, sentKeys } from "../values/wire";
import { isAsDescribed } from "../evidence/comparison";
import type { Marker } from "../evidence/mark";
import { withReferences } from "../service/references";
import { core, partsOf } from "../vocabulary/schema";

/** The create call of a definition that has none of its own. */
export async function plainCreate(definition: Definition, { api, inputs }: Scope, encoded: Wire): Promise<Wire> {
  const { createPath = definition.path, hooks } = definition;
  const body = hooks?.body?.(inputs, encoded) ?? encoded;
  if (typeof createPath === "string") return api.post(createPath, body);
  if (typeof createPath === "function") return api.post(createPath(inputs), body);
  const { path, adds } = createPath;
  const response = await api.post(path, body, { expect: "items" });
  for (const item of addedIn(response, adds).filter(({ id }) => typeof id === "string")) {
    const added = isIt(definition, item, inputs) ?? (await readIt(definition, { api, inputs }, item.id as string));
    if (added) return added;
  }
  throw new ApiError("the response does not name what was added", { kind: "unanswered", call: `POST ${path}` });
}

/** An item that shows only an id might be another object. */
async function readIt(definition: Definition, { api, inputs }: Pick<Scope, "api" | "inputs">, id: string) {
  const record = await ifFound(api.get(itemPath(definition, id)));
  return record && isIt(definition, record, inputs);
}

/**
 * Calls that add accept several objects and return a list, which may contain others; some return
 * the one that was added.
 */
function addedIn(response: Wire, list: string): Wire[] {
  const isList = Array.isArray(response) || list in response || "resources" in response;
  return isList ? itemsIn(response, list) : [response];
}

/**
 * The record, if it is the object: what distinguishes objects of one container is immutable, and
 * returned as it was sent. `false` for another object, `undefined` if the record does not show it.
 */
function isIt(definition: Definition, record: Wire, inputs: Bag): Wire | false | undefined {
  const fixed = uniqueSets(definition)
    .flat()
    .filter((key) => marksOf(definition, key).change === "replace");
  const given = fixed.filter((key) => shows(definition, record, key));
  if (given.length === 0) return undefined;
  return given.every((key) => shownIn(definition, record, key) === inputs[key]) && record;
}

/**
 * Items of a response that is either a bare list or an object that contains one, under one of these
 * names or `resources`.
 */
export function itemsIn<T = Wire>(response: Wire, ...names: string[]): T[] {
  if (Array.isArray(response)) return response as T[];
  const lists = [...names, "resources"].map((name) => response[name] as T[] | null | undefined);
  return lists.find((list) => list !== undefined && list !== null) ?? [];
}

/**
 * The object that a create returned, unless the response is about another one: the mark that was
 * sent tells, else the name, else every sent value that the response repeats, else what is found by
 * the inputs. It then counts as lost.
 */
export async function proven(definition: Definition, scope: Scope, record: Wire, marker: Marker): Promise<Wire> {
  // An event has no object that could be another one.
  if (definition.action) return record;
  const { api, inputs } = scope;
  const name = nameInputOf(definition);
  const isNamed = name !== undefined && shows(definition, record, name);
  const telling = isNamed ? [name] : tellingIn(definition);
  const isIdentified = telling.some((key) => (inputs as Bag)[key] !== undefined && shows(definition, record, key));
  const fits = async () =>
    isAsDescribed(definition, inputs, record, telling) &&
    (isNamed || (await refersAsDescribed(definition, api, inputs, record))) &&
    (isIdentified || (await isFound(definition, scope, record)));
  if (marker.proves(record) ?? (await fits())) return record;
  throw unproven("is about another object");
}

/** Whether a response itself shows an input: a default tells nothing. */
const shows = (definition: Definition, record: Wire, key: string): boolean =>
  shownIn(definition, record, key) !== undefined;

const shownIn = (definition: Definition, record: Wire, key: string): unknown =>
  isUnseen(marksOf(definition, key)) ? undefined : decodeOne(definition, key, definition.inputs[key]!, record);

/**
 * False if something else, or nothing, is found by the inputs; a node that lags has time to know
 * it. Inputs that any number of objects may share find none.
 */
async function isFound(definition: Definition, scope: Scope, record: Wire): Promise<boolean> {
  const { find } = definition.hooks ?? {};
  if (!find || uniqueSets(definition).length === 0) return true;
  for (const milliseconds of scope.pauses) {
    const found = await find(scope);
    if (found.length > 0) return found.some((one) => idOf(definition, one) === idOf(definition, record));
    await scope.pause(milliseconds);
  }
  return false;
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
  const schema = definition.inputs[key]!;
  const { type } = partsOf(core(schema));
  const isPlain = isOpen(schema) || ["string", "number", "boolean", "enum", "array"].includes(type);
  return typeof as === "object" || typeof as === "function" || !isPlain;
}
