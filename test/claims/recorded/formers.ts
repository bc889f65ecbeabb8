import { predecessorsInState, type Predecessor } from "../../../provider/lifecycle/claims/claim";
import type { Bag } from "../../../provider/lifecycle/vocabulary/definition";
import { givenKey } from "../../../provider/lifecycle/vocabulary/hiddenKeys";

/**
 * The objects that resources have when a run begins: those that their replacements follow. By URN,
 * which is empty for those that have no replacement.
 */
export class Formers {
  readonly left = new Map<string, readonly Predecessor[]>();
  private readonly ended = new Map<string, Predecessor>();
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
    this.left.set(urn, [{ id, state }, ...predecessorsInState(state)]);
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
  of(urn: string): readonly Predecessor[] {
    return this.left.get(urn) ?? [];
  }

  /** The object that was deleted before its replacement is created. */
  lastOf(urn: string): Predecessor | undefined {
    return this.ended.get(urn);
  }
}
