import type { Api } from "../../api/client";
import { isKind } from "../../api/errors";
import type { Bag, Definition } from "../vocabulary/definition";
import { needsOf } from "../vocabulary/field";
import { ResourceError } from "../vocabulary/failure";
import { itemPath, withArticle } from "../vocabulary/record";

/**
 * Older services return the name of a referenced object where its id was sent: that is neither
 * drift nor a change. Returns the properties in `shown` with the ids of `ids` where both mean the
 * same object.
 */
export async function withReferences(definition: Definition, api: Api, shown: Bag, ids: Bag): Promise<Bag> {
  const same: Bag = {};
  for (const [key, needed] of needsOf(definition)) {
    const [id, is] = [ids[key], shown[key]];
    if (typeof id !== "string" || typeof is !== "string" || id === is) continue;
    if (await isNameOf(api, needed, id, is)) same[key] = id;
  }
  return { ...shown, ...same };
}

async function isNameOf(api: Api, needed: Definition, id: string, name: string): Promise<boolean> {
  try {
    return (await api.get(itemPath(needed, id))).name === name;
  } catch (error) {
    if (isKind(error, "notFound")) return false;
    throw error;
  }
}

/**
 * The service accepts a name for an id, and then returns the id: for an immutable input, every
 * update would be a replacement.
 */
export function refuseName(
  label: string,
  key: string,
  { given, is, type }: { given: string; is: string; type: string },
): void {
  if (given === is) return;
  const what = `${key}: ${JSON.stringify(given)} is a name of the ${type} with the id ${JSON.stringify(is)}`;
  throw new ResourceError(`${label} was refused: ${what}. Give its id: the output id of the ${type}, or that string.`);
}

/**
 * Which argument refers to an object that the service does not have, and what to do: a refusal with
 * 400 or 404 often contains neither. `undefined` if every reference is valid as far as the service
 * shows.
 */
export async function culpritAdvice(
  definition: Definition,
  api: Api,
  inputs: Bag,
  error: unknown,
): Promise<string | undefined> {
  if (!isKind(error, "badRequest", "notFound")) return undefined;
  for (const [key, needed] of needsOf(definition)) {
    for (const id of [inputs[key]].flat()) {
      if (typeof id === "string" && !(await isThere(api, itemPath(needed, id)))) return missing(api, key, needed, id);
    }
  }
  return definition.hooks?.culprit?.(api, inputs);
}

async function missing(api: Api, key: string, needed: Definition, id: string): Promise<string> {
  const { type } = needed;
  for (const [, other] of needsOf(needed)) {
    if (await isThere(api, itemPath(other, id)))
      return `${key}: "${id}" is the id of ${withArticle(other.type)}, not of ${withArticle(type)}. Give the id of ${withArticle(type)}.`;
  }
  return `${key}: the service has no ${type} with the id "${id}". Give the id of an existing ${type}, such as the output id of the resource.`;
}

/**
 * Anything but a plain "no such object" counts as existing: an object that cannot be read is not
 * the cause.
 */
export async function isThere(api: Api, path: string): Promise<boolean> {
  try {
    await api.get(path);
    return true;
  } catch (error) {
    return !isKind(error, "notFound");
  }
}
