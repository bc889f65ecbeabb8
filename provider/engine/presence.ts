import type { Api } from "../api/client";
import type { Clock } from "../api/clock";
import { isKind } from "../api/errors";
import { isProvenSame, isSameService } from "../api/identity";
import type { Settings } from "../api/settings";
import { ResourceError } from "./failure";
import { looksLikeId } from "./references";

/** The key of a state under which it remembers the service and the domain that hold the object. */
export const serviceKey = "__service";

/** So many objects missing, and none found, is no longer somebody removing things. No more than Pulumi looks for at once on one core. */
const suspicious = 4;
/** How long missing objects wait for another to be found, once nobody looks for any. */
const patienceMilliseconds = 1_000;

export interface Missing {
  remembered: unknown;
  lostContainer(): Promise<string | undefined>;
}

type Words = Pick<Settings, "movedFrom" | "forgetMissing">;

/**
 * Whether an object that the service does not have may be believed to be gone. Not where another service holds it; and not
 * at once where nothing of the stack is there: a service that was reset, or restored from a backup, has lost everything,
 * and forgetting that would lose the stack too. One for all resources of a provider process.
 */
export class Presence {
  private found = false;
  private lookingFor = 0;
  private readonly missing: string[] = [];
  /** Settled as soon as it is known whether what is missing may be believed to be gone. */
  private verdict: Promise<void> | undefined;
  private isTold = false;
  private isReachable: Promise<boolean> | undefined;
  /** Services that hold objects of this stack, as far as their states were seen. */
  private readonly homes = new Set<string>();

  constructor(
    private readonly api: Api,
    private readonly clock: Clock,
    private readonly words: Words,
  ) {}

  /** What a state remembers of the service that holds its object. */
  identity(): Promise<string> {
    return this.api.identity();
  }

  /** Throws where the object is held by another service, or in another domain, than the one that answers. */
  async verify(tried: string, remembered: unknown): Promise<void> {
    if (typeof remembered !== "string" || this.isAccepted(remembered)) return;
    const here = await this.identity();
    if (!isSameService(remembered, here)) throw otherService(tried, remembered, here);
  }

  /** An object of the stack is held by the service that its state remembers. */
  note(remembered: unknown): void {
    if (typeof remembered === "string" && !this.isAccepted(remembered)) this.homes.add(remembered);
  }

  /**
   * The same for what is only planned. A preview works without the service, too: what only that can tell, the update tells
   * then. It is asked once, for asking takes its time while it cannot be reached.
   */
  async verifyPlanned(tried: string, remembered: unknown): Promise<void> {
    this.note(remembered);
    if (!(await (this.isReachable ??= this.tryIdentity()))) return;
    await this.verify(tried, remembered);
  }

  private async tryIdentity(): Promise<boolean> {
    try {
      await this.identity();
      return true;
    } catch (error) {
      if (!isKind(error, "unreachable", "unanswered", "busy")) throw error;
      return false;
    }
  }

  /** Throws where the stack has objects, and another service than theirs, or another domain, is the one that answers. */
  async verifyHome(tried: string): Promise<void> {
    if (this.homes.size === 0) return;
    const here = await this.identity();
    const [there] = [...this.homes].filter((one) => !isSameService(one, here));
    if (there !== undefined) throw otherService(tried, there, here);
  }

  /** Looks for an object: what is found makes others that are missing believable. */
  async look<T>(work: () => Promise<T | undefined>): Promise<T | undefined> {
    this.lookingFor++;
    try {
      const found = await work();
      if (found !== undefined) this.seen();
      return found;
    } finally {
      this.lookingFor--;
    }
  }

  /**
   * True for an object of a stack that has moved, which nothing but a name would lead to: what has that name here is another
   * object. An id that no two services give tells more than where it was.
   */
  async isLeftBehind(id: string, remembered: unknown): Promise<boolean> {
    if (typeof remembered !== "string" || !this.isAccepted(remembered) || looksLikeId(id)) return false;
    return !isSameService(remembered, await this.identity());
  }

  /** An object of the stack is there. */
  seen(): void {
    this.found = true;
  }

  /**
   * Returns when a missing object may be forgotten; throws where it may not. `label` names it; `lostContainer` names the
   * container it was in, if that is missing, too.
   */
  async gone(tried: string, label: string, { remembered, lostContainer }: Missing): Promise<void> {
    await this.verify(tried, remembered);
    const isMoved = typeof remembered === "string" && this.isAccepted(remembered);
    if (this.words.forgetMissing || isMoved) return;
    const container = await lostContainer();
    if (container) throw withoutContainer(tried, container);
    if (this.found) return;
    this.missing.push(label);
    await (this.verdict ??= this.othersOrPatience());
    if (this.found || this.missing.length < suspicious) return;
    if (this.isTold) throw likeTheOthers(tried);
    this.isTold = true;
    throw allMissing(tried, this.missing);
  }

  /** Waits until another object is found, or nobody has looked for any for a while. */
  private async othersOrPatience(): Promise<void> {
    for (let before = -1; !this.found && (this.lookingFor > 0 || before < this.missing.length);) {
      before = this.missing.length;
      await this.clock.sleep(patienceMilliseconds);
    }
    this.verdict = undefined;
  }

  private isAccepted(remembered: string): boolean {
    return this.words.movedFrom.some((one) => one === remembered || isProvenSame(one, remembered));
  }
}

function otherService(tried: string, there: string, here: string): ResourceError {
  return new ResourceError(
    `${tried} was refused: the object is on another service, or in another domain, than the one that responds: ` +
      `on ${there}, not on ${here}. Nothing was changed or forgotten. Check ciphertrust:address and ciphertrust:domain ` +
      `(CIPHERTRUST_ADDRESS, CIPHERTRUST_DOMAIN); if the stack has moved for good and its old objects do not count any ` +
      `more, set ciphertrust:movedFrom (CIPHERTRUST_MOVED_FROM) to ${there}.`,
  );
}

function withoutContainer(tried: string, container: string): ResourceError {
  return new ResourceError(
    `${tried} was refused: the service no longer has it, nor ${container}, in which it was. A key may well live on where ` +
      `it really is, out of the service's sight. Nothing was forgotten. Add the container to the service again and see ` +
      `docs/adopt.md for taking over what is in it; or, if it may be forgotten, set ciphertrust:forgetMissing ` +
      `(CIPHERTRUST_FORGET_MISSING) to true for one run.`,
  );
}

function allMissing(tried: string, labels: readonly string[]): ResourceError {
  return new ResourceError(
    `${tried} was refused: none of the objects of this stack that were looked for is there any more (${labels.join(", ")}). ` +
      `The service may have been reset, or restored from an older backup, or the user may not see them. Nothing was ` +
      `forgotten. Restore the service, or log in as a user who sees them; if they are gone for good, set ` +
      `ciphertrust:forgetMissing (CIPHERTRUST_FORGET_MISSING) to true for one run.`,
  );
}

function likeTheOthers(tried: string): ResourceError {
  return new ResourceError(
    `${tried} was refused: it is missing like every other object; see the error that names them.`,
  );
}
