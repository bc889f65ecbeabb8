import { around, type Call } from "../api/around";
import type { Api, Wire } from "../api/client";
import { ifFound } from "../api/errors";
import { refuseStranger, type Question } from "./belonging";
import type { Definition, Scope } from "./definition";
import { endingOf } from "./field";
import { patient } from "./patience";
import { itemPath } from "./paths";

/** What a delete reads of an object before it ends it. */

/** Reads the mark of an object that is about to end, and refuses if it names another stack. What was read answers the first read that follows. */
export async function recognized(definition: Definition, scope: Scope, question: Question): Promise<Scope> {
  const { id, state, home } = question;
  if (!home || definition.mark === undefined || endingOf(definition, scope.inputs)?.length === 0) return scope;
  const path = itemPath(definition, id);
  const record = await ifFound(patient(scope, (one) => one === path, state).get(path));
  if (!record) return scope;
  refuseStranger(definition, scope, record, { ...question, home });
  return { ...scope, api: knowing(scope.api, path, record) };
}

/** The same API, which answers one read of this path by itself, unless something was changed before. */
function knowing(api: Api, path: string, record: Wire): Api {
  let unread: Wire | undefined = record;
  return around(api, <T>(call: Call, work: () => Promise<T>) => {
    const isRead = call.method === "GET";
    if (isRead && (call.path !== path || call.expect !== undefined)) return work();
    const known = isRead ? unread : undefined;
    unread = undefined;
    return known === undefined ? work() : Promise.resolve(known as T);
  });
}
