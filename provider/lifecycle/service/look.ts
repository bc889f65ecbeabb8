import { around } from "../../api/around";
import type { Api, Wire } from "../../api/client";
import { isKind } from "../../api/errors";
import { persist, type Retry } from "../../api/persist";
import type { Bag, Scope, Definition } from "../vocabulary/definition";
import { changedKey } from "../vocabulary/hiddenKeys";
import { idOf, itemPath } from "../vocabulary/record";

/**
 * There may be several nodes behind one address, and the one that responds may not know yet what
 * another one has made or changed: a missing object is read again before that is believed.
 */

/** Milliseconds before each further attempt, for any object. */
const longestUsual = 1_500;
const usual = [500, longestUsual];
const longestPause = 5_000;
/** For how long after a change a node may lag behind. */
const recentMilliseconds = 5 * 60_000;

/**
 * The same for an object that was just made or changed: as long as a node may lag behind, in
 * seconds.
 */
export function pausesFor(lagSeconds: number): readonly number[] {
  const pauses = [...usual];
  for (let left = lagSeconds * 1000 - 2_000; left > 0; left -= longestPause) pauses.push(Math.min(left, longestPause));
  return pauses;
}

/** What only reads, such as a command, does not know when an object was changed. */
type Patient = Pick<Scope, "api" | "pause"> & Partial<Pick<Scope, "progress" | "label" | "pauses">>;

/** How often an object with this state is read until it counts as missing. */
async function pausesAfter({ api, pauses = usual }: Patient, state: Bag): Promise<readonly number[]> {
  const { [changedKey]: changed = 0 } = state;
  if (typeof changed !== "number" || changed === 0) return usual;
  return changed > (await api.time()) - recentMilliseconds ? pauses : usual;
}

/** Waits until something is looked at again; says why, if that takes a while. */
export async function waitFor({ pause, progress, label }: Patient, milliseconds: number): Promise<void> {
  if (milliseconds > longestUsual)
    progress?.(`${label} was changed a moment ago; a node of the service may lag behind: looking again`);
  await pause(milliseconds);
}

/**
 * How often an object with this state is looked at again although it was found: it may be shown as
 * it was before a recent change.
 */
export async function lagAfter(scope: Patient, state: Bag): Promise<readonly number[]> {
  const pauses = await pausesAfter(scope, state);
  return pauses.length > usual.length ? pauses : [];
}

/** How a read of an object with this state is tried again while the object is missing. */
function rereads(scope: Patient, state?: Bag): () => Promise<Retry> {
  let pauses: readonly number[] | undefined;
  return async () => {
    pauses ??= state ? await pausesAfter(scope, state) : (scope.pauses ?? usual);
    return { pauses, wait: (milliseconds) => waitFor(scope, milliseconds) };
  };
}

/** The same API for objects that exist, or existed a moment ago. */
export function patient(scope: Patient, isExpected: (path: string) => boolean, state?: Bag): Api {
  return around(scope.api, async (call, work) => {
    if (call.method !== "GET" || !isExpected(call.path)) return work();
    const again = rereads(scope, state);
    return persist(work, { afterError: (error) => (isKind(error, "notFound") ? again() : undefined) });
  });
}

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
