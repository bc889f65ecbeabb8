import type { Coordination } from "../claims/coordination";
import type { Neighbors, Self } from "../claims/neighbors";
import { ownedBy, ownedElsewhere, ownObject } from "../claims/ownership";
import type { Stack } from "../evidence/stack";
import { announced } from "../reconciler/foresight";
import type { Context, Found, Operations, Outcome } from "../reconciler/operations";
import { look } from "../service/look";
import type { Stored } from "../service/state";
import type { Checked } from "../values/check";
import { isContained } from "../values/containment";
import type { Difference } from "../values/diff";
import type { Bag, Definition } from "../vocabulary/definition";
import { InitializationError } from "../vocabulary/failure";
import { calledBy, needsOf } from "../vocabulary/field";
import { serviceKey } from "../vocabulary/hiddenKeys";
import { idOf } from "../vocabulary/paths";
import { Layer, type Session } from "./layer";

/** No two resources of a program have one object, and none ends what another one goes on with. */
export class Claimed extends Layer {
  private readonly neighbors: Neighbors;

  constructor(
    definition: Definition,
    session: () => Session,
    private readonly coordination: Coordination,
    next: Operations,
  ) {
    super(definition, session, next);
    this.neighbors = coordination.neighbors;
  }

  override async check(context: Context, olds: Bag, news: Bag): Promise<Checked> {
    const { definition, neighbors, coordination } = this;
    const plain = await this.next.check(context, olds, news);
    const checked = claimsChecked(definition, neighbors, context, { olds, news, ...plain });
    if (Object.keys(olds).length > 0 || checked.failures.length > 0) return checked;
    const { inputs } = checked;
    const isThere = definition.path !== "" && (await this.session().isThere?.()) === true;
    const stack = stackFor(definition, coordination, context, inputs, []);
    return { inputs, failures: await announced(definition, this.scope(context, inputs), stack, isThere) };
  }

  override async diff(context: Context, id: string, olds: Bag, news: Bag): Promise<Difference> {
    const { definition, neighbors } = this;
    const { purpose } = context;
    const self = selfOf(definition, context, news);
    if (self && purpose === "plan") neighbors.declare(self, definition, id, olds);
    const difference = await this.next.diff(context, id, olds, news);
    if (!self || difference.replaces.length === 0) return difference;
    if (purpose === "plan") neighbors.leave(self, definition, id, olds);
    if (purpose === "follow") neighbors.declared.replace(self.urn);
    return difference;
  }

  override async create(context: Context, inputs: Bag): Promise<Stored> {
    const { definition, neighbors, coordination } = this;
    const self = selfOf(definition, context, inputs);
    const { formers } = neighbors;
    const made = ({ id, state }: Stored) => self && neighbors.obtain(self, definition, id, state);
    const predecessors = {
      formers: formers.of(self?.urn ?? ""),
      gave: (id: string, value: string) => formers.gave(id, value),
    };
    const stackOf: Context["stackFor"] = (known, standing) =>
      stackFor(definition, coordination, context, known, standing);
    try {
      const stored = await this.next.create({ ...context, stackFor: stackOf, predecessors }, inputs);
      made(stored);
      return stored;
    } catch (error) {
      if (error instanceof InitializationError) made({ id: error.id, state: error.properties });
      throw error;
    }
  }

  override update(context: Context, id: string, olds: Bag, inputs: Bag): Promise<Stored> {
    const gave = (from: string, value: string) => this.neighbors.formers.gave(from, value);
    return this.next.update({ ...context, predecessors: { formers: [], gave } }, id, olds, inputs);
  }

  override async read(context: Context, id: string, state: Bag): Promise<Found | undefined> {
    const { definition, neighbors } = this;
    if (definition.action) return this.next.read(context, id, state);
    const self = selfOf(definition, context, state);
    if (self && context.isManaged) neighbors.record(self, definition, id, state);
    const found = await this.next.read(context, id, state);
    if (!found && self && Object.keys(state).length > 0) neighbors.drop(self, definition, id, state);
    return found;
  }

