import { handoverOf } from "../vocabulary/field";
import type { Bag, Definition, Failure } from "../vocabulary/definition";
import { ResourceError } from "../vocabulary/failure";
import { isEnd, objectOf, type Claim, type ClaimedObject, type Resource, type Stage, type Claimant } from "./claim";
import { conflictIn, holdersOf, isDeclaredIn, isKeptIn, isOfThisRun, settledIn, successorIn, waitingIn } from "./folds";
import {
  keptOutside,
  leftOutside,
  resourceLabel,
  notReplaced,
  ownedBy,
  ownedElsewhere,
  ownObject,
  twoOwners,
  wantedBy,
  wentElsewhere,
} from "./ownership";
import { givenKey } from "../vocabulary/hiddenKeys";
import type { Journal } from "../evidence/journal";
import { placesOf } from "../values/diff";

/**
 * The same for resources of other processes: those of the dynamic provider, the native plugin and
 * explicit providers know nothing of each other.
 */
export interface RunLedger {
  /** Tells the other processes of a claim of this one. */
  add(stage: Stage, object: ClaimedObject): void;
  /** Whether a resource of another process has the object. */
  has(object: ClaimedObject): boolean;
  /** Whether one of another process has any. */
  hasAny(): boolean;
}

/** What is refused has an act of its own. */
type Unrefused = Exclude<Stage, "declared" | "wanted" | "adopting">;

/**
 * Whose object is it? All claims that resources of the stack have made in this run, as far as this
 * process knows. They are only added: what follows from them are functions of the claims on one
 * object (`at`) or of one resource (`by`), so that every question takes the same time in a stack of
 * any size.
 */
export class Ledger {
  readonly uniqueValues = new UniqueValues();
  readonly notes = new Notes();
  private count = 0;
  private readonly byObject = new Map<string, Claim[]>();
  private readonly byResource = new Map<string, Claim[]>();
  /** Objects that a resource of the program has for good, by collection. */
  private readonly byCollection = new Map<string, Set<string>>();
  /** Types and names of the resources that the program has declared. */
  private readonly labels = new Set<string>();

  /**
   * Two resources with one object would overwrite each other's changes, and deleting one would
   * delete both.
   */
  constructor(private readonly others?: RunLedger) {}

  /** The claims on an object, the oldest first. */
  at(definition: Definition, id: string, state: Bag = {}): readonly Claim[] {
    return this.on(objectOf(definition, id, state));
  }

  /** The claims of a resource, the oldest first. One whose name is not known may be any. */
  by({ urn }: Pick<Resource, "urn">): readonly Claim[] {
    const unnamed = this.byResource.get("") ?? [];
    return urn === "" ? unnamed : [...unnamed, ...(this.byResource.get(urn) ?? [])];
  }

  /** Whether the program has declared, by now, a resource that has this object. */
  isDeclared(definition: Definition, id: string, state: Bag = {}): boolean {
    const object = objectOf(definition, id, state);
    return isDeclaredIn(this.on(object)) || this.others?.has(object) === true;
  }

  /** Whether the program has declared, by now, a resource of this type and name, in any component. */
  isDeclaredAs({ type }: Definition, name: string): boolean {
    return this.labels.has(resourceLabel({ type, name }));
  }

  /** Without an id, the claim is about the object of the resource, whichever it is. */
  add(stage: Unrefused, resource: Resource, definition: Definition, id?: string, state: Bag = {}): void {
    if (id === undefined) return this.append(stage, resource, definition);
    const object = objectOf(definition, id, state);
    const isFormer = stage === "ended" || (handoverOf(definition) && ["recorded", "leaving"].includes(stage));
    this.append(stage, resource, definition, object, isFormer ? { id, state } : undefined);
    if (isEnd(stage)) this.withdraw(stage, object);
  }

  /**
   * The program declares the resource with these inputs: claims what they describe, and what they
   * adopt; reports what another one has claimed already.
   */
  claim(resource: Resource, definition: Definition, inputs: Bag, isNewResource = false): Failure[] {
    this.append("declared", resource, definition);
    const { adopt } = inputs;
    const failures = this.uniqueValues.claim(resource, definition, inputs);
    if (!isNewResource || typeof adopt !== "string") return failures;
    const object = objectOf(definition, adopt, inputs);
    const other = conflictIn(this.on(object), resource.urn);
    if (other) return [...failures, { property: "adopt", reason: ownedBy(other) }];
    this.append("wanted", resource, definition, object);
    return failures;
  }

