import { Claims } from "./claims";
import type { Bag, Definition, Failure } from "../../../provider/lifecycle/vocabulary/definition";
import { ResourceError } from "../../../provider/lifecycle/vocabulary/failure";
import {
  keptOutside,
  leftOutside,
  resourceLabel,
  notReplaced,
  ownedBy,
  ownedElsewhere,
  ownerTold,
  ownObject,
  twoOwners,
  wantedBy,
  wentElsewhere,
} from "../../../provider/lifecycle/claims/ownership";
import { Declared } from "./declared";
import { Formers } from "./formers";
import { objectsOf, placeOf, type Elsewhere, type Place } from "./place";
import { Vacated } from "./vacated";

/** A calling resource of the stack. */
export interface Self {
  /** Its name in the state, unique in the stack; empty for the one whose name is not known yet. */
  readonly urn: string;
  /** Its name in the program or, while that is not known, in the service. */
  readonly name: string;
}

/** How another resource holds an object, from the strongest to the weakest. */
type Hold = "declared" | "adopted" | "recorded";

export interface Owner extends Self {
  readonly type: string;
  hold: Hold;
  /** It created the object, or took it over, in this run. */
  readonly isNew?: boolean;
  /** It is about to get another object. */
  readonly isLeaving?: boolean;
}

/**
 * The other resources of the stack, as far as this process knows them: two that describe one object
 * would overwrite each other's changes, and deleting one would delete both. One instance for all
 * resources of a provider process.
 */
export class Neighbors {
  /** By object. */
  protected readonly owners = new Map<string, Map<string, Owner>>();
  /** Objects that new resources of the program want to take over. */
  private readonly wanted = new Map<string, Owner>();
  /**
   * Objects that were in the way of new resources, or that they could not take over: those that
   * failed for it.
   */
  protected readonly stopped = new Map<string, Map<string, Owner>>();

  /** What resources had before they were replaced. */
  readonly formers = new Formers();

  readonly declared = new Declared();

  readonly vacated = new Vacated();

  readonly claims = new Claims();

  /** Resources that the stack had before this run. */
  protected readonly known = new Set<string>();

  constructor(private readonly elsewhere?: Elsewhere) {}

  /** Records that the stack had this resource before this run. */
  note(self: Self): void {
    this.known.add(self.urn);
  }

  /**
   * True for a resource that the stack had before with an unknown object: it may be any. The same
   * holds for every resource while the name of one that the stack had is unknown.
   */
  hasUnknownObject(self: Self): boolean {
    if (!this.known.has(self.urn) && !this.known.has("")) return false;
    return ![...this.owners.values()].some((owners) => owners.has(self.urn));
  }

  /**
   * True for a resource that the stack does not have yet, and did not have in this run: what it
   * creates replaces nothing.
   */
  isNew({ urn }: Self): boolean {
    return ![urn, ""].some((one) => this.known.has(one) || this.formers.lastOf(one) !== undefined);
  }

  /**
   * The URN of the only resource that has this object, as far as this run has told it; one that the
   * program declares comes first.
   */
  urnOf(definition: Definition, id: string, known: Bag = {}): string | undefined {
    const all = [...(this.owners.get(placeOf(definition, id, known).object)?.values() ?? [])];
    const declared = all.filter(({ hold }) => hold !== "recorded");
    const [first, ...others] = declared.length > 0 ? declared : all;
    return others.length > 0 ? undefined : first?.urn || undefined;
  }

  /**
   * Claims what the inputs describe, and what they adopt, for a resource of the program; reports
   * what another one has claimed already.
   */
  claim(self: Self, definition: Definition, inputs: Bag, isNew = false): Failure[] {
    this.declared.add(definition, self.name);
    const { adopt } = inputs;
    const adopted = isNew && typeof adopt === "string" ? this.want(self, definition, adopt, inputs) : [];
    return [...this.claims.claim(self, definition, inputs), ...adopted];
  }

  /** Records a new resource of the program that adopts an object by its id. */
  want(self: Self, definition: Definition, id: string, known: Bag = {}): Failure[] {
    const { object } = placeOf(definition, id, known);
    const other = this.rivalOf(self, object);
    if (other) return [{ property: "adopt", reason: ownedBy(other) }];
    this.wanted.set(object, { ...self, type: definition.type, hold: "adopted" });
    return [];
  }

