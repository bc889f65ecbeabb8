import {
  refuseUnconfirmed,
  withConfirmation,
  refuseOtherStacks,
  type Question,
  refuseTaken,
} from "../evidence/belonging";
import type { Context, Outcome } from "../reconciler/operations";
import type { Stored } from "../service/state";
import { type Difference, stays } from "../values/diff";
import type { Bag, Definition, Scope } from "../vocabulary/definition";
import { optionsOf } from "../values/options";
import { Layer } from "./layer";
import { around, type Call } from "../../api/around";
import type { Api, Wire } from "../../api/client";
import { ifFound } from "../../api/errors";
import { endingOf } from "../vocabulary/field";
import { itemPath } from "../vocabulary/record";
import { glance, patient } from "../service/look";

/** No stack changes, replaces or ends what another one has made: an object's mark is read before. */
export class Recognized extends Layer {
  override async diff(context: Context, id: string, olds: Bag, news: Bag): Promise<Difference> {
    const plain = await this.next.diff(context, id, olds, news);
    if (context.purpose !== "plan") return plain;
    const { home } = context;
    const difference = withConfirmation(plain, { id, state: olds, adopt: news.adopt, home });
    if (difference.replaces.length === 0 || optionsOf(news).retains) return difference;
    const question = { id, state: olds, tried: `replacing ${this.label(context, olds, id)}`, home };
    await refuseReplaced(this.definition, this.scope(context, olds, id), question);
    return difference;
  }

  override update(context: Context, id: string, olds: Bag, inputs: Bag): Promise<Stored> {
    const { home } = context;
    const question = { id, state: olds, tried: `updating ${this.label(context, inputs, id)}`, home };
    const confirm: Context["confirm"] = (scope, record) => refuseUnconfirmed(this.definition, scope, record, question);
    return this.next.update({ ...context, confirm }, id, olds, inputs);
  }

  override async delete(context: Context, id: string, state: Bag): Promise<Outcome> {
    const scope = this.scope(context, state, id);
    const question = { id, state, tried: `deleting ${scope.label}`, home: context.home };
    const knowing = await recognized(this.definition, scope, question);
    return this.next.delete({ ...context, knowing }, id, state);
  }
}

/** An API, and the same with what is known already. */
type Knowing = (api: Api) => Api;

/**
 * Reads the mark of an object that is about to end, and refuses if it names another stack. What was
 * read answers the first read of the API that is returned.
 */
async function recognized(definition: Definition, scope: Scope, question: Question): Promise<Knowing> {
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

/**
 * Refuses a replacement of what another stack has made, as far as a plan can tell: the delete asks
 * again.
 */
async function refuseReplaced(definition: Definition, scope: Scope, question: Question): Promise<void> {
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
