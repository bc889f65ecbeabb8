import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import type { Container } from "./container";
import type { Run } from "./harness";
import { template } from "../templates/manifests";

/** Runs the shell steps of a template as the code host's runner does, in a container-like folder. */

type Strings = Record<string, string>;

interface Step {
  id?: string;
  name?: string;
  if?: string;
  uses?: string;
  run?: string;
  env?: Strings;
}

export interface Workflow {
  name: string;
  permissions: Strings;
  concurrency: { group: string; "cancel-in-progress": boolean; queue?: string };
  on: Record<string, unknown>;
  jobs: Record<string, { if?: string; permissions?: Strings; environment?: string; env?: Strings; steps: Step[] }>;
}

/** What the workflow's expressions may reference; missing values are empty, as on GitHub. */
export type Contexts = Record<"github" | "secrets" | "vars", Strings>;

/** A context from the paths of its values, such as "event.pull_request.number". */
export function nested(flat: Record<string, string>): Record<string, string> {
  const tree: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(flat)) {
    const keys = path.split(".");
    const last = keys.pop()!;
    const at = keys.reduce((node, key) => (node[key] ??= {}) as Record<string, unknown>, tree);
    at[last] = value;
  }
  return tree as Record<string, string>;
}

export interface Job extends Run {
  /** The contents of the run's page. */
  summary: string;
  /** Names of the steps that ran, including the failing one. */
  steps: string[];
}

/**
 * The one job of a workflow of GitHub Actions: its `run` steps, each with the variables that the
 * workflow gives it.
 */
export async function runWorkflow(container: Container, name: string, contexts: Contexts, only?: string): Promise<Job> {
  const { jobs } = parse(template(name)) as Workflow;
  const [job] = Object.values(jobs);
  const place = runnerFiles(container);
  const outputs: Record<string, { outputs: Strings }> = {};
  const done: Job = { code: 0, text: "", summary: "", steps: [] };
  for (const step of job!.steps) {
    if (step.run === undefined || (only !== undefined && step.name !== only)) continue;
    if (done.code !== 0 && !/always\(\)|!cancelled\(\)/.test(step.if ?? "")) continue;
    writeFileSync(place.GITHUB_OUTPUT, "");
    const given = Object.entries({ ...job!.env, ...step.env });
    const env = Object.fromEntries(given.map(([key, text]) => [key, evaluate(text, { ...contexts, steps: outputs })]));
    const { code, text } = await container.bash(step.run, { ...place, ...env });
    if (step.id) outputs[step.id] = { outputs: pairs(readFileSync(place.GITHUB_OUTPUT, "utf8")) };
    done.steps.push(step.name ?? "");
    done.text += text;
    done.code ||= code;
  }
  return { ...done, summary: readFileSync(place.GITHUB_STEP_SUMMARY, "utf8") };
}

function runnerFiles({ folder }: Container) {
  const files = { GITHUB_OUTPUT: join(folder, "output"), GITHUB_STEP_SUMMARY: join(folder, "step-summary") };
  for (const file of Object.values(files)) writeFileSync(file, "");
  return { ...files, RUNNER_TEMP: folder };
}

function pairs(text: string): Strings {
  return Object.fromEntries(
    text
      .split("\n")
      .filter(Boolean)
      .map((line) => line.split("=", 2) as [string, string]),
  );
}

/** `${{ a.b.c }}`: only lookups are supported. */
function evaluate(text: string, contexts: object): string {
  return String(text).replace(/\$\{\{ *([\w.]+) *\}\}/g, (_all, path: string) => {
    const value = path
      .split(".")
      .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], contexts);
    return typeof value === "string" ? value : "";
  });
}

interface GitlabJob {
  script: string[];
  rules: { if: string }[];
  resource_group?: string;
  interruptible?: boolean;
}

export type Pipeline = Record<string, GitlabJob> & { default: { image: string; before_script: string[] } };

/** A job of GitLab CI: all its lines in one shell. */
export function runGitlabJob(container: Container, name: string, variables: Strings): Promise<Run> {
  const pipeline = parse(template("gitlab/.gitlab-ci.yml")) as Pipeline;
  return container.bash([...pipeline.default.before_script, ...pipeline[name]!.script].join("\n"), variables);
}

/** One call of a command that would have accessed the network. */
export interface Call {
  command: string;
  args: string[];
  /** Contents of the files that the arguments name, and of standard input. */
  files: string[];
}

/**
 * Fake commands that record their calls and print a prepared output: the first one whose key the
 * joined arguments contain.
 */
export class StandIns {
  private readonly log: string;
  private readonly outputs: string;
  private readonly past: Call[] = [];

  constructor(container: Container, ...commands: string[]) {
    this.log = join(container.folder, "calls.jsonl");
    this.outputs = join(container.folder, "outputs.json");
    writeFileSync(this.log, "");
    this.expect({});
    for (const command of commands) container.command(command, this.script(command));
  }

  /** Every call so far. */
  all(): Call[] {
    return [...this.past, ...this.calls()];
  }

  /** Sets the outputs, and starts a new list of calls. */
  expect(outputs: Strings): void {
    this.past.push(...this.calls());
    writeFileSync(this.outputs, JSON.stringify(outputs));
    writeFileSync(this.log, "");
  }

  calls(): Call[] {
    return readFileSync(this.log, "utf8")
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Call);
  }

  private script(command: string): string {
    return `#!/usr/bin/env node
const { appendFileSync, existsSync, fstatSync, readFileSync } = require("node:fs");
const args = process.argv.slice(2);
const named = args.map((arg) => arg.replace(/^.*[@=](?=[^@=]*$)/, "")).filter((name) => existsSync(name) && !name.startsWith("/dev/"));
const files = named.map((name) => readFileSync(name, "utf8"));
if (fstatSync(0).isFIFO() || fstatSync(0).isSocket()) files.push(readFileSync(0, "utf8"));
appendFileSync(${JSON.stringify(this.log)}, JSON.stringify({ command: ${JSON.stringify(command)}, args, files }) + "\\n");
const outputs = JSON.parse(readFileSync(${JSON.stringify(this.outputs)}, "utf8"));
const key = Object.keys(outputs).find((one) => args.join(" ").includes(one));
process.stdout.write(key === undefined ? "" : outputs[key]);
`;
  }
}
