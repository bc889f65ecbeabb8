import { stripVTControlCharacters } from "node:util";

/**
 * Text that the service sent, or whoever responds in its place, made safe to show: names, reasons and errors reach
 * terminals, logs of pipelines and comments on pull requests, each of which takes some texts for commands.
 */

/** Longer than any reason that helps. */
const longest = 1_000;
/** Directions of writing and characters without width: they make a text look like another. */
const deceptive = /[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
// eslint-disable-next-line no-control-regex -- these are meant
const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

/** Stands at the end of a text that was cut. */
export const cutMark = / … \(\d+ characters\)/g;

/** One line of it. */
export function printable(text: string, limit = longest): string {
  // Nobody reads more; the rest need not even be looked at.
  const cut = text.length > limit ? `${text.slice(0, limit)} … (${text.length} characters)` : text;
  return withoutCommands(stripVTControlCharacters(cut).replace(control, " ").replace(deceptive, "").trim());
}

/** The same for text that has lines of our own. */
export function printableLines(text: string): string {
  return text
    .split("\n")
    .map((line) => /^\s*/.exec(line)![0] + printable(line, 20 * longest))
    .join("\n");
}

/** What GitHub Actions (`::name::`, `##[name]`) and Azure Pipelines (`##vso[name]`) read as commands to them. */
function withoutCommands(line: string): string {
  return line.replace(/^::/, ": :").replace(/##(?=\[|vso\[)/gi, "# #");
}
