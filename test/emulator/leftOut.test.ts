import { readFileSync } from "node:fs";
import { join } from "node:path";
import { operations } from "../../emulator";

/** The page names every operation of the list that the emulator leaves out, and why. */

const page = readFileSync(join(__dirname, "../../emulator/DIFFERENCES.md"), "utf8");
const [, section = ""] = page.split("\n## Operations left out\n");
const rows = section
  .split("\n## ")[0]!
  .split("\n")
  .filter((line) => line.startsWith("| `"));
const cells = rows.map((row) => row.split("|").map((cell) => cell.trim()));
const named = cells.flatMap(([, which = ""]) => [...which.matchAll(/`([^`]+)`/g)].map(([, name]) => name));
const missing = operations().filter(({ implemented }) => !implemented);

test("it names exactly those, each once", () => {
  expect([...named].sort()).toEqual(missing.map(({ operation }) => operation).sort());
});

test("it gives a reason for each", () => {
  for (const [, , why = ""] of cells) expect(why).toMatch(/^[A-Z].{20,}\.$/);
});
