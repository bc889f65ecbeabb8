import type { Wire } from "../api/client";
import { adoptable, losses, sentAgain, takenOver } from "./adoption";
import { adviceOn } from "./advice";
import { check, type Checked } from "./check";
import type { Bag, Definition, Failure, Scope } from "./definition";
import { calledBy } from "./field";
import { diff, duesOf, isUnready, remarks, withTrusted, type Difference } from "./diff";
import { explain, InitializationError, ResourceError, withServiceVersion } from "./failure";
import { look } from "./look";
import type { Neighbors, Self } from "./neighbors";
import { withReplaceOnChanges } from "./options";
import { make, type Obtained } from "./obtain";
import { idOf } from "./paths";
import {
  changedKey,
  createdWith,
  inputsOf,
  noteWritten,
  project,
  withGivenName,
  withLocalDefaults,
  type Stored,
} from "./state";
import { awaitNeeds, type Prerequisites, type Records } from "./prerequisites";
import { serviceKey, type Presence } from "./presence";
import { forbiddenAdvice, missing, refuseLoss, removeObject } from "./removal";
import { refuseImported, refuseReplacement, refuseUnmeant, refuseUsed, type Replacement } from "./replacement";
import { labelOf, scopeOf, serviceTime } from "./scope";
import { firstSeen, observe } from "./sharedRead";
import { keep, settle, tellUnheeded, withLeft, type Held } from "./settle";
import type { Company, Surroundings } from "./surroundings";
import { decodeAll } from "./wire";

/** The lifecycle of one resource type: the engine uses the definition and never checks which type it is. */
export class Lifecycle {
  constructor(
    private readonly definition: Definition,
    private readonly surroundings: () => Surroundings,
    private readonly company?: Company,
  ) {}

  check(olds: Bag, news: Bag): Checked {
    if (Object.keys(olds).length > 0) this.withSelf(news, (self, neighbors) => neighbors.note(self));
    const checked = check(this.definition, olds, news);
    if (checked.failures.length > 0) return checked;
    return { ...checked, failures: this.claim(olds, checked.inputs) };
  }

  /** What differs, and what is due by the service's clock; logs what no argument shows. */
  async compare(olds: Bag, news: Bag): Promise<Difference> {
    const isTimed = duesOf(this.definition, olds, news).some(({ from }) => from > 0);
    const difference = this.diff(olds, news, isTimed ? await serviceTime(this.surroundings().api) : 0);
    const tell = (why: string) => this.surroundings().log(`${this.labelOf(news)}: ${why}`);
    remarks(this.definition, difference, news).forEach(tell);
    return difference;
  }

  /** The same for an object that the program still declares. Throws if the plan is not allowed. */
  async plan(id: string, olds: Bag, news: Bag): Promise<Difference> {
    this.withSelf(news, (self, neighbors) => neighbors.declare(self, this.definition, id, olds));
    const difference = withReplaceOnChanges(await this.compare(olds, news), olds, news);
    const label = this.labelOf(olds, id);
    const replacement = { label, olds, news, difference, ...this.formerly() };
    refuseImported(replacement, this.company?.isImported?.() ? losses(this.definition, olds, news) : []);
    refuseReplacement(this.definition, replacement);
    await refuseUsed(this.definition, this.surroundings().api, id, replacement);
    if (difference.replaces.length > 0)
      this.withSelf(news, (self, neighbors) => neighbors.leave(self, this.definition, id, olds));
    this.presence()?.note(olds[serviceKey]);
    if (difference.changes) await this.presence()?.verifyPlanned(`changing ${label}`, olds[serviceKey]);
    return difference;
  }

  /**
   * The same while the program has not declared the object yet: what it refers to is deleted to be replaced, and takes it
   * along. `news` is what the program declared before, without what that makes unknown.
   */
  async follow(id: string, olds: Bag, news: Bag): Promise<Difference> {
    const difference = await this.compare(olds, news);
    refuseUnmeant(this.definition, { label: this.labelOf(olds, id), olds, news, difference, ...this.formerly() });
    return difference;
  }

  diff(olds: Bag, news: Bag, now?: number): Difference {
    return diff(this.definition, olds, news, now);
  }

  /** Creates or adopts the object, then updates it to what the inputs describe. */
  async create(inputs: Bag): Promise<Stored> {
    const scope = this.scope(inputs);
    const tried = `creating ${scope.label}`;
    try {
      await this.presence()?.verifyHome(tried);
      const service = (await this.presence()?.inState()) ?? {};
      const { record, existed, ours } = await this.obtain(scope, service);
      const taken = existed && (await takenOver(this.definition, scope, record, ours));
      const isKnown = taken && !this.definition.action;
      const state = { ...(isKnown ? taken : createdWith(this.definition, inputs)), ...service };
      const held: Held = { id: idOf(this.definition, record), record, state };
      const stored = await this.bringAbout(this.sharing(scope), held, tried, true);
      this.own(scope, stored, "obtain");
      return stored;
    } catch (error) {
      if (error instanceof InitializationError) this.own(scope, { id: error.id, state: error.properties }, "obtain");
      throw await this.explained(tried, error, scope, true);
    }
  }

