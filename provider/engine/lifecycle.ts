import type { Api, Wire } from "../api/client";
import { systemClock, type Clock } from "../api/clock";
import { isKind } from "../api/errors";
import { onTrust, unsent } from "./adoption";
import { check, commonInputs, type Checked } from "./check";
import { isLeftToService, nameInputOf, type Bag, type Definition, type Scope } from "./definition";
import { changedInputs, diff, duesOf, removable, sameValue, type Difference } from "./diff";
import { explain, InitializationError, OverdueError, ResourceError } from "./failure";
import { licenceAdvice } from "./licence";
import { look } from "./look";
import { adoptable, make } from "./obtain";
import { idOf, itemPath } from "./paths";
import { awaitReady } from "./readiness";
import { withReferences } from "./references";
import { keep, settle, type Held } from "./settle";
import { paced, poller } from "./wait";
import { decodeAll } from "./wire";

/** What the engine needs of its surroundings. */
export interface Surroundings {
  api: Api;
  clock: Clock;
  /** Aborts when this process is asked to end. */
  stop: AbortSignal;
  /** Shows progress to the user. */
  log(text: string): void;
}

export interface Stored {
  id: string;
  state: Bag;
}

/**
 * Inputs that are left to the service while left out look the same in an answer, written or not. Those that the program
 * wrote are named under this key of the state, so that a preview never shows as removed what was never there.
 */
const writtenKey = "__written";

/** Deletes that the service refuses as "in use" are tried again this long: what uses the object may be on its way out. */
const conflictSeconds = 20;

const removed = "Somebody removed it: run `pulumi up --refresh` to see what is left.";

const stillThere =
  "The object itself is still there, so it was not forgotten: run `pulumi up --refresh` to see what is left of it, " +
  "then try again.";

/** One resource type's life: the engine asks the definition, never which type it holds. */
export class Lifecycle {
  constructor(
    private readonly definition: Definition,
    private readonly surroundings: () => Surroundings,
  ) {}

  check(olds: Bag, news: Bag): Checked {
    return check(this.definition, olds, news);
  }

  /** What differs, and what is due by the service's clock; announces what no argument shows. */
  async compare(olds: Bag, news: Bag): Promise<Difference> {
    const isTimed = duesOf(this.definition, olds, news).some(({ from }) => from > 0);
    const difference = this.diff(olds, news, isTimed ? await this.serviceTime() : 0);
    for (const why of difference.due ?? []) this.surroundings().log(`${this.labelOf(news)}: ${why}`);
    return difference;
  }

  diff(olds: Bag, news: Bag, now?: number): Difference {
    return diff(this.definition, olds, news, now);
  }

  /** Makes or adopts the object, then brings it to what the inputs describe. */
  async create(inputs: Bag): Promise<Stored> {
    const scope = this.scope(inputs);
    const tried = `creating ${scope.label}`;
    try {
      const existing = await adoptable(this.definition, scope);
      await this.awaitNeeds(scope, existing && decodeAll(this.definition, existing));
      const { record, existed } = existing ? { record: existing, existed: true } : await make(this.definition, scope);
      const state = existed ? this.trusted(scope, record) : { ...inputs };
      const held: Held = { id: idOf(this.definition, record), record, state };
      return await this.bringAbout(scope, held, tried, true);
    } catch (error) {
      throw await this.explained(tried, error, scope, true);
    }
  }

  /** Looks at what the service holds now, then goes the same road as create. */
  async update(id: string, olds: Bag, inputs: Bag): Promise<Stored> {
    const scope = this.scope(inputs, id);
    const tried = `updating ${scope.label}`;
    try {
      const record = await look(this.definition, scope.api, id, olds, { ...olds, ...inputs });
      if (!record) {
        throw new ResourceError(
          `${tried} failed: the service no longer has it. Run \`pulumi up --refresh\` to make it anew.`,
        );
      }
      await this.awaitNeeds(scope, olds);
      return await this.bringAbout(scope, { id, record, state: { ...olds } }, tried, false);
    } catch (error) {
      throw await this.explained(tried, error, scope);
    }
  }

  /** What the service holds, as state and as inputs; `undefined` when it has nothing of that id. */
  async read(id: string, olds: Bag): Promise<(Stored & { inputs: Bag }) | undefined> {
    const scope = this.scope(olds, id);
    if (this.definition.action) return { id, state: olds, inputs: this.inputsOf(olds) };
    try {
      const record = await look(this.definition, scope.api, id, olds);
      if (!record) return undefined;
      const state = await this.project(scope.api, record, olds);
      return { id, state, inputs: this.inputsOf(state) };
    } catch (error) {
      throw await this.explained(`reading ${scope.label}`, error, scope);
    }
  }

  async delete(id: string, state: Bag): Promise<void> {
    const scope = this.scope(state, id);
    const remove = this.definition.hooks?.remove ?? ((at: Scope) => at.api.delete(itemPath(this.definition, id)));
    let refusal: unknown;
    const attempt = async () => {
      try {
        await remove(scope, id, state);
        return true;
      } catch (error) {
        if (isKind(error, "notFound") && (await this.isGone(scope.api, id, state))) return true;
        if (!isKind(error, "notFound", "conflict")) throw error;
        refusal = error;
        const why = isKind(error, "conflict") ? "is still in use" : "is still there, though a part of it is gone";
        scope.progress(`${scope.label} ${why}; trying again`);
        return undefined;
      }
    };
    const tried = `deleting ${scope.label}`;
    try {
      await scope.poll(attempt, conflictSeconds, () => `${scope.label} is still in use`);
    } catch (error) {
      if (refusal === undefined || !(error instanceof OverdueError)) throw await this.explained(tried, error, scope);
      if (isKind(refusal, "notFound")) throw explain(tried, refusal, stillThere);
      const users = await this.definition.hooks?.users?.(scope.api, id).catch(() => undefined);
      throw explain(
        tried,
        refusal,
        users ? `It is used by ${users}: remove that first.` : "Remove what uses it first.",
      );
    }
  }

