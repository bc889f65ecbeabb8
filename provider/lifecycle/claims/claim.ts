import type { Bag, Definition } from "../vocabulary/definition";
import { collectionOf } from "../vocabulary/record";
import { serviceKey, givenKey, formersKey } from "../vocabulary/hiddenKeys";
import type { Wire } from "../../api/client";

/** A resource of the stack. */
export interface Resource {
  /** Its name in the state, unique in the stack; empty for one whose name is not known yet. */
  readonly urn: string;
  /** Its name in the program or, while that is not known, in the service. */
  readonly name: string;
}

/** A resource that claims an object. */
export interface Claimant extends Resource {
  readonly type: string;
}

/** An object of the service, whichever type describes it. */
export interface ClaimedObject {
  /** Types may share a collection: the objects in it differ by their ids alone. */
  readonly collection: string;
  /** Unique among the objects of all collections. */
  readonly key: string;
  /** The identity of its service; empty while that is not known. */
  readonly service: string;
}

/**
 * How far a resource is with an object.
 *
 * - recorded: the state has it.
 * - declared: the program declares the resource, which has it.
 * - wanted: the program declares a new resource that names the object in `adopt`.
 * - adopting: a new resource takes it over.
 * - blocked: it is in the way of a new resource, or could not be taken over.
 * - made: a new resource has it, created or taken over.
 * - leaving: the resource is about to get another object.
 * - dropped: it was not found.
 * - ended: it was deleted.
 */
export type Stage =
  "recorded" | "declared" | "wanted" | "adopting" | "blocked" | "made" | "leaving" | "dropped" | "ended";

/** Whether a resource no longer has the object from this stage on. */
export const isEnd = (stage: Stage): boolean => ["leaving", "dropped", "ended"].includes(stage);

/** One entry of the ledger. */
export interface Claim {
  /** Its number: a later claim has a greater one. */
  readonly order: number;
  readonly by: Claimant;
  readonly stage: Stage;
  /** `undefined` for the object of the resource, whichever it is. */
  readonly object?: ClaimedObject | undefined;
  /** The object as the state has it, where a replacement may need it. */
  readonly former?: Predecessor | undefined;
}

export function objectOf(definition: Definition, id: string, state: Bag): ClaimedObject {
  const { [serviceKey]: service } = state;
  const collection = JSON.stringify([collectionOf(definition, state)]);
  return {
    collection,
    // Other versions of this package write the same key into the log of the run.
    key: `${collection}${JSON.stringify(id)}`,
    service: typeof service === "string" ? service : "",
  };
}

export const givenIn = (state: Bag): readonly string[] => (state[givenKey] ?? []) as string[];

/** An object that a resource has had, with its state as far as it is known. */
export interface Predecessor {
  readonly id: string;
  readonly state: Bag;
}

/** A value that a new object is to have, and an object that it replaces has. */
export interface Owed {
  readonly value: string;
  readonly from: Wire;
  /** Its id in the state. */
  readonly id: string;
}

/** What an object gets from those that it replaces, and which these are. */
export interface Transfer {
  readonly owed: readonly Owed[];
  /** What the objects have, or had when they were last seen: it is created without. */
  readonly withheld: readonly string[];
  readonly formers: readonly Predecessor[];
  /** The ids that the objects have now: a rotation may have led to others. */
  readonly standing: readonly string[];
  /** Records that an object has given a value. */
  gave(id: string, value: string): void;
}

/** The objects that one with this state replaces. */
export const predecessorsInState = (state: Bag): readonly Predecessor[] => (state[formersKey] ?? []) as Predecessor[];
