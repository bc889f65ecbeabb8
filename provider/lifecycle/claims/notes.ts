import type { Bag } from "../vocabulary/definition";
import { givenKey } from "../vocabulary/hiddenKeys";

/** What a run notes of objects, whoever claims them. */
export class Notes {
  private readonly given = new Map<string, readonly string[]>();
  private readonly outside = new Map<string, string>();
  private readonly mentioned = new Set<string>();

  /** Notes that the object with this id has given a value to its replacement. */
  gave(id: string, value: string): void {
    this.given.set(id, [...(this.given.get(id) ?? []), value]);
  }

  /** The state of an object that ends, with what it has given. */
  withGiven(id: string, state: Bag): Bag {
    const values = this.given.get(id);
    return values ? { ...state, [givenKey]: values } : state;
  }

  /**
   * Notes that a change of this run leaves an object outside what the service manages, although it
   * stays where it is; `why` is a sentence.
   */
  leaveOutside(key: string, why: string): void {
    this.outside.set(key, why);
  }

  whyOutside(key: string): string | undefined {
    return this.outside.get(key);
  }

  /** Notes that the user is told of an object; returns whether it is the first time. */
  mention(key: string): boolean {
    const isFirst = !this.mentioned.has(key);
    this.mentioned.add(key);
    return isFirst;
  }
}
