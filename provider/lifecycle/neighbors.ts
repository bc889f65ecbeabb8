import type { Bag, Definition, Failure } from "./definition";
import { placesOf } from "./diff";
import { ResourceError } from "./failure";

/** A calling resource of the stack. */
export interface Self {
  /** Its name in the state, unique in the stack; empty for the one whose name is not known yet. */
  readonly urn: string;
  /** Its name in the program or, while that is not known, in the service. */
  readonly name: string;
}

/** How another resource holds an object, from the strongest to the weakest. */
type Hold = "declared" | "adopted" | "recorded";

interface Owner extends Self {
  readonly type: string;
  hold: Hold;
  /** It created the object, or took it over, in this run. */
  readonly isNew?: boolean;
}

/** The same for resources of other processes: those of the dynamic provider, the native plugin and explicit providers know nothing of each other. */
export interface Elsewhere {
  /** Notes that a resource of this process, which the program declares, has the object. */
  hold(object: string): void;
  release(object: string): void;
  /** Whether one of another process has it. */
  has(object: string): boolean;
  /** Whether one of another process has any. */
  isUsed(): boolean;
}

/**
 * The other resources of the stack, as far as this process knows them: two that describe one object would overwrite
 * each other's changes, and deleting one would delete both. One instance for all resources of a provider process.
 */
export class Neighbors {
  /** By values that the service requires to be unique. */
  private readonly places = new Map<string, Owner>();
  private readonly placesByUrn = new Map<string, readonly string[]>();
  /** By object: type and id. */
  private readonly owners = new Map<string, Map<string, Owner>>();
  /** Objects that new resources of the program want to take over. */
  private readonly wanted = new Map<string, Owner>();

  /** Resources that the stack had before this run. */
  private readonly known = new Set<string>();

  constructor(private readonly elsewhere?: Elsewhere) {}

  /** Records that the stack had this resource before this run. */
  note(self: Self): void {
    this.known.add(self.urn);
  }

  /**
   * True for a resource that the stack had before with an unknown object: it may be any. The same holds for every
   * resource while the name of one that the stack had is unknown.
   */
  hasUnknownObject(self: Self): boolean {
    if (!this.known.has(self.urn) && !this.known.has("")) return false;
    return ![...this.owners.values()].some((owners) => owners.has(self.urn));
  }

  /** Identifies the resource whose name was not known. */
  reveal(self: Self): void {
    if (this.known.delete("")) this.known.add(self.urn);
    const rename = (owner: Owner): Owner => (owner.urn === "" ? { ...owner, ...self } : owner);
    for (const [place, owner] of this.places) this.places.set(place, rename(owner));
    for (const [object, owner] of this.wanted) this.wanted.set(object, rename(owner));
    const mine = this.placesByUrn.get("");
    if (mine) this.placesByUrn.set(self.urn, mine);
    this.placesByUrn.delete("");
  }

  /** Claims what the inputs describe for a resource of the program; reports what another one has claimed already. */
  claim(self: Self, definition: Definition, inputs: Bag): Failure[] {
    for (const place of this.placesByUrn.get(self.urn) ?? []) this.places.delete(place);
    const places = placesOf(definition, inputs);
    const failures = places.flatMap(({ set, place }) => {
      const other = this.places.get(place);
      if (!other || other.urn === self.urn) return [];
      const what = set.map((key) => `${key} ${JSON.stringify(inputs[key])}`).join(", ");
      return [
        { property: set.at(-1)!, reason: `${named(other)} of this program has the same ${what}: declare it once` },
      ];
    });
    const mine = places.map(({ place }) => place).filter((place) => !this.places.has(place));
    const owner: Owner = { ...self, type: definition.type, hold: "declared" };
    for (const place of mine) this.places.set(place, owner);
    this.placesByUrn.set(self.urn, mine);
    return failures;
  }

  /** Records a new resource of the program that adopts an object by its id. */
  want(self: Self, definition: Definition, id: string): Failure[] {
    const other = this.rivalOf(self, definition, id);
    if (other) return [{ property: "adopt", reason: ownedBy(other) }];
    this.wanted.set(objectOf(definition, id), { ...self, type: definition.type, hold: "adopted" });
    return [];
  }

  /** Records that a resource of the program has this object. Throws if another one has it too, or adopts it. */
  declare(self: Self, definition: Definition, id: string): void {
    const other = this.rivalOf(self, definition, id);
    const me = { ...self, type: definition.type };
    if (other) throw new ResourceError(twoOwners(named(me), other, id));
    if (!this.claimed(definition, id)) throw new ResourceError(twoProviders(named(me), id));
    this.hold(self, definition, id, "declared");
    const wants = this.wanted.get(objectOf(definition, id));
    if (wants && wants.urn !== self.urn) {
      throw new ResourceError(`${named(wants)} wants to adopt the object "${id}": ${ownedBy(me)}`);
    }
  }

  /** Records that the state has this object. */
  record(self: Self, definition: Definition, id: string): void {
    if (!this.owners.get(objectOf(definition, id))?.has(self.urn)) this.hold(self, definition, id, "recorded");
  }

  /** Records that a new resource takes over this object. Throws if another resource of the stack has it, or the one it replaces. */
  adopt(self: Self, definition: Definition, id: string): void {
    const label = named({ type: definition.type, name: self.name });
    const refused = (why: string) => new ResourceError(`adopting "${id}" for ${label} was refused: ${why}`);
    const other = this.rivalOf(self, definition, id);
    if (other) throw refused(ownedBy(other));
    const own = this.owners.get(objectOf(definition, id))?.get(self.urn);
    if (own && !own.isNew) throw refused(ownObject);
    if (!this.claimed(definition, id)) throw refused(ownedElsewhere);
    this.hold(self, definition, id, "adopted", true);
  }

