import type { Api } from "../../api/client";
import { isKind } from "../../api/errors";
import type { Bag, Definition } from "../vocabulary/definition";
import { needsOf } from "../vocabulary/field";
import { ResourceError } from "../vocabulary/failure";
import { itemPath } from "../vocabulary/paths";

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
