import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parse } from "yaml";
import { ensureEngine, type Engine } from "../../tools/engine";
import { blankStack, copyInto } from "./blank";
import { installInto } from "./runFolder";
import { secretsProvider } from "./secretsProvider";
import { startsFast, translate } from "./starts";
import { writtenToError } from "./spoken";
import { outputsOf, storedIn, type Deployment } from "./stored";

/** Runs the real Pulumi engine against a real emulator; the provider runs from the compiled package. */

export { startWorld, type World } from "./world";

export const root = resolve(__dirname, "../..");

export interface Run {
  code: number;
  /** Standard output and standard error, in their original order, without colors. */
  text: string;
}

/**
 * Sees the output of a command as it is printed; may interrupt the command and everything it
 * started, like Ctrl-C in a terminal.
 */
export type Watch = (text: string, interrupt: () => void, pid: number) => void;

let found: Promise<Engine> | undefined;
/** Looked for once. */
export const engine = (): Promise<Engine> => (found ??= ensureEngine());

/** A stack of its own: its own folder, state, configuration and environment. */
export class Stack {
  /** The stack of the project that the commands are about. */
  called = "test";
  /**
   * Whether what runs writes to standard error by design; no process may, in a command that
   * succeeds.
   */
  mayWriteToError = false;
  /** Watches the commands that follow. */
  watch: Watch | undefined;

  private constructor(
    readonly folder: string,
    private readonly project: string,
    /** The environment of the pulumi processes besides the engine's own; tests change it freely. */
    readonly environment: Record<string, string>,
  ) {}

  /** A stack whose program is set with {@link program}; or the one of the project in `project`. */
  static async create(environment: Record<string, string> = {}, project?: string): Promise<Stack> {
    const folder = mkdtempSync(join(tmpdir(), "ciphertrust-test-"));
    mkdirSync(join(folder, "state"));
    if (project) {
      // The stack's settings are kept in a folder of their own: the engine would write them beside the original.
      copyFileSync(join(project, "Pulumi.yaml"), join(folder, "Pulumi.yaml"));
      return new Stack(folder, project, environment).begin();
    }
    writeFileSync(
      join(folder, "Pulumi.yaml"),
      "name: test\nruntime:\n  name: nodejs\n  options:\n    typescript: false\n",
    );
    return new Stack(folder, folder, environment).install().begin();
  }

  /** A stack of an example, translated. `npm run check` checks its types. */
  static async ofExample(environment: Record<string, string>, name: string): Promise<Stack> {
    const folder = mkdtempSync(join(tmpdir(), "ciphertrust-test-"));
    mkdirSync(join(folder, "state"));
    const example = join(root, "examples", name);
    copyFileSync(join(example, "Pulumi.yaml"), join(folder, "Pulumi.yaml"));
    await translate(join(example, "index.ts"), join(folder, "index.js"));
    return new Stack(folder, folder, environment).install().begin();
  }

  /** What `npm install` would do for a program in index.js. */
  private install(): this {
    writeFileSync(join(this.folder, "package.json"), '{ "name": "test", "version": "1.0.0", "main": "index.js" }');
    installInto(this.folder);
    return this;
  }

  /** The engine makes the first stack in a folder; further ones are copies. */
  private async begin(): Promise<this> {
    if (this.hasFiles) {
      const first = await blankStack((folder) => new Stack(folder, folder, {}).init());
      copyInto(this.folder, first, this.name);
    } else {
      await this.init();
    }
    return this;
  }

  private async init(): Promise<void> {
    const provider =
      this.environment.PULUMI_CONFIG_PASSPHRASE === undefined ? ["--secrets-provider", secretsProvider] : [];
    const made = await this.pulumi("stack", "init", "test", ...provider);
    if (made.code !== 0) throw new Error(made.text);
  }

  /** Whether its state is in its folder. */
  private get hasFiles(): boolean {
    return this.environment.PULUMI_BACKEND_URL === undefined;
  }

  /** Of the project. */
  private get name(): string {
    return (parse(readFileSync(join(this.folder, "Pulumi.yaml"), "utf8")) as { name: string }).name;
  }

  /** Sets the program: JavaScript with `pulumi`, `ciphertrust` and `random` in scope. */
  program(body: string): this {
    const imports = 'const pulumi = require("@pulumi/pulumi");\nconst ciphertrust = require("pulumi-ciphertrust");\n';
    const lazily = 'const random = new Proxy({}, { get: (_, name) => require("@pulumi/random")[name] });\n';
    writeFileSync(join(this.folder, "index.js"), imports + lazily + body);
    return this;
  }

