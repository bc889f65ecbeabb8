import { join } from "node:path";
import { crashEnvironment } from "./crash";
import { run } from "./shared/child.cjs";
import { ensureEngine, ensureRandomPlugin } from "./engine";
import { generate } from "./generate/steps";
import type { Invocation } from "./invocation";
import { projectRoot } from "./project";
import { down, drift, emulator, preview, up } from "./quickstart";

type Command = (invocation: Invocation) => Promise<number>;

const root = projectRoot();
const bin = (...path: string[]): string => join(root, "node_modules", ...path);

/** The last line of its output is the folder that holds the engine's binaries. */
const setup: Command = async (invocation) => {
  const { binDir, limits } = await ensureEngine(invocation);
  if (limits !== undefined) console.error(limits);
  console.log(binDir);
  return 0;
};

const test: Command = (invocation) => runWithEngine(bin("jest", "bin", "jest.js"), invocation);

/** The tests of a configuration of their own. */
const testsOf =
  (config: string): Command =>
  (invocation) => {
    const args = ["--config", join(root, config), ...invocation.args];
    return runWithEngine(bin("jest", "bin", "jest.js"), { ...invocation, args });
  };

/** The package as each package manager installs it. */
const testPackages = testsOf("jest.packages.config.js");

/** The package on each Node.js, with the oldest and the newest Pulumi. */
const testPlatforms: Command = async (invocation) => {
  await ensureEngine({ ...invocation, age: "oldest" });
  return testsOf("jest.platforms.config.js")(invocation);
};

/** It compares with a provider of Pulumi's, whose plugin it needs. */
const bench: Command = async (invocation) => {
  const home = await ensureRandomPlugin(await ensureEngine(invocation), invocation);
  return runWithEngine(join(root, "dist", "tools", "bench", "index.js"), invocation, { PULUMI_HOME: home });
};

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
  const narrowed = ["--selectProjects", "engine", "--testPathPatterns", "test/engine/crash", "--reporters=default"];
  return runWithEngine(bin("jest", "bin", "jest.js"), { ...invocation, args: narrowed }, crashEnvironment(args));
};

const rooms = ["provider", "sdk", "cli", "policy", "emulator", "tools"];

/** Every check runs, whatever the one before it found. */
const check: Command = async ({ signal }) => {
  const checks = [
    ["Types", bin("typescript", "bin", "tsc"), "--noEmit"],
    ["Lint", bin("eslint", "bin", "eslint.js"), "."],
    ["Format", bin("prettier", "bin", "prettier.cjs"), "--check", "."],
    ["Unused code", bin("knip", "bin", "knip.js"), "--no-progress"],
    ["Rooms", bin("dependency-cruiser", "bin", "dependency-cruise.mjs"), ...rooms],
  ] as const;
  const failed: string[] = [];
  for (const [title, script, ...args] of checks) {
    signal.throwIfAborted();
    const { code } = await run(process.execPath, [script, ...args], { cwd: root });
    if (code !== 0) failed.push(title);
  }
  const { checkGenerated } = await import("./generate/index.js");
  if ((await checkGenerated()) !== 0) failed.push("Generated files");
  console.log(
    failed.length === 0
      ? "Types, lint, format, unused code, rooms and generated files are in order."
      : `To fix: ${failed.join(", ")}.`,
  );
  return failed.length === 0 ? 0 : 1;
};

/** Loaded for itself alone: it brings the compiler. */
const metrics: Command = async () => (await import("./metrics/index.js")).metrics();

const release: Command = async (invocation) => (await import("./release/index.js")).release(root, invocation);

/** Loaded for itself alone. */
const docs: Command = async (invocation) => (await import("./site/index.js")).docs(invocation);

async function runWithEngine(script: string, invocation: Invocation, extra: NodeJS.ProcessEnv = {}): Promise<number> {
  const engine = await ensureEngine(invocation);
  const env = engine.environment(extra);
  const { code } = await run(process.execPath, [script, ...invocation.args], { cwd: root, env });
  return code;
}

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
  check: { does: "Check types, lint, format, unused code, rooms and generated files.", takes: "nothing", run: check },
  test: { does: "Run the tests.", takes: argumentsOf("jest"), run: test },
  "test:packages": {
    does: "Install the package with each package manager.",
    takes: argumentsOf("jest"),
    run: testPackages,
  },
  "test:platforms": {
    does: "Try each Node.js, the oldest and the newest Pulumi.",
    takes: argumentsOf("jest"),
    run: testPlatforms,
  },
  bench: { does: "Measure what the provider costs.", run: bench },
  crash: { does: "Kill deployments, and count what is left.", run: crash },
  simulate: { does: "Simulate many stacks on one service.", run: simulate },
  generate: { does: "Write everything that is generated.", run: generate },
  metrics: { does: "Print how large the provider's machinery is.", takes: "nothing", run: metrics },
  release: { does: "Make a release.", run: release },
  docs: { does: "Build the documentation site.", run: docs },
};