  /** The object of a new resource: one that it takes over, else a new one. */
  private async obtain(scope: Scope, service: Bag): Promise<Obtained> {
    const take = (record: Wire) =>
      this.own(scope, { id: idOf(this.definition, record), state: { ...scope.inputs, ...service } }, "adopt");
    const owner = this.company?.owner?.(scope.inputs);
    const stop = (id: string) =>
      this.withSelf(scope.inputs, (self, all) => all.stop(self, this.definition, id, scope.inputs));
    const existing = await adoptable(this.definition, scope, { owner, stop });
    if (existing) take(existing);
    const held = existing ? decodeAll(this.definition, existing) : {};
    const read = await awaitNeeds(this.definition, scope, held, this.prerequisites);
    if (existing) return { record: existing, existed: true };
    const obtained = await make(this.definition, this.sharing(scope, read), {
      ownerOf: (id) => this.withSelf(scope.inputs, (self, all) => all.ownerOf(self, this.definition, id, scope.inputs)),
      stop,
      // After a replacement without a diff, the old object cannot be distinguished from one that was left behind.
      isTold: this.withSelf(scope.inputs, (self, all) => !all.hasUnknownObject(self)) ?? false,
      owner,
      journal: this.company?.journal?.(service[serviceKey]),
    });
    if (obtained.existed) take(obtained.record);
    return obtained;
  }

  private own({ inputs }: Scope, { id, state }: Stored, how: "adopt" | "obtain"): void {
    this.withSelf(inputs, (self, neighbors) => neighbors[how](self, this.definition, id, state));
  }

  /** Reads what the service has now, then takes the same steps as create. */
  async update(id: string, olds: Bag, inputs: Bag): Promise<Stored> {
    const scope = this.scope(inputs, id);
    const tried = `updating ${scope.label}`;
    try {
      await this.presence()?.verify(tried, olds[serviceKey]);
      this.prerequisites?.forget(this.definition, id);
      const record = await look(this.definition, scope, id, olds, { ...olds, ...inputs });
      if (!record)
        throw new ResourceError(
          `${tried} failed: the service no longer has it. Run \`pulumi up --refresh\` to recreate it.`,
        );
      await awaitNeeds(this.definition, scope, olds, this.prerequisites);
      const state = withTrusted(this.definition, olds, inputs);
      // Somebody may have changed a write-only credential: an object that does not work gets the program's.
      if (isUnready(this.definition, decodeAll(this.definition, record)))
        for (const key of sentAgain(this.definition)) delete state[key];
      return await this.bringAbout(scope, { id, record, state, planned: { ...state } }, tried, false);
    } catch (error) {
      this.prerequisites?.forget(this.definition, id);
      throw await this.explained(tried, error, scope);
    }
  }

  /** What the service has, as state and as inputs; `undefined` if there is nothing with that id. */
  async read(id: string, olds: Bag): Promise<(Stored & { inputs: Bag }) | undefined> {
    const scope = this.scope(olds, id);
    if (this.definition.action) return { id, state: olds, inputs: inputsOf(this.definition, olds) };
    const tried = `reading ${scope.label}`;
    const presence = this.presence();
    const managed = this.company?.isManaged() ?? false;
    if (managed) this.withSelf(olds, (self, neighbors) => neighbors.record(self, this.definition, id, olds));
    try {
      const looked = async () =>
        (await presence?.isLeftBehind(id, olds[serviceKey])) ? undefined : this.observed(scope, id, olds);
      const found = presence ? await presence.look(looked) : await looked();
      if (!found) return await this.missing(tried, scope, olds);
      const { state } = found;
      // Earlier versions did not store it.
      if (managed && state[serviceKey] === undefined) Object.assign(state, await presence?.inState());
      if (managed) state[changedKey] ??= 0;
      return { ...found, inputs: withGivenName(this.definition, olds, state) };
    } catch (error) {
      throw await this.explained(tried, error, scope);
    }
  }

  private observed(scope: Scope, id: string, olds: Bag): Promise<Stored | undefined> {
    if (Object.keys(olds).length > 0)
      return observe(this.definition, scope, this.surroundings().shared, { id, state: olds });
    const imported = this.company?.isImported?.() ? { owner: this.company.owner?.(olds) } : undefined;
    return firstSeen(this.definition, scope, id, imported);
  }

  /** A refresh drops what no longer exists; for a program's `get`, the caller reports it. */
  private async missing(tried: string, scope: Scope, olds: Bag): Promise<undefined> {
    if (Object.keys(olds).length > 0)
      await this.presence()?.gone(tried, scope.label, missing(this.definition, scope, olds));
    return undefined;
  }

