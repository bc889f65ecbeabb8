import { commands } from "../../tools/commands";
import { crashEnvironment } from "../../tools/crash";
import { demo } from "../../tools/demo";
import { main } from "../../tools/main";
import { projectRoot } from "../../tools/project";
import { release } from "../../tools/release";
import { Progress } from "../../tools/shared/progress.cjs";
import { docs } from "../../tools/site";

/** The commands of npm: their help, and how a mistake ends them. */

let stdout = "";
let stderr = "";
let exited: number | undefined;
beforeEach(() => {
  [stdout, stderr] = ["", ""];
  jest.spyOn(process.stdout, "write").mockImplementation((part) => ((stdout += String(part)), true));
  jest.spyOn(process.stderr, "write").mockImplementation((part) => ((stderr += String(part)), true));
  jest.spyOn(console, "error").mockImplementation((part) => void (stderr += `${String(part)}\n`));
  exited = undefined;
  jest.spyOn(process, "exit").mockImplementation((code) => {
    exited ??= Number(code);
    throw new Error("ended");
  });
});

/** The exit code, of which the first call of `process.exit` decides. */
async function ended(name: string | undefined, ...args: string[]): Promise<number> {
  const direct = Object.hasOwn(lazy, name ?? "") ? lazy[name!] : undefined;
  const code = await (direct ? direct(args) : main(name, args)).catch(() => undefined);
  return exited ?? code!;
}

const invocation = (args: string[]) => ({ args, progress: new Progress(), signal: new AbortController().signal });

/** What the compiled code loads only when it is called. */
const lazy: Readonly<Record<string, (args: string[]) => Promise<number>>> = {
  demo: (args) => demo(invocation(args)),
  docs: (args) => docs(invocation(args)),
  release: (args) => release(projectRoot(), invocation(args)),
  crash: async (args) => Object.keys(crashEnvironment(args)).length,
};

const before = process.listeners("SIGTERM");
afterEach(() => {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    for (const one of process.listeners(signal)) if (!before.includes(one)) process.removeListener(signal, one);
});

/** The others start a process that prints it. */
const here = Object.keys(commands).filter((name) => !["bench", "simulate", "emulator"].includes(name));

test.each(here)("the help of npm run %s has the form of all commands", async (name) => {
  expect(await ended(name, "--help")).toBe(0);
  expect(stdout).toMatch(new RegExp(`^Usage: npm run ${name} -- \\[`));
  expect(stdout).toMatch(/\n\n[A-Z][a-z]+ [^]*\.\n\n/);
  expect(stdout).toMatch(/ -h, --help +print this help\n/);
  expect(stdout).toMatch(
    /\nExamples:\n( {2}\$ npm run .+\n)+\nExit codes:\n {2}0 .+\n {2}1 .+\n {2}2 .+\n {2}128 \+ n {2}ended by signal n\n/,
  );
});

test.each<[string | undefined, string[], RegExp]>([
  [undefined, [], /^Commands:\n {2}setup +Get /],
  ["upp", [], /^npm run: there is no command "upp"\. Use one of these\.\n\nCommands:\n/],
  ["check", ["--fix"], /^npm run check: unknown option '--fix'\. Nothing was run; --help lists what it takes\.\n/],
  ["metrics", ["all"], /^npm run metrics: too many arguments\. Expected 0 arguments but got 1\. Nothing was run/],
  ["generate", ["moon"], /^npm run generate: there is no step moon\. --help lists the steps\.\n$/],
  ["docs", ["--base", "x"], /^npm run docs: option .* "x" is not a path.*\. Nothing was run; --help/],
])("npm run %s %p ends with 2", async (name, args, words) => {
  expect(await ended(name, ...args)).toBe(2);
  expect(stdout).toBe("");
  expect(stderr).toMatch(words);
});
