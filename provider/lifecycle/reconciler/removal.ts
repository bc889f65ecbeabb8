import { around } from "../../api/around";
import { isKind } from "../../api/errors";
import type { ListOf } from "../../api/sharedReads";
import type { Bag, Definition, Scope, Verb } from "../vocabulary/definition";
import { chosenEnd, endingOf, needsOf } from "../vocabulary/field";
import { type ResourceError, explain, OverdueError } from "../vocabulary/failure";
import { itemPath } from "../vocabulary/record";
import { howToLeave, usersOf, type Users } from "../service/users";
import { containerTypeOf, isContained, endTold, followed } from "../service/keyEnds";
import { endFirst, until } from "./ending";
import { glance, look, lagAfter, patient } from "../service/look";
import type { Environment } from "../service/scope";
import type { Context, Outcome } from "./operations";
import { listsOf } from "./sharedRead";

/**
 * How long deletes that the service refuses as "in use" are retried: what uses the object may be
 * about to be deleted.
 */
const conflictSeconds = 20;

const stillThere =
  "The object itself still exists, so it stays in the state: run `pulumi up --refresh` to see what is left of it, " +
  "then try again.";

const orLost = "If the system behind the service no longer has it, a refresh of its container records that.";

export interface Removal {
  id: string;
  state: Bag;
  /** Clause for errors, such as `deleting AwsKms "prod"`. */
  tried: string;
  /** For the words about its end. */
  ends?: Context["ends"];
  types?: Environment["types"];
  waves?: Environment["waves"];
}

/**
 * Deletes an object, and says whether it was there. Throws what the service responded, with advice
 * if it refused.
 */
export async function removeObject(definition: Definition, at: Scope, removal: Removal): Promise<Outcome> {
  const { id, state, ends } = removal;
  let refusal: unknown;
  const { api, course } = followed(definition, at.api);
  const scope = { ...at, api };
  const attempt = async (): Promise<Outcome | undefined> => {
    try {
      if (!(await removed(definition, scope, removal))) return "missing";
      await awaitEnd(definition, scope, removal);
      const holder = ends?.isContainerKept ? undefined : containerTypeOf(definition);
      const ended = { label: scope.label, id, state, isReplaced: ends?.isReplaced, holder };
      const told = endTold(definition, ended, course);
      if (told !== undefined) scope.progress(told);
      return "ended";
    } catch (error) {
      if (isKind(error, "notFound") && (await isGone(definition, scope, removal))) return "missing";
      if (!isKind(error, "notFound", "conflict")) throw error;
      refusal = error;
      const why = isKind(error, "conflict") ? "is still in use" : "still exists, though a part of it is deleted";
      scope.progress(`${scope.label} ${why}; trying again`);
      return undefined;
    }
  };
  try {
    return await scope.poll(attempt, conflictSeconds, () => `${scope.label} is still in use`);
  } catch (error) {
    if (refusal === undefined || !(error instanceof OverdueError)) throw error;
    throw await refused(definition, scope, removal, refusal);
  }
}

type EndingSteps = (scope: Scope) => Promise<void>;

/** What ends the object in several steps; `undefined` where it is a plain DELETE. */
function stepsOf(definition: Definition, scope: Scope, removal: Removal, isCalled = false): EndingSteps | undefined {
  const ending = endingOf(definition, scope.inputs);
  if (typeof ending === "object") return (at) => called(definition, at, removal, { ending, isCalled });
  const hook = definition.hooks?.remove;
  return hook && ((at) => hook(at, removal.id, removal.state));
}

/** Returns whether the object existed. */
async function removed(definition: Definition, scope: Scope, removal: Removal): Promise<boolean> {
  tellStay(definition, scope);
  const steps = stepsOf(definition, scope, removal);
  if (steps) return persistently(definition, scope, removal, steps);
  const [list, item] = [listAfter(definition), itemPath(definition, removal.id)];
  const send = () => scope.api.delete(item);
  await (list && removal.waves ? removal.waves.deleting(list, send) : send());
  return true;
}