  /** Records that a new resource has this object from now on. */
  obtain(self: Self, definition: Definition, id: string): void {
    this.hold(self, definition, id, "declared", true);
  }

  /** Records that the object of a resource is about to be replaced. */
  leave(definition: Definition, id: string): void {
    this.elsewhere?.release(objectOf(definition, id));
  }

  /** True if another resource of this type may have taken over an object whose id has changed. */
  hasHeirs(self: Self, { type }: Definition): boolean {
    if (this.elsewhere?.isUsed()) return true;
    const all = [...this.owners.values()].flatMap((owners) => [...owners.values()]);
    return all.some((one) => one.type === type && one.urn !== self.urn && one.hold === "declared");
  }

  /** Records that the object of a resource was deleted. */
  release(self: Self, definition: Definition, id: string): void {
    const object = objectOf(definition, id);
    this.owners.get(object)?.delete(self.urn);
    this.elsewhere?.release(object);
  }

  /**
   * What happens to the object of a deleted resource if another one continues with it, as text; `undefined` if none does. It
   * may be its own replacement, which has the same URN.
   */
  heirOf(self: Self, definition: Definition, ids: readonly string[]): string | undefined {
    const objects = ids.map((id) => objectOf(definition, id));
    const all = objects.flatMap((object) => [...(this.owners.get(object)?.values() ?? [])]);
    const heir = all.find(({ urn, hold, isNew }) => (urn === self.urn ? isNew : hold === "declared"));
    if (heir) return heir.urn === self.urn ? notReplaced : `goes on as ${named(heir)}`;
    return objects.some((object) => this.elsewhere?.has(object)) ? wentElsewhere : undefined;
  }

  /** The resource of the stack that has this object, as text for an error; `undefined` if none is known. */
  ownerOf(self: Self, definition: Definition, id: string): string | undefined {
    const all = [...(this.owners.get(objectOf(definition, id))?.values() ?? [])];
    if (all.some(({ urn }) => urn === self.urn)) return ownObject;
    return all[0] && ownedBy(all[0]);
  }

  /** The name in the program of a resource that has this object, as far as this process knows. */
  holderOf({ type }: Pick<Definition, "type">, id: string): string | undefined {
    const holders = [...(this.owners.get(objectOf({ type }, id))?.values() ?? [])];
    return holders.map(({ name }) => name).find((name) => name !== "");
  }

  /** Tells other processes of the object first, and looks at theirs then: of two that do so at once, one sees the other. */
  private claimed(definition: Definition, id: string): boolean {
    const object = objectOf(definition, id);
    this.elsewhere?.hold(object);
    if (!this.elsewhere?.has(object)) return true;
    this.elsewhere.release(object);
    return false;
  }

  private hold(self: Self, definition: Definition, id: string, hold: Hold, isNew = false): void {
    const key = objectOf(definition, id);
    const owners = this.owners.get(key) ?? new Map<string, Owner>();
    owners.set(self.urn, { ...self, type: definition.type, hold, isNew });
    this.owners.set(key, owners);
  }

  /** Another resource that the program declares or that takes it over: one that is only in the state may be about to be deleted. */
  private rivalOf(self: Self, definition: Definition, id: string): Owner | undefined {
    return this.othersOf(self, definition, id).find(({ hold }) => hold !== "recorded");
  }

  private othersOf(self: Self, definition: Definition, id: string): Owner[] {
    const all = [...(this.owners.get(objectOf(definition, id))?.values() ?? [])];
    return all.filter(({ urn }) => urn !== self.urn);
  }
}

const ownObject =
  "It is this resource's own object, which its replacement cannot have while it exists: revert what causes the " +
  "replacement, or give the resource another name. Where destroying it frees its name, the option " +
  " deleteBeforeReplace: true  works, too.";

const resourceElsewhere =
  "a resource of another provider of this program (the native plugin, the TypeScript package, or an explicit one)";

const wentElsewhere = `goes on as ${resourceElsewhere}`;

const ownedElsewhere = `${resourceElsewhere} already manages it, and two resources must not manage one object`;

/** A replacement that Pulumi was told to make (`--target-replace`, a taint) arrives like a new resource. */
const notReplaced =
  "was not replaced, and keeps the object it had: to replace it, give it the option  deleteBeforeReplace: true  " +
  "first, and run with --refresh";

function objectOf(definition: Pick<Definition, "type">, id: string): string {
  return JSON.stringify([definition.type, id]);
}

function named({ type, name }: { type: string; name: string }): string {
  return `${type} "${name}"`;
}

function ownedBy(other: { type: string; name: string; urn: string }): string {
  const before = other.urn === "" ? "<its name before>" : JSON.stringify(other.name);
  return (
    `${named(other)} of this stack already manages it, and two resources must not manage one object. If you renamed that one, ` +
    `give the new one the option  aliases: [{ name: ${before} }]  instead of adopt.`
  );
}

function twoOwners(label: string, other: Owner, id: string): string {
  return (
    `${label} and ${named(other)} manage the same object ("${id}"): deleting one would delete both. Keep one: ` +
    `remove the other from the program, and from the state with  pulumi state delete '${other.urn}'.`
  );
}

function twoProviders(label: string, id: string): string {
  return (
    `${label} and ${resourceElsewhere} manage the same object ("${id}"): deleting one would delete both. Keep one: ` +
    `remove the other from the program, and from the state with  pulumi state delete .`
  );
}
