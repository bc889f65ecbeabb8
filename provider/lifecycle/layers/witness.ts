import { objectOf, type Resource } from "../claims/claim";
import type { Coordination } from "../claims/ledger";
import { hasUnknownObjectIn, isNewIn, claimantsIn, otherHolderIn } from "../claims/folds";
import { labelIn, ownedBy, ownedElsewhere, ownerTold, ownObject } from "../claims/ownership";
import type { ClaimOnObject, Witness } from "../evidence/witness";
import type { Context } from "../reconciler/operations";
import type { Bag, Definition } from "../vocabulary/definition";
import { calledBy } from "../values/label";
import { serviceKey } from "../vocabulary/hiddenKeys";

/** What the ledger says to a create, for the layers that know other resources. */

/** The resource of a call, by its name in the program, or else in the service. */
export function selfOf(definition: Definition, { resource: caller }: Context, properties: Bag): Resource | undefined {
  return caller?.name === "" ? { ...caller, name: calledBy(definition, properties) ?? "" } : caller;
}

/**
 * What a create asks and tells: `known` are its inputs and the service's identity, `standing` the
 * objects whose values it gets.
 */
export function witnessFor(
  definition: Definition,
  { ledger, journal }: Coordination,
  context: Context,
  known: Bag,
  standing: readonly string[] = [],
): Witness {
  const self = selfOf(definition, context, known);
  const { resource: caller, owner, home } = context;
  // After a replacement without a diff, the old object cannot be distinguished from one that was left behind.
  const knowsAll = self !== undefined && !hasUnknownObjectIn(ledger.by(self));
  const isDeclared = (id: string) => ledger.isDeclared(definition, id, known);
  const labelOf = (id: string) => self && labelIn(otherHolderIn(ledger.at(definition, id, known), self.urn));
  const holderOf = (id: string) => {
    if (standing.includes(id)) return ownObject(definition, known);
    return self && ownerTold(self, claimantsIn(ledger.at(definition, id, known)), definition, known);
  };
  const claimantIn = (id: string, madeFor?: string): ClaimOnObject["by"] => {
    if (madeFor !== undefined && ledger.isDeclaredAs(definition, madeFor)) return "another";
    if (holderOf(id) === undefined) return isDeclared(id) ? "elsewhere" : knowsAll ? "nobody" : "unknown";
    if (!isDeclared(id)) return "recorded";
    return labelOf(id) === undefined ? "thisResource" : "another";
  };
  return {
    claimOn: (id, madeFor) => ({ by: claimantIn(id, madeFor), label: labelOf(id) }),
    ownerOf: (id, shown) => {
      const other = self && ledger.uniqueValues.claimantOf(self.urn, definition, shown);
      const describer = other ? ownedBy(other) : isDeclared(id) ? `${ownedElsewhere}.` : undefined;
      return holderOf(id) ?? describer;
    },
    adopt: (id) => self && ledger.adopt(self, definition, id, known),
    blockedBy: (id) => self && ledger.add("blocked", self, definition, id, known),
    made: (id) => self && ledger.add("made", self, definition, id, known),
    passedOver: (id) => ledger.notes.mention(objectOf(definition, id, known).key),
    isNew: self !== undefined && isNewIn(ledger.by(self)),
    knowsAll,
    owner,
    home,
    journal: caller?.urn ? journal?.(caller.urn, known[serviceKey]) : undefined,
  };
}