/**
 * A node that lags behind may show an object as it was before a recent change, such as one without
 * anything to end. Steps that read nothing rely on nothing of that kind.
 */
async function persistently(
  definition: Definition,
  scope: Scope,
  removal: Removal,
  steps: EndingSteps,
): Promise<boolean> {
  let [hasRead, isSent] = [false, false];
  const api = around(scope.api, async (call, work) => {
    hasRead ||= call.method === "GET";
    const response = await work();
    isSent ||= call.method !== "GET";
    return response;
  });
  const attempt = () => bySteps(definition, { ...scope, api }, removal, steps);
  const wasThere = await attempt();
  // What was ended need not be what the resource began with, whose own record may be missing.
  if (isSent || !wasThere || !hasRead) return isSent || wasThere;
  for (const milliseconds of await lagAfter(scope, removal.state)) {
    await scope.pause(milliseconds);
    if (!(await attempt()) || isSent) break;
  }
  return true;
}

/**
 * A response to a delete is no proof: it may have been another one's, or the service may hold the
 * call until others approve it. The object itself shows whether it has ended.
 */
async function awaitEnd(definition: Definition, scope: Scope, removal: Removal): Promise<void> {
  if (definition.action && !definition.hooks?.read) return;
  const item = itemPath(definition, removal.id);
  await until(scope, { tried: removal.tried, item, isEnded: () => hasEnded(definition, scope, removal) });
}

async function hasEnded(definition: Definition, scope: Scope, removal: Removal): Promise<boolean> {
  const steps = stepsOf(definition, scope, removal, true);
  const own = itemPath(definition, removal.id);
  const isDeleted = endingOf(definition, scope.inputs)?.includes("DELETE");
  const isPlain = !steps || isDeleted;
  const left = isPlain ? own : await leftToDo(scope, steps, own);
  if (left === undefined || (isPlain && (await isUnlisted(definition, removal)))) return true;
  const record = await glance(definition, scope.api, removal.id, removal.state);
  if (record) return definition.hooks?.ended?.(record, removal.state) === true;
  // What is left of another one of the collection, such as the other half of a pair, is not ended with the object.
  const siblings = itemPath(definition, "_").slice(0, -1);
  const isSibling = left !== own && left.startsWith(siblings) && !left.slice(siblings.length).includes("/");
  return !isSibling;
}

/** True if a list shows that an object is gone; false where only its own path does. */
async function isUnlisted(definition: Definition, { id, waves }: Removal): Promise<boolean> {
  const list = listAfter(definition);
  return list !== undefined && (await waves?.lacks(list, id)) === true;
}

/**
 * The list that shows which objects of this type are gone; `undefined` if it may lack one that is
 * there, or show one that has ended.
 */
export function listAfter(definition: Definition): ListOf | undefined {
  const { hooks, partOf, remembersGone } = definition;
  const isOwn = !hooks?.read && !hooks?.ended && !partOf && !remembersGone;
  return isOwn ? listsOf(definition)[0] : undefined;
}

/** True for an object that is as destroying the described one leaves it: nothing is left to do. */
export async function isAsDestroyed(definition: Definition, scope: Scope, id: string, held: Bag): Promise<boolean> {
  const isKept = endingOf(definition, scope.inputs)?.length === 0;
  const steps = stepsOf(definition, scope, { id, state: { ...scope.inputs, ...held }, tried: "" });
  return !isKept && steps !== undefined && (await leftToDo(scope, steps, itemPath(definition, id))) === undefined;
}

/**
 * The path of what the same steps would change, once more; `undefined` if what is read shows that
 * there is nothing left to do.
 */
