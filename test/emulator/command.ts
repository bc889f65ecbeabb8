import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { build } from "esbuild";
import { Client, type Place } from "./client";

const root = join(__dirname, "../..");
/**
 * The command, compiled next to the package's modules so that it finds them; always from the
 * current sources.
 */
const compiled = join(root, "node_modules", ".cache", `ciphertrust-emulator-${process.pid}`);

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
}

export type Serving = Running & { readonly client: Client; readonly place: Place };

export interface CommandTests {
  readonly root: string;
  /** A new folder, removed after the test. */
  readonly folder: () => string;
  readonly run: (...args: string[]) => Running;
  /** Runs it until it serves. */
  readonly serve: (...args: string[]) => Promise<Serving>;
}

async function compile(): Promise<void> {
  await build({
    entryPoints: [join(root, "emulator", "**", "*.ts")],
    outdir: compiled,
    format: "cjs",
    platform: "node",
    logLevel: "error",
  });
}

/** Runs the command in processes of its own; everything that a test started is removed after it. */
export function withCommand(): CommandTests {
  const folders: string[] = [];
  const children = new Set<ChildProcess>();
  const clients: Client[] = [];

  beforeAll(compile);
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.close()));
    for (const child of children) child.kill("SIGKILL");
    children.clear();
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  });
  afterAll(() => rmSync(compiled, { recursive: true, force: true }));

  const folder = (): string => {
    const made = mkdtempSync(join(tmpdir(), "emulator-test-"));
    folders.push(made);
    return made;
  };

  const run = (...args: string[]): Running => {
    // A killed process cannot clean up: its files are removed with this folder.
    const env = { ...process.env, TMPDIR: folder() };
    const child = spawn(process.execPath, [join(compiled, "cli.js"), ...args], {
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    children.add(child);
    let [stdout, stderr] = ["", ""];
    child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
    const ended = new Promise<Ended>((resolve) => child.once("close", (code) => resolve({ code, stdout, stderr })));
    return { child, ended };
  };

  const serve = async (...args: string[]): Promise<Serving> => {
    const running = run(...args);
    const failed = running.ended.then(({ stderr }) => {
      throw new Error(`the emulator ended: ${stderr}`);
    });
    const lines = createInterface({ input: running.child.stdout as NodeJS.ReadableStream });
    const line = await Promise.race([new Promise<string>((resolve) => lines.once("line", resolve)), failed]);
    failed.catch(() => undefined);
    const place = JSON.parse(line) as Place;
    const client = new Client(place);
    clients.push(client);
    return { ...running, client, place };
  };

  return { root, folder, run, serve };
}