  async delete(id: string, known: Bag): Promise<void> {
    const state = withLocalDefaults(this.definition, known);
    const scope = this.scope(state, id);
    const tried = `deleting ${scope.label}`;
    try {
      const heir = (await this.heirOf(scope, id, state)) ?? this.company?.keeps?.();
      if (heir) return this.surroundings().log(`${scope.label} ${heir}; nothing was deleted in the service`);
      this.withSelf(state, (self, all) => all.refuseWanted(self, this.definition, { id, state, tried }));
      if (await this.presence()?.isLeftBehind(id, state[serviceKey]))
        return scope.progress(`${scope.label} is on the service that the stack has left: nothing was deleted here`);
      refuseLoss(this.definition, { state, tried }, this.company?.keepsKeys);
      this.prerequisites?.forget(this.definition, id);
      await removeObject(this.definition, scope, { id, state, tried, presence: this.presence() });
      this.withSelf(state, (self, neighbors) => neighbors.release(self, this.definition, id, state));
    } catch (error) {
      const advice = forbiddenAdvice(this.definition, state, error);
      if (advice) throw await withServiceVersion(explain(tried, error, advice), scope.api);
      throw await this.explained(tried, error, scope);
    }
  }

  /** The resource that continues with the object. After a rotation it may have another id, which only a read shows. */
  private async heirOf(scope: Scope, id: string, state: Bag): Promise<string | undefined> {
    const known = this.withSelf(state, (self, all) => all.heirOf(self, this.definition, [id], state));
    if (known || !this.definition.hooks?.read || this.definition.action) return known;
    if (!this.withSelf(state, (self, all) => all.hasHeirs(self, this.definition, state))) return undefined;
    const now = await look(this.definition, scope, id, state);
    const ids = now ? [idOf(this.definition, now)] : [];
    return this.withSelf(state, (self, all) => all.heirOf(self, this.definition, ids, state));
  }

  private async bringAbout(scope: Scope, held: Held, tried: string, created: boolean): Promise<Stored> {
    const before = held.record;
    noteWritten(this.definition, held.state, scope.inputs);
    held.state[changedKey] = await scope.api.time();
    keep(this.definition, held);
    try {
      await settle(this.definition, scope, held);
      this.prerequisites?.keep(this.definition, held.id, held.record);
      const state = withLeft(scope, await project(this.definition, scope.api, held.record, held.state), held);
      tellUnheeded(this.definition, scope, state, held);
      return { id: held.id, state };
    } catch (error) {
      // An update that has changed nothing yet fails without a partial state: the old state is still valid.
      if (!created && held.record === before) throw error;
      const why = (await this.explained(tried, error, scope, created)).message;
      const state = await project(this.definition, scope.api, held.record, held.state).catch(() => held.state);
      throw new InitializationError(why, held.id, state, { cause: error });
    }
  }

  private get prerequisites(): Prerequisites | undefined {
    return this.surroundings().prerequisites;
  }

  /** For what a create does once its prerequisites are known. */
  private sharing(scope: Scope, read: Records = new Map()): Scope {
    const api = this.prerequisites?.sharing(scope.api, this.definition, scope.inputs, read);
    return api ? { ...scope, api } : scope;
  }

  /** Unique values and objects that two resources of a program must not share, if the calling resource is known. */
  private claim(olds: Bag, inputs: Bag): Failure[] {
    const isNew = Object.keys(olds).length === 0;
    return this.withSelf(inputs, (self, all) => all.claim(self, this.definition, inputs, isNew)) ?? [];
  }

  /** Objects made on this machine, and events, exist in no service. */
  private presence(): Presence | undefined {
    return this.definition.path === "" || this.definition.action ? undefined : this.surroundings().presence;
  }

  /** `inputs` name a resource whose name in the program is not known. */
  private withSelf<T>(inputs: Bag, work: (self: Self, neighbors: Neighbors) => T): T | undefined {
    const self = this.company?.self();
    if (!self) return undefined;
    return work(
      self.urn === "" ? { ...self, name: calledBy(this.definition, inputs) ?? "" } : self,
      this.company!.neighbors,
    );
  }

  private scope(inputs: Bag, id?: string): Scope {
    const timeoutSeconds = this.company?.timeoutSeconds?.();
    return scopeOf(this.definition, this.surroundings(), { inputs, label: this.labelOf(inputs, id), timeoutSeconds });
  }

  private formerly(): Pick<Replacement, "holderOf" | "optionHint" | "wasRetained"> {
    const { neighbors, optionHint, isRetained } = this.company ?? {};
    return { holderOf: (type, id) => neighbors?.holderOf(type, id), optionHint, wasRetained: isRetained?.() };
  }

  private labelOf(inputs: Bag, id?: string): string {
    return labelOf(this.definition, inputs, () => this.company?.self()?.name || undefined, id);
  }

  /** Adds what only the service can tell, such as its version. */
  private async explained(tried: string, error: unknown, scope: Scope, created = false): Promise<ResourceError> {
    this.prerequisites?.distrust(this.definition, scope.inputs);
    const advice = await adviceOn(this.definition, error, scope, created);
    return withServiceVersion(explain(tried, error, advice), scope.api);
  }
}
