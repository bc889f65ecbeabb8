import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { run } from "../shared/child.cjs";
import { UserError } from "../errors";
import { projectRoot } from "../project";
import { ProcessWatch, type Role, type Usage } from "./processes";
import { writeProgram, writeProject, type Program } from "./programs";

export interface Finished {
  seconds: number;
  output: string;
  usage: Partial<Record<Role, Usage>>;
}

/** What is timed. */
export type StepName = "up" | "preview" | "destroy";

const commands: Record<StepName, string[]> = {
  up: ["up", "--yes", "--skip-preview"],
  preview: ["preview", "--refresh", "--expect-no-changes"],
  destroy: ["destroy", "--yes", "--skip-preview"],
};

/**
 * The engine writes its whole state before and after each change of a resource, unless told
 * otherwise.
 */
export const withoutCheckpoints = { PULUMI_EXPERIMENTAL: "true", PULUMI_SKIP_CHECKPOINTS: "true" };

/** A Pulumi project in a temporary folder, with a stack of its own that knows nothing of the user's. */
export class Project {
  readonly folder = mkdtempSync(join(tmpdir(), "ciphertrust-bench-"));

  private constructor(private readonly environment: NodeJS.ProcessEnv) {}

  static async create(program: Program, environment: NodeJS.ProcessEnv): Promise<Project> {
    const project = new Project(environment);
    try {
      mkdirSync(join(project.folder, "state"));
      writeProject(project.folder, program);
      await project.pulumi("stack", "init", "bench");
    } catch (error) {
      project.remove();
      throw error;
    }
    return project;
  }

  step(name: StepName, ...more: string[]): Promise<Finished> {
    return this.pulumi(...commands[name], ...more);
  }

  /** Another one for the same side. */
  replaceProgram(program: Program): void {
    writeProgram(this.folder, program);
  }

  /** Makes the program a commit. */
  commit(): void {
    writeFileSync(join(this.folder, ".gitignore"), "node_modules\nstate\n");
    const who = ["-c", "user.name=bench", "-c", "user.email=bench@example.com"];
    const git = (...args: string[]) => execFileSync("git", [...who, ...args], { cwd: this.folder });
    git("init", "--quiet");
    git("add", "--all");
    git("commit", "--quiet", "--message", "program");
  }

  /** The state, as `pulumi stack export` prints it. */
  async state(): Promise<string> {
    return (await this.pulumi("stack", "export")).output;
  }

  async replaceState(exported: string): Promise<void> {
    const file = join(this.folder, "imported.json");
    writeFileSync(file, exported);
    await this.pulumi("stack", "import", "--file", file);
  }

  async pulumi(...args: string[]): Promise<Finished> {
    const stack = args[0] === "stack" ? [] : ["--stack", "bench"];
    return this.run("pulumi", [...args, ...stack, "--cwd", this.folder, "--non-interactive", "--color", "never"]);
  }

  /** The command line of this package. */
  command(...args: string[]): Promise<Finished> {
    return this.run(process.execPath, [join(projectRoot(), "dist", "cli", "index.js"), ...args]);
  }

  /** Any command in the project's folder. It must succeed. */
  private async run(command: string, args: string[]): Promise<Finished> {
    const env = {
      ...withoutCipherTrust(),
      PULUMI_BACKEND_URL: pathToFileURL(join(this.folder, "state")).href,
      ...this.environment,
      PULUMI_CONFIG_PASSPHRASE: "bench",
      PULUMI_SKIP_UPDATE_CHECK: "true",
    };
    const watch = new ProcessWatch().start();
    try {
      const started = performance.now();
      const { code, stdout, stderr } = await run(command, args, {
        env,
        capture: true,
        stdin: "ignore",
        cwd: this.folder,
      });
      const seconds = (performance.now() - started) / 1000;
      if (code === 0) return { seconds, output: stdout, usage: watch.stop() };
      throw new UserError(`${command} ${args.join(" ")} failed (exit code ${code}):\n${stdout}${stderr}`);
    } finally {
      watch.stop();
    }
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
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
