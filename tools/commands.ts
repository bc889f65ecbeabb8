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

/** A command of npm. One without `takes` reads its arguments by itself, and has a help of its own. */
interface Entry {
  does: string;
  takes?: "nothing" | { argumentsOf: string };
  run: Command;
}

const argumentsOf = (what: string) => ({ argumentsOf: what });

export const commands: Readonly<Record<string, Entry>> = {
  setup: { does: "Get a Pulumi engine, and print the folder that holds it.", takes: "nothing", run: setup },
  up: { does: "Deploy the quick start, with an emulator.", takes: argumentsOf("`pulumi up`"), run: up },
  preview: {
    does: "Show what an update of the quick start would change.",
    takes: argumentsOf("`pulumi preview`"),
    run: preview,
  },
  drift: {
    does: "Change something outside Pulumi, and show how that is detected.",
    takes: argumentsOf("`pulumi preview`"),
    run: drift,
  },
  down: { does: "Destroy the quick start, and stop its emulator.", takes: argumentsOf("`pulumi destroy`"), run: down },
  emulator: { does: "Serve the emulator, apart from the quick start.", run: emulator },
  demo: { does: "Play a tour of rotation and drift in three clouds.", run: demo },
  check: {
    does: "Check types, lint, format, unused code, rooms and generated files.",
    takes: "nothing",
    run: runChecks,
  },
  test: {
    does: "Run the quick tests with types and lint; with arguments, jest.",
    takes: argumentsOf("jest"),
    run: runTests,
  },
  "test:all": {
    does: "Run every check and every test.",
    takes: argumentsOf("it: --rest leaves out the quick tests"),
    run: runAllTests,
  },
  bench: { does: "Measure what the provider costs.", run: bench },
  crash: { does: "Kill deployments, and count what is left.", run: crash },
  simulate: { does: "Simulate many stacks on one service.", run: simulate },
  generate: { does: "Write everything that is generated.", run: generate },
  metrics: { does: "Print how large the provider's machinery is.", takes: "nothing", run: metrics },
  release: { does: "Make a release.", run: release },
  docs: { does: "Build the documentation site.", run: docs },
};
