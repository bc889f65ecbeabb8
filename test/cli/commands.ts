import { spawn } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { buildSync } from "esbuild";

/** The real commands, in processes of their own, compiled from the sources. */

const root = join(__dirname, "../..");

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** For the tests of one file: `run(["pulumi-ciphertrust", "adopt", "--help"])`. */
export function withCommands() {
  /** Next to the package's modules, so that they are found. */
  const compiled = join(root, "node_modules", ".cache", `commands-${process.pid}`);
  const entries = { "pulumi-ciphertrust": "cli/index.ts", "ciphertrust-emulator": "emulator/cli.ts" };
  beforeAll(() => {
    mkdirSync(compiled, { recursive: true });
    const entryPoints = Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, join(root, file)]));
    buildSync({
      entryPoints,
      outdir: compiled,
      bundle: true,
      platform: "node",
      packages: "external",
      logLevel: "error",
    });
  });
  afterAll(() => rmSync(compiled, { recursive: true, force: true }));

  return function run([name = "", ...args]: readonly string[], more: NodeJS.ProcessEnv = {}): Promise<Ended> {
    const env = { PATH: process.env.PATH, ...more };
    const child = spawn(process.execPath, [join(compiled, `${name}.js`), ...args], {
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let [stdout, stderr] = ["", ""];
    child.stdout.on("data", (part: Buffer) => (stdout += part.toString()));
    child.stderr.on("data", (part: Buffer) => (stderr += part.toString()));
    return new Promise((resolve) => child.once("close", (code) => resolve({ code, stdout, stderr })));
  };
}
