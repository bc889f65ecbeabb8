import { around, type Call } from "../../api/around";
import type { Api, Wire } from "../../api/client";
import { ifFound } from "../../api/errors";
import { markedRecord, refuseOtherStacks, type Question } from "./belonging";
import type { Definition, Scope } from "../vocabulary/definition";
import { stays } from "../values/diff";
import { endingOf } from "../vocabulary/field";
import { glance } from "../service/look";
import { patient } from "../service/patience";
import { itemPath } from "../vocabulary/paths";

/**
 * What is read of an object before it ends, or is replaced: no stack ends what another one has
 * made.
 */

/** An API, and the same with what is known already. */
type Knowing = (api: Api) => Api;

/**
 * Reads the mark of an object that is about to end, and refuses if it names another stack. What was
 * read answers the first read of the API that is returned.
 */
export async function recognized(definition: Definition, scope: Scope, question: Question): Promise<Knowing> {
  const { id, state, home } = question;
  const same: Knowing = (api) => api;
  if (!home || endingOf(definition, scope.inputs)?.length === 0) return same;
  if (definition.mark === undefined) {
    refuseOtherStacks(definition, scope, {}, question);
    return same;
  }
  const path = itemPath(definition, id);
  const record = await ifFound(patient(scope, (one) => one === path, state).get(path));
  // A rotation may have led to another object, which the end is about as well.
  const other = record ?? (definition.hooks?.read && (await glance(definition, scope.api, id, state)));
  if (other) refuseOtherStacks(definition, scope, other, question);
  return record ? (api) => knowing(api, path, record) : same;
}

/** Refuses to take anything from an object of another stack that is replaced. */
export async function refuseTaken(
  definition: Definition,
  scope: Scope,
  record: Wire,
  question: Question,
): Promise<void> {
  if (!question.home) return;
  const marked = await markedRecord(definition, scope, record, question.id);
  refuseOtherStacks(definition, scope, marked, { ...question, isReplaced: true });
}

/**
 * The same when a replacement that ends it is planned, as far as that can be told: what carries it
 * out asks again.
 */
export async function refuseReplaced(definition: Definition, scope: Scope, question: Question): Promise<void> {
  const { id, state, home } = question;
  if (!home?.stack || stays(definition, state)) return;
  const record =
    definition.mark === undefined ? {} : await glance(definition, scope.api, id, state).catch(() => undefined);
  if (record) await refuseTaken(definition, scope, record, question);
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
