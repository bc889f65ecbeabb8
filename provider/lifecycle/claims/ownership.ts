import type { Bag, Definition } from "../vocabulary/definition";
import { keptSets } from "../values/diff";
import { stateDelete, aliasOf, goBack } from "../vocabulary/failure";
import { wordsOf } from "../vocabulary/schema";
import type { Claimant, Resource } from "./claim";

/** What errors and messages say of resources that have, or want, the same object. */

interface Named {
  readonly type: string;
  readonly name: string;
}

export const ownObject = (definition: Definition, state: Bag): string =>
  "It is this resource's own object, which its replacement cannot have while it exists: revert what causes the " +
  `replacement, or, to replace it, ${howToReplace(definition, state)}. If Pulumi goes on replacing it after the change was reverted, ` +
  `remove it from the state with ${stateDelete()}, and run \`pulumi up\`, or with  adopt: true  if the error asks for it.`;

/**
 * What the resources that have an object say of another one that would get it; `undefined` if there
 * are none.
 */
export function ownerTold(
  resource: Resource,
  owners: readonly Claimant[],
  definition: Definition,
  state: Bag,
): string | undefined {
  if (owners.some(({ urn }) => urn === resource.urn)) return ownObject(definition, state);
  const isNamesake = ({ urn, type, name }: Claimant) =>
    urn === "" && type === definition.type && name === resource.name;
  const namesake = owners.find(isNamesake);
  return namesake ? perhapsOwnObject(definition, namesake, state) : owners[0] && ownedBy(owners[0]);
}

/** The owner is known by type and name alone: a refresh does not always tell more. */
const perhapsOwnObject = (definition: Definition, other: Named, state: Bag): string =>
  `${resourceLabel(other)} of this stack has it. If that is this very resource, which Pulumi was told to replace (--target-replace, a taint), ` +
  `${howToReplace(definition, state)}. If it had another parent in the program before, give it the option  ` +
  "aliases: [{ parent: <its parent before> }].";

/** What makes a replacement succeed that was asked for by hand, for an object with this state. */
function howToReplace(definition: Definition, state: Bag): string {
  const deletesFirst = "give it the option  deleteBeforeReplace: true  and run the same command again";
  const keptAt = (onDestroy: unknown) => keptSets(definition, { ...state, onDestroy })[0]?.at(-1);
  const kept = keptAt(state.onDestroy);
  if (kept === undefined) return deletesFirst;
  const freeing = wordsOf(definition.inputs.onDestroy).filter((word) => keptAt(word) === undefined);
  const words = freeing.map((word) => JSON.stringify(word)).join(" or ");
  const or =
    words === ""
      ? ""
      : `; or, if the old object may be deleted permanently, set onDestroy: ${words} in an update before, then ${deletesFirst}`;
  return `give the new object another ${kept}, because destroying the old one keeps that in use${or}`;
}

const resourceElsewhere =
  "a resource of another provider of this program (the native plugin, the TypeScript package, or an explicit one)";

export const wentElsewhere = `goes on as ${resourceElsewhere}`;

export const ownedElsewhere = `${resourceElsewhere} already manages it, and two resources must not manage one object`;

/**
 * A replacement that Pulumi was told to make (`--target-replace`, a taint) arrives like a new
 * resource.
 */
export const notReplaced = (definition: Definition, state: Bag): string =>
  `was not replaced, and keeps the object it had: to replace it, ${howToReplace(definition, state)}`;

export function resourceLabel({ type, name }: Named): string {
  return `${type} "${name}"`;
}

/** The same for one that may be unknown. */
export const labelIn = (holder: Named | undefined): string | undefined => holder && resourceLabel(holder);

export function ownedBy(other: Claimant): string {
  return (
    `${resourceLabel(other)} of this stack already manages it, and two resources must not manage one object. If you renamed that one, ` +
    `give the new one the option  ${aliasOf(other.urn === "" ? undefined : other.name)}  instead of adopt; if this one is to follow ` +
    "it, remove that one in an update before this one."
  );
}

/** A delete of such an object: the service would show it as gone already. */
export const keptOutside = (tried: string, why: string): string =>
  `${tried} was refused, and nothing was deleted: ${why} Give the other one back what it had, run \`pulumi up\`, and then remove this one.`;

/** A resource whose object the program manages no longer, because of what it says of another one. */
export const leftOutside = (label: string, why: string): string =>
  `${label} cannot stay as it is: ${why} Remove it from the program in an update before this one, or leave the other one as it was.`;

/** `other` is absent where another provider has it. */
export const twoOwners = (label: string, id: string, other?: Claimant): string =>
  `${label} and ${labelIn(other) ?? resourceElsewhere} manage the same object ("${id}"): deleting one would delete both. Keep one: ` +
  `remove the other from the program, and from the state with ${stateDelete(other?.urn)}.`;

/** The object was deleted before its replacement could not be created. */
export const recoverableUntil = (label: string, id: string, until: string): string =>
  `The object that it replaces was deleted before: its deletion can be canceled ${until}. To get it back, ${goBack(label, id)}`;

/** A delete of what a new resource should have, and does not. */
export function wantedBy(tried: string, other: Named): string {
  return (
    `${tried} was refused: ${resourceLabel(other)} of this program wants this object, or another one in its place, and has failed. ` +
    `Nothing was deleted. Correct ${resourceLabel(other)} and run \`pulumi up\` again; to have this object deleted first, remove ` +
    `${resourceLabel(other)} from the program for one update.`
  );
}
