import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { outputFile } from "../../tools/shared/outputFile";

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "output-file-"))));
afterEach(() => rmSync(folder, { recursive: true }));

test("a file in a folder that exists is accepted, and nothing is written yet", () => {
  expect(outputFile(join(folder, "new.svg"))).toBe(join(folder, "new.svg"));
  expect(readdirSync(folder)).toEqual([]);
  writeFileSync(join(folder, "old.svg"), "");
  expect(outputFile(join(folder, "old.svg"))).toBe(join(folder, "old.svg"));
});

test("what cannot be written is refused", () => {
  expect(() => outputFile(folder)).toThrow("is not the name of a file");
  expect(() => outputFile("")).toThrow("is not the name of a file");
  expect(() => outputFile(join(folder, "none", "new.svg"))).toThrow("none does not exist");
});
