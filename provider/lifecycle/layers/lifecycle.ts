import type { Wire } from "../../api/client";
import { takesOver, unadopted } from "../reconciler/adopted";
import { adoptable, losses, sentAgain } from "../reconciler/adoption";
import { adviceOn, type During } from "./advice";
import { refuseUnconfirmed, withConfirmation } from "../evidence/belonging";
import { check, type Checked } from "../values/check";
import { refuseShrinking } from "../guards/coverage";
import type { Bag, Definition, Failure, Scope } from "../vocabulary/definition";
import { diff, duesOf, isUnready, remarks, withTrusted, type Difference } from "../values/diff";
import { explain, InitializationError, ResourceError, withServiceVersion } from "../vocabulary/failure";
import { announced } from "../reconciler/foresight";
import type { Takeover } from "../claims/formers";
import { createdFirst, takeoverIn, takeoverOf, withWayBack } from "../reconciler/handover";
import type { Held } from "../reconciler/held";
import { look } from "../service/look";
import { Membership } from "./membership";
import { optionsOf, withReplaceOnChanges } from "../values/options";
import { firstState, make, type Obtained } from "../reconciler/obtain";
import { idOf } from "../vocabulary/paths";
import { inputsOf, noteWritten, project, withGivenName, withLocalDefaults } from "../service/state";
import type { Stored } from "../service/state";
import { awaitNeeds, type Prerequisites, type Records } from "../service/prerequisites";
import type { Presence } from "../service/presence";
import { holderLabels, keysOf, missing } from "../service/missing";
import { forbiddenAdvice, refuseLoss, removeObject } from "../reconciler/removal";
import { refuseReplaced } from "../evidence/recognition";
import { refuseImported, refuseReplacement, refuseUnmeant, tellReplacement } from "../guards/replacement";
import { scopeOf, serviceTime } from "../service/scope";
import { firstSeen, observe } from "../reconciler/sharedRead";
import { keep, settle, tellUnheeded, withLeft } from "../reconciler/settle";
import type { Surroundings } from "../service/surroundings";
import { decodeAll } from "../values/wire";
import { changedKey, serviceKey } from "../vocabulary/hiddenKeys";
import type { Company } from "../claims/company";

/**
 * The lifecycle of one resource type: the engine uses the definition and never checks which type it
 * is.
 */
export class Lifecycle {
  private readonly member: Membership;

  constructor(
    private readonly definition: Definition,
    private readonly surroundings: () => Surroundings,
    private readonly company?: Company,
  ) {
    this.member = new Membership(definition, company);
  }

  check(olds: Bag, news: Bag): Checked {
    if (Object.keys(olds).length > 0) this.member.with(news, (self, neighbors) => neighbors.note(self));
    const checked = check(this.definition, olds, news);
    if (checked.failures.length > 0) return checked;
    return { ...checked, failures: this.member.claim(olds, checked.inputs) };
  }

  /**
   * Says what a new resource takes over; returns why it would be refused, as far as the service
   * tells, if that `isThere`.
   */
  announce(inputs: Bag, isThere: boolean): Promise<Failure[]> {
    return announced(this.definition, this.scope(inputs), this.member.stackFor(inputs, []), isThere);
  }

  /**
   * What differs, and what is due by the service's clock; logs what no argument shows. The program
   * declares the object of an `id`.
   */
  async compare(olds: Bag, news: Bag, id?: string): Promise<Difference> {
    const isTimed = duesOf(this.definition, olds, news).some(({ from }) => from > 0);
    const plain = this.diff(olds, news, isTimed ? await serviceTime(this.surroundings().api) : 0);
    const difference = withConfirmation(plain, { id, state: olds, adopt: news.adopt, home: this.member.home(news) });
    const tell = (why: string) => this.surroundings().log(`${this.member.labelOf(news)}: ${why}`);
    remarks(this.definition, difference, olds, news).forEach(tell);
    return difference;
  }

  /** The same for an object that the program still declares. Throws if the plan is not allowed. */
  async plan(id: string, olds: Bag, news: Bag): Promise<Difference> {
    this.member.with(news, (self, neighbors) => neighbors.declare(self, this.definition, id, olds));
    const difference = withReplaceOnChanges(await this.compare(olds, news, id), olds, news);
    const label = this.member.labelOf(olds, id);
    const replacement = { label, olds, news, difference, ...this.member.formerly() };
    refuseImported(replacement, this.company?.isImported?.() ? losses(this.definition, olds, news) : []);
    await refuseReplacement(this.definition, this.surroundings().api, id, replacement);
    if (difference.replaces.length > 0 && !optionsOf(news).retains) {
      const question = { id, state: olds, tried: `replacing ${label}`, home: this.member.home(news) };
      await refuseReplaced(this.definition, this.scope(olds, id), question);
    }
    tellReplacement(this.definition, id, replacement, this.surroundings().log);
    if (difference.replaces.length > 0)
      this.member.with(news, (self, neighbors) => neighbors.leave(self, this.definition, id, olds));
    const kept = difference.replaces.length > 0 ? undefined : unadopted({ label, id, state: olds, adopt: news.adopt });
    if (kept !== undefined) this.surroundings().log(kept);
    const shrinking = { id, label, olds, news, changed: difference.changed, ...this.member.around(olds) };
    if (difference.replaces.length === 0) await refuseShrinking(this.definition, this.surroundings(), shrinking);
    this.presence()?.note(olds[serviceKey]);
    if (difference.changes) await this.presence()?.verifyPlanned(`changing ${label}`, olds[serviceKey]);
    return difference;
  }

