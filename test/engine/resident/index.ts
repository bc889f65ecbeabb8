import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, linkSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureEngine } from "../../../tools/engine";

/** Before all tests: an engine whose processes stay, one for each worker of jest; see host.cjs. */

const names = { folder: "PULUMI_TEST_FOLDER", engine: "PULUMI_TEST_ENGINE", hosts: "PULUMI_TEST_HOSTS" };
const launched = ["pulumi-language-nodejs", "pulumi-resource-pulumi-nodejs"];

let folder: string | undefined;
let hosts: ChildProcess[] = [];

export async function startHosts(workers: number): Promise<void> {
  // The launchers use what bash can do.
  if (process.platform === "win32") return;
  const { binDir } = await ensureEngine();
  folder = mkdtempSync(join(tmpdir(), "ciphertrust-engine-"));
  for (const name of readdirSync(binDir)) {
    const isReplaced = launched.includes(name);
    const source = isReplaced ? join(__dirname, "launcher.sh") : join(binDir, name);
    if (name === "pulumi") place(source, join(folder, name));
    else symlinkSync(source, join(folder, name));
  }
  hosts = Array.from({ length: workers }, startHost);
  const ports = await Promise.all(hosts.map((host) => once(host, "message")));
  Object.assign(process.env, { [names.folder]: folder, [names.engine]: binDir, [names.hosts]: ports.join() });
}

function startHost(): ChildProcess {
  const execArgv = ["--require", join(__dirname, "../lazyModules.cjs")];
  return fork(join(__dirname, "host.cjs"), { execArgv, stdio: ["ignore", "inherit", "inherit", "ipc"] });
}

/** The engine looks for what it starts beside its own, real, file. */
function place(source: string, copy: string): void {
  try {
    linkSync(source, copy);
  } catch {
    copyFileSync(source, copy);
  }
}

export function endHosts(): void {
  for (const host of hosts) host.disconnect();
  if (folder) rmSync(folder, { recursive: true, force: true });
}

let commands = 0;

/** With this environment, what the engine starts for one command runs in the process that stays, if it is free. */
export function residentEnvironment(path: string): Record<string, string> {
  const { PULUMI_TEST_HOSTS, PULUMI_TEST_FOLDER, JEST_WORKER_ID } = process.env;
  const port = PULUMI_TEST_HOSTS?.split(",")[Number(JEST_WORKER_ID) - 1];
  if (!port) return {};
  return {
    PATH: `${PULUMI_TEST_FOLDER}:${path}`,
    PULUMI_TEST_HOST: port,
    PULUMI_TEST_COMMAND: `${JEST_WORKER_ID}-${++commands}`,
  };
}
