import type { Wire } from "../../api/client";
import { ApiError, ifFound } from "../../api/errors";
import type { Bag, Definition, Scope } from "../vocabulary/definition";
import { uniqueSets } from "../values/diff";
import { marksOf } from "../vocabulary/field";
import { itemPath } from "../vocabulary/record";
import { decodeAll } from "../values/wire";

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
  const shown = decodeAll(definition, record);
  const fixed = uniqueSets(definition)
    .flat()
    .filter((key) => marksOf(definition, key).change === "replace");
  const given = fixed.filter((key) => shown[key] !== undefined);
  if (given.length === 0) return undefined;
  return given.every((key) => shown[key] === inputs[key]) && record;
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