  /**
   * The program declares the resource, which has this object. Throws if another one has it, or
   * adopts it.
   */
  declare(resource: Resource, definition: Definition, id: string, state: Bag = {}): void {
    const object = objectOf(definition, id, state);
    const claimant = { ...resource, type: definition.type };
    const why = this.notes.whyOutside(object.key);
    if (why !== undefined) throw new ResourceError(leftOutside(resourceLabel(claimant), why));
    const other = conflictIn(this.on(object), resource.urn);
    if (other) throw new ResourceError(twoOwners(resourceLabel(claimant), id, other));
    if (!this.isFree("declared", object)) throw new ResourceError(twoOwners(resourceLabel(claimant), id));
    this.append("declared", resource, definition, object);
    const adopting = this.on(object).findLast(({ stage, by }) => stage === "wanted" && by.urn !== resource.urn)?.by;
    if (adopting)
      throw new ResourceError(`${resourceLabel(adopting)} wants to adopt the object "${id}": ${ownedBy(claimant)}`);
  }

  /**
   * A new resource takes over this object. Throws if another resource of the stack has it, or the
   * one it replaces.
   */
  adopt(resource: Resource, definition: Definition, id: string, state: Bag = {}): void {
    const object = objectOf(definition, id, state);
    const label = resourceLabel({ type: definition.type, name: resource.name });
    const refused = (why: string) => new ResourceError(`adopting "${id}" for ${label} was refused: ${why}`);
    const other = conflictIn(this.on(object), resource.urn);
    if (other) throw refused(ownedBy(other));
    const own = holdersOf(this.on(object)).get(resource.urn);
    // What the plan keeps and Pulumi replaces all the same was deleted by an earlier run, whose replacement failed.
    const isKept = own?.stage === "declared" && !own.isLeaving;
    if (own && !isOfThisRun(own) && !isKept) throw refused(ownObject(definition, state));
    if (!this.isFree("adopting", object)) throw refused(ownedElsewhere);
    this.append("adopting", resource, definition, object);
  }

  /**
   * What happens to the object of a deleted resource if another one continues with it, as text;
   * `undefined` if none does.
   */
  successorOf(resource: Resource, definition: Definition, id: string, state: Bag = {}): string | undefined {
    const object = objectOf(definition, id, state);
    const successor = successorIn(this.on(object), this.by(resource), resource.urn);
    if (successor)
      return successor.urn === resource.urn ? notReplaced(definition, state) : `goes on as ${resourceLabel(successor)}`;
    return this.others?.has(object) ? wentElsewhere : undefined;
  }

  /** Whether another resource of this collection may have taken over an object whose id has changed. */
  mayHaveSuccessor({ urn }: Resource, definition: Definition, state: Bag = {}): boolean {
    if (this.others?.hasAny()) return true;
    const { collection } = objectOf(definition, "", state);
    const keys = this.byCollection.get(collection) ?? [];
    for (const key of keys) if (settledIn(this.byObject.get(key)!).some((one) => one.urn !== urn)) return true;
    return false;
  }

  /**
   * Throws if a new resource of the program wants the object, or another one in its place, and has
   * failed.
   */
  refuseWanted(
    { urn }: Resource,
    definition: Definition,
    { id, state, tried }: { id: string; state: Bag; tried: string },
  ): void {
    const object = objectOf(definition, id, state);
    const why = this.notes.whyOutside(object.key);
    if (why !== undefined) throw new ResourceError(keptOutside(tried, why));
    const other = waitingIn(this.on(object), urn, (claimant) => this.by(claimant));
    if (other) throw new ResourceError(wantedBy(tried, other));
  }

  private on({ key }: ClaimedObject): readonly Claim[] {
    return this.byObject.get(key) ?? [];
  }

  /**
   * Tells other processes of the object first, and looks at theirs then: of two that do so at once,
   * one sees the other.
   */
  private isFree(stage: Stage, object: ClaimedObject): boolean {
    this.others?.add(stage, object);
    if (!this.others?.has(object)) return true;
    this.withdraw("dropped", object);
    return false;
  }

  /** The others are told once no resource of this process keeps the object. */
  private withdraw(stage: Stage, object: ClaimedObject): void {
    if (!isKeptIn(this.on(object))) this.others?.add(stage, object);
  }

