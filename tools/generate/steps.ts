import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { UserError } from "../errors";
import { run } from "../shared/child.cjs";
import type { Invocation } from "../invocation";
import { projectRoot } from "../project";

/** Everything that is generated, and what of it depends on what. */

const root = projectRoot();
const node = async (env: NodeJS.ProcessEnv, ...args: string[]): Promise<number> =>
  (await run(process.execPath, args, { cwd: root, env: { ...process.env, ...env } })).code;

/** Some tests write down what they find if this variable is set. */
const tests = (variable: string, pattern: string, ...more: string[]) => {
  const args = ["--selectProjects", "unit", "--testPathPatterns", pattern, ...more];
  return () => node({ [variable]: "1" }, join(root, "node_modules", "jest", "bin", "jest.js"), ...args);
};

interface Step {
  makes: string;
  run: () => Promise<number>;
}

const steps = {
  definitions: {
    makes: "the SDK's classes, the reference, the plugin's schema, passages of pages",
    // Loaded for itself alone: it brings the compiler and every definition.
    run: async () => (await import("./index.js")).writeGenerated(),
  },
  worldSchema: { makes: "the schema of the emulator's worlds", run: writeWorldSchema },
  fields: {
    makes: "the fields that the emulator's operations read",
    run: tests("RECORD_GUIDE", "test/emulator", "-i"),
  },
  calls: { makes: "the calls of each type", run: tests("WRITE_CALLS", "wire/lives") },
  drift: {
    makes: "which changes of each input a refresh shows",
    run: tests("WRITE_DRIFT_RESULTS", "lifecycle/drift/matrix"),
  },
  errors: { makes: "docs/errors.md", run: tests("WRITE_ERRORS_PAGE", "test/errors") },
  faults: {
    makes: "the results of the fault runs, which takes minutes",
    run: () => node({}, join(root, "test", "faults", "run.cjs"), "--page"),
  },
} as const satisfies Record<string, Step>;

type Name = keyof typeof steps;

/**
 * The reference and the pages show the calls, the drift and the faults; the definitions are written
 * once before, because tests need the classes.
 */
const order: readonly Name[] = [
  "definitions",
  "worldSchema",
  "fields",
  "calls",
  "drift",
  "faults",
  "definitions",
  "errors",
];

/** All of it in order, or the steps that are named. */
export async function generate({ args, signal }: Invocation): Promise<number> {
  const unknown = args.filter((name) => !Object.hasOwn(steps, name));
  if (unknown.length > 0)
    throw new UserError(
      `${unknown.join(", ")}: no such step. Without a name, npm run generate takes all:\n` +
        Object.entries(steps)
          .map(([name, { makes }]) => `  ${name}: ${makes}`)
          .join("\n"),
    );
  for (const name of args.length > 0 ? (args as Name[]) : order) {
    signal.throwIfAborted();
    console.log(`\n${name}: ${steps[name].makes}`);
    if ((await steps[name].run()) !== 0) return 1;
  }
  return 0;
}

async function writeWorldSchema(): Promise<number> {
  const { code, stdout } = await run(process.execPath, [join(root, "dist", "emulator", "cli.js"), "world-schema"], {
    cwd: root,
    capture: true,
  });
  if (code !== 0) return code;
  const file = join(root, "emulator", "world.schema.json");
  writeFileSync(file, stdout);
  return node({}, join(root, "node_modules", "prettier", "bin", "prettier.cjs"), "--write", file);
}
