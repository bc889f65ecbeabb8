import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "../../project";
import { middle, row, type Bench, type Scenario, type Step } from "../bench";
import { connections, type Program, type Side } from "../programs";
import type { Project } from "../project";
import type { Figure } from "../report";
import type { EmulatorProcess } from "../service";
import { credentials, worldOf } from "../world";

/**
 * What a command costs however small its stack is, step by step: each row has what the one above it
 * has, and more.
 */

interface Start {
  what: string;
  program: Program;
  /** Arguments of `pulumi preview`. */
  arguments?: string[];
  environment?: object;
  /** Below `Pulumi.yaml`. */
  settings?: string;
  isDeployed?: boolean;
}

const text = (body: string, side: Side = "ours"): Program => ({ side, language: "js", text: body });
const one = (side: "ours" | "empty"): Program => connections(side, 1);
const cached = join(projectRoot(), "coverage", "compile-cache");

const plugin = `plugins:
  providers:
    - name: ciphertrust
      path: ${join(projectRoot(), "dist", "plugin")}
`;
const declared = `const { CustomResource } = require("@pulumi/pulumi");
new CustomResource("ciphertrust:aws:AwsConnection", "connection", ${JSON.stringify(credentials)});
`;

const starts: readonly Start[] = [
  { what: "an empty program", program: text("") },
  { what: "a program that loads `@pulumi/pulumi`", program: text('require("@pulumi/pulumi");') },
  { what: "a program that loads this package", program: text('require("pulumi-ciphertrust");') },
  { what: "one resource of a provider that does nothing", program: one("empty") },
  { what: "one connection", program: one("ours") },
  { what: "one connection, deployed, `--refresh`", program: one("ours"), isDeployed: true, arguments: ["--refresh"] },
  { what: "one connection, by the native plugin", program: text(declared), settings: plugin },
  {
    what: "one connection, `NODE_COMPILE_CACHE` (Node.js 22 and later)",
    program: one("ours"),
    environment: { NODE_COMPILE_CACHE: cached },
  },
];

export const fixed: Scenario = {
  name: "fixed",
  title: "What each command costs",
  run: (bench) =>
    bench.with(worldOf(), async (emulator) => {
      const figures: Figure[] = [];
      for (const start of starts) figures.push(await measured(bench, emulator, start));
      return { figures };
    }),
};

async function measured(bench: Bench, emulator: EmulatorProcess, start: Start): Promise<Figure> {
  const { what, program, settings = "", isDeployed = false } = start;
  await emulator.reset();
  return bench.stack(program, { ...emulator.environment, ...start.environment }, async (project) => {
    appendFileSync(join(project.folder, "Pulumi.yaml"), settings);
    // What is written once, a cache of compiled code or a state, is there.
    await (isDeployed ? project.step("up") : preview(project, start));
    const steps: Step[] = [];
    for (let run = 1; run <= bench.runs; run++) {
      steps.push(await bench.measure(`preview of ${what}, run ${run}`, emulator, () => preview(project, start)));
    }
    const seconds = middle(steps, (step) => step.seconds);
    return { ...row(`\`preview\` of ${what}`, "s", seconds), cpu: { ours: middle(steps, (step) => step.cpuSeconds) } };
  });
}

const preview = (project: Project, start: Start): ReturnType<Project["pulumi"]> =>
  project.pulumi("preview", ...(start.arguments ?? []));
