import type { Wire } from "../../api/client";
import type { Bag } from "../vocabulary/definition";
import { givenKey, formersKey } from "../vocabulary/hiddenKeys";

export const givenIn = (state: Bag): readonly string[] => (state[givenKey] ?? []) as string[];

/** An object that a resource has had, with its state as far as it is known. */
export interface Former {
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
  readonly formers: readonly Former[];
  /** The ids that the objects have now: a rotation may have led to others. */
  readonly standing: readonly string[];
  /** Records that an object has given a value. */
  gave?(id: string, value: string): void;
}

/** The objects that one with this state replaces. */
export const formersIn = (state: Bag): readonly Former[] => (state[formersKey] ?? []) as Former[];

/**
 * The objects that resources have when a run begins: those that their replacements follow. By URN,
 * which is empty for those that have no replacement.
 */
export class Formers {
  private readonly left = new Map<string, readonly Former[]>();
  private readonly ended = new Map<string, Former>();
  /** By id. */
  private readonly given = new Map<string, readonly string[]>();

  /** Records that the replacement of the object has this value from now on. */
  gave(id: string, value: string): void {
    this.given.set(id, [...(this.given.get(id) ?? []), value]);
  }

  /** The state of an object that ends, with what it has given. */
  withGiven(id: string, state: Bag): Bag {
    const values = this.given.get(id);
    return values ? { ...state, [givenKey]: values } : state;
  }

  note(urn: string, id: string, state: Bag): void {
    if (urn === "") return;
    this.left.set(urn, [{ id, state }, ...formersIn(state)]);
  }

  /** The plan keeps what the resource has, unless it says otherwise. */
  forget(urn: string): void {
    this.left.delete(urn);
  }

  giveUp(urn: string, id: string, state: Bag): void {
    if (urn === "") return;
    if (this.left.get(urn)?.[0]?.id === id) this.forget(urn);
    this.ended.set(urn, { id, state });
  }

  /** The objects that a new one of the resource follows, the newest first. */
  of(urn: string): readonly Former[] {
    return this.left.get(urn) ?? [];
  }

  /** The object that was deleted before its replacement is created. */
  lastOf(urn: string): Former | undefined {
    return this.ended.get(urn);
  }
}
