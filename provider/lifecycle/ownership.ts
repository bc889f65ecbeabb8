/** What errors and messages say of resources that have, or want, the same object. */

interface Named {
  readonly type: string;
  readonly name: string;
}

interface Resource extends Named {
  readonly urn: string;
}

export const ownObject =
  "It is this resource's own object, which its replacement cannot have while it exists: revert what causes the " +
  "replacement, or give the resource another name. Where destroying it frees its name, the option " +
  " deleteBeforeReplace: true  works, too. If Pulumi goes on replacing it after the change was reverted, remove it from the " +
  "state with  pulumi state delete , and run `pulumi up`, or with  adopt: true  if the error asks for it.";

const resourceElsewhere =
  "a resource of another provider of this program (the native plugin, the TypeScript package, or an explicit one)";

export const wentElsewhere = `goes on as ${resourceElsewhere}`;

export const ownedElsewhere = `${resourceElsewhere} already manages it, and two resources must not manage one object`;

/** A replacement that Pulumi was told to make (`--target-replace`, a taint) arrives like a new resource. */
export const notReplaced =
  "was not replaced, and keeps the object it had: to replace it, give it the option  deleteBeforeReplace: true  " +
  "first, and run with --refresh";

export function named({ type, name }: Named): string {
  return `${type} "${name}"`;
}

export function ownedBy(other: Resource): string {
  return (
    `${named(other)} of this stack already manages it, and two resources must not manage one object. If you renamed that one, ` +
    `give the new one the option  ${aliasOf(other.urn === "" ? undefined : other.name)}  instead of adopt.`
  );
}

/** The option by which a renamed resource keeps its object. */
export const aliasOf = (before: string | undefined): string =>
  `aliases: [{ name: ${JSON.stringify(before ?? "<its name before>")} }]`;

/** A delete of such an object: the service would show it as gone already. */
export const keptOutside = (tried: string, why: string): string =>
  `${tried} was refused, and nothing was deleted: ${why} Give the other one back what it had, run \`pulumi up\`, and then remove this one.`;

/** A resource whose object the program manages no longer, because of what it says of another one. */
export const leftOutside = (label: string, why: string): string =>
  `${label} cannot stay as it is: ${why} Remove it from the program in an update before this one, or leave the other one as it was.`;

export function twoOwners(label: string, other: Resource, id: string): string {
  return (
    `${label} and ${named(other)} manage the same object ("${id}"): deleting one would delete both. Keep one: ` +
    `remove the other from the program, and from the state with  pulumi state delete '${other.urn}'.`
  );
}

export function twoProviders(label: string, id: string): string {
  return (
    `${label} and ${resourceElsewhere} manage the same object ("${id}"): deleting one would delete both. Keep one: ` +
    `remove the other from the program, and from the state with  pulumi state delete .`
  );
}

/** How a resource gets an object back that it had before a change, as the end of a sentence. */
export const goBack = (label: string, id: string): string =>
  `revert the change that replaces it, add the argument  adopt: "${id}"  to ${label}, and run \`pulumi up\`.`;

/** The object was deleted before its replacement could not be created. */
export const recoverableUntil = (label: string, id: string, until: string): string =>
  `The object that it replaces was deleted before: its deletion can be canceled ${until}. To get it back, ${goBack(label, id)}`;

/** A delete of what a new resource should have, and does not. */
export function wantedBy(tried: string, other: Named): string {
  return (
    `${tried} was refused: ${named(other)} of this program wants this object, or another one in its place, and has failed. ` +
    `Nothing was deleted. Correct ${named(other)} and run \`pulumi up\` again; to have this object deleted first, remove ` +
    `${named(other)} from the program for one update.`
  );
}
