import type { Home } from "./belonging";
import type { Evidence } from "./verdict";
import type { Owner } from "./mark";
import type { Bag } from "../vocabulary/definition";
import type { Journal } from "./journal";

/** The claim of a resource of the program on an object. */
export interface ClaimOnObject {
  readonly by: Evidence["claim"];
  /** The other resource of the stack that has the object, such as `AwsKey "orders"`. */
  readonly label?: string;
}

/** What a create asks, and tells, whoever knows the other resources of the stack. */
export interface Witness {
  /** The owner of the new object; `undefined` if it cannot be known. */
  readonly owner?: Owner | undefined;
  /** `undefined` if nothing is known of the stack. */
  readonly home?: Home | undefined;
  /** Where creates of objects without a mark are noted. Absent: nowhere. */
  readonly journal?: Journal | undefined;
  /**
   * False where the stack had the resource when the run began, or may have had it: its object is
   * replaced then.
   */
  readonly isNew: boolean;
  /**
   * True if all existing objects of the resource are known, so that none of them can be taken for
   * somebody else's.
   */
  readonly knowsAll: boolean;
  /** The claim on an object, also that of the resource of the program that it was `madeFor`. */
  claimOn(id: string, madeFor?: string): ClaimOnObject;
  /**
   * Whose an object with these properties is, as text for an error; `undefined` if that is not
   * known.
   */
  ownerOf(id: string, shown: Bag): string | undefined;
  /** Event: the create is about to adopt an object. Throws if another resource has it. */
  adopt(id: string): void;
  /** Event: an object prevents the create, or may do so. */
  blockedBy(id: string): void;
  /** Event: the create has made an object. */
  made(id: string): void;
  /** Event: the user is told of an object that stays as it is. Returns whether for the first time. */
  passedOver(id: string): boolean;
}
