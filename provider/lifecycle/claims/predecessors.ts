import type { Wire } from "../../api/client";
import type { Bag } from "../vocabulary/definition";
import { givenKey, formersKey } from "../vocabulary/hiddenKeys";

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

/** What a new object takes over, and from which objects. */
export interface Takeover {
  readonly owed: readonly Owed[];
  /** What the objects have, or had when they were last seen: it is created without. */
  readonly withheld: readonly string[];
  readonly formers: readonly Predecessor[];
  /** The ids that the objects have now: a rotation may have led to others. */
  readonly standing: readonly string[];
  /** Records that an object has given a value. */
  gave?(id: string, value: string): void;
}

/** The objects that one with this state replaces. */
export const predecessorsInState = (state: Bag): readonly Predecessor[] => (state[formersKey] ?? []) as Predecessor[];
