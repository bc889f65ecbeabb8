import { spawnSync, type SpawnSyncReturns } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { run } from "../engine/harness";
import { pack, withoutNpm } from "./pack";

/**
 * A folder in which a package manager, in a pinned version, installs the packed package into users'
 * projects.
 */

/** How to get and use a package manager. */
export interface Tool {
  name: string;
  /** What to install from npm; nothing for npm itself. */
  from?: string;
  /** The file to run, below `node_modules`, if it is not npm. */
  file?: string;
  /** A script, below `node_modules`, that has to run once before it. */
  prepare?: string;
  /** True for an executable, false for a Node.js script. */
  isProgram?: boolean;
  /** True if members of a workspace find each other's dependencies. */
  hoists: boolean;
  /** How a member depends on another of its workspace. */
  sibling: string;
  /** Files that a project needs beside its package.json. */
  files: Record<string, string>;
  install: string[];
  environment?: Record<string, string>;
}

/** The packages that docs/configuration.md says to install beside this one, in pinned versions. */
const beside = { "@pulumi/pulumi": "3.230.0", typescript: "5.9.3" };

function manifest(name: string, dependencies: Record<string, string>): string {
  return JSON.stringify({ name, version: "1.0.0", dependencies: { ...beside, ...dependencies } });
}

/** The settings that `pulumi new typescript` writes. */
const compiler = {
  compilerOptions: {
    strict: true,
    outDir: "bin",
    target: "es2020",
    module: "commonjs",
    moduleResolution: "node",
    sourceMap: true,
    experimentalDecorators: true,
    pretty: true,
    noFallthroughCasesInSwitch: true,
    noImplicitReturns: true,
    forceConsistentCasingInFileNames: true,
  },
  files: ["index.ts"],
};

/** A program in TypeScript, which Pulumi compiles as it runs it. */
const programFiles = (program: string) => ({
  "Pulumi.yaml": "name: keys\nruntime: nodejs\n",
  "tsconfig.json": JSON.stringify(compiler),
  "index.ts": program,
});

export class Site {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), "ciphertrust-packages-")));
  private readonly tarball: string;

  private constructor(private readonly tool: Tool) {
    this.tarball = pack(this.folder);
  }

  /** The tool, ready to be used; or why it is not available. */
  static open(tool: Tool): Site | string {
    const site = new Site(tool);
    const wanted = tool.from ?? `@pulumi/pulumi@${beside["@pulumi/pulumi"]}`;
    const how = tool.from ? ["install", "--ignore-scripts", "--prefix", join(site.folder, "tool")] : ["view"];
    const got = site.spawn("npm", [...how, wanted], site.folder);
    if (got.status === 0 && tool.prepare) site.succeed(process.execPath, [site.below(tool.prepare)], site.folder);
    if (got.status === 0) return site;
    site.remove();
    return `${wanted} cannot be had from npm: ${got.stderr.trim().split("\n").at(-1)}`;
  }

  /** A project of its own. */
  project(name: string, program: string): string {
    const folder = join(this.folder, name);
    this.write(folder, this.tool.files);
    this.write(folder, {
      "package.json": manifest(name, { "pulumi-ciphertrust": `file:${this.tarball}` }),
      ...programFiles(program),
    });
    return folder;
  }

  /**
   * A workspace in which a library depends on the package, and the program on the library; the
   * folder of the program.
   */
  workspace(name: string, library: Record<string, string>, program: string): string {
    const folder = join(this.folder, name);
    this.write(folder, this.tool.files);
    this.write(folder, {
      "package.json": JSON.stringify({ name, version: "1.0.0", private: true, workspaces: ["packages/*"] }),
      "packages/keys/package.json": manifest("keys", { "pulumi-ciphertrust": `file:${this.tarball}` }),
    });
    this.write(join(folder, "packages", "keys"), library);
    const infrastructure = join(folder, "packages", "infrastructure");
    this.write(infrastructure, {
      "package.json": manifest("infrastructure", { keys: this.tool.sibling }),
      ...programFiles(program),
    });
    return infrastructure;
  }

  /** The advice in the error of a program. */
  depend(project: string): void {
    const file = join(project, "package.json");
    const { dependencies, ...rest } = JSON.parse(readFileSync(file, "utf8")) as { dependencies: object };
    const added = { ...dependencies, "pulumi-ciphertrust": `file:${this.tarball}` };
    writeFileSync(file, JSON.stringify({ ...rest, dependencies: added }));
  }

  async install(folder: string): Promise<void> {
    const [command, ...first] = this.command();
    const { code, text } = await run(command!, [...first, ...this.tool.install], this.environment(), folder);
    if (code !== 0) throw new Error(text);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  private below(file: string): string {
    return join(this.folder, "tool", "node_modules", file);
  }

  private command(): string[] {
    if (!this.tool.file) return ["npm"];
    const file = this.below(this.tool.file);
    return this.tool.isProgram ? [file] : [process.execPath, file];
  }

  /** With caches of its own. */
  private environment(): NodeJS.ProcessEnv {
    const caches = {
      XDG_CACHE_HOME: "cache",
      XDG_DATA_HOME: "data",
      YARN_GLOBAL_FOLDER: "yarn",
      BUN_INSTALL_CACHE_DIR: "bun",
    };
    const folders = Object.entries(caches).map(
      ([name, folder]) => [name, join(this.folder, "caches", folder)] as const,
    );
    return { ...withoutNpm(), ...Object.fromEntries(folders), ...this.tool.environment };
  }

  private spawn(command: string, args: string[], cwd: string): SpawnSyncReturns<string> {
    return spawnSync(command, args, { cwd, env: this.environment(), encoding: "utf8" });
  }

  private succeed(command: string, args: string[], cwd: string): string {
    const { status, stdout, stderr } = this.spawn(command, args, cwd);
    if (status !== 0) throw new Error(stderr);
    return stdout;
  }

  private write(folder: string, files: Record<string, string>): void {
    for (const [name, text] of Object.entries(files)) {
      const file = join(folder, name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
  }
}
