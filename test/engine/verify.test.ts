import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { openDisk } from "../../emulator/core/disk";
import { prepareFolder } from "../../emulator/core/folder";
import { Store } from "../../emulator/core/store";
import { contentsOf } from "../cli/verify/writeSupport";
import type { Place } from "../emulator/client";
import { engineTimeout, root } from "./harness";

/** `verify --write` in a process of its own, which ends in every way, against a service in another. */

jest.setTimeout(engineTimeout);

const folder = mkdtempSync(join(tmpdir(), "ciphertrust-verify-"));
const world = join(folder, "world.json");
const types = ["VaultKey", "EkmEndpoint", "RegisteredClient", "LunaConnection", "DkeEndpoint", "AwsConnection"];

const children = new Set<ChildProcess>();

interface Running {
  child: ChildProcess;
  lines: string[];
  ended: Promise<number | null>;
}

/**
 * Runs a compiled command, given by its file; `onLine` gets what it writes to that stream, line by
 * line.
 */
function start(
  [script, ...args]: string[],
  stream: "stdout" | "stderr",
  env: NodeJS.ProcessEnv,
  onLine: (line: string, child: ChildProcess) => void = () => {},
): Running {
  const child = spawn(process.execPath, [join(root, script!), ...args], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.add(child);
  const lines: string[] = [];
  const other = stream === "stdout" ? child.stderr : child.stdout;
  other.resume();
  createInterface({ input: child[stream] }).on("line", (line) => {
    lines.push(line);
    onLine(line, child);
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  return { child, lines, ended };
}

async function serve(data: string): Promise<{ running: Running; environment: NodeJS.ProcessEnv }> {
  let told: (line: string) => void;
  const first = new Promise<string>((resolve) => (told = resolve));
  const command = ["emulator/dist/cli.js", "--data", data, "--world", world];
  const running = start(command, "stdout", {}, (line) => told(line));
  const failed = running.ended.then((code): never => {
    throw new Error(`the emulator ended with ${code} before it served`);
  });
  const line = await Promise.race([first, failed]);
  failed.catch(() => undefined);
  const { address, username, password, caCertificate } = JSON.parse(line) as Place;
  const environment = {
    CIPHERTRUST_ADDRESS: address,
    CIPHERTRUST_USERNAME: username,
    CIPHERTRUST_PASSWORD: password,
    CIPHERTRUST_CA_CERT: caCertificate,
  };
  return { running, environment };
}

/** What the service has on its disk once it has ended. */
async function contentsAfter(data: string, { child, ended }: Running): Promise<unknown> {
  child.kill("SIGTERM");
  await ended;
  const store = new Store(await openDisk(prepareFolder(data)));
  await store.load();
  try {
    return contentsOf(store.snapshot());
  } finally {
    await store.close();
  }
}

const verify = (environment: NodeJS.ProcessEnv, args: string[], onLine?: Parameters<typeof start>[3]) =>
  start(["dist/cli/index.js", "verify", "--rate", "1000", ...args], "stderr", environment, onLine);

beforeAll(() => {
  writeFileSync(world, JSON.stringify({ licensing: { licenses: [{ feature: "CCKM" }] } }));
});
afterEach(() => {
  for (const child of children) child.kill("SIGKILL");
  children.clear();
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

test("killed at any point, and then cleaned, it leaves the service as it was", async () => {
  const data = join(folder, "killed");
  const before = await contentsAfter(data, (await serve(data)).running);
  const { running, environment } = await serve(data);
  const points = [/is made for this run/, /^\[4\//, /\] EkmEndpoint/, /^Removing/];
  for (const [index, point] of points.entries()) {
    const place = ["--domain", `killed-${index}`];
    const write = verify(environment, ["--write", "--types", ...types, ...place], (line, child) => {
      if (point.test(line)) child.kill("SIGKILL");
    });
    await write.ended;
    expect([index, write.child.signalCode]).toEqual([index, "SIGKILL"]);
    const clean = verify(environment, ["--clean", ...place]);
    expect(await clean.ended).toBe(0);
    // The first kill may come before the domain is there.
    const last = index === 0 ? /was deleted|nothing was left/ : /was deleted: a run made it/;
    expect(clean.lines.at(-1)).toMatch(last);
  }
  expect(await contentsAfter(data, running)).toEqual(before);
});

test("on Ctrl-C it removes what it made, and says that the report is not complete", async () => {
  const data = join(folder, "stopped");
  const before = await contentsAfter(data, (await serve(data)).running);
  const { running, environment } = await serve(data);
  const report = join(folder, "report.json");
  const args = ["--write", "--types", "Group", "VaultKey", "--domain", "stopped", "--json", report];
  const write = verify(environment, args, (line, child) => {
    if (line.startsWith("[1/")) child.kill("SIGINT");
  });
  expect(await write.ended).toBe(130);
  expect(write.lines.join("\n")).toContain("Interrupted: what was made is removed first.");
  expect(await contentsAfter(data, running)).toEqual(before);
});

test("it is refused without a domain, and with options that do not go together", async () => {
  const environment = { CIPHERTRUST_ADDRESS: "https://127.0.0.1:1" };
  for (const [args, reason] of [
    [["--write"], "--write needs --domain"],
    [["--clean"], "--clean needs --domain"],
    [["--write", "--clean", "--domain", "x"], "give one of them"],
    [["--domain", "x"], "--domain goes with --write or --clean only"],
    [["--clean", "--domain", "x", "--with", "y"], "--with goes with --write only"],
  ] as const) {
    const refused = verify(environment, [...args]);
    expect(await refused.ended).toBe(2);
    expect(refused.lines.join("\n")).toContain(reason);
  }
});
