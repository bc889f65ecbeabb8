import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, delimiter, dirname, join } from "node:path";
import { ensureEngine } from "../../tools/engine";
import { run, type Run } from "./harness";
import { installInto, inRunFolder } from "./runFolder";
import { secretsProviderAccess } from "./secretsProvider";
import { startsFast } from "./starts";

/**
 * The environment of a pipeline's job: a checkout of a project with what it imports, an empty home,
 * a few commands, and the environment variables that it was given. Nothing of the machine's own
 * environment.
 */
export class Container {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), "ciphertrust-container-")));
  readonly project = join(this.folder, "project");
  /** Commands of the test's own, found before all others. */
  readonly commands = this.made("commands");
  readonly home = this.made("home");
  readonly temporary = this.made("tmp");
  readonly state = this.made("state");
  private readonly path: string[];

  private constructor(engine: string) {
    installInto(this.made("project"));
    const node = dirname(process.execPath);
    this.path = [this.commands, engine, node, "/usr/local/bin", "/usr/bin", "/bin"];
  }

  /** With a JavaScript program. */
  static async create(program: string): Promise<Container> {
    const { binDir } = await ensureEngine();
    const container = new Container(binDir);
    container.write("Pulumi.yaml", "name: keys\nruntime:\n  name: nodejs\n  options:\n    typescript: false\n");
    container.write("package.json", '{ "name": "keys", "version": "1.0.0", "main": "index.js" }');
    container.write("index.js", program);
    return container;
  }

  /** A file of the project. */
  write(name: string, text: string): void {
    const file = join(this.project, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  /** A command for the scripts, as a script of its own. */
  command(name: string, script: string): void {
    writeFileSync(join(this.commands, name), script);
    chmodSync(join(this.commands, name), 0o755);
  }

  /** `npm ci` is all that npm does, and needs no registry. */
  installsAnew(): void {
    const install = `rm -rf node_modules && ln -s "${inRunFolder("node_modules")}" node_modules`;
    this.command("npm", `#!/bin/sh\n[ "$1" = ci ] || exit 64\n${install}\n`);
  }

  /**
   * Runs a script in the project's folder, as a runner does. It sees these variables, PATH, HOME,
   * and that it is a pipeline.
   */
  bash(script: string, environment: Record<string, string> = {}): Promise<Run> {
    const file = join(this.folder, "step.sh");
    writeFileSync(file, script);
    const env = {
      PATH: this.path.join(delimiter),
      HOME: this.home,
      // Pulumi asks the system for the home.
      PULUMI_HOME: inRunFolder("pulumi"),
      TMPDIR: this.temporary,
      CI: "true",
    };
    const all = { ...env, ...startsFast, ...secretsProviderAccess(), ...environment };
    return run("bash", ["--noprofile", "--norc", "-eo", "pipefail", file], all, this.project);
  }

  /** The text of every file of the backend. */
  stateText(): string {
    return readdirSync(this.state, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"))
      .join();
  }

  /** What the runs have left in the folder for temporary files. */
  leftOvers(): string[] {
    return readdirSync(this.temporary).filter((name) => name.startsWith("ciphertrust-"));
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  private made(name: string): string {
    const folder = join(this.folder, basename(name));
    mkdirSync(folder);
    return folder;
  }
}
