import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { run } from "../shared/child.cjs";
import { UserError } from "../errors";
import { writeProject, type Side } from "./sides";

export interface Finished {
  seconds: number;
  output: string;
}

/** A Pulumi project in a temporary folder, with a stack of its own that knows nothing of the user's. */
export class Project {
  readonly #folder = mkdtempSync(join(tmpdir(), "ciphertrust-bench-"));

  private constructor(private readonly environment: NodeJS.ProcessEnv) {}

  static async create(side: Side, resources: number, environment: NodeJS.ProcessEnv): Promise<Project> {
    const project = new Project(environment);
    try {
      mkdirSync(join(project.#folder, "state"));
      writeProject(project.#folder, side, resources);
      await project.pulumi("stack", "init", "bench");
    } catch (error) {
      project.remove();
      throw error;
    }
    return project;
  }

  async pulumi(...args: string[]): Promise<Finished> {
    const env = {
      ...withoutCipherTrust(),
      ...this.environment,
      PULUMI_BACKEND_URL: pathToFileURL(join(this.#folder, "state")).href,
      PULUMI_CONFIG_PASSPHRASE: "bench",
      PULUMI_SKIP_UPDATE_CHECK: "true",
    };
    const command = [...args, "--cwd", this.#folder, "--non-interactive", "--color", "never"];
    const started = performance.now();
    const { code, stdout, stderr } = await run("pulumi", command, { env, capture: true, stdin: "ignore" });
    const seconds = (performance.now() - started) / 1000;
    if (code === 0) return { seconds, output: stdout };
    throw new UserError(`pulumi ${args.join(" ")} failed (exit code ${code}):\n${stdout}${stderr}`);
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** The user's own service must not be measured, let alone changed. */
function withoutCipherTrust(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([key]) => !key.startsWith("CIPHERTRUST_")));
}
