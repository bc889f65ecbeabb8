import type { Wire, Api } from "../../api/client";
import { onOneLine } from "../../api/shown";
import type { Bag, Definition, Ready, Scope } from "../vocabulary/definition";
import { calledBy } from "../values/label";
import { currentPath, idOf, itemPath, looksLikeId } from "../vocabulary/record";
import { decodeAll } from "../values/wire";
import { around, type Call } from "../../api/around";
import type { Clock } from "../../api/clock";
import { ifFound } from "../../api/errors";
import { OverdueError } from "../vocabulary/failure";
import { isImmutable, needsOf } from "../vocabulary/field";
import { refuseName } from "./references";

interface Readying {
  definition: Definition;
  id: string;
  record: Wire;
  /** True if the last test is out of date. */
  retest?: boolean;
  /** Receives every newer response, so that a failure can report the latest. */
  seen(record: Wire): void;
}

/** True if a change of these inputs puts the last test out of date. */
export const isTestedAfter = ({ ready }: Definition, changed: readonly string[]): boolean =>
  ready?.untested !== undefined && changed.some((key) => !ready.untested!.includes(key));

/** True if the record shows that the object is ready. */
function isReady(definition: Definition, record: Wire): boolean {
  const now = definition.ready && stateOf(definition, record);
  return now !== undefined && definition.ready!.is.includes(now);
}

/**
 * Waits until an object is ready: waits while it is pending, starts a new test when it has failed,
 * and gives up at the deadline with the service's last message. Returns its latest response.
 */
export async function awaitReady(scope: Scope, at: Readying): Promise<Wire> {
  const { ready } = at.definition;
  // With readyTimeoutSeconds 0, the resource that needs the object waits and tests.
  if (!ready || deadlineOf(ready, scope) === 0) return at.record;
  let { record } = at;
  const path = currentPath(at.definition, { id: at.id, record });
  let mustTest = at.retest ?? false;
  let first = true;
  const told = new Set<string>();
  const tell = (state: string) => {
    if (!told.has(state)) scope.progress(`${nameOf(at, record)} is ${state}; waiting`);
    told.add(state);
  };
  const see = (newer: Wire) => at.seen((record = { ...record, ...newer }));
  const look = async () => {
    if (!mustTest && isReady(at.definition, record)) return record;
    const now = mustTest ? undefined : stateOf(at.definition, record);
    if (ready.test && (now === undefined || !ready.pending.includes(now))) {
      see(await ready.test(scope.api, at.id));
      mustTest = false;
    } else if (!first) {
      see(await scope.api.get(path));
    }
    first = false;
    if (isReady(at.definition, record)) return record;
    const then = stateOf(at.definition, record);
    if (!ready.test && then !== undefined && !ready.pending.includes(then))
      throw new Error(lastWords(ready, at, record));
    tell(then ?? "not ready");
    return undefined;
  };
  return scope.poll(look, deadlineOf(ready, scope), () => lastWords(ready, at, record));
}

function deadlineOf(ready: Ready, scope: Scope): number {
  return ((scope.inputs as Bag).readyTimeoutSeconds as number | undefined) ?? ready.timeoutSeconds;
}

function stateOf(definition: Definition, record: Wire): string | undefined {
  return decodeAll(definition, record)[definition.ready!.output] as string | undefined;
}

/** Its name in programs and in the service; its id only if it has no name. */
function nameOf({ definition, id }: Readying, record: Wire): string {
  const state = decodeAll(definition, record);
  return `${definition.type} "${onOneLine(calledBy(definition, state) ?? id)}"`;
}

function lastWords(ready: Ready, at: Readying, record: Wire): string {
  const state = decodeAll(at.definition, record);
  const reason = ready.reason && (state[ready.reason] as string | undefined);
  const now = stateOf(at.definition, record) ?? "unknown";
  return `${nameOf(at, record)} is ${now}, not ${ready.is.join(" or ")}${reason ? `; the service says: ${reason}` : ""}`;
}

/** Objects that others refer to: they exist, and are ready, before what needs them is created. */

/**
 * How long a record is used. Somebody else may change the object meanwhile: the service then
 * refuses what does not fit.
 */
const usableMilliseconds = 60_000;

interface SharedRecord {
  readonly record: Promise<Wire | undefined>;
  /** The record, once it is there, and until when it is used. */
  settled?: { readonly record: Wire; readonly until: number };
}

/**
 * The connections and containers of the objects that this process creates: one check serves all
 * that need the same one. It is forgotten after a minute, after a failure, and when this process
 * changes the object. One instance for all resources of a provider process.
 */
export class Prerequisites {
  private readonly held = new Map<string, SharedRecord>();
  private readonly done = new Set<string>();

  constructor(private readonly clock: Clock) {}

