import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { run } from "../shared/child.cjs";
import { UserError } from "../errors";
import { watchProcesses, type Usage } from "./processes";
import type { Side } from "./packages";
import { writeProject } from "./programs";

interface Finished {
  seconds: number;
  output: string;
  usage: Usage | undefined;
}

/** What is timed. */
export const commands = {
  up: ["up", "--yes", "--skip-preview"],
  "preview --refresh": ["preview", "--refresh", "--expect-no-changes"],
  destroy: ["destroy", "--yes", "--skip-preview"],
} as const;

/** A Pulumi project in a temporary folder, with a stack of its own that knows nothing of the user's. */
export class Project {
  readonly #folder = mkdtempSync(join(tmpdir(), "ciphertrust-bench-"));

  private constructor(private readonly environment: NodeJS.ProcessEnv) {}

  static async create(side: Side, program: string, environment: NodeJS.ProcessEnv): Promise<Project> {
    const project = new Project(environment);
    try {
      mkdirSync(join(project.#folder, "state"));
      writeProject(project.#folder, side, program);
      await project.pulumi("stack", "init", "bench");
    } catch (error) {
      project.remove();
      throw error;
    }
    return project;
  }

  /** The state, as `pulumi stack export` prints it. */
  async state(): Promise<string> {
    return (await this.pulumi("stack", "export")).output;
  }

  /** A command that must succeed. */
  async pulumi(...args: string[]): Promise<Finished> {
    const stack = args[0] === "stack" ? [] : ["--stack", "bench"];
    const all = [...args, ...stack, "--cwd", this.#folder, "--non-interactive", "--color", "never"];
    const env = {
      ...withoutCipherTrust(),
      ...this.environment,
      PULUMI_BACKEND_URL: pathToFileURL(join(this.#folder, "state")).href,
      PULUMI_CONFIG_PASSPHRASE: "bench",
      PULUMI_SKIP_UPDATE_CHECK: "true",
    };
    const watched = watchProcesses(basename(this.#folder));
    const started = performance.now();
    const { code, stdout, stderr } = await run("pulumi", all, { env, capture: true, stdin: "ignore" });
    const [seconds, usage] = [(performance.now() - started) / 1000, watched()];
    if (code === 0) return { seconds, output: stdout, usage };
    throw new UserError(`pulumi ${args.join(" ")} failed (exit code ${code}):\n${stdout}${stderr}`);
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/**
 * The user's own service must not be measured, let alone changed; nor must the CAs of this machine,
 * which every process would load.
 */
function withoutCipherTrust(): NodeJS.ProcessEnv {
  const isTheirs = (key: string) => key.startsWith("CIPHERTRUST_") || key === "NODE_EXTRA_CA_CERTS";
  return Object.fromEntries(Object.entries(process.env).filter(([key]) => !isTheirs(key)));
}
