import type { Wire } from "../api/client";
import { nameInputOf, type Bag, type Definition, type Ready, type Scope } from "./definition";
import { itemPath } from "./paths";
import { decodeAll } from "./wire";

export interface Readying {
  definition: Definition;
  id: string;
  record: Wire;
  /** True when what the last test saw is no longer what counts. */
  retest?: boolean;
  /** Receives every newer answer, so that a failure can report the latest. */
  seen(record: Wire): void;
}

/**
 * Waits until an object is ready: lets pending states pass, asks for a new test when it has failed, and gives up at
 * the deadline with the service's last words. Returns its latest answer.
 */
export async function awaitReady(scope: Scope, at: Readying): Promise<Wire> {
  const { ready } = at.definition;
  // A readyTimeoutSeconds of 0 leaves waiting and testing to whoever needs the object.
  if (!ready || deadlineOf(ready, scope) === 0) return at.record;
  let { record } = at;
  let mustTest = at.retest ?? false;
  let first = true;
  const see = (newer: Wire) => at.seen((record = { ...record, ...newer }));
  const look = async () => {
    const now = mustTest ? undefined : stateOf(at.definition, record);
    if (now !== undefined && ready.is.includes(now)) return record;
    if (ready.test && (now === undefined || !ready.pending.includes(now))) {
      see(await ready.test(scope.api, at.id));
      mustTest = false;
    } else if (!first) {
      see(await scope.api.get(itemPath(at.definition, at.id)));
    }
    first = false;
    const then = stateOf(at.definition, record);
    if (then !== undefined && ready.is.includes(then)) return record;
    if (!ready.test && then !== undefined && !ready.pending.includes(then))
      throw new Error(lastWords(ready, at, record));
    scope.progress(`${nameOf(at, record)} is ${then ?? "not ready"}; waiting`);
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

/** As programs and the service call it; its id only where it has no name. */
function nameOf({ definition, id }: Readying, record: Wire): string {
  const state = decodeAll(definition, record);
  const name = definition.label?.(state) ?? state[nameInputOf(definition) ?? "name"];
  return `${definition.type} "${typeof name === "string" && name !== "" ? name : id}"`;
}

function lastWords(ready: Ready, at: Readying, record: Wire): string {
  const state = decodeAll(at.definition, record);
  const reason = ready.reason && (state[ready.reason] as string | undefined);
  const now = stateOf(at.definition, record) ?? "unknown";
  return `${nameOf(at, record)} is ${now}, not ${ready.is.join(" or ")}${reason ? `; the service says: ${reason}` : ""}`;
}