  /** The record at the path. `check` obtains it, unless another caller has, or is about to. */
  async share(
    path: string,
    patienceSeconds: number,
    check: () => Promise<Wire | undefined>,
  ): Promise<Wire | undefined> {
    const deadline = this.clock.now() + patienceSeconds * 1000;
    for (;;) {
      const known = this.usable(path);
      try {
        return await (known ?? this.begin(path, check)).record;
      } catch (error) {
        // A check that began earlier ends before this caller's own patience does.
        if (!known || !(error instanceof OverdueError) || this.clock.now() >= deadline) throw error;
      }
    }
  }

  /** A list that serves all who ask for the same one. */
  async list(api: Api, path: string, query: Parameters<Api["list"]>[1]): Promise<Wire[]> {
    const list = async (): Promise<Wire> => ({ resources: await api.list(path, query) });
    const { resources } = (await this.share(`${path} ${JSON.stringify(query)}`, 0, list))!;
    return resources as Wire[];
  }

  /** Does the work for the first who asks about the subject, and for the next until it returns true. */
  async once(subject: string, work: () => Promise<boolean>): Promise<void> {
    if (!this.done.has(subject) && (await work())) this.done.add(subject);
  }

  /** Notes an object that this process has just made ready. */
  keep(definition: Definition, id: string, record: Wire): void {
    if (!isShared(definition) || !isReady(definition, record)) return;
    this.held.set(itemPath(definition, id), { record: Promise.resolve(record), settled: this.until(record) });
  }

  /** Forgets an object that changes. */
  forget(definition: Definition, id: string): void {
    this.held.delete(itemPath(definition, id));
  }

  /** Forgets what an operation with these inputs relied on: it failed. */
  distrust(definition: Definition, inputs: Bag): void {
    for (const { path } of needsIn(definition, inputs)) this.held.delete(path);
  }

  /**
   * The same API for creating an object with these inputs: what is known of its connection and
   * container is not read again; nor, before the first change, is what was `justRead`.
   */
  sharing(api: Api, definition: Definition, inputs: Bag, justRead: Records): Api {
    const needed = new Map(needsIn(definition, inputs).map(({ is, path }) => [path, is]));
    return around(api, async <T>({ method, path, expect }: Call, work: () => Promise<T>) => {
      if (method !== "GET") justRead.clear();
      const is = method === "GET" && expect === undefined ? needed.get(path) : undefined;
      if (!is) return work();
      if (!isShared(is)) return (justRead.get(path) as T | undefined) ?? work();
      if (!is.ready) return (await this.share(path, 0, work as () => Promise<Wire>)) as T;
      // Only a check makes sure that an object is ready.
      return (this.usable(path)?.settled?.record as T | undefined) ?? work();
    });
  }

  private usable(path: string): SharedRecord | undefined {
    const held = this.held.get(path);
    return held?.settled && held.settled.until <= this.clock.now() ? undefined : held;
  }

  private begin(path: string, check: () => Promise<Wire | undefined>): SharedRecord {
    const held: SharedRecord = { record: check() };
    const drop = () => void (this.held.get(path) === held && this.held.delete(path));
    held.record.then((record) => (record ? (held.settled = this.until(record)) : drop()), drop);
    this.held.set(path, held);
    return held;
  }

  private until(record: Wire) {
    return { record, until: this.clock.now() + usableMilliseconds };
  }
}

/** Records by path. */
export type Records = Map<string, Wire>;

/**
 * Waits until the objects are ready that the inputs refer to, and `prior` does not; returns what it
 * read of them. Refuses the name of an object where only its id is unambiguous.
 */
export async function awaitNeeds(
  definition: Definition,
  scope: Scope,
  prior: Bag,
  prerequisites: Prerequisites | undefined,
): Promise<Records> {
  const read: Records = new Map();
  for (const need of needsIn(definition, scope.inputs)) {
    const { key, id, is, path } = need;
    const isDoubtful = isImmutable(definition, key) && !looksLikeId(id);
    if (id === prior[key] || (!is.ready && !isDoubtful)) continue;
    const check = () => ready(scope, need);
    const patience = is.ready?.timeoutSeconds ?? 0;
    const record = await (prerequisites && isShared(is) ? prerequisites.share(path, patience, check) : check());
    if (!record) continue;
    if (isDoubtful) refuseName(scope.label, key, { given: id, is: idOf(is, record), type: is.type });
    read.set(path, record);
  }
  return read;
}

async function ready(scope: Scope, { id, is, path }: Need): Promise<Wire | undefined> {
  // The call that needs a missing object reports it more precisely.
  if (!is.ready) return ifFound(scope.api.get(path));
  const record = await scope.api.get(path);
  return awaitReady(scope, { definition: is, id, record, seen: () => {} });
}

interface Need {
  /** The input that refers to it. */
  key: string;
  id: string;
  is: Definition;
  path: string;
}

function needsIn(definition: Definition, inputs: Bag): Need[] {
  return needsOf(definition).flatMap(([key, is]) => {
    const id = inputs[key];
    return typeof id === "string" ? [{ key, id, is, path: itemPath(is, id) }] : [];
  });
}

/** Many objects need the same one, and nothing happens to it meanwhile. */
function isShared({ role }: Definition): boolean {
  return role === "connection" || role === "container";
}
