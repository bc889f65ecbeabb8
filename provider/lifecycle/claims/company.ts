import type { Home } from "../evidence/belonging";
import type { Bag } from "../vocabulary/definition";
import type { Journal } from "../evidence/journal";
import type { Owner } from "../evidence/mark";
import type { Neighbors, Self } from "./neighbors";

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
