import type { Api } from "../../api/client";
import { type Clock, systemClock } from "../../api/clock";
import type { SharedReads } from "../../api/sharedReads";
import type { Definition, Bag, Scope } from "../vocabulary/definition";
import { type Busy, whileBusy, paced, poller, waiter } from "./busy";
import type { Prerequisites } from "./readiness";
import { pausesFor } from "./look";
import { discreet } from "./secrecy";
import type { Waves } from "./waves";

/** What the lifecycle needs of the process that runs it. */
export interface Environment {
  readonly api: Api;
  readonly clock: Clock;
  /** Aborts when this process is told to stop. */
  readonly stop: AbortSignal;
  /** For how many seconds a node of the service may lag behind another one. */
  readonly lagSeconds?: number;
  /** Shows progress to the user. */
  log(text: string): void;
  /** Refusals that pass by themselves: such calls are retried. Absent: none. */
  readonly busy?: readonly Busy[];
  /**
   * What resources share of the connections and containers that they need. Absent: each reads them
   * itself.
   */
  readonly prerequisites?: Prerequisites;
  /**
   * Every resource type, asked for only where something fails or is replaced: who refers to an
   * object. Absent: nobody does.
   */
  types?(): readonly Definition[];
  /** Answers reads from lists. Absent: every object is read by itself. */
  readonly shared?: SharedReads;
  /** Sees in lists what was deleted. Absent: every object is read by itself. */
  readonly waves?: Waves;
}

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
