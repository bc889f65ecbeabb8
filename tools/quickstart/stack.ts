import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { isAlive, run, type RunOptions, type RunResult } from "../shared/child.cjs";
import { UserError } from "../errors";
import type { Engine } from "../engine";

export interface ConfigValue {
  key: string;
  value: string;
  secret?: boolean;
}

const stackName = "dev";

/**
 * The local stack of the root's Pulumi.yaml; everything Pulumi writes about it lies in the state
 * folder.
 */
export class Stack {
  private readonly project: string;

  constructor(
    private readonly root: string,
    private readonly stateDir: string,
    private readonly engine: Engine,
  ) {
    const { name } = parse(readFileSync(join(root, "Pulumi.yaml"), "utf8")) as { name: string };
    this.project = name;
  }

  /**
   * Pulumi writes a stack's config file beside the Pulumi.yaml it is called with: here a copy in
   * the state folder.
   */
  async ensure(service: string): Promise<void> {
    mkdirSync(this.stateDir, { recursive: true });
    writeFileSync(this.file("service"), service);
    writeFileSync(this.file("Pulumi.yaml"), `name: ${this.project}\nruntime: nodejs\n`);
    await this.quietly(["stack", "select", "--stack", stackName, "--create", "--non-interactive"]);
    if (this.isLockAbandoned()) await this.quietly(["cancel", "--yes", "--stack", stackName]);
  }

  /** The service that the stack was made with. */
  service(): string | undefined {
    return existsSync(this.file("service")) ? readFileSync(this.file("service"), "utf8") : undefined;
  }

  has(key: string): boolean {
    if (!existsSync(this.configFile())) return false;
    const file = parse(readFileSync(this.configFile(), "utf8")) as { config?: Record<string, unknown> } | null;
    return file?.config?.[`${this.project}:${key}`] !== undefined;
  }

  /** The value goes through standard input, where no list of processes shows it. */
  async set({ key, value, secret }: ConfigValue): Promise<void> {
    const kind = secret ? "--secret" : "--plaintext";
    await this.quietly(["config", "set", "--stack", stackName, kind, `${this.project}:${key}`], { input: value });
  }

  /** All at once, where a list of processes shows them: for values that anybody may know. */
  async setAll(values: readonly ConfigValue[]): Promise<void> {
    const each = ({ key, value, secret }: ConfigValue): string[] => [
      secret ? "--secret" : "--plaintext",
      `${this.project}:${key}=${value}`,
    ];
    await this.quietly(["config", "set-all", "--stack", stackName, ...values.flatMap(each)]);
  }

  /**
   * Runs up, preview or destroy on the program itself, at the user's terminal; the variables are
   * for the program.
   */
  operate(
    operation: string,
    args: readonly string[],
    variables: NodeJS.ProcessEnv,
    options: RunOptions = {},
  ): Promise<RunResult> {
    const stack = ["--stack", stackName, "--config-file", this.configFile()];
    const place = { cwd: this.root, env: this.engine.environment(variables) };
    return run(this.pulumi(), [operation, ...stack, ...args], { ...place, ...options });
  }

  async showOutputs(): Promise<void> {
    const options = { cwd: this.stateDir, env: this.engine.environment() };
    await run(this.pulumi(), ["stack", "output", "--stack", stackName], options);
  }

  async remove(): Promise<void> {
    await this.quietly(["stack", "rm", "--stack", stackName, "--yes"]);
  }

  /**
   * A Pulumi that was killed leaves its lock in a local backend; a lock whose owner lives is not
   * ours to break.
   */
  private isLockAbandoned(): boolean {
    const folder = join(this.stateDir, "backend", ".pulumi", "locks");
    if (!existsSync(folder)) return false;
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".json"));
    const owners = files.map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")) as { pid: number });
    return owners.length > 0 && !owners.some(({ pid }) => isAlive(pid));
  }

  private async quietly(args: string[], options: RunOptions = {}): Promise<void> {
    const shared = { cwd: this.stateDir, env: this.engine.environment(), capture: true, stdin: "ignore" } as const;
    const { code, stdout, stderr } = await run(this.pulumi(), args, { ...shared, ...options });
    if (code !== 0) throw new UserError(`pulumi ${args.join(" ")} failed:\n${stdout}${stderr}`.trim());
  }

  private pulumi(): string {
    return join(this.engine.binDir, "pulumi");
  }

  private configFile(): string {
    return this.file(`Pulumi.${stackName}.yaml`);
  }

  private file(name: string): string {
    return join(this.stateDir, name);
  }
}
