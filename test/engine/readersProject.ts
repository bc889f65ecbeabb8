import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { ensureEngine } from "../../tools/engine";
import { root, run, type Run } from "./harness";
import { linkCommands } from "./runFolder";
import { startsFast } from "./starts";

/**
 * A page as its reader follows it: its examples, the project they are written to, and the commands
 * run in it.
 */

/** The examples of a page by the names in their first lines, and how many blocks of code it has. */
export function examplesIn(page: string): { examples: Record<string, string>; blocks: number } {
  const text = readFileSync(join(root, "docs", page), "utf8");
  const named = [...text.matchAll(/```(?:ts|yaml|sh)\n(?:\/\/|#) (.+)\n([^]*?)```/g)];
  const examples = Object.fromEntries(named.map(([, name, example]) => [name!, example!]));
  return { examples, blocks: [...text.matchAll(/```\w+\n/g)].length };
}

/** Neither a developer's own settings nor those of the Jest that runs this. */
const foreign = /^(CIPHERTRUST_|JEST_|VITEST)|^NODE_ENV$/;
export const plain = Object.fromEntries(
  Object.keys(process.env)
    .filter((name) => foreign.test(name))
    .map((name) => [name, undefined]),
);

export class ReadersProject {
  /** Packages that this project does not have are installed here, where modules are resolved next. */
  readonly outer = realpathSync(mkdtempSync(join(tmpdir(), "ciphertrust-page-")));
  readonly folder = join(this.outer, "keys");

  constructor() {
    mkdirSync(this.folder);
    symlinkSync(join(root, "node_modules"), join(this.folder, "node_modules"));
    linkCommands(join(this.outer, "node_modules"));
  }

  write(files: Record<string, string>): void {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(this.folder, name)), { recursive: true });
      writeFileSync(join(this.folder, name), text);
    }
  }

  async bash(script: string, environment: NodeJS.ProcessEnv = {}, folder = this.folder): Promise<Run> {
    const engine = await ensureEngine();
    const own = { ...plain, ...startsFast, HOME: this.folder, TMPDIR: this.folder, ...environment };
    return run("bash", ["-eo", "pipefail", "-c", script], engine.environment(own), folder);
  }

  /**
   * Runs the emulator's command as installed, at a free port instead of the page's, while `work` is
   * done.
   */
  async withEmulator<T>(options: readonly string[], work: (port: string) => Promise<T>): Promise<T> {
    const free = options.map((option) => (option === "8443" ? "0" : option));
    const emulator = spawn(process.execPath, [join(root, "emulator", "dist", "cli.js"), ...free], {
      cwd: this.folder,
      stdio: ["ignore", "pipe", "inherit"],
    });
    const closed = once(emulator, "close");
    try {
      const [line] = (await once(createInterface({ input: emulator.stdout }), "line")) as [string];
      return await work(new URL((JSON.parse(line) as { address: string }).address).port);
    } finally {
      emulator.kill();
      await closed;
    }
  }

  remove(): void {
    rmSync(this.outer, { recursive: true, force: true });
  }
}
