import { handoverOf } from "../../provider/lifecycle/vocabulary/field";
import { ResourceError } from "../../provider/lifecycle/vocabulary/failure";
import type { Bag, Definition } from "../../provider/lifecycle/vocabulary/definition";
import { isSameService } from "../../provider/api/identity";
import { keptOutside, resourceLabel, ownedBy, wantedBy } from "../../provider/lifecycle/claims/ownership";
import { Neighbors, type Owner, type Self } from "./recorded/neighbors";
import { placeOf, type Elsewhere, type Place } from "./recorded/place";

/**
 * What answers the recorded implementation would give with the decisions that differ from it. Each
 * decision has its name and its reason here, and an example in `ledger.test.ts`.
 */
export class Decided extends Neighbors {
  private readonly allWanted: { readonly object: string; readonly by: Owner }[] = [];

  /**
   * `unnamed`: a resource without a URN may be any, so what another one of them did says nothing of
   * it.
   */
  override hasUnknownObject(self: Self): boolean {
    return self.urn === "" ? this.known.has("") : super.hasUnknownObject(self);
  }

  protected override hasNew(self: Self): boolean {
    return self.urn !== "" && super.hasNew(self);
  }

  isReplaced(self: Self, definition: Definition, id: string, known: Bag): boolean {
    return self.urn !== "" && this.declared.isReplaced(self.urn, definition, id, known);
  }

  override obtain(self: Self, definition: Definition, id: string, known: Bag = {}): void {
    if (self.urn !== "") return super.obtain(self, definition, id, known);
    this.hold(placeOf(definition, id, known), { ...self, type: definition.type, hold: "declared", isNew: true });
  }

  /** `wanted twice`: a second resource that wants an object does not make the first one's wish void. */
  override want(self: Self, definition: Definition, id: string, known: Bag = {}) {
    const failures = super.want(self, definition, id, known);
    const by: Owner = { ...self, type: definition.type, hold: "adopted" };
    if (failures.length === 0) this.allWanted.push({ object: placeOf(definition, id, known).object, by });
    return failures;
  }

  private wantedByOther(self: Self, object: string): Owner | undefined {
    return this.allWanted.findLast((one) => one.object === object && one.by.urn !== self.urn)?.by;
  }

  override refuseWanted(self: Self, definition: Definition, about: { id: string; state: Bag; tried: string }): void {
    const { object } = placeOf(definition, about.id, about.state);
    const other = this.wantedByOther(self, object);
    this.vacated.refuse(object, (why) => keptOutside(about.tried, why));
    if (other) throw new ResourceError(wantedBy(about.tried, other));
    super.refuseWanted(self, definition, about);
  }

  /**
   * `refused declaration`: one that was refused claims nothing, and leaves what was known as it
   * was.
   */
  override declare(self: Self, definition: Definition, id: string, known: Bag = {}): void {
    const [left, isReplaced] = [this.formers.left.get(self.urn), this.declared.replaced.has(self.urn)];
    try {
      super.declare(self, definition, id, known);
    } catch (error) {
      if (!(error as Error).message.includes("wants to adopt")) {
        if (left) this.formers.left.set(self.urn, left);
        if (isReplaced) this.declared.replace(self.urn);
      }
      throw error;
    }
    const other = this.wantedByOther(self, placeOf(definition, id, known).object);
    const me = { ...self, type: definition.type };
    if (other) throw new ResourceError(`${resourceLabel(other)} wants to adopt the object "${id}": ${ownedBy(me)}`);
  }

  /**
   * `states`: of a type that hands nothing over, no replacement needs the state of the object
   * before.
   */
  override record(self: Self, definition: Definition, id: string, known: Bag = {}): void {
    super.record(self, definition, id, known);
    if (!handoverOf(definition)) this.formers.forget(self.urn);
  }

  override leave(self: Self, definition: Definition, id: string, known: Bag = {}): void {
    super.leave(self, definition, id, known);
    if (!handoverOf(definition)) this.formers.forget(self.urn);
  }

  /** Whether a resource of this process keeps the object. */
  keeps(object: string): boolean {
    const owners = [...(this.owners.get(object)?.values() ?? [])];
    return owners.some(({ hold, isLeaving }) => hold !== "recorded" && isLeaving !== true);
  }
}

/** What one process has told the others, in memory. */
interface Told extends Omit<Elsewhere, "isUsed"> {
  readonly size: number;
}

/** As the recorded implementation reads it. */
function toldBefore(): Told {
  const services = new Map<string, string>();
  return {
    hold: ({ object, service }) => void services.set(object, service),
    release: ({ object }) => void services.delete(object),
    has: ({ object, service }) => services.has(object) && isSameService(services.get(object)!, service),
    get size() {
      return services.size;
    },
  };
}

/**
 * `still held`: an object that another resource of the process keeps goes on being told of. `two
 * services`: what ends on one service does not end on another one.
 */
function toldNow(keeps: (object: string) => boolean): Told {
  const places = new Set<Place>();
  const isIn = (place: Place) => (one: Place) =>
    one.object === place.object && isSameService(one.service, place.service);
  return {
    hold: (place) => void places.add(place),
    release: (place) => {
      if (!keeps(place.object)) for (const one of [...places].filter(isIn(place))) places.delete(one);
    },
    has: (place) => [...places].some(isIn(place)),
    get size() {
      return places.size;
    },
  };
}

/** Two processes of one run, as they were, or with the decisions. */
export const recordedPair = (): Neighbors[] =>
  joined([toldBefore(), toldBefore()], (elsewhere) => new Neighbors(elsewhere));

export function decidedPair(): Decided[] {
  const all: Decided[] = [];
  const told = [0, 1].map((at) => toldNow((object) => all[at]!.keeps(object)));
  all.push(...joined(told, (elsewhere) => new Decided(elsewhere)));
  return all;
}

function joined<T>(told: readonly Told[], begin: (elsewhere: Elsewhere) => T): T[] {
  return told.map((own, at) => {
    const other = told[1 - at]!;
    return begin({ hold: own.hold, release: own.release, has: other.has, isUsed: () => other.size > 0 });
  });
}
