import type { Ledger } from "../claims/ledger";
import { objectOf, type Resource } from "../claims/claim";
import { isReplacedIn, predecessorsIn } from "../claims/folds";
import { look } from "../service/look";
import { announced } from "../reconciler/scheduled";
import type { Context, ReadResult, Outcome } from "../reconciler/operations";
import type { Stored } from "../service/state";
import type { Checked } from "../values/check";
import { isContained } from "../service/keyEnds";
import type { Difference } from "../values/diff";
import type { Bag, Definition } from "../vocabulary/definition";
import { InitializationError } from "../vocabulary/failure";
import { needsOf } from "../vocabulary/field";
import { idOf } from "../vocabulary/record";
import { Layer } from "./layer";
import { witnessFor, selfOf } from "./witness";

/** No two resources of a program have one object, and none ends what another one goes on with. */
export class Claimed extends Layer {
  private readonly ledger = this.coordination.ledger;
  private readonly gave = (id: string, value: string) => this.ledger.notes.gave(id, value);

  override async check(context: Context, olds: Bag, news: Bag): Promise<Checked> {
    const { definition, ledger, coordination } = this;
    const plain = await this.next.check(context, olds, news);
    const checked = claimsChecked(definition, ledger, context, { olds, news, ...plain });
    if (Object.keys(olds).length > 0 || checked.failures.length > 0) return checked;
    const { inputs } = checked;
    const isThere = definition.path !== "" && (await this.runtime().isThere?.()) === true;
    const witness = witnessFor(definition, coordination, context, inputs);
    return { inputs, failures: await announced(definition, this.scope(context, inputs), witness, isThere) };
  }

  override async diff(context: Context, id: string, olds: Bag, news: Bag): Promise<Difference> {
    const { definition, ledger } = this;
    const { purpose } = context;
    const self = selfOf(definition, context, news);
    if (self && purpose === "plan") ledger.declare(self, definition, id, olds);
    const difference = await this.next.diff(context, id, olds, news);
    if (!self || difference.replaces.length === 0) return difference;
    if (purpose === "plan") ledger.add("leaving", self, definition, id, olds);
    if (purpose === "follow") ledger.add("leaving", self, definition);
    return difference;
  }

  override async create(context: Context, inputs: Bag): Promise<Stored> {
    const { definition, ledger, coordination } = this;
    const self = selfOf(definition, context, inputs);
    const made = ({ id, state }: Stored) => self && ledger.add("made", self, definition, id, state);
    const predecessors = predecessorsIn(ledger.by(self ?? { urn: "" }));
    const witnessOf: Context["witnessFor"] = (known, standing) =>
      witnessFor(definition, coordination, context, known, standing);
    try {
      const stored = await this.next.create(
        { ...context, witnessFor: witnessOf, predecessors, gave: this.gave },
        inputs,
      );
      made(stored);
      return stored;
    } catch (error) {
      if (error instanceof InitializationError) made({ id: error.id, state: error.properties });
      throw error;
    }
  }

  override update(context: Context, id: string, olds: Bag, inputs: Bag): Promise<Stored> {
    return this.next.update({ ...context, gave: this.gave }, id, olds, inputs);
  }

  override async read(context: Context, id: string, state: Bag): Promise<ReadResult | undefined> {
    const { definition, ledger } = this;
    if (definition.action) return this.next.read(context, id, state);
    const self = selfOf(definition, context, state);
    if (self && context.isManaged) ledger.add("recorded", self, definition, id, state);
    const found = await this.next.read(context, id, state);
    if (!found && self && Object.keys(state).length > 0) ledger.add("dropped", self, definition, id, state);
    return found;
  }

  override async delete(context: Context, id: string, known: Bag): Promise<Outcome> {
    const { definition, ledger } = this;
    const state = ledger.notes.withGiven(id, known);
    const self = selfOf(definition, context, state);
    const label = this.label(context, state, id);
    const keeps = (self && (await this.successorOf(context, self, id, state))) ?? context.keeps;
    if (keeps) {
      this.runtime().log(`${label} ${keeps}; nothing was deleted in the service`);
      return "kept";
    }
    if (self) ledger.refuseWanted(self, definition, { id, state, tried: `deleting ${label}` });
    const ends = this.endOf(self, id, state);
    const outcome = await this.next.delete({ ...context, ends }, id, state);
    if (self && outcome !== "kept") ledger.add("ended", self, definition, id, state);
    return outcome;
  }

  /**
   * The resource that continues with the object. After a rotation it may have another id, which
   * only a read shows.
   */
  private async successorOf(context: Context, self: Resource, id: string, state: Bag): Promise<string | undefined> {
    const { definition, ledger } = this;
    const known = ledger.successorOf(self, definition, id, state);
    if (known || !definition.hooks?.read || definition.action) return known;
    if (!ledger.mayHaveSuccessor(self, definition, state)) return undefined;
    const now = await look(definition, this.scope(context, state, id), id, state);
    return now && ledger.successorOf(self, definition, idOf(definition, now), state);
  }

  /** What the words about an object that ends depend on. */
  private endOf(self: Resource | undefined, id: string, state: Bag): Context["ends"] {
    const { definition, ledger } = this;
    const object = objectOf(definition, id, state).key;
    const isReplaced = self !== undefined && isReplacedIn(ledger.by(self), object);
    const isContainerKept = needsOf(definition).some(
      ([key, needed]) => isContained(needed) && ledger.isDeclared(needed, String(state[key]), state),
    );
    return { isReplaced, isContainerKept };
  }
}

/** What is checked of a resource beside its own inputs: nobody else has claimed what it describes. */
export function claimsChecked(
  definition: Definition,
  ledger: Ledger,
  context: Context,
  { olds, news, inputs, failures }: Checked & { olds: Bag; news: Bag },
): Checked {
  const isNew = Object.keys(olds).length === 0;
  const before = selfOf(definition, context, news);
  if (before && !isNew) ledger.add("recorded", before, definition);
  const self = selfOf(definition, context, inputs);
  if (!self || failures.length > 0) return { inputs, failures };
  return { inputs, failures: ledger.claim(self, definition, inputs, isNew) };
}
