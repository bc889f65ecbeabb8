import { readFileSync } from "node:fs";
import { join } from "node:path";
import { coverageTable } from "../../cli/systems";

/**
 * The guides' table of systems matches the command's output; the padding of its columns does not
 * matter.
 */

const cells = (table: string) =>
  table
    .split("\n")
    .filter((line) => line.startsWith("|") && !/^[|\s-]+$/.test(line))
    .map((line) => line.split("|").map((cell) => cell.trim()));

test("docs/guides shows the table of systems from the registry (npx pulumi-ciphertrust systems)", () => {
  const page = readFileSync(join(__dirname, "../../docs/guides/README.md"), "utf8");
  const shown = /<!-- systems: guides -->([^]*?)<!-- \/systems -->/.exec(page)?.[1] ?? "";
  expect(cells(shown.replaceAll(/\[([^\]]+)\]\(\w+\.md\)/g, "$1"))).toEqual(cells(coverageTable()));
});
