import { type Environment, serviceTime } from "../service/scope";
import { predecessorsInState } from "../claims/claim";
import { look } from "../service/look";
import { awaitNeeds, type Records } from "../service/readiness";
import { firstState, obtain } from "./obtain";
import { inputsOf, noteWritten, project, withGivenName, type Stored } from "../service/state";
import { check, type Checked } from "../values/check";
import { diff, type Difference, duesOf, isUnready, withTrusted } from "../values/diff";
import { decodeAll } from "../values/wire";
import type { Bag, Definition, Scope } from "../vocabulary/definition";
import { InitializationError, ResourceError } from "../vocabulary/failure";
import { idOf } from "../vocabulary/record";
import { withReplaceOnChanges } from "../values/options";
import { changedKey } from "../vocabulary/hiddenKeys";
import { sentAgain } from "./adoption";
import type { HeldObject } from "./means";
import { keep, settle, tellUnheeded } from "./settle";
import { withLeft } from "./outside";
import { createdFirst, transferFrom } from "./handover";
import { addedTo, scopeFor, type Context, type ReadResult, type Operations, type Outcome } from "./operations";
import { removeObject } from "./removal";
import { firstSeen, observe } from "./sharedRead";

/**
 * The innermost layer: brings one object to what the inputs say. It knows the definition and the
 * service, and other resources only by its context.
 */
export class Reconciler implements Operations {
  constructor(
    private readonly definition: Definition,
    private readonly environment: () => Environment,
  ) {}

  check(_context: Context, olds: Bag, news: Bag): Promise<Checked> {
    return Promise.resolve(check(this.definition, olds, news));
  }

  async diff({ purpose }: Context, _id: string, olds: Bag, news: Bag): Promise<Difference> {
    const { definition } = this;
    const isTimed = duesOf(definition, olds, news).some(({ from }) => from > 0);
    const difference = diff(definition, olds, news, isTimed ? await serviceTime(this.environment().api) : 0);
    return purpose === "plan" ? withReplaceOnChanges(difference, olds, news) : difference;
  }

  /** Creates or adopts the object, then takes the same steps as an update. */
  async create(context: Context, inputs: Bag): Promise<Stored> {
    const { definition } = this;
    const scope = this.scope(context, inputs);
    return this.distrusting(scope, async () => {
      const transfer = await transferFrom(definition, scope, addedTo(context, "predecessors"), context);
      const first = createdFirst(definition, scope, transfer);
      const service = addedTo(context, "service");
      const known = { ...first.inputs, ...service };
      const witness = addedTo(context, "witnessFor")(known, transfer.standing);
      const obtained = await obtain(definition, first, witness, async (held) =>
        this.sharing(first, await awaitNeeds(definition, first, held, this.environment().prerequisites)),
      );
      const { record, existed } = obtained;
      const state = { ...(await firstState(definition, first, obtained, context.home)), ...service };
      const held: HeldObject = { id: idOf(definition, record), record, state, transfer, isNew: !existed };
      return this.bringAbout(this.sharing(scope), held);
    });
  }

  async update(context: Context, id: string, olds: Bag, inputs: Bag): Promise<Stored> {
    const { definition } = this;
    const scope = this.scope(context, inputs, id);
    const { prerequisites } = this.environment();
    prerequisites?.forget(definition, id);
    try {
      return await this.distrusting(scope, () => this.updated(context, scope, id, olds));
    } catch (error) {
      prerequisites?.forget(definition, id);
      throw error;
    }
  }

  private async updated(context: Context, scope: Scope, id: string, olds: Bag): Promise<Stored> {
    const { definition } = this;
    const { inputs, label } = scope;
    const record = await look(definition, scope, id, olds, { ...olds, ...inputs });
    if (!record)
      throw new ResourceError(
        `updating ${label} failed: the service no longer has it. Run \`pulumi up --refresh\` to recreate it.`,
      );
    const confirmed = await addedTo(context, "confirm")(scope, record);
    await awaitNeeds(definition, scope, olds, this.environment().prerequisites);
    const state = { ...withTrusted(definition, olds, inputs), ...confirmed };
    // Somebody may have changed a write-only credential: an object that does not work gets the program's.
    if (isUnready(definition, decodeAll(definition, record)))
      for (const key of sentAgain(definition)) delete state[key];
    const transfer = await transferFrom(definition, scope, predecessorsInState(olds), context);
    return this.bringAbout(scope, { id, record, state, planned: { ...state }, transfer });
  }

  async read(context: Context, id: string, olds: Bag): Promise<ReadResult | undefined> {
    const { definition } = this;
    if (definition.action) return { id, state: olds, inputs: inputsOf(definition, olds) };
    const scope = this.scope(context, olds, id);
    const imported = context.isImported ? { home: context.home } : undefined;
    const found =
      Object.keys(olds).length > 0
        ? await observe(definition, scope, this.environment().shared, { id, state: olds })
        : await firstSeen(definition, scope, id, imported);
    if (!found) return undefined;
    if (context.isManaged) found.state[changedKey] ??= 0;
    return { ...found, inputs: withGivenName(definition, olds, found.state) };
  }

  async delete(context: Context, id: string, state: Bag): Promise<Outcome> {
    const { definition } = this;
    const plain = this.scope(context, state, id);
    const scope = { ...plain, api: addedTo(context, "knowing")(plain.api) };
    this.environment().prerequisites?.forget(definition, id);
    const { types, waves } = this.environment();
    const removal = { id, state, tried: `deleting ${scope.label}`, ends: context.ends, types, waves };
    return this.distrusting(scope, () => removeObject(definition, scope, removal));
  }

  /**
   * Makes an object what the inputs say. What fails once the object exists, or has changed, is
   * thrown with its state: the next update goes on from there.
   */
  private async bringAbout(scope: Scope, held: HeldObject): Promise<Stored> {
    const { definition } = this;
    const before = held.record;
    noteWritten(definition, held.state, scope.inputs, held.planned);
    try {
      held.state[changedKey] = await scope.api.time();
      keep(definition, held);
      await settle(definition, scope, held);
      this.environment().prerequisites?.keep(definition, held.id, held.record);
      noteWritten(definition, held.state, scope.inputs);
      const state = withLeft(scope, await project(definition, scope.api, held.record, held.state), held);
      tellUnheeded(definition, scope, state, held);
      return { id: held.id, state };
    } catch (error) {
      const isUnchanged = held.planned !== undefined && held.record === before;
      if (isUnchanged) throw error;
      const state = await project(definition, scope.api, held.record, held.state).catch(() => held.state);
      const { message } = error as Error;
      throw new InitializationError(message, held.id, state, { cause: error });
    }
  }

  private scope(context: Context, properties: Bag, id?: string): Scope {
    return scopeFor(this.definition, this.environment(), context, properties, id);
  }

  /** For what a create does once its prerequisites are known. */
  private sharing(scope: Scope, read: Records = new Map()): Scope {
    const api = this.environment().prerequisites?.sharing(scope.api, this.definition, scope.inputs, read);
    return api ? { ...scope, api } : scope;
  }

  /** After a failure, what is known of the connection and the container counts as outdated. */
  private async distrusting<T>({ inputs }: Scope, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      this.environment().prerequisites?.distrust(this.definition, inputs);
      throw error;
    }
  }
}
