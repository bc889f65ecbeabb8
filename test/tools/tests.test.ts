import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Invocation } from "../../tools/invocation";
import { Progress } from "../../tools/shared/progress.cjs";
import type * as commands from "../../tools/tests";

/** `npm test` and its relatives: which steps run, and what they print at the end. */

const root = mkdtempSync(join(tmpdir(), "tests-"));
const checked: string[] = [];
const jested: string[][] = [];
/** By the project of the step; a string is a file that fails, and `true` a run without a report. */
let failing: Record<string, string | true> = {};
/** What the linter of the prose finds. */
const mistakes: string[] = [];
let interruption: AbortController;

jest.doMock("../../tools/project", () => ({ projectRoot: () => root, bin: (...path: string[]) => path[0] }));
jest.doMock("../../tools/generate/index.js", () => ({ checkGenerated: async () => 0 }), { virtual: true });
jest.doMock("../../tools/prose/index.js", () => ({ lintProse: async () => mistakes }), { virtual: true });
jest.doMock("../../tools/shared/child.cjs", () => ({
  run: async (_node: string, [name]: string[]) => {
    checked.push(name!);
    const isBroken = failing[name!] !== undefined;
    return { code: isBroken ? 2 : 0, stdout: isBroken ? "what is wrong" : "", stderr: "" };
  },
}));
jest.doMock("../../tools/runWithEngine", () => ({
  runWithEngine: async (_script: string, { args }: Invocation) => {
    jested.push(args);
    const fault = failing[args[1]!];
    if (fault === true) return 1;
    if (fault === "Ctrl-C") interruption.abort();
    const results = ["test/fine.test.ts", fault ?? []].flat().map((file) => ({
      name: join(root, file),
      status: file === fault ? "failed" : "passed",
    }));
    const output = args.find((one) => one.startsWith("--outputFile="));
    if (output) writeFileSync(output.replace("--outputFile=", ""), JSON.stringify({ testResults: results }));
    return fault === undefined ? 0 : 1;
  },
}));

const { runAllTests, runChecks, runTests } = jest.requireActual<typeof commands>("../../tools/tests");

let printed: string;
beforeEach(() => {
  checked.length = jested.length = 0;
  failing = {};
  printed = "";
  interruption = new AbortController();
  jest.spyOn(console, "log").mockImplementation((text: string) => void (printed += `${text}\n`));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const invocation = (...args: string[]): Invocation => ({
  args,
  progress: new Progress(),
  signal: interruption.signal,
});
const repeated = () => printed.split("To repeat what failed:\n")[1]?.trimEnd();

test("npm test checks types and lint, and runs its files; with arguments it only passes them on", async () => {
  expect(await runTests(invocation())).toBe(0);
  expect(checked).toEqual(["typescript", "eslint"]);
  expect(jested).toEqual([expect.arrayContaining(["unit", "engine", "--testPathPatterns"])]);
  expect(await runTests(invocation("test/a.test.ts", "-t", "one"))).toBe(0);
  expect(jested[1]).toEqual(["test/a.test.ts", "-t", "one"]);
  expect(checked).toHaveLength(2);
});

test("npm run test:all is npm test and the rest, which omits exactly the files of npm test", async () => {
  expect(await runAllTests(invocation())).toBe(0);
  const [all, [quick]] = [checked.splice(0), jested];
  const rest = jested.splice(0).slice(1);
  const files = quick!.slice(quick!.indexOf("--testPathPatterns") + 1, quick!.indexOf("--json"));
  expect(files.length).toBeGreaterThan(0);
  for (const project of ["unit", "engine", "packages", "platforms"])
    expect(rest).toContainEqual(
      expect.arrayContaining(["--selectProjects", project, "--testPathIgnorePatterns", ...files]),
    );
  expect(await runAllTests(invocation("--rest"))).toBe(0);
  expect(jested).toEqual(rest);
  expect(["typescript", "eslint", ...checked]).toEqual(all);
  expect(repeated()).toBeUndefined();
});

test("a failure stops nothing, and the end names the command that repeats it", async () => {
  failing = { eslint: true, unit: "test/rules/create.test.ts", engine: true };
  expect(await runAllTests(invocation())).toBe(1);
  expect(jested.map(([, project]) => project)).toEqual(["unit", "unit", "engine"]);
  expect(printed).toContain("Lint:\nwhat is wrong");
  expect(repeated()!.split("\n")).toEqual([
    "  npx eslint .",
    "  npm test -- test/rules/create.test.ts",
    expect.stringMatching(/^ {2}npm test -- '--selectProjects' 'engine' 'packages' 'platforms'/),
  ]);
});

test("an interruption ends after the step that it interrupted", async () => {
  failing = { engine: "Ctrl-C" };
  await expect(runAllTests(invocation())).rejects.toThrow("aborted");
  expect(jested.map(([, project]) => project)).toEqual(["unit", "unit", "engine"]);
  expect(repeated()).toBeUndefined();
});

test("npm run check runs every check", async () => {
  failing = { knip: true };
  expect(await runChecks(invocation())).toBe(1);
  expect(checked.sort()).toEqual(["dependency-cruiser", "eslint", "knip", "prettier", "typescript"]);
  expect(repeated()).toBe("  npx knip");
  failing = {};
  mistakes.push("README.md:1: too long");
  expect(await runChecks(invocation())).toBe(1);
  mistakes.length = 0;
  expect(printed).toContain("Prose:\nREADME.md:1: too long");
});

test("an unknown option is refused", async () => {
  await expect(runAllTests(invocation("--reset"))).rejects.toThrow("The only option is --rest");
  expect(jested).toEqual([]);
});
