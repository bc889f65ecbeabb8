import type { Wire } from "../../api/client";
import type { Bag } from "../vocabulary/definition";
import type { Takeover } from "../claims/claim";

/** What the service is known to have; updated with every response. */
export interface HeldObject {
  id: string;
  /** The service's latest response. */
  record: Wire;
  /** Inputs that the response does not contain, as far as they have been applied. */
  state: Bag;
  /**
   * True if this call has created it: it has what the create sent, perhaps in a spelling of the
   * service's own.
   */
  readonly isNew?: boolean;
  /**
   * The state that the preview of an update knew: what the update changes beyond that difference,
   * it did not show.
   */
  readonly planned?: Readonly<Bag>;
  /** The inputs that the service has otherwise, and the preview did not show: they stay as they are. */
  left?: readonly string[];
  /**
   * The inputs to which somebody added something that the preview did not show: as they are sent,
   * with that.
   */
  added?: Readonly<Bag>;
  /** The inputs of changes to which something else was responded than the object. */
  doubted?: readonly string[];
  /** What it takes over from the objects that it replaces. */
  readonly takeover?: Takeover;
}
