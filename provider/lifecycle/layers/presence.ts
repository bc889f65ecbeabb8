import type { Api } from "../../api/client";
import type { Clock } from "../../api/clock";
import { isAway } from "../../api/errors";
import { isProvenSame, isSameService } from "../../api/identity";
import type { Settings } from "../../api/settings";
import type { Bag } from "../vocabulary/definition";
import { ResourceError } from "../vocabulary/failure";
import { looksLikeId } from "../vocabulary/record";
import { serviceKey } from "../vocabulary/hiddenKeys";

/**
 * This many missing objects of the stack, or of one collection, with none found there, are not
 * taken as individual removals. No more than Pulumi reads at once on one core.
 */
const suspicious = 4;
/** How long missing objects wait for another one to be found, once no read is in progress. */
const patienceMilliseconds = 1_000;

export interface Missing {
  /** The collection of keys in which it was looked for; absent for all else. */
  collection?: string | undefined;
  remembered: unknown;
  lostContainer(): Promise<string | undefined>;
}

type Credibility = "credible" | "doubtful" | "told";

/** Reads of several objects, of which each may be missing. */
class Search {
  readonly missing: string[] = [];
  private begun = 0;
  private underWay = 0;
  private hasFound = false;
  private isTold = false;
  /** Settled as soon as it is known whether missing objects count as deleted. */
  private verdict: Promise<void> | undefined;

  /** `isPartial`: a single object of it is not waited for others. */
  constructor(
    private readonly clock: Clock,
    private readonly isPartial = false,
  ) {}

  begin(): void {
    this.begun++;
    this.underWay++;
  }

  end(): void {
    this.underWay--;
  }

  found(): void {
    this.hasFound = true;
  }

  /**
   * Whether it is credible that the object with this label is missing. The first doubt is the one
   * to tell.
   */
  async miss(label: string): Promise<Credibility> {
    if (this.hasFound) return "credible";
    this.missing.push(label);
    if (!this.isPartial || this.begun > 1) await (this.verdict ??= this.othersOrPatience());
    if (this.hasFound || this.missing.length < suspicious) return "credible";
    if (this.isTold) return "told";
    this.isTold = true;
    return "doubtful";
  }

  /** Waits until another object is found, or no object has been read for a while. */
  private async othersOrPatience(): Promise<void> {
    for (let before = -1; !this.hasFound && (this.underWay > 0 || before < this.missing.length);) {
      before = this.missing.length;
      await this.clock.sleep(patienceMilliseconds);
    }
    this.verdict = undefined;
  }
}

type Words = Pick<Settings, "movedFrom" | "forgetMissing" | "token">;

/**
 * Decides whether a missing object counts as deleted. Not if another service has it; and not
 * immediately if no object of the stack is found: a service that was reset, or restored from a
 * backup, has lost everything, and removing it all from the state would lose the stack too. One
 * instance for all resources of a provider process.
 */
export class Presence {
  private readonly all: Search;
  private readonly collections = new Map<string, Search>();
  private isReachable: Promise<boolean> | undefined;
  /** Services that have objects of this stack, as far as their states were seen. */
  private readonly homes = new Set<string>();
  /** Labels of containers that objects were missing with. */
  private readonly lost = new Set<string>();

  constructor(
    private readonly api: Api,
    private readonly clock: Clock,
    private readonly words: Words,
  ) {
    this.all = new Search(clock);
  }

  /**
   * The service's identity. Where no state has one yet, all others of the stack will be compared
   * with this.
   */
  private identity(): Promise<string> {
    return this.homes.size === 0 ? this.api.confirmedIdentity() : this.api.identity();
  }

  /**
   * The same as an entry of a state. A failure here must not fail the operation: the next refresh
   * records it.
   */
  async inState(): Promise<Bag> {
    const identity = await this.identity().catch(() => undefined);
    return identity === undefined ? {} : { [serviceKey]: identity };
  }

  /** Throws if the object belongs to another service, or another domain, than the one that responds. */
  async verify(tried: string, remembered: unknown): Promise<void> {
    if (typeof remembered !== "string" || this.isAccepted(remembered)) return;
    const here = await this.api.identity();
    if (!isSameService(remembered, here)) throw this.otherService(tried, remembered, here);
  }

  /** Records that an object of the stack belongs to the service in its state. */
  note(remembered: unknown): void {
    if (typeof remembered === "string" && !this.isAccepted(remembered)) this.homes.add(remembered);
  }

  /**
   * The same for a plan. A preview works without the service, too: what only the service can tell
   * is then left to the update. It is called only once, because calls take long while it cannot be
   * reached.
   */
  async verifyPlanned(tried: string, remembered: unknown): Promise<void> {
    this.note(remembered);
    if (!(await (this.isReachable ??= this.tryIdentity()))) return;
    await this.verify(tried, remembered);
  }

  private async tryIdentity(): Promise<boolean> {
    try {
      await this.api.identity();
      return true;
    } catch (error) {
      if (!isAway(error)) throw error;
      return false;
    }
  }

