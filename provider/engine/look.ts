import type { Api, Wire } from "../api/client";
import { isKind } from "../api/errors";
import type { Bag, Definition } from "./definition";
import { itemPath } from "./paths";

/**
 * What the service holds of one object, or `undefined` when it has none of that id. `state` is what is known of the
 * object, `wanted` the inputs that will be compared with it.
 */
export async function look(
  definition: Definition,
  api: Api,
  id: string,
  state: Bag,
  wanted: Bag = state,
): Promise<Wire | undefined> {
  const { read, enrich } = definition.hooks ?? {};
  try {
    const record = read ? await read(api, id, state) : await api.get(itemPath(definition, id));
    return record && enrich ? await enrich(api, record, wanted, state) : record;
  } catch (error) {
    // Only this object's own, typed 404 means gone; anything else must never make us create a second one.
    if (isKind(error, "notFound")) return undefined;
    throw error;
  }
}
