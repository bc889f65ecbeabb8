import type { Api } from "../../api/client";
import { isKind } from "../../api/errors";
import type { Bag, Definition } from "../vocabulary/definition";
import { needsOf } from "../vocabulary/field";
import { withArticle } from "../vocabulary/nearest";
import { itemPath } from "../vocabulary/paths";
import { sentName } from "../values/wire";

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
      if (typeof id === "string" && !(await exists(api, needed, id))) return missing(api, key, needed, id);
    }
  }
  return definition.hooks?.culprit?.(api, inputs);
}

/** What to correct, if the service names one argument, in its own spelling. */
export function spelledAdvice(definition: Definition, inputs: Bag, error: unknown): string | undefined {
  if (!isKind(error, "badRequest")) return undefined;
  const words = new Set(error.message.match(/\w+/g));
  const found = Object.keys(definition.inputs).flatMap((key) => {
    const name = inputs[key] === undefined ? undefined : sentName(definition, key);
    // A plain word may mean something else.
    const isSpelled = name !== undefined && name !== key && /[_A-Z]/.test(name);
    return isSpelled && words.has(name) ? [[key, name] as const] : [];
  });
  if (found.length !== 1) return undefined;
  const [[key, name]] = found as [readonly [string, string]];
  return `Correct ${key}, which the service calls ${name}, then run \`pulumi up\` again.`;
}

async function missing(api: Api, key: string, needed: Definition, id: string): Promise<string> {
  const { type } = needed;
  for (const [, other] of needsOf(needed)) {
    if (await exists(api, other, id))
      return `${key}: "${id}" is the id of ${withArticle(other.type)}, not of ${withArticle(type)}. Give the id of ${withArticle(type)}.`;
  }
  return `${key}: the service has no ${type} with the id "${id}". Give the id of an existing ${type}, such as the output id of the resource.`;
}

/**
 * Anything but a plain "no such object" counts as existing: an object that cannot be read is not
 * the cause.
 */
async function exists(api: Api, definition: Definition, id: string): Promise<boolean> {
  return isThere(api, itemPath(definition, id));
}

export async function isThere(api: Api, path: string): Promise<boolean> {
  try {
    await api.get(path);
    return true;
  } catch (error) {
    return !isKind(error, "notFound");
  }
}
