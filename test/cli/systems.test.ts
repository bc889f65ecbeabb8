import { readFileSync } from "node:fs";
import { join } from "node:path";
import { coverageTable } from "../../cli/systems";

/**
 * The README's table of systems matches the command's output; the padding of its columns does not
 * matter.
 */

const cells = (table: string) =>
  table
    .split("\n")
    .filter((line) => line.startsWith("|") && !/^[|\s-]+$/.test(line))
    .map((line) => line.split("|").map((cell) => cell.trim()));

test("the README shows the table of systems from the registry (npx pulumi-ciphertrust systems)", () => {
  const readme = readFileSync(join(__dirname, "../../README.md"), "utf8");
  const shown = /<!-- systems: [^\n]*-->([^]*?)<!-- \/systems -->/.exec(readme)?.[1] ?? "";
  expect(cells(shown)).toEqual(cells(coverageTable()));
});