  /**
   * A hook takes several steps, and what one of them did not find need not be the object itself: only a look at it tells.
   * The plain delete speaks of nothing else, and an event has nothing to look at.
   */
  private async isGone(api: Api, id: string, state: Bag): Promise<boolean> {
    if (!this.definition.hooks?.remove || this.definition.action) return true;
    return (await look(this.definition, api, id, state)) === undefined;
  }

  private async bringAbout(scope: Scope, held: Held, tried: string, created: boolean): Promise<Stored> {
    const before = held.record;
    held.state[writtenKey] = this.written(scope.inputs);
    keep(this.definition, held);
    try {
      await settle(this.definition, scope, held);
      const state = await this.project(scope.api, held.record, held.state);
      this.tellUnheeded(scope, state);
      return { id: held.id, state };
    } catch (error) {
      // An update that changed nothing yet has failed plainly: the state as it was is still true.
      if (!created && held.record === before) throw error;
      const why = (await this.explained(tried, error, scope, created)).message;
      const state = await this.project(scope.api, held.record, held.state).catch(() => held.state);
      throw new InitializationError(why, held.id, state, { cause: error });
    }
  }

  /** A service that accepts a value and keeps its own would be told the same with every update, and nobody would know why. */
  private tellUnheeded(scope: Scope, state: Bag): void {
    const changed = changedInputs(this.definition, state, scope.inputs);
    if (changed.length === 0) return;
    const those = changed.join(", ");
    this.surroundings().log(
      `${scope.label}: the service accepted ${those} and shows another value; the next preview will name it again`,
    );
  }

  /** The declared properties of an answer, in the form the program wrote them where they mean the same. */
  private async project(api: Api, record: Wire, prior: Bag): Promise<Bag> {
    const state = decodeAll(this.definition, record, prior);
    for (const key of Object.keys({ ...this.definition.inputs, ...state })) {
      if (prior[key] === undefined) continue;
      const shown = removable(this.definition, key, state[key], prior[key]);
      const now = sameValue(this.definition, key, prior[key], shown) ? prior[key] : shown;
      // A property without a value has no place in a state: Pulumi could not store it.
      if (now !== undefined) state[key] = now;
    }
    const unseen = [
      ...(this.definition.local ?? []),
      ...(this.definition.writeOnly ?? []),
      ...(this.definition.shownOnce ?? []),
      ...commonInputs,
      writtenKey,
    ];
    for (const key of unseen) {
      if (prior[key] !== undefined) state[key] = prior[key];
    }
    return withReferences(this.definition, api, state, prior);
  }

  private written(inputs: Bag): string[] | undefined {
    const keys = Object.keys(inputs).filter((key) => isLeftToService(this.definition, key));
    return keys.length > 0 ? keys : undefined;
  }

  /** Says what was not sent, for otherwise nobody could know. */
  private trusted(scope: Scope, existing: Wire): Bag {
    const state = onTrust(this.definition, existing, scope.inputs);
    const quiet = unsent(this.definition, state);
    if (quiet.length > 0) {
      scope.progress(
        `${scope.label} was taken over as it is: ${quiet.join(", ")} was not sent, as the service never shows what it ` +
          `holds. A later change is sent.`,
      );
    }
    return state;
  }

  /** What the program wrote, and what differs from the default it stands for. */
  private inputsOf(state: Bag): Bag {
    const written = (state[writtenKey] ?? []) as string[];
    const keys = [...Object.keys(this.definition.inputs), ...commonInputs].filter(
      (key) => written.includes(key) || !isLeftToService(this.definition, key),
    );
    return Object.fromEntries(keys.flatMap((key) => (state[key] === undefined ? [] : [[key, state[key]]])));
  }

  /** A container sees for itself that its connection is ready, whoever made it. */
  private async awaitNeeds(scope: Scope, prior: Bag = {}): Promise<void> {
    for (const [key, needed] of Object.entries(this.definition.needs ?? {})) {
      const id = (scope.inputs as Bag)[key];
      if (!needed?.ready || typeof id !== "string" || id === prior[key]) continue;
      const record = await scope.api.get(itemPath(needed, id));
      await awaitReady(scope, { definition: needed, id, record, seen: () => {} });
    }
  }

  private scope(inputs: Bag, id?: string): Scope {
    const { api, clock, stop, log } = this.surroundings();
    const label = this.labelOf(inputs, id);
    return { api, inputs, label, progress: paced(log, clock), poll: poller(clock, stop), stop };
  }

  private labelOf(inputs: Bag, id?: string): string {
    const name = this.definition.label?.(inputs) ?? (inputs[nameInputOf(this.definition) ?? ""] as string) ?? id;
    return name === undefined ? this.definition.type : `${this.definition.type} "${name}"`;
  }

  /** A preview works without the service too: then the time of this machine has to do. */
  private async serviceTime(): Promise<number> {
    try {
      return await this.surroundings().api.time();
    } catch {
      return systemClock.now();
    }
  }

  /**
   * Adds what only a look at the service can tell: whether the feature is licensed at all. What is missed while an object
   * is `created` may never have been there.
   */
  private async explained(tried: string, error: unknown, scope: Scope, created = false): Promise<ResourceError> {
    if (!created && isKind(error, "notFound")) return explain(tried, error, removed);
    return explain(tried, error, await licenceAdvice(scope.api, this.definition.feature, error));
  }
}
