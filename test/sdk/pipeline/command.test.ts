import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { Command } from "commander";
import { addPipeline } from "../../../sdk/pipeline/command";
import { plan, refresh } from "./steps";

/** The command around an engine that does what the test wants. */

const folder = mkdtempSync(join(tmpdir(), "ciphertrust-fake-pipeline-"));
const { PATH } = process.env;
let said: string;
beforeEach(() => {
  process.env.PATH = [folder, dirname(process.execPath), "/usr/bin", "/bin"].join(delimiter);
  said = "";
  jest.spyOn(process.stderr, "write").mockImplementation((part) => {
    said += String(part);
    return true;
  });
});
afterEach(() => {
  process.env.PATH = PATH;
  process.exitCode = undefined;
  jest.restoreAllMocks();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function pulumi(script: string): void {
  writeFileSync(join(folder, "pulumi"), `#!/usr/bin/env bash\n${script}\n`);
  chmodSync(join(folder, "pulumi"), 0o755);
}

async function pipeline(...args: string[]): Promise<unknown> {
  const program = new Command();
  addPipeline(program);
  await program.parseAsync(["pipeline", ...args], { from: "user" });
  return process.exitCode;
}

test("a summary that cannot be written is a wrong command line, and nothing is run", async () => {
  pulumi(`touch "${folder}/was-run"`);
  const summary = join(folder, "nowhere", "summary.md");
  expect(await pipeline("up", "--cwd", folder, "--summary", summary)).toBe(2);
  expect(said).toContain(`--summary ${summary} cannot be written (ENOENT): name a file in a folder that is there.`);
  expect(existsSync(join(folder, "was-run"))).toBe(false);
});

test("the summary of an earlier run is emptied before this one begins", async () => {
  const summary = join(folder, "summary.md");
  writeFileSync(summary, "an earlier run: all is well");
  pulumi(`[ ! -s "${summary}" ] || { echo "error: an old summary" >&2; exit 1; }`);
  expect(await pipeline("drift", "--cwd", folder, "--summary", summary)).toBe(0);
  expect(readFileSync(summary, "utf8")).toContain("Everything is as the program says.");
});

test("a preview whose log has no end is a failure, for nobody can tell what else was planned", async () => {
  const summary = join(folder, "summary.md");
  pulumi("exit 0");
  expect(await pipeline("preview", "--cwd", folder, "--summary", summary)).toBe(1);
  expect(readFileSync(summary, "utf8")).toContain("event log has no end");
  pulumi(`echo '{"summaryEvent":{}}' > "\${!#}"`);
  expect(await pipeline("preview", "--cwd", folder, "--summary", summary)).toBe(0);
});

test.each([
  [[], "unchanged"],
  [[...plan("create", "a", null, {}), ...plan("update", "b", {}, { size: 1 })], "1 created, 1 updated"],
  [
    [...refresh("a", { size: 1 }, { size: 2 }), ...plan("update", "a", { size: 2 }, { size: 1 })],
    "1 updated; changed outside and put right: 1",
  ],
])("the last line of up says what it did (%#)", async (events, words) => {
  const log = join(folder, "events");
  writeFileSync(log, [...events, { summaryEvent: {} }].map((event) => JSON.stringify(event)).join("\n"));
  pulumi(`cp "${log}" "\${!#}"`);
  expect(await pipeline("up", "--cwd", folder, "--no-audit")).toBe(0);
  expect(said).toBe(`\npipeline up: ${words} (exit code 0)\n`);
});
