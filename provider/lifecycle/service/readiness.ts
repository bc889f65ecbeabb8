import type { Wire } from "../../api/client";
import { onOneLine } from "../../api/shown";
import type { Bag, Definition, Ready, Scope } from "../vocabulary/definition";
import { calledBy } from "../vocabulary/field";
import { currentPath } from "../vocabulary/paths";
import { decodeAll } from "../values/wire";

export interface Readying {
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
export function isReady(definition: Definition, record: Wire): boolean {
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
