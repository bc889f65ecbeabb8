import { stripVTControlCharacters } from "node:util";

/**
 * Strings from the service, or from whatever responds at its address, made safe to print: names,
 * reasons and errors reach terminals, pipeline logs and pull request comments, each of which
 * interprets some strings as commands.
 */

/** Longer than any useful reason. */
const longest = 1_000;
/** Bidirectional controls and zero-width characters: they make one string look like another. */
const deceptive = /[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
// eslint-disable-next-line no-control-regex -- these are meant
const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

/** Marks a string that was truncated. */
export const cutMark = / … \(\d+ characters\)/g;

/** One line of it. */
export function printable(text: string, limit = longest): string {
  // Nobody reads more; the rest is not even processed.
  const cut = text.length > limit ? `${text.slice(0, limit)} … (${text.length} characters)` : text;
  return withoutCommands(stripVTControlCharacters(cut).replace(control, " ").replace(deceptive, "").trim());
}

/** The same for strings with line breaks of our own. */
export function printableLines(text: string): string {
  return text
    .split("\n")
    .map((line) => /^\s*/.exec(line)![0] + printable(line, 20 * longest))
    .join("\n");
}

/**
 * What GitHub Actions (`::name::`, `##[name]`) and Azure Pipelines (`##vso[name]`) read as commands
 * to them.
 */
function withoutCommands(line: string): string {
  return line.replace(/^::/, ": :").replace(/##(?=\[|vso\[)/gi, "# #");
}