  /**
   * Records that a resource of the program has this object. Throws if another one has it too, or
   * adopts it.
   */
  declare(self: Self, definition: Definition, id: string, known: Bag = {}): void {
    const place = placeOf(definition, id, known);
    this.formers.forget(self.urn);
    this.declared.keep(self.urn);
    const other = this.rivalOf(self, place.object);
    const me = { ...self, type: definition.type };
    this.vacated.refuse(place.object, (why) => leftOutside(resourceLabel(me), why));
    if (other) throw new ResourceError(twoOwners(resourceLabel(me), id, other));
    if (!this.claimed(place)) throw new ResourceError(twoOwners(resourceLabel(me), id));
    this.hold(place, { ...me, hold: "declared" });
    const wants = this.wanted.get(place.object);
    if (wants && wants.urn !== self.urn) {
      throw new ResourceError(`${resourceLabel(wants)} wants to adopt the object "${id}": ${ownedBy(me)}`);
    }
  }

  /** Records that the state has this object. */
  record(self: Self, definition: Definition, id: string, known: Bag = {}): void {
    const place = placeOf(definition, id, known);
    this.formers.note(self.urn, id, known);
    this.vacated.noteRead(self.urn);
    if (!this.owners.get(place.object)?.has(self.urn))
      this.hold(place, { ...self, type: definition.type, hold: "recorded" });
  }

  /**
   * Records that a new resource takes over this object. Throws if another resource of the stack has
   * it, or the one it replaces.
   */
  adopt(self: Self, definition: Definition, id: string, known: Bag = {}): void {
    const place = placeOf(definition, id, known);
    const label = resourceLabel({ type: definition.type, name: self.name });
    const refused = (why: string) => new ResourceError(`adopting "${id}" for ${label} was refused: ${why}`);
    const other = this.rivalOf(self, place.object);
    if (other) throw refused(ownedBy(other));
    const own = this.owners.get(place.object)?.get(self.urn);
    // What the plan keeps and Pulumi replaces all the same was deleted by an earlier run, whose replacement failed.
    if (own && !own.isNew && !isKept(own)) throw refused(ownObject(definition, known));
    if (!this.claimed(place)) throw refused(ownedElsewhere);
    this.hold(place, { ...self, type: definition.type, hold: "adopted", isNew: true });
  }

  /** Records that a new resource has this object from now on. */
  obtain(self: Self, definition: Definition, id: string, known: Bag = {}): void {
    for (const stopped of this.stopped.values()) stopped.delete(self.urn);
    this.hold(placeOf(definition, id, known), { ...self, type: definition.type, hold: "declared", isNew: true });
  }

  /** Records that this object is in the way of a new resource, or cannot be taken over by it. */
  stop(self: Self, definition: Definition, id: string, known: Bag = {}): void {
    const { object } = placeOf(definition, id, known);
    const stopped = this.stopped.get(object) ?? new Map<string, Owner>();
    stopped.set(self.urn, { ...self, type: definition.type, hold: "adopted" });
    this.stopped.set(object, stopped);
  }

  /** Records that the object of a resource is about to be replaced. */
  leave(self: Self, definition: Definition, id: string, known: Bag = {}): void {
    const place = placeOf(definition, id, known);
    const own = this.owners.get(place.object)?.get(self.urn);
    this.formers.note(self.urn, id, known);
    this.declared.replace(self.urn);
    if (own) this.hold(place, { ...own, isLeaving: true });
    this.elsewhere?.release(place);
  }

  /** True if another resource of this collection may have taken over an object whose id has changed. */
  hasHeirs(self: Self, definition: Definition, known: Bag = {}): boolean {
    if (this.elsewhere?.isUsed()) return true;
    const collection = objectsOf(definition, known);
    const isHeld = ([object, owners]: [string, Map<string, Owner>]) =>
      object.startsWith(collection) &&
      [...owners.values()].some(({ urn, hold }) => urn !== self.urn && hold === "declared");
    return [...this.owners].some(isHeld);
  }

  /**
   * Records that the object of a resource was not found: what is found of it later has no owner in
   * this stack.
   */
  drop(self: Self, definition: Definition, id: string, known: Bag = {}): void {
    const place = placeOf(definition, id, known);
    this.owners.get(place.object)?.delete(self.urn);
    this.elsewhere?.release(place);
  }

  /** Records that the object of a resource was deleted. */
  release(self: Self, definition: Definition, id: string, known: Bag = {}): void {
    this.formers.giveUp(self.urn, id, known);
    this.drop(self, definition, id, known);
  }

