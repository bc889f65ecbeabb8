import { systemClock } from "../../api/clock";
import type { Api } from "../../api/client";
import { whileBusy } from "./busy";
import type { Bag, Definition, Scope } from "../vocabulary/definition";
import { pausesFor } from "./patience";
import { discreet } from "./secrecy";
import type { Environment } from "./environment";
import { paced, poller, waiter } from "./wait";

interface Operation {
  inputs: Bag;
  label: string;
  /** How long the program lets it wait; `undefined` if it does not say. */
  timeoutSeconds?: number | undefined;
}

/** What one operation on one object works with. */
export function scopeOf(definition: Definition, environment: Environment, operation: Operation): Scope {
  const { api, clock, stop, log, busy = [], lagSeconds = 0, prerequisites } = environment;
  const { inputs, label, timeoutSeconds } = operation;
  const waits = { poll: poller(clock, stop, timeoutSeconds), pause: waiter(clock, stop), stop };
  const tell = paced(log, clock);
  const { redact, api: quiet } = discreet(definition, inputs, api);
  const progress = (text: string) => tell(redact(text));
  const patient = whileBusy(quiet, busy, { label, clock, stop, progress });
  const listed: Scope["listed"] = (path, query) =>
    prerequisites?.list(patient, path, query) ?? patient.list(path, query);
  const once: Scope["once"] = async (subject, work) => void (await (prerequisites?.once(subject, work) ?? work()));
  return { api: patient, inputs, label, progress, listed, once, pauses: pausesFor(lagSeconds), ...waits };
}

/** A preview works without the service too, with the time of this machine. */
export async function serviceTime(api: Api): Promise<number> {
  try {
    return await api.time();
  } catch {
    return systemClock.now();
  }
}
