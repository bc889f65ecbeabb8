import { ResourceError } from "../../../provider/lifecycle/vocabulary/failure";

/**
 * Objects that a change of this run leaves outside what the service manages, although they stay
 * where they are.
 */
export class Vacated {
  /** Why, by object: a sentence. */
  private readonly reasons = new Map<string, string>();
  /**
   * Resources that a refresh of this run has read, by URN: it has told of all others that the stack
   * has.
   */
  private readonly refreshed = new Set<string>();

  noteRead(urn: string): void {
    if (urn !== "") this.refreshed.add(urn);
  }

  isRefreshed(urn: string): boolean {
    return this.refreshed.has(urn);
  }

  note(object: string, why: string): void {
    this.reasons.set(object, why);
  }

  /** Throws what `say` makes of the reason if the object is one of them. */
  refuse(object: string, say: (why: string) => string): void {
    const why = this.reasons.get(object);
    if (why !== undefined) throw new ResourceError(say(why));
  }
}
