import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { styled } from "../../cli/style";
import { UsageError, UserError } from "../errors";
import { run } from "../shared/child.cjs";
import type { Invocation } from "../invocation";
import { projectRoot } from "../project";
import type { Part } from ".";

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
  /** Files and folders, without pages that are written in part. */
  files: readonly string[];
  run: () => Promise<number>;
}

// Loaded for itself alone: it brings the compiler and every definition.
const written = (part: Part) => async () => (await import("./index.js")).writeGenerated(part);

/**
 * In the order in which they depend on each other: tests need the classes, and the reference shows
 * what tests record.
 */
const steps = {
  code: {
    makes: "the SDK's classes, and what the plugin loads",
    files: ["sdk/resources", "provider/hosts/plugin/generated", "provider/resources/generated"],
    run: written("code"),
  },
  worldSchema: {
    makes: "the schema of the emulator's worlds",
    files: ["emulator/world.schema.json"],
    run: writeWorldSchema,
  },
  fields: {
    makes: "the fields that the emulator's operations read",
    files: ["emulator/console/guide/fields.json"],
    run: recordFields,
  },
  calls: {
    makes: "the calls of each type",
    files: ["test/wire/calls.tsv"],
    run: tests("WRITE_CALLS", "wire/lives"),
  },
  drift: {
    makes: "which changes of each input a refresh shows",
    files: ["test/lifecycle/drift/results.tsv"],
    run: tests("WRITE_DRIFT_RESULTS", "lifecycle/drift/matrix"),
  },
  errors: {
    makes: "docs/errors.md",
    files: ["docs/errors.md"],
    run: tests("WRITE_ERRORS_PAGE", "test/errors"),
  },
  faults: {
    makes: "the results of the fault runs, which takes minutes",
    files: ["test/faults/results.json"],
    run: () => node({}, "--import", "tsx", join(root, "test", "faults", "main.ts"), "--page"),
  },
  pages: {
    makes: "the reference, passages of other pages, the examples' manifests",
    files: ["docs/reference", "examples/*/configure.sh"],
    run: written("pages"),
  },
} as const satisfies Record<string, Step>;

type Name = keyof typeof steps;

/** What depends on definitions and comments alone, while nothing that tests record has changed. */
const together: Readonly<Record<string, readonly Name[]>> = { definitions: ["code", "pages"] };

/** Every file and folder that holds nothing but what is generated. */
export const generatedFiles = (): readonly string[] => Object.values(steps).flatMap(({ files }) => files);

const command = () =>
  styled(new Command("npm run generate --"), {
    notes: [
      "Steps, in their order:",
      ...Object.entries(steps).map(([name, { makes }]) => `  ${name.padEnd(13)}${makes}`),
      `  ${"definitions".padEnd(13)}${together.definitions!.join(" and ")}: what depends on definitions and comments alone`,
    ].join("\n"),
    examples: ["npm run generate", "npm run generate -- definitions"],
    endings: {},
  })
    .description("Write everything that is generated, or what the named steps make.")
    .argument("[steps...]", "names of steps (default: all of them)");

/** All of it in order, or the steps that are named. */
export async function generate({ args, signal }: Invocation): Promise<number> {
  const wanted = command()
    .parse(args, { from: "user" })
    .args.flatMap((name) => together[name] ?? name);
  const unknown = wanted.filter((name) => !Object.hasOwn(steps, name));
  if (unknown.length > 0) throw new UsageError(`there is no step ${unknown.join(", ")}. --help lists the steps.`);
  for (const name of (wanted.length > 0 ? wanted : Object.keys(steps)) as Name[]) {
    signal.throwIfAborted();
    console.log(`\n${name}: ${steps[name].makes}`);
    if ((await steps[name].run()) !== 0) throw new UserError(`the step ${name} failed. Its output is above.`);
  }
  return 0;
}

/** From nothing, so that what no handler reads any more is left out; one test judges the file. */
async function recordFields(): Promise<number> {
  writeFileSync(join(root, "emulator", "console", "guide", "fields.json"), "{}\n");
  return tests("RECORD_GUIDE", "test/emulator/(?!console/guide)", "-i")();
}

async function writeWorldSchema(): Promise<number> {
  const { code, stdout } = await run(process.execPath, [join(root, "emulator", "dist", "cli.js"), "world-schema"], {
    cwd: root,
    capture: true,
  });
  if (code !== 0) return code;
  const file = join(root, "emulator", "world.schema.json");
  writeFileSync(file, stdout);
  return node({}, join(root, "node_modules", "prettier", "bin", "prettier.cjs"), "--write", file);
}
