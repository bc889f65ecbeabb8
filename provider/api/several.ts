import { counted } from "./counted";
import { ApiError, isKind } from "./errors";

/**
 * Calls of one operation about several objects. One that others have to approve does not keep back
 * the next: they decide about all at once.
 */
export class Several {
  private readonly held: ApiError[] = [];

  /** Whether the call was carried out, and is not held. */
  async send(call: () => Promise<unknown>): Promise<boolean> {
    try {
      await call();
      return true;
    } catch (error) {
      if (!isKind(error, "held")) throw error;
      this.held.push(error);
      return false;
    }
  }

  /** Throws if calls are held. */
  end(): void {
    const [first, ...others] = this.held;
    if (!first) return;
    if (others.length === 0) throw first;
    const each = this.held.map(({ facts: { quorum } }) => quorum!.id).join(", ");
    const message = `the service holds ${counted(this.held.length, "call")} until others approve them: quorums ${each}`;
    throw new ApiError(message, first.facts, { cause: first });
  }
}
