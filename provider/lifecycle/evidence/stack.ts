import type { Home } from "./belonging";
import type { Bag } from "../vocabulary/definition";
import type { Journal } from "./journal";
import type { Owner } from "./mark";

/** What is known of the resource before this run. */
export interface Past {
  /**
   * False where the stack had the resource when the run began, or may have had it: its object is
   * replaced then.
   */
  readonly isNew: boolean;
  /** Whether the program has declared a resource of this type that has this name in it. */
  isDeclaredAs(name: string): boolean;
  /**
   * Notes that the object with this id was mentioned to the user; returns whether it is the first
   * time.
   */
  mention(id: string): boolean;
}

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
  /** The resource is about to take over the object with this id. Throws if another one has it. */
  take(id: string): void;
  /** Records that the object with this id prevents the creation. */
  stop(id: string): void;
  /**
   * True if all existing objects of the calling resource are known, so that none of them can be
   * taken for somebody else's.
   */
  readonly isTold: boolean;
  /** The owner of the object; `undefined` if it cannot be known. */
  readonly owner?: Owner | undefined;
  /** Where creates of objects without a mark are noted. Absent: nowhere. */
  readonly journal?: Journal | undefined;
  /** `undefined` if nothing is known of it. */
  readonly home?: Home | undefined;
}

/** Where nothing is known of other resources. */
export const unclaimed = ({ owner, home }: Pick<Stack, "owner" | "home">): Stack => ({
  ownerOf: () => undefined,
  claimantOf: () => undefined,
  rivalOf: () => undefined,
  isDeclared: () => false,
  stop: () => undefined,
  take: () => undefined,
  isTold: false,
  isNew: false,
  isDeclaredAs: () => false,
  mention: () => false,
  owner,
  home,
});
