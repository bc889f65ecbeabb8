/** `npm run check`, `npm test` and `npm run test:all`. */
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { UserError } from "./errors";
import type { Invocation } from "./invocation";
import { bin, projectRoot } from "./project";
import { runWithEngine } from "./runWithEngine";
import { run } from "./shared/child.cjs";
import { elapsed } from "./shared/progress.cjs";

/** The files of `npm test`, by parts of their paths. */
const quickTests = [
  "test/(api|claims|evidence|hosts|policy|rules)/",
  "test/wire/lives",
  "test/engine/(quickstart|drift|policyRuns)",
];

const root = projectRoot();
/** Jest's reports of the last runs, one file for each step. */
const reports = join(root, "coverage", "tests");

const runJest = (invocation: Invocation): Promise<number> => runWithEngine(bin("jest", "bin", "jest.js"), invocation);

interface Step {
  title: string;
  /** Returns the commands that repeat what has failed. */
  work(invocation: Invocation): Promise<string[]>;
}

interface Check {
  title: string;
  repeat: string;
  /** A script of Node.js and its arguments. */
  command: string[];
}

const rooms = ["provider", "sdk", "cli", "policy", "emulator", "tools"];
const quickChecks = [
  { title: "Types", repeat: "npx tsc --noEmit", command: [bin("typescript", "bin", "tsc"), "--noEmit"] },
  { title: "Lint", repeat: "npx eslint .", command: [bin("eslint", "bin", "eslint.js"), "."] },
].map(stepOf);
const otherChecks = [
  {
    title: "Format",
    repeat: "npx prettier --check .",
    command: [bin("prettier", "bin", "prettier.cjs"), "--check", "."],
  },
  { title: "Unused code", repeat: "npx knip", command: [bin("knip", "bin", "knip.js"), "--no-progress"] },
  {
    title: "Imports between rooms",
    repeat: `npx depcruise ${rooms.join(" ")}`,
    command: [bin("dependency-cruiser", "bin", "dependency-cruise.mjs"), ...rooms],
  },
].map(stepOf);

function stepOf({ title, repeat, command }: Check): Step {
  const work = async (): Promise<string[]> => {
    const { code, stdout, stderr } = await run(process.execPath, command, { cwd: root, capture: true });
    if (code === 0) return [];
    console.log(`${title}:\n${stdout}${stderr}`);
    return [repeat];
  };
  return { title, work };
}

/** Runs steps at the same time: each uses one core, or waits. */
function together(...steps: Step[]): Step {
  const title = steps.map((step) => step.title).join(", ");
  return { title, work: async (invocation) => (await Promise.all(steps.map((step) => step.work(invocation)))).flat() };
}

/** Loaded for itself alone: it brings the compiler. */
async function compareGenerated(): Promise<string[]> {
  const { checkGenerated } = await import("./generate/index.js");
  return (await checkGenerated()) === 0 ? [] : ["npm run check"];
}
const generated: Step = { title: "Generated files", work: compareGenerated };

/** Loaded for itself alone: it brings a parser. */
async function checkProse(): Promise<string[]> {
  const { lintProse } = await import("./prose/index.js");
  const mistakes = await lintProse();
  if (mistakes.length === 0) return [];
  console.log(`Prose:\n${mistakes.join("\n")}`);
  return ["npm run check"];
}
const prose: Step = { title: "Prose", work: checkProse };

/** Runs jest; its report lists the files that failed. */
function tests(title: string, name: string, ...args: string[]): Step {
  const report = join(reports, `${name}.json`);
  const work = async (invocation: Invocation): Promise<string[]> => {
    mkdirSync(reports, { recursive: true });
    rmSync(report, { force: true });
    const code = await runJest({ ...invocation, args: [...args, "--json", `--outputFile=${report}`] });
    return code === 0 ? [] : repeats(report, args);
  };
  return { title, work };
}

/** One command for each failed file; the whole step if the report names none. */
function repeats(report: string, args: string[]): string[] {
  const failed = existsSync(report) ? failedFiles(readFileSync(report, "utf8")) : [];
  return (failed.length > 0 ? failed : [args.map((arg) => `'${arg}'`).join(" ")]).map((what) => `npm test -- ${what}`);
}

function failedFiles(report: string): string[] {
  const { testResults } = JSON.parse(report) as { testResults: { name: string; status: string }[] };
  const failed = testResults.filter(({ status }) => status === "failed");
  return failed.map(({ name }) => relative(root, name)).sort();
}

const quick = together(
  ...quickChecks,
  tests("quick tests", "quick", "--selectProjects", "unit", "engine", "--testPathPatterns", ...quickTests),
);

const others = (title: string, name: string, ...args: string[]): Step =>
  tests(title, name, ...args, "--testPathIgnorePatterns", ...quickTests);
const rest: readonly Step[] = [
  together(...otherChecks),
  prose,
  generated,
  others("Other unit tests", "unit", "--selectProjects", "unit"),
  // A third of their time is waiting for downloads and starts.
  others(
    "Other tests with the engine, package managers, platforms",
    "engine",
    ...["--selectProjects", "engine", "packages", "platforms", "--maxWorkers", "4"],
  ),
];

/** Every step runs, whatever the one before it found. */
async function runAll(steps: readonly Step[], invocation: Invocation): Promise<number> {
  const failed: string[] = [];
  for (const [index, { title, work }] of steps.entries()) {
    const started = Date.now();
    console.log(`\n== ${index + 1} of ${steps.length}: ${title}`);
    const repeat = await work(invocation);
    invocation.signal.throwIfAborted();
    console.log(`${title}: ${repeat.length === 0 ? "passed" : "failed"} (${elapsed(Date.now() - started)})`);
    failed.push(...repeat);
  }
  if (failed.length === 0) return 0;
  console.log(`\nTo repeat what failed:\n${[...new Set(failed)].map((command) => `  ${command}`).join("\n")}`);
  return 1;
}

export const runChecks = (invocation: Invocation): Promise<number> =>
  runAll([together(...quickChecks), together(...otherChecks), prose, generated], invocation);

/** With arguments, jest alone. */
export const runTests = (invocation: Invocation): Promise<number> =>
  invocation.args.length > 0 ? runJest(invocation) : runAll([quick], invocation);

export async function runAllTests(invocation: Invocation): Promise<number> {
  const [option, ...more] = invocation.args;
  if ((option ?? "--rest") !== "--rest" || more.length > 0)
    throw new UserError("The only option is --rest: without what `npm test` runs. One file: npm test -- <path>.");
  return runAll(option ? rest : [quick, ...rest], invocation);
}
