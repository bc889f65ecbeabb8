/**
 * What handlers read of requests, told to whoever wants to know: the fields and parameters of the
 * guide are recorded that way.
 */

/** What a value may be, in the words of JSON Schema. */
export interface ValueShape {
  readonly type?: "string" | "integer" | "boolean" | "object" | "array";
  readonly format?: "date-time";
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: ValueShape;
  readonly additionalProperties?: ValueShape;
  readonly default?: string | number | boolean;
}

/** Is told of one call. */
export interface Witness {
  /**
   * @param path of the field, such as `nodes[0].hostname`, or "" for a body of any fields; `has`
   *   says whether a value was sent
   */
  field(path: string, shape: ValueShape, has: boolean): void;
  /** The handler refuses a call without that field. */
  needs(path: string): void;
  query(...names: readonly string[]): void;
  /** The call is over. */
  end(succeeded: boolean): void;
}

/** Whoever is told of the calls of an operation; nobody, unless something is recorded. */
export const witnesses: { of?: (operation: string) => Witness } = {};
