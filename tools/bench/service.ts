import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { UserError } from "../errors";
import { projectRoot } from "../project";
import { callService } from "../quickstart/client";
import type { Service } from "../quickstart/client";
import { countsOf, type Counts } from "./figures";

/** An emulator in a process of its own, without a memory on disk: its work must not count as ours. */
export class EmulatorProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly service: Service,
  ) {}

  static async start(...options: string[]): Promise<EmulatorProcess> {
    const command = join(projectRoot(), "dist", "emulator", "cli.js");
    const child = spawn(process.execPath, [command, ...options], { stdio: ["ignore", "pipe", "inherit"] });
    const lines = createInterface({ input: child.stdout });
    const line = await Promise.race([once(lines, "line"), once(lines, "close")]);
    if (line.length === 0) throw new UserError("The emulator did not start.");
    return new EmulatorProcess(child, JSON.parse(String(line[0])) as Service);
  }

  get environment(): NodeJS.ProcessEnv {
    const { address, username, password, caCertificate } = this.service;
    return {
      CIPHERTRUST_ADDRESS: address,
      CIPHERTRUST_USERNAME: username,
      CIPHERTRUST_PASSWORD: password,
      CIPHERTRUST_CA_CERT: caCertificate,
    };
  }

  /** Forgets everything; from now on every call of the API takes so much longer. */
  async prepare(latencyMs: number): Promise<void> {
    await callService(this.service, "POST", "/emulator/reset");
    await callService(this.service, "DELETE", "/emulator/faults");
    if (latencyMs === 0) return;
    const body = { path: "/api", effect: { latencyMs } };
    await callService(this.service, "POST", "/emulator/faults", { body });
  }

  /** What was asked since the last look. */
  async counts(): Promise<Counts> {
    const { routes } = (await callService(this.service, "GET", "/emulator/requests")) as {
      routes: Record<string, number>;
    };
    await callService(this.service, "DELETE", "/emulator/requests");
    return countsOf(routes);
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const gone = once(this.child, "exit");
    this.child.kill();
    await gone;
  }
}
