import { existsSync } from "node:fs";
import { join } from "node:path";
import envPaths from "env-paths";
import { Progress } from "../shared/progress.cjs";
import { UserError } from "../errors";
import { projectRoot } from "../project";
import { BuildError, buildEngine, buildRandomPlugin, buildYamlHost, engineHash, versions, type Age } from "./build";
import { downloadEngine, downloadRandomPlugin } from "./download";
import { composeEnvironment } from "./environment";
import { findOnPath, which, type Installation } from "./find";
import { installOnce } from "./install";
import { minimumPulumi, randomVersion, yamlVersion } from "./versions";

export interface EngineOptions {
  /**
   * The oldest version that works is installed, or built, whatever is on PATH; else the newest,
   * where PATH has none.
   */
  age?: Age;
  /** Where engines are kept for all projects of this user; the platform's cache folder unless told. */
  cacheDir?: string;
  /** Where local stacks keep their state; `.quickstart` in the project unless told. */
  stateDir?: string;
  env?: NodeJS.ProcessEnv;
  progress?: Progress;
  /** Ends the wait for another process that is building. */
  signal?: AbortSignal;
}

export interface Engine {
  /** The folder of the binaries. */
  binDir: string;
  pulumiHome: string;
  version: string;
  /** What it lacks, and what to do about it; absent for an official one. */
  limits?: string;
  /** An environment for child processes; what the user has set stays, what is in `extra` wins. */
  environment(extra?: NodeJS.ProcessEnv): NodeJS.ProcessEnv;
}

/** Everything the steps below share. */
interface Context {
  cacheDir: string;
  recipes: string;
  env: NodeJS.ProcessEnv;
  progress: Progress;
  signal?: AbortSignal;
  age: Age;
}

const platform = `${process.platform}-${process.arch}`;

/** Finds a Pulumi engine, or installs, or builds one. Seconds if there is one, else minutes. */
export async function ensureEngine(options: EngineOptions = {}): Promise<Engine> {
  const context = contextOf(options);
  try {
    const found = context.age === "oldest" ? "not looked for" : await findOnPath(context.env);
    const installation = typeof found === "string" ? await ensureInstallation(context, found) : found;
    context.progress.stop("The Pulumi engine is ready");
    const pulumiHome = context.env.PULUMI_HOME ?? homeOf(context);
    const local = {
      path: [installation.binDir],
      pulumiHome,
      stateDir: options.stateDir ?? join(projectRoot(), ".quickstart"),
    };
    return {
      ...installation,
      pulumiHome,
      environment: (extra) => composeEnvironment(context.env, local, extra),
    };
  } finally {
    context.progress.stop();
  }
}

/** The folder of a language host for YAML: the engine's own, or one that is built once. */
export async function ensureYamlHost({ binDir }: Engine, options: EngineOptions = {}): Promise<string> {
  if (existsSync(join(binDir, "pulumi-language-yaml"))) return binDir;
  const context = contextOf(options);
  const hash = engineHash(context.recipes, context.age);
  const target = join(context.cacheDir, `pulumi-language-yaml-${yamlVersion}-${hash}-${platform}`);
  try {
    await installOnce(target, (staging) => orExplain({}, () => buildYamlHost(staging, context)), waiting(context));
    return target;
  } finally {
    context.progress.stop();
  }
}

/**
 * A PULUMI_HOME of ours that has the plugin of @pulumi/random, which is built only where it cannot
 * be downloaded.
 */
export async function ensureRandomPlugin({ binDir }: Engine, options: EngineOptions = {}): Promise<string> {
  const context = contextOf(options);
  const home = homeOf(context);
  const folder = join(home, "plugins", `resource-random-v${randomVersion}`);
  if (existsSync(folder)) return home;
  try {
    const env = { ...context.env, PULUMI_HOME: home };
    const download = await downloadRandomPlugin({ ...context, pulumi: join(binDir, "pulumi"), env });
    if (download === undefined) return home;
    const make = (staging: string): Promise<void> =>
      orExplain({ "The plugin's download": download }, () => buildRandomPlugin(staging, context));
    await installOnce(folder, make, waiting(context));
    return home;
  } finally {
    context.progress.stop();
  }
}

/** The PULUMI_HOME that {@link ensureRandomPlugin} returns, with or without the plugin. */
export const sharedHome = (): string => homeOf(contextOf({}));

function homeOf({ cacheDir }: Context): string {
  return join(cacheDir, `home-${platform}`);
}

function contextOf(options: EngineOptions): Context {
  return {
    cacheDir: options.cacheDir ?? envPaths("pulumi-ciphertrust", { suffix: "" }).cache,
    recipes: join(projectRoot(), "tools", "engine", "go"),
    env: options.env ?? process.env,
    progress: options.progress ?? new Progress(),
    signal: options.signal,
    age: options.age ?? "newest",
  };
}

async function ensureInstallation(context: Context, onPath: string): Promise<Installation> {
  const { age } = context;
  const version = versions[age];
  const target = join(context.cacheDir, `pulumi-${version}-${engineHash(context.recipes, age)}-${platform}`);
  const make = async (staging: string): Promise<void> => {
    const download = await downloadEngine(staging, version, context);
    if (download !== undefined) {
      const reasons = { "pulumi on PATH": onPath, "Pulumi's own installer": download };
      await orExplain(reasons, () => buildEngine(join(staging, "bin"), age, context));
    }
  };
  await installOnce(target, make, waiting(context));
  const binDir = join(target, "bin");
  // Official archives have all language hosts.
  const isBuilt = which("pulumi-language-python", { PATH: binDir }) === undefined;
  return { binDir, version, limits: isBuilt ? limitsOfBuilt : undefined };
}

const limitsOfBuilt =
  "This engine was built from source. Its Node.js language host, of Pulumi 3.68, has no resource hooks and starts no policy packs. " +
  `If you need these, install Pulumi ${minimumPulumi} or later, see https://www.pulumi.com/docs/install/`;

function waiting({ progress, signal }: Context): { signal?: AbortSignal; onWait: (pid?: number) => void } {
  return { signal, onWait: (pid) => progress.step(`Waiting for process ${pid}, which prepares the Pulumi engine`) };
}

/** The build is the last resort: if it fails, the error lists the earlier attempts, too. */
async function orExplain(reasons: Record<string, string>, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof BuildError)) throw error;
    throw new UserError(explanation({ ...reasons, "Building it from source": error.message }));
  }
}

function explanation(reasons: Record<string, string>): string {
  const tried = Object.entries(reasons).map(([what, why]) => `  - ${what}: ${why}`);
  return `There is no Pulumi engine that can run this project.
${tried.join("\n")}
Do one of these, then run the same command again:
  - install Pulumi ${minimumPulumi} or later, see https://www.pulumi.com/docs/install/
  - install Go 1.21 or later, see https://go.dev/doc/install; the engine is then built once, in some minutes
docs/configuration.md says more under "Pulumi engine of a clone".`;
}
