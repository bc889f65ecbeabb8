import { debuglog } from "node:util";
import type { Command } from "commander";
import { printableLines } from "../provider/api/printable";
import { exitCodes, exitCodeTable, type Endings } from "./exitCodes";

/** One form of help, and one of errors, for every command. */

export interface Help {
  notes?: string;
  examples: readonly string[];
  /** What its exit codes mean in it, besides those that all commands have. */
  endings: Endings;
}

/** Completes a command: its help, and what a mistake in its arguments prints and ends with. */
export function styled(command: Command, { notes, examples, endings }: Help): Command {
  const paragraphs = [
    ...(notes === undefined ? [] : [notes]),
    ["Examples:", ...examples.map((line) => `  $ ${line}`)].join("\n"),
    exitCodeTable(endings),
  ];
  return command
    .helpOption("-h, --help", "print this help")
    .helpCommand(false)
    .addHelpText("after", `\n${paragraphs.join("\n\n")}`)
    .configureOutput({ outputError: (text, write) => write(`${mistake(nameOf(command), text)}\n`) })
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? exitCodes.done : exitCodes.usage));
}

/** As it is typed, without the dashes after which npm passes arguments on. */
function nameOf(command: Command): string {
  return command.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name().replace(/ --$/, "");
}

/** What the parser says of the arguments: one line, with what to do. */
function mistake(name: string, text: string): string {
  const what = text
    .trim()
    .replace(/^error: /, "")
    .replace(/\.?\s*\n\(?(.*?)\)?$/, ". $1");
  return errorLine(name, `${what.replace(/(?<![.?])$/, ".")} Nothing was run; --help lists what it takes.`);
}

/** Every error begins with the command that failed. */
export const errorLine = (name: string, text: string): string => `${name}: ${printableLines(text)}`;

/** Prints an error of a command that ran. */
export function complain(command: Command, text: string): void {
  process.stderr.write(`${errorLine(nameOf(command), text)}\n`);
}

const debug = debuglog("ciphertrust");

/** The words for an error that no command expects. */
export function unexpected(error: unknown): string {
  debug("%O", error);
  const message = error instanceof Error ? error.message : String(error);
  return `unexpected error: ${message.replace(/\.$/, "")}. Report it; NODE_DEBUG=ciphertrust shows where it happened.`;
}
