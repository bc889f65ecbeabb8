import type { Home } from "./belonging";
import type { Bag } from "./definition";
import type { Journal } from "./journal";
import type { Owner } from "./mark";
import type { Past } from "./predecessors";

/** What is known about the stack of a new object. */
export interface Stack extends Past {
  /** Which of its resources has the object with this id, as text for an error. */
  ownerOf(id: string): string | undefined;
  /**
   * Which other resource, of the program or of another provider of it, an existing object belongs
   * to, as text for an error.
   */
  claimantOf(id: string, shown: Bag): string | undefined;
  /**
   * Another of its resources that has the object with this id, as far as this run has told: `AwsKey
   * "orders"`.
   */
  rivalOf(id: string): string | undefined;
  /** Whether the program has declared a resource that has the object with this id. */
  isDeclared(id: string): boolean;
  /** Records that the object with this id prevents the creation. */
  stop(id: string): void;
  /**
   * True if all existing objects of the calling resource are known, so that none of them can be
   * taken for somebody else's.
   */
  readonly isTold: boolean;
  /** The owner of the object; `undefined` if it cannot be known. */
  readonly owner?: Owner;
  /** Where creates of objects without a mark are noted. Absent: nowhere. */
  readonly journal?: Journal;
  /** `undefined` if nothing is known of it. */
  readonly home?: Home;
}