  override async delete(context: Context, id: string, known: Bag): Promise<Outcome> {
    const { definition, neighbors } = this;
    const state = neighbors.formers.withGiven(id, known);
    const self = selfOf(definition, context, state);
    const label = this.label(context, state, id);
    const keeps = (self && (await this.successorOf(context, self, id, state))) ?? context.keeps;
    if (keeps) {
      this.session().log(`${label} ${keeps}; nothing was deleted in the service`);
      return "kept";
    }
    if (self) neighbors.refuseWanted(self, definition, { id, state, tried: `deleting ${label}` });
    const ends = this.endOf(self, id, state);
    const outcome = await this.next.delete({ ...context, ends }, id, state);
    if (self && outcome !== "kept") neighbors.release(self, definition, id, state);
    return outcome;
  }

  /**
   * The resource that continues with the object. After a rotation it may have another id, which
   * only a read shows.
   */
  private async successorOf(context: Context, self: Self, id: string, state: Bag): Promise<string | undefined> {
    const { definition, neighbors } = this;
    const known = neighbors.heirOf(self, definition, [id], state);
    if (known || !definition.hooks?.read || definition.action) return known;
    if (!neighbors.hasHeirs(self, definition, state)) return undefined;
    const now = await look(definition, this.scope(context, state, id), id, state);
    return neighbors.heirOf(self, definition, now ? [idOf(definition, now)] : [], state);
  }

  /** What the words about an object that ends depend on. */
  private endOf(self: Self | undefined, id: string, state: Bag): Context["ends"] {
    const { definition, neighbors } = this;
    const isReplaced = self !== undefined && neighbors.declared.isReplaced(self.urn, definition, id, state);
    const isContainerKept = needsOf(definition).some(
      ([key, needed]) => isContained(needed) && neighbors.isDeclared(needed, String(state[key]), state),
    );
    return { isReplaced, isContainerKept };
  }
}

/** The resource of a call, by its name in the program, or else in the service. */
function selfOf(definition: Definition, { caller }: Context, properties: Bag): Self | undefined {
  return caller?.name === "" ? { ...caller, name: calledBy(definition, properties) ?? "" } : caller;
}

/** What is checked of a resource beside its own inputs: nobody else has claimed what it describes. */
export function claimsChecked(
  definition: Definition,
  neighbors: Neighbors,
  context: Context,
  { olds, news, inputs, failures }: Checked & { olds: Bag; news: Bag },
): Checked {
  const isNew = Object.keys(olds).length === 0;
  const before = selfOf(definition, context, news);
  if (before && !isNew) neighbors.note(before);
  const self = selfOf(definition, context, inputs);
  if (!self || failures.length > 0) return { inputs, failures };
  return { inputs, failures: neighbors.claim(self, definition, inputs, isNew) };
}

/**
 * What the stack tells of a new object: `known` are its inputs and the service's identity,
 * `standing` what it takes over from.
 */
export function stackFor(
  definition: Definition,
  { neighbors, journal }: Coordination,
  context: Context,
  known: Bag,
  standing: readonly string[],
): Stack {
  const self = selfOf(definition, context, known);
  const { caller, owner, home } = context;
  return {
    ownerOf: (id) => {
      if (standing.includes(id)) return ownObject(definition, known);
      return self && neighbors.ownerOf(self, definition, id, known);
    },
    claimantOf: (id, shown) => {
      const other = self && neighbors.claims.claimantOf(self.urn, definition, shown);
      if (other) return ownedBy(other);
      return neighbors.isDeclared(definition, id, known) ? `${ownedElsewhere}.` : undefined;
    },
    rivalOf: (id) => self && neighbors.rivalAt(self, definition, id, known),
    isDeclared: (id) => neighbors.isDeclared(definition, id, known),
    take: (id) => self && neighbors.adopt(self, definition, id, known),
    stop: (id) => self && neighbors.stop(self, definition, id, known),
    // After a replacement without a diff, the old object cannot be distinguished from one that was left behind.
    isTold: self !== undefined && !neighbors.hasUnknownObject(self),
    isNew: self !== undefined && neighbors.isNew(self),
    isDeclaredAs: (name) => neighbors.declared.has(definition, name),
    mention: (id) => neighbors.declared.mention(definition, id, known),
    owner,
    home,
    journal: caller?.urn ? journal?.(caller.urn, known[serviceKey]) : undefined,
  };
}