  /**
   * The same while the program has not declared the object yet: what it refers to is deleted to be
   * replaced, and takes it along. `news` is what the program declared before, without what that
   * makes unknown.
   */
  async follow(id: string, olds: Bag, news: Bag): Promise<Difference> {
    const difference = await this.compare(olds, news);
    const replacement = { label: this.member.labelOf(olds, id), olds, news, difference, ...this.member.formerly() };
    refuseUnmeant(this.definition, replacement);
    tellReplacement(this.definition, id, replacement, this.surroundings().log);
    if (difference.replaces.length > 0) this.member.with(news, ({ urn }, neighbors) => neighbors.declared.replace(urn));
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
      const takeover = await takeoverOf(this.definition, scope, this.company);
      const first = createdFirst(this.definition, scope, takeover);
      const obtained = await this.obtain(first, service, takeover);
      const { record } = obtained;
      const state = { ...(await firstState(this.definition, first, obtained, this.member.home(inputs))), ...service };
      const held: Held = { id: idOf(this.definition, record), record, state, takeover, isNew: !obtained.existed };
      return this.member.own(scope, await this.bringAbout(this.sharing(scope), held, tried, "create"), "obtain");
    } catch (error) {
      if (error instanceof InitializationError)
        this.member.own(scope, { id: error.id, state: error.properties }, "obtain");
      const failure = await this.explained(tried, error, scope, "create");
      throw withWayBack(this.definition, scope.label, failure, this.company);
    }
  }

  /** The object of a new resource: one that it takes over, else a new one. */
  private async obtain(scope: Scope, service: Bag, { standing }: Takeover): Promise<Obtained> {
    const stack = this.member.stackFor({ ...scope.inputs, ...service }, standing);
    // The plan has said it of a new resource that names its object.
    const isTold = stack.isNew && typeof (scope.inputs as Bag).adopt === "string";
    const take = (record: Wire, ours = false) => {
      const id = idOf(this.definition, record);
      this.member.own(scope, { id, state: { ...scope.inputs, ...service } }, "adopt");
      if (!ours && !isTold) scope.progress(takesOver(scope.label, id));
    };
    const existing = await adoptable(this.definition, scope, stack);
    if (existing) take(existing);
    const held = existing ? decodeAll(this.definition, existing) : {};
    const read = await awaitNeeds(this.definition, scope, held, this.prerequisites);
    if (existing) return { record: existing, existed: true };
    const obtained = await make(this.definition, this.sharing(scope, read), stack);
    if (obtained.existed) take(obtained.record, obtained.ours);
    return obtained;
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
      const question = { id, state: olds, tried, home: this.member.home(inputs) };
      const recorded = await refuseUnconfirmed(this.definition, scope, record, question);
      await awaitNeeds(this.definition, scope, olds, this.prerequisites);
      const state = { ...withTrusted(this.definition, olds, inputs), ...recorded };
      // Somebody may have changed a write-only credential: an object that does not work gets the program's.
      if (isUnready(this.definition, decodeAll(this.definition, record)))
        for (const key of sentAgain(this.definition)) delete state[key];
      const takeover = await takeoverIn(this.definition, scope, olds, this.company);
      return await this.bringAbout(scope, { id, record, state, planned: { ...state }, takeover }, tried, "update");
    } catch (error) {
      this.prerequisites?.forget(this.definition, id);
      throw await this.explained(tried, error, scope, "update");
    }
  }

  /** What the service has, as state and as inputs; `undefined` if there is nothing with that id. */
  async read(id: string, olds: Bag): Promise<(Stored & { inputs: Bag }) | undefined> {
    const scope = this.scope(olds, id);
    if (this.definition.action) return { id, state: olds, inputs: inputsOf(this.definition, olds) };
    const tried = `reading ${scope.label}`;
    const presence = this.presence();
    const managed = this.company?.isManaged() ?? false;
    if (managed) this.member.with(olds, (self, neighbors) => neighbors.record(self, this.definition, id, olds));
    try {
      const isUnseen = async () =>
        (await presence?.isLeftBehind(id, olds[serviceKey])) || (await this.isOutOfSight(scope, id, olds));
      const looked = async () => ((await isUnseen()) ? undefined : this.observed(scope, id, olds));
      const found = presence ? await presence.look(looked, keysOf(this.definition)) : await looked();
      if (!found) return await this.missing(tried, scope, id, olds);
      const { state } = found;
      // Earlier versions did not store it.
      if (managed && state[serviceKey] === undefined) Object.assign(state, await presence?.inState());
      if (managed) state[changedKey] ??= 0;
      return { ...found, inputs: withGivenName(this.definition, olds, state) };
    } catch (error) {
      throw await this.explained(tried, error, scope);
    }
  }

  /**
   * Many objects may lie in a container that is gone: once one was waited for in vain, the others
   * are looked for once. An error follows.
   */
  private async isOutOfSight(scope: Scope, id: string, olds: Bag): Promise<boolean> {
    if (!this.presence()?.knowsLost(holderLabels(this.definition, olds))) return false;
    if (await this.observed({ ...scope, pauses: [] }, id, olds)) return false;
    return (await missing(this.definition, scope, olds).lostContainer()) !== undefined;
  }

  private observed(scope: Scope, id: string, olds: Bag): Promise<Stored | undefined> {
    if (Object.keys(olds).length > 0)
      return observe(this.definition, scope, this.surroundings().shared, { id, state: olds });
    const imported = this.company?.isImported?.() ? { home: this.member.home(olds) } : undefined;
    return firstSeen(this.definition, scope, id, imported);
  }

  /** A refresh drops what no longer exists; for a program's `get`, the caller reports it. */
  private async missing(tried: string, scope: Scope, id: string, olds: Bag): Promise<undefined> {
    if (Object.keys(olds).length === 0) return undefined;
    await this.presence()?.gone(tried, scope.label, missing(this.definition, scope, olds));
    this.member.with(olds, (self, neighbors) => neighbors.drop(self, this.definition, id, olds));
    return undefined;
  }

  async delete(id: string, known: Bag): Promise<void> {
    const state = this.member.ending(id, withLocalDefaults(this.definition, known));
    const scope = this.scope(state, id);
    const tried = `deleting ${scope.label}`;
    try {
      const heir = (await this.member.heirOf(scope, id, state)) ?? this.company?.keeps?.();
      if (heir) return this.surroundings().log(`${scope.label} ${heir}; nothing was deleted in the service`);
      this.member.with(state, (self, all) => all.refuseWanted(self, this.definition, { id, state, tried }));
      if (await this.presence()?.isLeftBehind(id, state[serviceKey]))
        return scope.progress(`${scope.label} is on the service that the stack has left: nothing was deleted here`);
      refuseLoss(this.definition, { state, tried }, this.company?.keepsKeys);
      this.prerequisites?.forget(this.definition, id);
      const about = this.member.ended(id, state);
      await removeObject(this.definition, scope, { id, state, tried, presence: this.presence(), ...about });
      this.member.with(state, (self, neighbors) => neighbors.release(self, this.definition, id, state));
    } catch (error) {
      const advice = forbiddenAdvice(this.definition, state, error);
      if (advice) throw await withServiceVersion(explain(tried, error, advice), scope.api);
      throw await this.explained(tried, error, scope);
    }
  }

  private async bringAbout(scope: Scope, held: Held, tried: string, during: During): Promise<Stored> {
    const before = held.record;
    noteWritten(this.definition, held.state, scope.inputs, held.planned);
    held.state[changedKey] = await scope.api.time();
    keep(this.definition, held);
    try {
      await settle(this.definition, scope, held);
      this.prerequisites?.keep(this.definition, held.id, held.record);
      noteWritten(this.definition, held.state, scope.inputs);
      const state = withLeft(scope, await project(this.definition, scope.api, held.record, held.state), held);
      tellUnheeded(this.definition, scope, state, held);
      return { id: held.id, state };
    } catch (error) {
      // An update that has changed nothing yet fails without a partial state: the old state is still valid.
      if (during !== "create" && held.record === before) throw error;
      const why = (await this.explained(tried, error, scope, during)).message;
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

  /** Objects made on this machine, and events, exist in no service. */
  private presence(): Presence | undefined {
    return this.definition.path === "" || this.definition.action ? undefined : this.surroundings().presence;
  }

  private scope(inputs: Bag, id?: string): Scope {
    const timeoutSeconds = this.company?.timeoutSeconds?.();
    return scopeOf(this.definition, this.surroundings(), {
      inputs,
      label: this.member.labelOf(inputs, id),
      timeoutSeconds,
    });
  }

  /** Adds what only the service can tell, such as its version. */
  private async explained(tried: string, error: unknown, scope: Scope, during?: During): Promise<ResourceError> {
    this.prerequisites?.distrust(this.definition, scope.inputs);
    const stackOf = () => this.member.stackFor(scope.inputs, []);
    const advice = await adviceOn(this.definition, error, scope, during, stackOf);
    return withServiceVersion(explain(tried, error, advice), scope.api);
  }
}
