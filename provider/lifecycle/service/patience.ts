import { around } from "../../api/around";
import type { Api } from "../../api/client";
import { isKind } from "../../api/errors";
import { persist, type Retry } from "../../api/persist";
import type { Bag, Scope } from "../vocabulary/definition";
import { changedKey } from "../vocabulary/hiddenKeys";

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
export type Patient = Pick<Scope, "api" | "pause"> & Partial<Pick<Scope, "progress" | "label" | "pauses">>;

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
export function rereads(scope: Patient, state?: Bag): () => Promise<Retry> {
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
