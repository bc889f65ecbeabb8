import type { Api, Wire } from "../../api/client";
import { isKind } from "../../api/errors";
import { persist } from "../../api/persist";
import type { Bag, Definition } from "../vocabulary/definition";
import { rereads, type Patient } from "./patience";
import { idOf, itemPath } from "../vocabulary/paths";

/**
 * What the service has of one object, or `undefined` if there is none with that id. `state` is what
 * is known of the object, `wanted` the inputs that it will be compared with.
 */
export async function look(
  definition: Definition,
  scope: Patient,
  id: string,
  state: Bag,
  wanted: Bag = state,
): Promise<Wire | undefined> {
  const { api } = scope;
  const again = rereads(scope, state);
  const record = await persist(() => ownRecord(definition, api, id, state, wanted), {
    afterValue: (found) => (found ? undefined : again()),
  });
  return record && ((await definition.hooks?.enrich?.(api, record, wanted, state)) ?? record);
}

/**
 * What the service has of an object that is expected to be gone: nothing is read twice, and nothing
 * that is not in its record. One that the system behind the service has lost is shown, too.
 */
export function glance(definition: Definition, api: Api, id: string, state: Bag): Promise<Wire | undefined> {
  return withoutMissing(definition, id, () => readOf(definition, api, id, state, state));
}

/** True for the record of an object that the system behind the service no longer has. */
export function isLost({ remembersGone }: Definition, { gone }: Wire): boolean {
  return remembersGone === true && gone === true;
}

async function ownRecord(
  definition: Definition,
  api: Api,
  id: string,
  state: Bag,
  wanted: Bag,
): Promise<Wire | undefined> {
  const record = await withoutMissing(definition, id, () => readOf(definition, api, id, state, wanted));
  return record && isLost(definition, record) ? undefined : record;
}

async function readOf(definition: Definition, api: Api, id: string, state: Bag, wanted: Bag) {
  const record = await (definition.hooks?.read?.(api, id, state, wanted) ?? api.get(itemPath(definition, id)));
  if (record) idOf(definition, record);
  return record;
}

/**
 * Only a typed 404 for this very object means that it no longer exists; anything else must never
 * lead to a second one.
 */
async function withoutMissing(definition: Definition, id: string, read: () => Promise<Wire | undefined>) {
  try {
    return await read();
  } catch (error) {
    if (isKind(error, "notFound") && error.facts.call === `GET ${itemPath(definition, id)}`) return undefined;
    throw error;
  }
}
