import type { Journal } from "../evidence/journal";
import type { Ledger } from "./ledger";

/** What the resources of one run of the engine know of each other, as far as the host tells. */
export interface Coordination {
  readonly ledger: Ledger;
  /**
   * Why this run must not end key material, and what to do; `undefined` if it may. Called only
   * before that would happen.
   */
  keepsKeys?(): string | undefined;
  /** Where creates of a resource on a service are noted; `undefined` if nowhere. */
  journal?(urn: string, service: unknown): Journal | undefined;
  /**
   * What else a program does beside giving a resource the option `replaceOnChanges` of these
   * inputs.
   */
  optionHint?(keys: readonly string[]): string;
}
