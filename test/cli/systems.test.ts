import { readFileSync } from "node:fs";
import { join } from "node:path";
import { coverageTable } from "../../cli/systems";

/** The README's table of systems is what the command prints; how its columns are padded does not matter. */

const cells = (table: string) =>
  table
    .split("\n")
    .filter((line) => line.startsWith("|") && !/^[|\s-]+$/.test(line))
    .map((line) => line.split("|").map((cell) => cell.trim()));

test("the README shows the table of systems that the registry gives", () => {
  const readme = readFileSync(join(__dirname, "../../README.md"), "utf8");
  const shown = /<!-- systems: [^\n]*-->([^]*?)<!-- \/systems -->/.exec(readme)?.[1] ?? "";
  expect(cells(shown)).toEqual(cells(coverageTable()));
});
