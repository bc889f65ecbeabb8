import type { Api, Wire } from "../api/client";
import { systemClock, type Clock } from "../api/clock";
import { isKind } from "../api/errors";
import { check, commonInputs, type Checked } from "./check";
import { isImmutable, isLeftToService, nameInputOf, type Bag, type Definition, type Scope } from "./definition";
import { diff, duesOf, sameValue, type Difference } from "./diff";
import { explain, InitializationError, OverdueError, ResourceError } from "./failure";
import { look } from "./look";
import { obtain } from "./obtain";
import { idOf, itemPath } from "./paths";
import { awaitReady } from "./readiness";
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
      await this.awaitNeeds(scope);
      const { record, adopted } = await obtain(this.definition, scope);
      const state = adopted ? this.unseen(inputs) : { ...inputs };
      const held: Held = { id: idOf(this.definition, record), record, state };
      return await this.bringAbout(scope, held, tried, true);
    } catch (error) {
      throw await this.explained(tried, error, scope);
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
        if (isKind(error, "notFound")) return true;
        if (!isKind(error, "conflict")) throw error;
        refusal = error;
        scope.progress(`${scope.label} is still in use; trying again`);
        return undefined;
      }
    };
    const tried = `deleting ${scope.label}`;
    try {
      await scope.poll(attempt, conflictSeconds, () => `${scope.label} is still in use`);
    } catch (error) {
      if (refusal === undefined || !(error instanceof OverdueError)) throw await this.explained(tried, error, scope);
      const users = await this.definition.hooks?.users?.(scope.api, id).catch(() => undefined);
      throw explain(
        tried,
        refusal,
        users ? `It is used by ${users}: remove that first.` : "Remove what uses it first.",
      );
    }
  }

  private async bringAbout(scope: Scope, held: Held, tried: string, created: boolean): Promise<Stored> {
    const before = held.record;
    held.state[writtenKey] = this.written(scope.inputs);
    keep(this.definition, held);
    try {
      await settle(this.definition, scope, held);
      return { id: held.id, state: await this.project(scope.api, held.record, held.state) };
    } catch (error) {
      // An update that changed nothing yet has failed plainly: the state as it was is still true.
      if (!created && held.record === before) throw error;
      const why = (await this.explained(tried, error, scope)).message;
      const state = await this.project(scope.api, held.record, held.state).catch(() => held.state);
      throw new InitializationError(why, held.id, state, { cause: error });
    }
  }

  /** The declared properties of an answer, in the form the program wrote them where they mean the same. */
  private async project(api: Api, record: Wire, prior: Bag): Promise<Bag> {
    const state = decodeAll(this.definition, record, prior);
    for (const key of Object.keys({ ...this.definition.inputs, ...state })) {
      if (prior[key] !== undefined && sameValue(this.definition, key, prior[key], state[key])) state[key] = prior[key];
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
    await this.keepReferences(api, state, prior);
    return state;
  }

  /** Older services answer the name of a referenced object where its id was sent: that is not drift. */
  private async keepReferences(api: Api, state: Bag, prior: Bag): Promise<void> {
    for (const [key, needed] of Object.entries(this.definition.needs ?? {})) {
      const [was, is] = [prior[key], state[key]];
      if (!needed || typeof was !== "string" || typeof is !== "string" || was === is) continue;
      if (await isNameOf(api, needed, was, is)) state[key] = was;
    }
  }

  private written(inputs: Bag): string[] | undefined {
    const keys = Object.keys(inputs).filter((key) => isLeftToService(this.definition, key));
    return keys.length > 0 ? keys : undefined;
  }

  /** What an adopted object holds that can neither be seen nor changed: the program's word is all there is. */
  private unseen(inputs: Bag): Bag {
    const keys = (this.definition.writeOnly ?? []).filter((key) => isImmutable(this.definition, key));
    return Object.fromEntries(keys.map((key) => [key, inputs[key]]));
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

  /** Adds what only a look at the service can tell: whether the feature is licensed at all. */
  private async explained(tried: string, error: unknown, scope: Scope): Promise<ResourceError> {
    const { feature } = this.definition;
    if (!feature || !isKind(error, "forbidden") || (await isLicensed(scope.api, feature))) return explain(tried, error);
    return explain(
      tried,
      error,
      `The feature ${feature} is not licensed: activate it with a TrialLicense or a License resource, and let this resource depend on it.`,
    );
  }
}

async function isNameOf(api: Api, needed: Definition, id: string, name: string): Promise<boolean> {
  try {
    return (await api.get(itemPath(needed, id))).name === name;
  } catch (error) {
    if (isKind(error, "notFound")) return false;
    throw error;
  }
}

async function isLicensed(api: Api, feature: string): Promise<boolean> {
  try {
    const features = await api.list("/licensing/features/");
    return features.some((one) => String(one.name).toUpperCase().includes(feature) && one.status === "active");
  } catch {
    return true;
  }
}
