import { around } from "../api/around";
import type { Api, Wire } from "../api/client";
import { ifFound, isKind } from "../api/errors";
import type { Bag, Definition, Scope } from "./definition";
import { idOf, itemPath } from "./paths";

/** How long a node of a cluster may lag behind another, as far as a look waits for it: milliseconds before each further one. */
export const pauses = [500, 1_500];

/**
 * What the service holds of one object, or `undefined` when it has none of that id. `state` is what is known of the
 * object, `wanted` the inputs that will be compared with it.
 */
export async function look(
  definition: Definition,
  scope: Pick<Scope, "api" | "pause">,
  id: string,
  state: Bag,
  wanted: Bag = state,
): Promise<Wire | undefined> {
  const api = patient(scope, (path) => path === itemPath(definition, id));
  const record = await ownRecord(definition, api, id, state, wanted);
  return record && ((await definition.hooks?.enrich?.(api, record, wanted, state)) ?? record);
}

/** Only this object's own, typed 404 means gone; anything else must never make us create a second one. */
async function ownRecord(
  definition: Definition,
  api: Api,
  id: string,
  state: Bag,
  wanted: Bag,
): Promise<Wire | undefined> {
  try {
    const record = await (definition.hooks?.read?.(api, id, state, wanted) ?? api.get(itemPath(definition, id)));
    if (record) idOf(definition, record);
    return record;
  } catch (error) {
    if (isKind(error, "notFound") && error.facts.call === `GET ${itemPath(definition, id)}`) return undefined;
    throw error;
  }
}

/**
 * The same API for objects that are, or were a moment ago: behind one address there may be several nodes, and the one that
 * responds may not have heard of the object yet. What it does not have is looked at again before that is believed.
 */
export function patient({ api, pause }: Pick<Scope, "api" | "pause">, isExpected: (path: string) => boolean): Api {
  return around(api, async (call, work) => {
    if (call.method !== "GET" || !isExpected(call.path)) return work();
    for (const milliseconds of pauses) {
      const found = await ifFound(work());
      if (found !== undefined) return found;
      await pause(milliseconds);
    }
    return work();
  });
}
