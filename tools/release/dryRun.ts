import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { parse } from "yaml";
import { UserError } from "../errors";
import { packageFolders } from "../packages";
import { run } from "../shared/child.cjs";
import { withOwner } from "./home";
import { output } from "./output";
import { prepare } from "./prepare";

export interface DryRun {
  root: string;
  /** A version, or the part of it that is to be raised. */
  wanted: string;
  /** Owner and name of the repository on GitHub. */
  repository: string;
  /** Names of steps that are left out. */
  skip: readonly string[];
}

interface Step {
  name?: string;
  run?: string;
}

/** Jobs of the workflow that need no GitHub; the others are named in the output. */
const jobsHere = ["package", "publish"];

/**
 * Releases the last commit in a clone that is removed afterwards: prepares the version, then runs
 * the very commands of the workflow that publishes, in which npm publishes nothing.
 */
export async function dryRun({ root, wanted, repository, skip }: DryRun): Promise<void> {
  const clone = mkdtempSync(join(tmpdir(), "ciphertrust-release-"));
  try {
    await output(root, "git", "clone", "--quiet", "--no-tags", root, clone);
    await output(clone, "git", "checkout", "--quiet", "-B", "main");
    checkNames(skip, jobsIn(clone));
    for (const name of ["user.name", "user.email"]) await output(clone, "git", "config", name, "dry-run");
    const version = await prepare({ root: clone, wanted, date: new Date(), check: async () => {} });
    nameOwner(clone, repository.split("/")[0]!);
    const env = { ...outsideNpm(process.env), GITHUB_REF_NAME: `v${version}`, GITHUB_REPOSITORY: repository };
    for (const [job, steps] of jobsIn(clone)) {
      if (jobsHere.includes(job)) await runSteps(job, steps, clone, { ...env, ...publishesNothing(job) }, skip);
      else console.log(`== ${job}: left out, it needs GitHub`);
    }
    console.log(await output(clone, "git", "show", "--stat", "--format=%s", "HEAD"));
  } finally {
    rmSync(clone, { recursive: true, force: true });
  }
}

/** Where package.json does not name the owner yet, which a release refuses. */
function nameOwner(clone: string, owner: string): void {
  for (const file of packageFolders(clone).map((folder) => join(folder, "package.json"))) {
    const manifest = readFileSync(file, "utf8");
    const named = withOwner(manifest, owner);
    if (named === manifest) continue;
    console.log(`${relative(clone, file)} does not name the repository's owner yet: this run takes ${owner}.`);
    writeFileSync(file, named);
  }
}

function jobsIn(clone: string): [job: string, steps: Step[]][] {
  const text = readFileSync(join(clone, ".github", "workflows", "publish.yml"), "utf8");
  const { jobs } = parse(text) as { jobs: Record<string, { steps?: Step[] }> };
  return Object.entries(jobs).map(([job, { steps = [] }]) => [job, steps]);
}

function checkNames(skip: readonly string[], jobs: readonly [job: string, steps: Step[]][]): void {
  const here = jobs.filter(([job]) => jobsHere.includes(job)).flatMap(([, steps]) => steps);
  const names = new Set(here.flatMap(({ name, run: script }) => (name && script ? [name] : [])));
  const unknown = skip.filter((name) => !names.has(name));
  if (unknown.length === 0) return;
  throw new UserError(`The workflow has no step ${quoted(unknown)}: --skip takes ${quoted([...names])}.`);
}

const quoted = (names: readonly string[]): string => names.map((name) => JSON.stringify(name)).join(", ");

async function runSteps(
  job: string,
  steps: readonly Step[],
  cwd: string,
  env: NodeJS.ProcessEnv,
  skip: readonly string[],
): Promise<void> {
  for (const { name = "", run: script } of steps) {
    if (script === undefined) continue;
    const isSkipped = skip.includes(name);
    console.log(`== ${job}: ${name}${isSkipped ? ", skipped" : ""}`);
    if (isSkipped) continue;
    const { code } = await run("bash", ["-e", "-c", script], { cwd, env, stdin: "ignore" });
    if (code !== 0) throw new UserError(`The step "${name}" failed (exit code ${code}).`);
  }
}

/** Only where something is published: `npm ci` would install nothing. */
const publishesNothing = (job: string): NodeJS.ProcessEnv => (job === "publish" ? { npm_config_dry_run: "true" } : {});

/** Without what npm tells the commands that it runs about this project. */
function outsideNpm(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const told = /^(npm_(package|lifecycle)_.*|npm_config_local_prefix|npm_command|INIT_CWD)$/;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !told.test(name)));
}