  /**
   * Throws if the stack has objects on another service, or in another domain, than the one that
   * responds.
   */
  async verifyHome(tried: string): Promise<void> {
    if (this.homes.size === 0) return;
    const here = await this.api.identity();
    const [there] = [...this.homes].filter((one) => !isSameService(one, here));
    if (there !== undefined) throw this.otherService(tried, there, here);
  }

  /**
   * Reads an object, perhaps of a collection: one that is found makes it credible that others are
   * missing there, and in the stack.
   */
  async look<T>(work: () => Promise<T | undefined>, collection?: string): Promise<T | undefined> {
    const searches = [this.all, ...this.searchesIn(collection)];
    for (const one of searches) one.begin();
    try {
      const found = await work();
      if (found !== undefined) for (const one of searches) one.found();
      return found;
    } finally {
      for (const one of searches) one.end();
    }
  }

  private searchesIn(collection: string | undefined): readonly Search[] {
    if (collection === undefined) return [];
    const known = this.collections.get(collection) ?? new Search(this.clock, true);
    this.collections.set(collection, known);
    return [known];
  }

  /**
   * True for an object of a moved stack that could only be found by name: an object with that name
   * here is another one. An id that is unique across services is stronger evidence than its former
   * location.
   */
  async isLeftBehind(id: string, remembered: unknown): Promise<boolean> {
    if (typeof remembered !== "string" || !this.isAccepted(remembered) || looksLikeId(id)) return false;
    return !isSameService(remembered, await this.api.identity());
  }

  /** True if an object that belongs to one of these containers was missing together with it. */
  knowsLost(containers: readonly string[]): boolean {
    return containers.some((one) => this.lost.has(one));
  }

  /** Records that an object of the stack exists. */
  seen(): void {
    this.all.found();
  }

  /**
   * Returns if a missing object may be removed from the state; throws if not. `label` names it;
   * `lostContainer` names its container, or what else in that it belongs to, if that is missing,
   * too.
   */
  async gone(tried: string, label: string, { collection, remembered, lostContainer }: Missing): Promise<void> {
    await this.verify(tried, remembered);
    const isMoved = typeof remembered === "string" && this.isAccepted(remembered);
    if (this.words.forgetMissing || isMoved) return;
    const container = await lostContainer();
    if (container) {
      this.lost.add(container);
      throw withoutContainer(tried, container);
    }
    for (const search of [this.all, ...this.searchesIn(collection)]) {
      const verdict = await search.miss(label);
      if (verdict === "told") throw likeTheOthers(tried);
      if (verdict === "doubtful")
        throw allMissing(tried, search === this.all ? "objects" : "keys of one kind", search.missing);
    }
  }

  private otherService(tried: string, there: string, here: string): ResourceError {
    return otherService(tried, { there, here, entry: this.words.token ? ofToken : ofLogin });
  }

  private isAccepted(remembered: string): boolean {
    return this.words.movedFrom.some((one) => one === remembered || isProvenSame(one, remembered));
  }
}

/** A refresh and a destroy take what the state has of the stack's configuration. */
const forgetForOneRun =
  "set ciphertrust:forgetMissing (CIPHERTRUST_FORGET_MISSING) to true for one run, with --run-program if that is a refresh or a destroy.";

/** The settings that decide which service and domain respond. */
const ofLogin = "ciphertrust:address and ciphertrust:domain (CIPHERTRUST_ADDRESS, CIPHERTRUST_DOMAIN)";
const ofToken =
  "ciphertrust:address and ciphertrust:token (CIPHERTRUST_ADDRESS, CIPHERTRUST_TOKEN), which is valid for the domain that it was issued for";

interface Places {
  there: string;
  here: string;
  entry: string;
}

function otherService(tried: string, { there, here, entry }: Places): ResourceError {
  return new ResourceError(
    `${tried} was refused: the object is on another service, or in another domain, than the one that responds: ` +
      `on ${there}, not on ${here}. Nothing was changed or forgotten. Check ${entry}; ` +
      `if the stack has moved permanently and its old objects are no longer ` +
      `needed, set ciphertrust:movedFrom (CIPHERTRUST_MOVED_FROM) to ${there}.`,
  );
}

function withoutContainer(tried: string, container: string): ResourceError {
  return new ResourceError(
    `${tried} was refused: the service no longer has it, nor ${container}, to which it belongs. A key may still exist in its ` +
      `external system, where the service cannot see it. The state was not changed. If the container was removed, add it to ` +
      `the service again and see docs/adopt.md for taking over what is in it; or, to remove it from the state, ${forgetForOneRun}`,
  );
}

function allMissing(tried: string, which: string, labels: readonly string[]): ResourceError {
  return new ResourceError(
    `${tried} was refused: none of the ${which} of this stack that were read exists any more (${labels.join(", ")}). ` +
      `The service may have been reset, or restored from an older backup, or the user may not see them. The state ` +
      `was not changed. Restore the service, or log in as a user who sees them; if they are permanently deleted, ${forgetForOneRun}`,
  );
}

function likeTheOthers(tried: string): ResourceError {
  return new ResourceError(
    `${tried} was refused: it is missing like every other object; see the error that names them.`,
  );
}