  up(...args: string[]): Promise<Run> {
    return this.pulumi("up", "--yes", "--skip-preview", ...args);
  }
  preview(...args: string[]): Promise<Run> {
    return this.pulumi("preview", "--diff", ...args);
  }
  /** 0: no drift; 7: drift. */
  drift(): Promise<Run> {
    return this.preview("--refresh", "--expect-no-changes");
  }
  refresh(): Promise<Run> {
    return this.pulumi("refresh", "--yes", "--skip-preview");
  }
  destroy(...args: string[]): Promise<Run> {
    return this.pulumi("destroy", "--yes", "--skip-preview", ...args);
  }
  async config(key: string, value: string, ...args: string[]): Promise<void> {
    const set = await this.pulumi("config", "set", ...args, "--", key, value);
    if (set.code !== 0) throw new Error(set.text);
  }
  /** Without the values of secrets. */
  outputs(): Record<string, unknown> {
    return outputsOf(this.stored());
  }
  /** The stored state, and its text. */
  stored(): Deployment & { text: string } {
    return storedIn(join(this.folder, "state"), this.name);
  }
  /** The state as Pulumi's command exports it, from any backend. */
  async export(): Promise<Deployment & { text: string }> {
    const { text } = await this.pulumi("stack", "export");
    const { deployment } = JSON.parse(text) as { deployment: Deployment };
    return { resources: deployment.resources ?? [], text };
  }
  /** The state of one resource, by its name in the program. */
  resource(name: string, type?: string): Deployment["resources"][number] | undefined {
    const { resources } = this.stored();
    return resources.find(({ urn }) => urn.endsWith(`::${name}`) && (!type || urn.includes(`:${type}::`)));
  }

  /**
   * With KEEP_STACKS the folder stays, with program, state and settings; CONTRIBUTING.md says how
   * to look at it.
   */
  remove(): void {
    if (process.env.KEEP_STACKS) process.stderr.write(`${this.folder}\n`);
    else rmSync(this.folder, { recursive: true, force: true });
  }

  private async surroundings(): Promise<NodeJS.ProcessEnv> {
    const { environment } = await engine();
    return environment({
      ...withoutCipherTrust(process.env),
      PULUMI_BACKEND_URL: `file://${join(this.folder, "state")}`,
      PULUMI_CONFIG_PASSPHRASE: "test",
      ...startsFast,
      ...this.environment,
    });
  }

  /** Runs `pulumi-ciphertrust` in the stack's folder. */
  command(...args: string[]): Promise<Run> {
    return this.node(join(root, "dist/cli/index.js"), ...args);
  }

  /** Runs a script of Node.js there. */
  async node(...args: string[]): Promise<Run> {
    return run("node", args, await this.surroundings(), this.project);
  }

  /** Runs a command of Pulumi's that is about no stack. */
  async pulumiAlone(...args: string[]): Promise<Run> {
    return run("pulumi", [...args, "--non-interactive", "--color", "never"], await this.surroundings(), this.folder);
  }

  async pulumi(...args: string[]): Promise<Run> {
    const environment = await this.surroundings();
    const isInit = args[0] === "stack" && args[1] === "init";
    const place = ["--cwd", isInit ? this.folder : this.project, "--non-interactive", "--color", "never"];
    const stack = isInit ? [] : ["--stack", this.called];
    const needsConfig = ["up", "preview", "refresh", "destroy", "config"].includes(args[0]!);
    const file = needsConfig ? ["--config-file", join(this.folder, `Pulumi.${this.called}.yaml`)] : [];
    const [command, ...rest] = args;
    const split = rest.indexOf("--");
    const [flags, positional] = split < 0 ? [rest, []] : [rest.slice(0, split), rest.slice(split)];
    const events = join(this.folder, `events-${randomUUID()}.json`);
    const logs = ["up", "preview", "refresh", "destroy"].includes(command!) && !flags.includes("--event-log");
    const done = await run(
      "pulumi",
      [command!, ...flags, ...(logs ? ["--event-log", events] : []), ...place, ...stack, ...file, ...positional],
      { ...environment, PULUMI_DEBUG_COMMANDS: "true" },
      root,
      this.watch,
    );
    const written = writtenToError(events);
    // Of a command that fails, Pulumi itself prints each call that failed.
    if (done.code === 0 && written.length > 0 && !this.mayWriteToError)
      throw new Error(`Standard error has: ${written.join("\n")}`);
    return done;
  }
}

/** A developer's own settings must not reach a test. */
function withoutCipherTrust(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.keys(environment)
      .filter((key) => key.startsWith("CIPHERTRUST_"))
      .map((key) => [key, undefined]),
  );
}

export function run(command: string, args: string[], env: NodeJS.ProcessEnv, cwd = root, watch?: Watch): Promise<Run> {
  return new Promise((done, failed) => {
    // A process group of its own can be interrupted without the tests.
    const child = spawn(command, args, { env, cwd, stdio: ["ignore", "pipe", "pipe"], detached: watch !== undefined });
    let text = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (part: string) => {
        text += part;
        watch?.(text, () => process.kill(-child.pid!, "SIGINT"), child.pid!);
      });
    child.on("error", failed);
    child.on("close", (code) => done({ code: code ?? -1, text }));
  });
}

/** The items of a list, for assertions on what the service contains. */
export function items(list: Record<string, unknown>): Record<string, unknown>[] {
  return list.resources as Record<string, unknown>[];
}

/** Minutes, not seconds: the real engine starts several processes for every operation. */
export const engineTimeout = 480_000;

/** What a command prints that must succeed. */
export async function succeeds(work: Promise<Pick<Run, "code" | "text">>): Promise<string> {
  const { code, text } = await work;
  if (code !== 0) throw new Error(text);
  return text;
}