async function leftToDo(scope: Scope, steps: EndingSteps, own: string): Promise<string | undefined> {
  let left: string | undefined;
  const api = around(scope.api, (call, work) => {
    if (call.method === "GET") return work();
    left ??= call.path;
    throw new OverdueError("something is left to do");
  });
  try {
    await steps({ ...scope, api, progress: () => {} });
  } catch (error) {
    if (isKind(error, "notFound")) return own;
    if (left === undefined) throw error;
  }
  return left;
}

/** Says what the end of the resource leaves, which no longer is in the stack. */
function tellStay(definition: Definition, { label, inputs, progress }: Scope): void {
  const { onDestroy } = inputs as Bag;
  const chosen = `(onDestroy: "${String(onDestroy)}")`;
  const place = chosenEnd(definition, inputs)?.staysIn;
  if (place !== undefined)
    progress(`${label} stays in ${place} ${chosen}: only the service's record of it is removed, until a refresh`);
  else if (endingOf(definition, inputs)?.length === 0) {
    const [, holder] = needsOf(definition).find(([key, needed]) => key in inputs && isContained(needed)) ?? [];
    progress(`${label} stays in the service ${chosen}${holder ? `, as long as its ${holder.type} does` : ""}`);
  }
}

interface Calls {
  ending: readonly (string | Verb)[];
  /** They were accepted already: what the record does not show counts as done. */
  isCalled: boolean;
}

async function called(definition: Definition, scope: Scope, { id, tried }: Removal, calls: Calls): Promise<void> {
  const { api } = scope;
  const { ending, isCalled } = calls;
  const item = itemPath(definition, id);
  for (const [index, call] of ending.entries()) {
    if (call === "DELETE") {
      await api.delete(item);
      continue;
    }
    const { verb, unless } = typeof call === "string" ? { verb: call, unless: undefined } : call;
    if (unless && (unless(await api.get(item)) ?? isCalled)) continue;
    const done = api.post(`${item}/${verb}`, undefined, { repeatable: true });
    if (index === ending.length - 1) await done;
    else await endFirst(scope, done, { tried, item, unless });
  }
}

/** There may be nothing to do: the first read shows whether the object exists at all. */
async function bySteps(
  definition: Definition,
  scope: Scope,
  { id, state }: Removal,
  steps: (scope: Scope) => Promise<void>,
): Promise<boolean> {
  const ids = [id, ...Object.values(state).filter((value) => typeof value === "string" && value !== "")] as string[];
  const own = new Set(ids.map((one) => itemPath(definition, one)));
  let first: boolean | undefined;
  const known = patient(scope, (path) => first !== true && own.has(path), state);
  const api = around(known, async (call, work) => {
    const isLook = call.method === "GET" && own.has(call.path);
    try {
      const found = await work();
      if (isLook) first ??= true;
      return found;
    } catch (error) {
      if (isLook && isKind(error, "notFound")) first ??= false;
      throw error;
    }
  });
  await steps({ ...scope, api });
  return first ?? true;
}

/**
 * A hook takes several steps, and what one of them did not find need not be the object itself; and
 * a lagging node may not know the object yet. Only reading it decides. An event has nothing to
 * read.
 */
async function isGone(definition: Definition, scope: Scope, { id, state }: Removal): Promise<boolean> {
  return definition.action === true || (await look(definition, scope, id, state)) === undefined;
}

async function refused(
  definition: Definition,
  { api }: Scope,
  { id, tried, state, types }: Removal,
  refusal: unknown,
): Promise<ResourceError> {
  if (isKind(refusal, "notFound"))
    return explain(tried, refusal, definition.remembersGone ? `${stillThere} ${orLost}` : stillThere);
  const named = async () =>
    (await definition.hooks?.usedBy?.(api, id)) ?? usersOf(definition, { api, types }, id, state);
  const users = await named().catch(() => undefined);
  const { named: user, advice = howToLeave(definition) }: Partial<Users> =
    typeof users === "string" ? { named: users } : (users ?? {});
  const first = user === undefined ? "Remove what uses it first." : `It is used by ${user}: remove that first.`;
  return explain(tried, refusal, `${first} ${advice}`);
}
