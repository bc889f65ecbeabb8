import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { adoptCommand } from "../../cli/adopt/command";
import { pipelineCommand } from "../../cli/pipeline/command";
import { redactCommand } from "../../cli/redact/command";
import { rotateCommand } from "../../cli/rotate/command";
import { rotationReportCommand } from "../../cli/rotationReport/command";
import { verifyCommand } from "../../cli/verify/command";

/** The tables of the pages list the options of the commands: all of them, and no others. */

/** With `<>` if it takes a value that the table has to name. */
const shown = (long: string, takesValue: boolean): string => (takesValue ? `${long} <>` : long);

const optionsOf = ({ options, commands }: Command): string[] => [
  ...options.map(({ long, required, optional }) => shown(long!, required || optional)),
  ...commands.flatMap((inner) => optionsOf(inner)),
];

/** What stands below one heading, without its subsections; without a heading: everything. */
function sectionOf(text: string, name: string | undefined): string {
  if (name === undefined) return text;
  const sections = text.split(/^#+ /m);
  return sections.find((one) => one.split("\n")[0]!.toLowerCase().replaceAll(" ", "-") === name)!;
}

/** In the tables whose first column is called "option". */
function documented(page: string): string[] {
  const [file = "", section] = page.split("#");
  const text = sectionOf(readFileSync(join(__dirname, "../..", file), "utf8"), section);
  const tables = [...text.matchAll(/^\| option .*\n\|[- |]+\n((?:\|.*\n)+)/gm)].map(([, rows = ""]) => rows);
  const cells = tables.flatMap((rows) => rows.trimEnd().split("\n")).map((row) => row.split("|")[1]!);
  return cells.flatMap((cell) =>
    [...cell.matchAll(/`(--[\w-]+)( [^`]+)?`/g)].map(([, long, value]) => shown(long!, value !== undefined)),
  );
}

/** A row describes these two together, without their values. */
const together = ["--stack <>", "--cwd <>"];
const inTable = (option: string) => (together.includes(option) ? option.replace(" <>", "") : option);

test.each([
  ["adopt", adoptCommand, ["docs/adopt.md"]],
  ["pipeline", pipelineCommand, ["docs/pipelines.md"]],
  ["redact", redactCommand, ["docs/errors.md"]],
  ["rotate", rotateCommand, ["docs/rotation.md#from-the-command-line"]],
  ["rotation-report", rotationReportCommand, ["docs/rotation.md#rotation-report"]],
  ["verify", verifyCommand, ["docs/verify.md"]],
])("%s", (name, fill, pages) => {
  const command = new Command(name);
  fill(command);
  const options = new Set(optionsOf(command).map(inTable));
  expect([...new Set(pages.flatMap(documented))].sort()).toEqual([...options].sort());
});
