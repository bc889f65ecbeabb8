import type { Api } from "../../api/client";
import type { Clock } from "../../api/clock";
import type { SharedReads } from "../../api/sharedReads";
import type { Definition } from "../vocabulary/definition";
import type { Busy } from "./busy";
import type { Prerequisites } from "./prerequisites";

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
}
