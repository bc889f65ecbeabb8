import { spawn } from "node:child_process";
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { isAlive } from "../shared/child.cjs";
import { UserError } from "../errors";
import { callService, type Service } from "./client";

export interface EmulatorOptions {
  /** The emulator's compiled command. */
  command: string;
  stateDir: string;
  startDeadlineMs?: number;
  stopDeadlineMs?: number;
}

const POLL_MS = 50;

/**
 * The emulator in the background: a process that outlives us, found again through files in the
 * state folder.
 */
export class BackgroundEmulator {
  /** Whether this run started it, so that an interruption of this run ends it. */
  started = false;

  constructor(private readonly options: EmulatorOptions) {}

  /** Takes the one that runs already, else starts it; it continues from its data folder. */
  async ensure(): Promise<Service> {
    const running = await this.find();
    if (running) return running;
    this.start();
    const service = await this.announced();
    if (!service) throw new UserError(await this.failure());
    return service;
  }

  /**
   * The process in the file is the emulator only if its address responds: process ids are reused
   * after a restart.
   */
  async find(): Promise<Service | undefined> {
    const service = await this.announced();
    return service && (await responds(service)) ? service : undefined;
  }

  /** Does nothing if it does not run. */
  async stop(): Promise<void> {
    if (!this.started && !(await this.find())) return;
    const pid = this.pid();
    if (pid === undefined) return;
    kill(pid, "SIGTERM");
    const isGone = await this.poll(() => (isAlive(pid) ? undefined : true), this.options.stopDeadlineMs ?? 5_000);
    if (!isGone) kill(pid, "SIGKILL");
    rmSync(this.file("pid"), { force: true });
  }

  private start(): void {
    const { command, stateDir } = this.options;
    if (!existsSync(command))
      throw new UserError(`The emulator is not built: ${command} is missing. Run: npm run build`);
    mkdirSync(stateDir, { recursive: true });
    rmSync(this.file("pid"), { force: true });
    // Files, not pipes: the emulator continues after this process, at the other end of a pipe, has exited.
    const [out, log] = [openSync(this.file("json"), "w"), openSync(this.file("log"), "w")];
    const args = [command, "--data", join(stateDir, "emulator")];
    const child = spawn(process.execPath, args, { detached: true, stdio: ["ignore", out, log] });
    [out, log].forEach(closeSync);
    child.unref();
    this.started = true;
    writeFileSync(this.file("pid"), String(child.pid));
  }

  /** Waits for the line of JSON while the process lives. */
  private async announced(): Promise<Service | undefined> {
    const read = (): Service | false | undefined => {
      const pid = this.pid();
      if (pid === undefined || !isAlive(pid)) return false;
      const [line, end] = this.read("json").split("\n", 2);
      return end === undefined ? undefined : (JSON.parse(line ?? "") as Service);
    };
    return (await this.poll(read, this.options.startDeadlineMs ?? 120_000)) || undefined;
  }

  private async poll<T>(look: () => T | undefined, deadlineMs: number): Promise<T | undefined> {
    for (const end = Date.now() + deadlineMs; Date.now() < end; await delay(POLL_MS)) {
      const seen = look();
      if (seen !== undefined) return seen;
    }
    return undefined;
  }

  /** Why it does not serve. One that is only slow ends here, so that the next run starts it anew. */
  private async failure(): Promise<string> {
    const pid = this.pid();
    const output = this.tail();
    const isSlow = pid !== undefined && isAlive(pid);
    if (isSlow) await this.stop();
    const what = isSlow ? "The emulator was not ready in time: run the command again." : "The emulator did not start.";
    return output === "" ? what : `${what} Its last output (${this.file("log")}):\n${output}`;
  }

  private pid(): number | undefined {
    return Number(this.read("pid")) || undefined;
  }

  private tail(): string {
    return this.read("log").trim().split("\n").slice(-10).join("\n");
  }

  private read(kind: "pid" | "json" | "log"): string {
    return existsSync(this.file(kind)) ? readFileSync(this.file(kind), "utf8") : "";
  }

  private file(kind: "pid" | "json" | "log"): string {
    return join(this.options.stateDir, `emulator.${kind}`);
  }
}

/**
 * Whether it responds at all: one that cannot store anything any more is still the emulator, and
 * can be stopped.
 */
async function responds(service: Service): Promise<boolean> {
  try {
    await callService(service, "GET", "/emulator/clock");
    return true;
  } catch {
    return false;
  }
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended by itself.
  }
}
