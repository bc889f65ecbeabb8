import { systemClock } from "../api/clock";
import type { Api } from "../api/client";
import { printable } from "../api/shown";
import { whileBusy } from "./busy";
import type { Bag, Definition, Scope } from "./definition";
import { calledBy } from "./field";
import { pausesFor } from "./patience";
import { looksLikeId } from "./references";
import { discreet } from "./secrecy";
import type { Surroundings } from "./surroundings";
import { paced, pauser, poller } from "./wait";

interface Operation {
  inputs: Bag;
  label: string;
  /** How long the program lets it wait; `undefined` if it does not say. */
  timeoutSeconds?: number | undefined;
}

/** What one operation on one object works with. */
export function scopeOf(definition: Definition, surroundings: Surroundings, operation: Operation): Scope {
  const { api, clock, stop, log, busy = [], lagSeconds = 0, prerequisites } = surroundings;
  const { inputs, label, timeoutSeconds } = operation;
  const waits = { poll: poller(clock, stop, timeoutSeconds), pause: pauser(clock, stop), stop };
  const tell = paced(log, clock);
  const { redact, api: quiet } = discreet(definition, inputs, api);
  const progress = (text: string) => tell(redact(text));
  const patient = whileBusy(quiet, busy, { label, clock, stop, progress });
  const listed: Scope["listed"] = (path, query) =>
    prerequisites?.list(patient, path, query) ?? patient.list(path, query);
  return { api: patient, inputs, label, progress, listed, pauses: pausesFor(lagSeconds), ...waits };
}

/**
 * What messages call an object: its own name, or else the one that its resource has in the program,
 * or its id.
 */
export function labelOf(
  definition: Definition,
  inputs: Bag,
  nameInProgram: () => string | undefined,
  id?: string,
): string {
  const called = calledBy(definition, inputs);
  // What has no name of its own is called by another object's id, which says nothing to a user.
  const isNamed = called !== undefined && !looksLikeId(called);
  const name = isNamed ? called : (nameInProgram() ?? (called || id));
  return name === undefined ? definition.type : `${definition.type} "${printable(name)}"`;
}

/** A preview works without the service too, with the time of this machine. */
export async function serviceTime(api: Api): Promise<number> {
  try {
    return await api.time();
  } catch {
    return systemClock.now();
  }
}
