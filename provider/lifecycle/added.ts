import type { Wire } from "../api/client";
import { ApiError } from "../api/errors";
import type { Bag, Definition, Scope } from "./definition";
import { uniqueSets } from "./diff";
import { marksOf } from "./field";
import { decodeAll } from "./wire";

/** The create call of a definition that has none of its own. */
export async function plainCreate(definition: Definition, { api, inputs }: Scope, body: Wire): Promise<Wire> {
  const { path, createPath = path, adds } = definition;
  if (adds === undefined) return api.post(createPath, body);
  const response = await api.post(createPath, body, { expect: "items" });
  const added = addedIn(response, adds).find((one) => typeof one.id === "string" && mayBe(definition, one, inputs));
  if (added) return added;
  throw new ApiError("the response does not name what was added", { kind: "unanswered", call: `POST ${createPath}` });
}

/** Calls that add accept several objects and return a list, which may contain others; some return the one that was added. */
function addedIn(response: Wire, list: string): Wire[] {
  const isList = Array.isArray(response) || list in response || "resources" in response;
  return isList ? itemsIn(response, list) : [response];
}

/** False for another object: what distinguishes objects of one container is immutable, and returned as it was sent. */
function mayBe(definition: Definition, record: Wire, inputs: Bag): boolean {
  const shown = decodeAll(definition, record);
  const fixed = uniqueSets(definition)
    .flat()
    .filter((key) => marksOf(definition, key).change === "replace");
  return fixed.every((key) => shown[key] === undefined || shown[key] === inputs[key]);
}

/** Items of a response that is either a bare list or an object that contains one. */
export function itemsIn(response: Wire, name: string): Wire[] {
  if (Array.isArray(response)) return response as Wire[];
  return ((response[name] ?? response.resources ?? []) as Wire[] | null) ?? [];
}
