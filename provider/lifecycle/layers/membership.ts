import type { Wire } from "../../api/client";
import type { Home } from "../evidence/belonging";
import type { Shrinking } from "../guards/coverage";
import type { Bag, Definition, Failure, Scope } from "../vocabulary/definition";
import { calledBy, needsOf } from "../vocabulary/field";
import { look } from "../service/look";
import { holderOf, isContained } from "../service/missing";
import type { Neighbors, Self } from "../claims/neighbors";
import { ownedBy, ownedElsewhere, ownObject } from "../claims/ownership";
import { idOf } from "../vocabulary/paths";
import { placeOf } from "../claims/place";
import type { Removal } from "../reconciler/removal";
import type { Stack } from "../evidence/stack";
import type { Replacement } from "../guards/replacement";
import type { Stored } from "../service/state";
import { serviceKey } from "../vocabulary/hiddenKeys";
import { labelOf } from "../values/label";
import type { Company } from "../claims/company";

/** What is noted when a resource gets an object. */
type Getting = "adopt" | "obtain";

/**
 * The calling resource among the others of its stack, as far as they are known. `inputs` name one
 * whose name in the program is not.
 */
export class Membership {
  constructor(
    private readonly definition: Definition,
    private readonly company?: Company,
  ) {}

  /** The stack, as far as it is known. */
  home(inputs: Bag): Home | undefined {
    return this.company?.home?.(inputs);
  }

  labelOf(inputs: Bag, id?: string): string {
    return labelOf(this.definition, inputs, () => this.company?.self()?.name || undefined, id);
  }

  with<T>(inputs: Bag, work: (self: Self, neighbors: Neighbors) => T): T | undefined {
    const self = this.company?.self();
    if (!self) return undefined;
    return work(
      self.name === "" ? { ...self, name: calledBy(this.definition, inputs) ?? "" } : self,
      this.company!.neighbors,
    );
  }

  /**
   * Unique values and objects that two resources of a program must not share, if the calling
   * resource is known.
   */
  claim(olds: Bag, inputs: Bag): Failure[] {
    const isNew = Object.keys(olds).length === 0;
    return this.with(inputs, (self, all) => all.claim(self, this.definition, inputs, isNew)) ?? [];
  }

  own({ inputs }: Scope, stored: Stored, how: Getting): Stored {
    this.with(inputs, (self, neighbors) => neighbors[how](self, this.definition, stored.id, stored.state));
    return stored;
  }

  /**
   * What the stack tells of a new object: `known` are its inputs and the service's identity,
   * `standing` what it takes over from.
   */
  stackFor(known: Bag, standing: readonly string[]): Stack {
    const ask = <T>(work: (self: Self, neighbors: Neighbors) => T) => this.with(known, work);
    const { definition } = this;
    return {
      ownerOf: (id) =>
        standing.includes(id)
          ? ownObject(definition, known)
          : ask((self, all) => all.ownerOf(self, definition, id, known)),
      claimantOf: (id, shown) => {
        const other = ask(({ urn }, all) => all.claims.claimantOf(urn, definition, shown));
        if (other) return ownedBy(other);
        return this.company?.neighbors.isDeclared(definition, id, known) ? `${ownedElsewhere}.` : undefined;
      },
      rivalOf: (id) => ask((self, all) => all.rivalAt(self, definition, id, known)),
      isDeclared: (id) => this.company?.neighbors.isDeclared(definition, id, known) === true,
      stop: (id) => ask((self, all) => all.stop(self, definition, id, known)),
      // After a replacement without a diff, the old object cannot be distinguished from one that was left behind.
      isTold: ask((self, all) => !all.hasUnknownObject(self)) ?? false,
      isNew: ask((self, all) => all.isNew(self)) ?? false,
      isDeclaredAs: (name) => this.company?.neighbors.declared.has(definition, name) === true,
      mention: (id) => this.company?.neighbors.declared.mention(definition, id, known) === true,
      owner: this.company?.owner?.(known),
      home: this.home(known),
      journal: this.company?.journal?.(known[serviceKey]),
    };
  }

  /**
   * The resource that continues with the object. After a rotation it may have another id, which
   * only a read shows.
   */
  async heirOf(scope: Scope, id: string, state: Bag): Promise<string | undefined> {
    const known = this.with(state, (self, all) => all.heirOf(self, this.definition, [id], state));
    if (known || !this.definition.hooks?.read || this.definition.action) return known;
    if (!this.with(state, (self, all) => all.hasHeirs(self, this.definition, state))) return undefined;
    const now: Wire | undefined = await look(this.definition, scope, id, state);
    const ids = now ? [idOf(this.definition, now)] : [];
    return this.with(state, (self, all) => all.heirOf(self, this.definition, ids, state));
  }

  /** What the stack tells of an object that ends. */
  ended(id: string, state: Bag): Pick<Removal, "home" | "isReplaced" | "holder"> {
    const { definition, company } = this;
    const isReplaced = this.with(state, ({ urn }, all) => all.declared.isReplaced(urn, definition, id, state)) === true;
    const isKept = needsOf(definition).some(
      ([key, needed]) => isContained(needed) && company?.neighbors.isDeclared(needed, String(state[key]), state),
    );
    return { home: this.home(state), isReplaced, holder: isKept ? undefined : holderOf(definition) };
  }

  /** The state of an object that ends, with what this run knows of it. */
  ending(id: string, state: Bag): Bag {
    return this.company?.neighbors.formers.withGiven(id, state) ?? state;
  }

  /** What the stack tells of a planned change of what covers other objects. */
  around(inputs: Bag): Pick<Shrinking, "home" | "isRefreshed" | "holderOf" | "vacate"> {
    const neighbors = this.company?.neighbors;
    return {
      home: this.home(inputs),
      isRefreshed: this.with(inputs, ({ urn }, all) => all.vacated.isRefreshed(urn)) ?? false,
      holderOf: (type, id) => neighbors?.labelOf(type, id, inputs),
      vacate: (type, id, why) => neighbors?.vacated.note(placeOf(type, id, inputs).object, why),
    };
  }

  /** What the stack tells of a planned replacement. */
  formerly(): Pick<Replacement, "holderOf" | "optionHint" | "wasRetained"> {
    const { neighbors, optionHint, isRetained } = this.company ?? {};
    return { holderOf: (type, id) => neighbors?.holderOf(type, id), optionHint, wasRetained: isRetained?.() };
  }
}
