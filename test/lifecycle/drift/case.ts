import type { Bag } from "../../../provider/lifecycle/vocabulary/definition";
import type { Wire } from "../../../provider/api/client";
import type { Rig } from "../rig";

/** The object that a row of the drift matrix is run on. */
export interface Subject {
  id: string;
  state: Bag;
  /** The arguments of the program. */
  args: Bag;
}

/**
 * How one input comes to differ from the program. A row of the matrix needs an entry only if its
 * values cannot be generated from the schema and the fixture.
 */
export interface Case {
  /**
   * The value in the program. Default: the fixture's, or one of its type if the service would set
   * it.
   */
  written?: unknown;
  /**
   * The value that another user sets; a function of rig and subject creates it, such as the id of
   * another object.
   */
  other?: unknown;
  /** Other arguments of the program in this row, instead of the fixture's. */
  args?: Bag;
  /** What else that user changes along with it. */
  along?: Bag;
  /** Changes it outside Pulumi. Default: as another program would that manages the same object. */
  outside?: (rig: Rig, subject: Subject) => Promise<unknown>;
  /**
   * Why neither the service nor the clouds can change it: then a response with another value is
   * read instead.
   */
  fixed?: string;
  /** For `fixed`: sets the value in a response, if it is not at a single path. */
  response?: (response: Wire, value: unknown) => Wire;
  /** Creates what the row needs before its object; returns more arguments. */
  prepare?: (rig: Rig, args: Bag) => Promise<Bag>;
}

/** By resource type and input. */
export type Cases = Record<string, Record<string, Case>>;
