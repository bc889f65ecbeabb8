import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";

/** The real commands, in processes of their own, compiled from the sources. */

const root = join(__dirname, "../..");

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Each is compiled inside its package, so that it finds its modules and files. */
const entries = {
  "pulumi-ciphertrust": { folder: root, file: "cli/index.ts" },
  "ciphertrust-emulator": { folder: join(root, "emulator"), file: "cli.ts" },
};

/** For the tests of one file: `run(["pulumi-ciphertrust", "adopt", "--help"])`. */
export function withCommands() {
  const cacheOf = (folder: string) => join(folder, "node_modules", ".cache", `commands-${process.pid}`);
  const compiled = (name: string) => join(cacheOf(entries[name as keyof typeof entries].folder), "command.js");
  beforeAll(async () => {
    for (const [name, { folder, file }] of Object.entries(entries))
      await build({
        entryPoints: [join(folder, file)],
        outfile: compiled(name),
        bundle: true,
        platform: "node",
        packages: "external",
        logLevel: "error",
      });
  });
  afterAll(() => {
    for (const { folder } of Object.values(entries)) rmSync(cacheOf(folder), { recursive: true, force: true });
  });

  return function run([name = "", ...args]: readonly string[], more: NodeJS.ProcessEnv = {}): Promise<Ended> {
    const env = { PATH: process.env.PATH, ...more };
    const child = spawn(process.execPath, [compiled(name), ...args], {
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let [stdout, stderr] = ["", ""];
    child.stdout.on("data", (part: Buffer) => (stdout += part.toString()));
    child.stderr.on("data", (part: Buffer) => (stderr += part.toString()));
    return new Promise((resolve) => child.once("close", (code) => resolve({ code, stdout, stderr })));
  };
}
