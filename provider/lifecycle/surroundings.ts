import type { Api } from "../api/client";
import type { Clock } from "../api/clock";
import type { SharedReads } from "../api/sharedReads";
import type { Home } from "./belonging";
import type { Busy } from "./busy";
import type { Bag } from "./definition";
import type { Journal } from "./journal";
import type { Owner } from "./mark";
import type { Neighbors, Self } from "./neighbors";
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

/** The stack as far as it is known: the calling resource, and the others. */
export interface Company {
  readonly neighbors: Neighbors;
  self(): Self | undefined;
  /** False for a resource that the program only reads. */
  isManaged(): boolean;
  /** The owner of the object that the calling resource describes; `undefined` if it cannot be known. */
  owner?(inputs: Bag): Owner | undefined;
  /** The stack of the call, as far as it can be known. */
  home?(inputs: Bag): Home;
  /** True if this run has taken the object of the calling resource over as it is. */
  isImported?(): boolean;
  /** How long the program lets the current operation wait; `undefined` if it does not say. */
  timeoutSeconds?(): number | undefined;
  /**
   * Whether the stack has recorded the option `retainOnDelete` of the calling resource; `undefined`
   * if that is not known.
   */
  isRetained?(): boolean | undefined;
  /**
   * Why the object outlives the calling resource, whatever its `onDestroy` says; `undefined` if it
   * does not.
   */
  keeps?(): string | undefined;
  /**
   * Why this run must not end key material, and what to do; `undefined` if it may. Called only
   * before that would happen.
   */
  keepsKeys?(): string | undefined;
  /** Where creates of the calling resource on a service are noted; `undefined` if nowhere. */
  journal?(service: unknown): Journal | undefined;
  /**
   * What else a program must do beside giving a resource the option `replaceOnChanges` of these
   * inputs.
   */
  optionHint?(keys: readonly string[]): string;
}