  private append(
    stage: Stage,
    { urn, name }: Resource,
    { type }: Definition,
    object?: ClaimedObject,
    former?: Claim["former"],
  ): void {
    const claim: Claim = { order: this.count++, by: { urn, name, type }, stage, object, former };
    if (stage === "declared" && !object) this.labels.add(resourceLabel(claim.by));
    if (object) add(this.byObject, object.key, claim);
    // Without a name, it is only known that there was one.
    if (urn !== "") add(this.byResource, urn, claim);
    else if (stage === "recorded" && !object) this.byResource.set("", [claim]);
    if (object) this.noteSettled(object);
  }

  private noteSettled(object: ClaimedObject): void {
    const keys = this.byCollection.get(object.collection) ?? new Set();
    if (settledIn(this.on(object)).length > 0) this.byCollection.set(object.collection, keys.add(object.key));
    else keys.delete(object.key);
  }
}

function add(index: Map<string, Claim[]>, key: string, claim: Claim): void {
  const claims = index.get(key);
  if (claims) claims.push(claim);
  else index.set(key, [claim]);
}

/** What a run notes of objects, whoever claims them. */
class Notes {
  private readonly given = new Map<string, readonly string[]>();
  private readonly outside = new Map<string, string>();
  private readonly mentioned = new Set<string>();

  /** Notes that the object with this id has given a value to its replacement. */
  gave(id: string, value: string): void {
    this.given.set(id, [...(this.given.get(id) ?? []), value]);
  }

  /** The state of an object that ends, with what it has given. */
  withGiven(id: string, state: Bag): Bag {
    const values = this.given.get(id);
    return values ? { ...state, [givenKey]: values } : state;
  }

  /**
   * Notes that a change of this run leaves an object outside what the service manages, although it
   * stays where it is; `why` is a sentence.
   */
  leaveOutside(key: string, why: string): void {
    this.outside.set(key, why);
  }

  whyOutside(key: string): string | undefined {
    return this.outside.get(key);
  }

  /** Notes that the user is told of an object; returns whether it is the first time. */
  mention(key: string): boolean {
    const isFirst = !this.mentioned.has(key);
    this.mentioned.add(key);
    return isFirst;
  }
}

/** What the resources of one run of the engine know of each other, as far as the host tells. */
export interface Coordination {
  readonly ledger: Ledger;
  /**
   * Why this run must not end key material, and what to do; `undefined` if it may. Called only
   * before that would happen.
   */
  keepsKeys?(): string | undefined;
  /** Where creates of a resource on a service are noted; `undefined` if nowhere. */
  journal?(urn: string, service: unknown): Journal | undefined;
  /**
   * What else a program does beside giving a resource the option `replaceOnChanges` of these
   * inputs.
   */
  optionHint?(keys: readonly string[]): string;
}

/** Values that the service requires to be unique, as resources of the program claim them. */
class UniqueValues {
  private readonly claimants = new Map<string, Claimant>();
  private readonly claimed = new Map<string, readonly string[]>();

  /** Claims what the inputs describe; reports what another resource has claimed already. */
  claim({ urn, name }: Resource, definition: Definition, inputs: Bag): Failure[] {
    for (const value of this.claimed.get(urn) ?? []) this.claimants.delete(value);
    const places = placesOf(definition, inputs);
    const failures = places.flatMap(({ set, values, place }) => {
      const other = this.claimants.get(place);
      if (!other || other.urn === urn) return [];
      // Of a list, the common item.
      const shown = set.map((key, at) => (Array.isArray(inputs[key]) ? values[at] : inputs[key]));
      const what = set.map((key, at) => `${key} ${JSON.stringify(shown[at])}`).join(", ");
      return [
        {
          property: set.at(-1)!,
          reason: `${resourceLabel(other)} of this program has the same ${what}: declare it once`,
        },
      ];
    });
    const own = places.map(({ place }) => place).filter((place) => !this.claimants.has(place));
    for (const place of own) this.claimants.set(place, { urn, name, type: definition.type });
    this.claimed.set(urn, own);
    return failures;
  }

  /**
   * Another resource of the program that describes an object with these properties. One whose URN
   * is not known may be the same.
   */
  claimantOf(urn: string, definition: Definition, properties: Bag): Claimant | undefined {
    const claimants = placesOf(definition, properties).flatMap(({ place }) => this.claimants.get(place) ?? []);
    return claimants.find((one) => ![urn, ""].includes(one.urn) && urn !== "");
  }
}
