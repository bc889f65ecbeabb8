/** Commands and options that errors recommend. */

/**
 * The command that takes a resource out of the state, complete or with what has to be filled in:
 * half of one would be run.
 */
export const stateDelete = (urn?: string): string =>
  urn ? ` pulumi state delete '${urn}'` : " pulumi state delete '<its URN>'  (`pulumi stack --show-urns` shows it)";

/** The option by which a renamed resource keeps its object. */
export const aliasOf = (before: string | undefined): string =>
  `aliases: [{ name: ${JSON.stringify(before ?? "<its name before>")} }]`;

/** How a resource gets an object back that it had before a change, as the end of a sentence. */
export const goBack = (label: string, id: string): string =>
  `revert the change that replaces it, add the argument  adopt: "${id}"  to ${label}, and run \`pulumi up\`.`;
