import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkFiles, writeFiles } from "../../../cli/verify/files";
import { asJson, asMarkdown } from "../../../cli/verify/print";
import { entryOf, type Report } from "../../../cli/verify/report";

const report: Report = { package: "1.2.3", service: "2.21.0", complete: true, entries: [entryOf("AwsKms", "works")] };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "verify-files-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test.each(["markdown", "json"] as const)(
  "a path of --%s that cannot be written is refused before the run",
  (option) => {
    const missing = join(folder, "none", "report");
    expect(() => checkFiles({ [option]: missing })).toThrow(
      `verifying was refused: the file ${missing}, given with --${option}, cannot be written (ENOENT). Nothing was sent.`,
    );
    expect(() => checkFiles({ [option]: folder })).toThrow("cannot be written (EISDIR)");
  },
);

test("the check leaves no file, and keeps one that is there", () => {
  const [markdown, json] = [join(folder, "report.md"), join(folder, "report.json")];
  writeFileSync(json, "before");
  checkFiles({ markdown, json });
  expect(existsSync(markdown)).toBe(false);
  expect(readFileSync(json, "utf8")).toBe("before");
});

test("one that cannot be written any more does not keep the other from being written", () => {
  const taken = join(folder, "taken");
  mkdirSync(taken);
  const [json, markdown] = [join(folder, "report.json"), join(folder, "report.md")];
  expect(writeFiles(report, { markdown: taken, json })).toEqual([
    `the file ${taken}, given with --markdown, cannot be written (EISDIR).`,
  ]);
  expect(readFileSync(json, "utf8")).toBe(asJson(report));
  expect(writeFiles(report, { json: taken, markdown })).toHaveLength(1);
  expect(readFileSync(markdown, "utf8")).toBe(asMarkdown(report));
});
