import type { Bag } from "../../../provider/lifecycle/definition";
import type { Wire } from "../../../provider/api/client";
import type { Rig } from "../rig";

/** The object that a row of the drift matrix is tried on. */
export interface Subject {
  id: string;
  state: Bag;
  /** The arguments that the program wrote. */
  args: Bag;
}

/**
 * How one input comes to differ from the program. A row of the matrix needs an entry only where its values cannot be had
 * from the schema and the fixture.
 */
export interface Case {
  /** The value that the program writes. Default: the fixture's, or one of its type where the service would fill it in. */
  written?: unknown;
  /** The value that somebody else puts in its place; a function of rig and subject makes it, such as the id of another object. */
  other?: unknown;
  /** Other arguments of the program in this row, in place of the fixture's. */
  args?: Bag;
  /** What else that somebody changes along with it. */
  along?: Bag;
  /** Changes it behind our back. Default: as another program would that manages the same object. */
  outside?: (rig: Rig, subject: Subject) => Promise<unknown>;
  /** Why the service and the clouds offer no way of changing it: then an answer that shows another value is looked at. */
  fixed?: string;
  /** For `fixed`: puts the value into an answer, where it does not stand in one place. */
  response?: (response: Wire, value: unknown) => Wire;
  /** Makes what the row needs before its object; returns more arguments. */
  prepare?: (rig: Rig, args: Bag) => Promise<Bag>;
}

/** By resource type and input. */
export type Cases = Record<string, Record<string, Case>>;
