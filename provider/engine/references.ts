import type { Api } from "../api/client";
import { isKind } from "../api/errors";
import type { Bag, Definition } from "./definition";
import { itemPath } from "./paths";

/**
 * Older services answer the name of a referenced object where its id was sent: that is neither drift nor a change. Gives
 * the properties in `shown` back with the ids of `ids` where both mean the same object.
 */
export async function withReferences(definition: Definition, api: Api, shown: Bag, ids: Bag): Promise<Bag> {
  const same: Bag = {};
  for (const [key, needed] of Object.entries(definition.needs ?? {})) {
    const [id, is] = [ids[key], shown[key]];
    if (!needed || typeof id !== "string" || typeof is !== "string" || id === is) continue;
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
