import { readFileSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../../core/operations";
import type { ValueShape } from "../../core/witness";

/** A field of a request body, as handlers read it. */
export interface FieldRecord extends ValueShape {
  /** The handler refuses a request without it, at least in some cases. */
  readonly needed?: true;
  /** A request without it has succeeded. */
  readonly spared?: true;
}

/** What one operation reads of a request. */
export interface OperationRecord {
  /** Fields by path, such as `nodes[].hostname`; "" is a body of any fields. */
  readonly fields?: Readonly<Record<string, FieldRecord>>;
  /** Query parameters. */
  readonly query?: readonly string[];
}

/** By method and path of the operation. */
export type Recorded = Readonly<Record<string, OperationRecord>>;

export const recordFile = (): string => join(packageRoot(), "console", "guide", "fields.json");

/**
 * What was seen while the emulator's tests ran: every field that a handler reads of a body, with
 * what its schema accepts, and every query parameter. `npm run generate -- fields` records it, and
 * those tests fail while something is missing here.
 */
export const recorded = (): Recorded => JSON.parse(readFileSync(recordFile(), "utf8")) as Recorded;
