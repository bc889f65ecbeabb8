import { join } from "node:path";
import { crashEnvironment } from "./crash";
import { run } from "./shared/child.cjs";
import { ensureEngine } from "./engine";
import { generate } from "./generate/steps";
import type { Invocation } from "./invocation";
import { bin, projectRoot } from "./project";
import { down, drift, emulator, preview, up } from "./quickstart";
import { runWithEngine } from "./runWithEngine";
import { runAllTests, runChecks, runTests } from "./tests";

type Command = (invocation: Invocation) => Promise<number>;

const root = projectRoot();

/** The last line of its output is the folder that holds the engine's binaries. */
const setup: Command = async (invocation) => {
  const { binDir, limits } = await ensureEngine(invocation);
  if (limits !== undefined) console.error(limits);
  console.log(binDir);
  return 0;
};

const bench: Command = (invocation) => runWithEngine(join(root, "dist", "tools", "bench", "index.js"), invocation);

/** Loaded for itself alone, like what else is seldom used. */
const demo: Command = async (invocation) => (await import("./demo/index.js")).demo(invocation);

/** A process of its own: what it simulates takes all of one. */
const simulate: Command = async ({ args }) => {
  const script = join(root, "dist", "tools", "simulation", "index.js");
  const { code } = await run(process.execPath, [script, ...args], { cwd: root });
  return code;
};

/**
 * Jest runs it, for it compiles the tests; what it is to do stands in the environment. It may take
 * hours.
 */
const crash: Command = ({ args, ...invocation }) => {
  const narrowed = ["--selectProjects", "engine", "--testPathPatterns", "test/engine/crash"];
  return runWithEngine(bin("jest", "bin", "jest.js"), { ...invocation, args: narrowed }, crashEnvironment(args));
};

/** Loaded for itself alone: it brings the compiler. */
const metrics: Command = async () => (await import("./metrics/index.js")).metrics();

const release: Command = async (invocation) => (await import("./release/index.js")).release(root, invocation);

/** Loaded for itself alone. */
const docs: Command = async (invocation) => (await import("./site/index.js")).docs(invocation);

export const commands = {
  setup,
  up,
  preview,
  drift,
  down,
  emulator,
  demo,
  check: runChecks,
  test: runTests,
  "test:all": runAllTests,
  bench,
  crash,
  simulate,
  generate,
  metrics,
  release,
  docs,
} satisfies Record<string, Command>;
