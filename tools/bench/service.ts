import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { UserError } from "../errors";
import { projectRoot } from "../project";
import type { Service } from "../quickstart/client";
import { Client } from "./client";
import { countsOf, type Counts } from "./figures";

/** An emulator in a process of its own, without a memory on disk: its work must not count as ours. */
export class EmulatorProcess {
  readonly client: Client;

  private constructor(
    private readonly child: ChildProcess,
    readonly service: Service,
  ) {
    this.client = new Client(service);
  }

  /** @param world what exists in its clouds */
  static async start(world: object = {}): Promise<EmulatorProcess> {
    const command = join(projectRoot(), "emulator", "dist", "cli.js");
    const folder = mkdtempSync(join(tmpdir(), "ciphertrust-bench-world-"));
    const file = join(folder, "world.json");
    try {
      writeFileSync(file, JSON.stringify(world));
      const child = spawn(process.execPath, [command, "--world", file], { stdio: ["ignore", "pipe", "inherit"] });
      const lines = createInterface({ input: child.stdout });
      const line = await Promise.race([once(lines, "line"), once(lines, "close")]);
      if (line.length === 0) throw new UserError("The emulator did not start.");
      return new EmulatorProcess(child, JSON.parse(String(line[0])) as Service);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  get environment(): Record<string, string> {
    const { address, username, password, caCertificate } = this.service;
    return {
      CIPHERTRUST_ADDRESS: address,
      CIPHERTRUST_USERNAME: username,
      CIPHERTRUST_PASSWORD: password,
      CIPHERTRUST_CA_CERT: caCertificate,
    };
  }

  /** The requests since the last {@link forget}. */
  async counts(): Promise<Counts> {
    return countsOf((await this.client.control("GET", "/requests")).routes as Record<string, number>);
  }

  async forget(): Promise<void> {
    await this.client.control("DELETE", "/requests");
  }

  async stop(): Promise<void> {
    await this.client.close();
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const gone = once(this.child, "exit");
    this.child.kill();
    await gone;
  }
}