  /**
   * What happens to the object of a deleted resource if another one continues with it, as text;
   * `undefined` if none does. It may be its own replacement, which has the same URN: of this run,
   * or of an earlier one that stopped before it deleted what it had replaced.
   */
  heirOf(self: Self, definition: Definition, ids: readonly string[], known: Bag = {}): string | undefined {
    const places = ids.map((id) => placeOf(definition, id, known));
    const all = places.flatMap(({ object }) => [...(this.owners.get(object)?.values() ?? [])]);
    const goesOn = (one: Owner) => one.isNew === true || (isKept(one) && !this.hasNew(self));
    const heir = all.find((one) => (one.urn === self.urn ? goesOn(one) : one.hold === "declared"));
    if (heir) return heir.urn === self.urn ? notReplaced(definition, known) : `goes on as ${resourceLabel(heir)}`;
    return places.some((place) => this.elsewhere?.has(place)) ? wentElsewhere : undefined;
  }

  /**
   * Throws if a new resource of the program wants the object, or another one in its place, and has
   * failed.
   */
  refuseWanted(
    self: Self,
    definition: Definition,
    { id, state, tried }: { id: string; state: Bag; tried: string },
  ): void {
    const { object } = placeOf(definition, id, state);
    this.vacated.refuse(object, (why) => keptOutside(tried, why));
    const wants = this.wanted.get(object);
    const all = [...(wants ? [wants] : []), ...(this.stopped.get(object)?.values() ?? [])];
    const other = all.find(({ urn }) => urn !== self.urn);
    if (other) throw new ResourceError(wantedBy(tried, other));
  }

  /** True if the resource got an object in this run. */
  protected hasNew({ urn }: Self): boolean {
    return [...this.owners.values()].some((owners) => owners.get(urn)?.isNew);
  }

  /**
   * The resource of the stack that has this object, as text for an error; `undefined` if none is
   * known.
   */
  ownerOf(self: Self, definition: Definition, id: string, known: Bag = {}): string | undefined {
    const all = [...(this.owners.get(placeOf(definition, id, known).object)?.values() ?? [])];
    return ownerTold(self, all, definition, known);
  }

  /** Another resource that has this object, as text. */
  rivalAt(self: Self, definition: Definition, id: string, known: Bag): string | undefined {
    const owners = this.owners.get(placeOf(definition, id, known).object);
    return owners?.has(self.urn) ? undefined : this.labelOf(definition, id, known);
  }

  /** True if the program has declared, by now, a resource that has this object. */
  isDeclared(definition: Definition, id: string, known: Bag = {}): boolean {
    const place = placeOf(definition, id, known);
    const owners = [...(this.owners.get(place.object)?.values() ?? [])];
    return owners.some(({ hold }) => hold !== "recorded") || this.elsewhere?.has(place) === true;
  }

  /** A resource of the stack that has this object, as far as this process knows: `AwsKey "orders"`. */
  labelOf(definition: Definition, id: string, known: Bag): string | undefined {
    const [owner] = this.owners.get(placeOf(definition, id, known).object)?.values() ?? [];
    return owner && resourceLabel(owner);
  }

  /** The name in the program of a resource that has this object, as far as this process knows. */
  holderOf(definition: Definition, id: string): string | undefined {
    const holders = [...(this.owners.get(placeOf(definition, id, {}).object)?.values() ?? [])];
    return holders.map(({ name }) => name).find((name) => name !== "");
  }

  /**
   * Tells other processes of the object first, and looks at theirs then: of two that do so at once,
   * one sees the other.
   */
  private claimed(place: Place): boolean {
    this.elsewhere?.hold(place);
    if (!this.elsewhere?.has(place)) return true;
    this.elsewhere.release(place);
    return false;
  }

  protected hold({ object }: Place, owner: Owner): void {
    const owners = this.owners.get(object) ?? new Map<string, Owner>();
    owners.set(owner.urn, owner);
    this.owners.set(object, owners);
    if (owner.hold !== "recorded") this.declared.hold(owner.urn, object);
  }

  /**
   * Another resource that the program declares or that takes it over: one that is only in the state
   * may be about to be deleted.
   */
  private rivalOf(self: Self, object: string): Owner | undefined {
    const all = [...(this.owners.get(object)?.values() ?? [])];
    return all.find(({ urn, hold }) => urn !== self.urn && hold !== "recorded");
  }
}

/** True if the program declares it with the object that it has. */
const isKept = ({ hold, isLeaving }: Owner): boolean => hold === "declared" && isLeaving !== true;
