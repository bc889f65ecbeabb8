import type { Api } from "../../api/client";
import type { Clock } from "../../api/clock";
import type { SharedReads } from "../../api/sharedReads";
import type { Busy } from "./busy";
import type { Prerequisites } from "./prerequisites";
import type { Presence } from "./presence";

/** What the engine needs from its environment. */
export interface Surroundings {
  api: Api;
  clock: Clock;
  /** Aborts when this process is told to stop. */
  stop: AbortSignal;
  /** For how many seconds a node of the service may lag behind another one. */
  lagSeconds?: number;
  /** Shows progress to the user. */
  log(text: string): void;
  /** Refusals that pass by themselves: such calls are retried. Absent: none. */
  busy?: readonly Busy[];
  /** Decides whether a missing object no longer exists. Absent: it does not. */
  presence?: Presence;
  /**
   * What resources share of the connections and containers that they need. Absent: each reads them
   * itself.
   */
  prerequisites?: Prerequisites;
  /** Answers reads from lists. Absent: every object is read by itself. */
  shared?: SharedReads;
}
