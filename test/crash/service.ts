import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Agent, request } from "undici";
import { root } from "../engine/harness";

/** The emulator in its own process, which stores everything on disk and may be killed. */

interface Place {
  address: string;
  username: string;
  password: string;
  caCertificate: string;
}

export class Service {
  private child!: ChildProcess;
  private restarting = Promise.resolve();
  private readonly agent: Agent;
  /** CA of its certificate in PEM format. */
  readonly ca: string;

  private constructor(
    private readonly folder: string,
    readonly place: Place,
  ) {
    this.ca = readFileSync(place.caCertificate, "utf8");
    this.agent = new Agent({ connect: { ca: this.ca } });
  }

  static async start(): Promise<Service> {
    const folder = mkdtempSync(join(tmpdir(), "ciphertrust-crash-service-"));
    writeFileSync(join(folder, "world.json"), JSON.stringify({ licensing: { licenses: [{ feature: "CCKM" }] } }));
    const { child, place } = await serve(folder);
    const service = new Service(folder, place);
    service.child = child;
    return service;
  }

  /** By `kill -9`; {@link serving} resolves once it serves again, at the same address. */
  killAndRestart(): void {
    const ended = once(this.child, "exit");
    this.child.kill("SIGKILL");
    this.restarting = ended.then(async () => {
      this.child = (await serve(this.folder)).child;
    });
  }

  serving(): Promise<void> {
    return this.restarting;
  }

  async reset(): Promise<void> {
    await this.call("POST", "/emulator/reset");
  }

  /** A call of the service's API by its administrator. */
  async get(path: string): Promise<Record<string, unknown>> {
    const { username, password } = this.place;
    const { jwt } = await this.call("POST", "/api/v1/auth/tokens/", { name: username, password });
    return this.call("GET", `/api/v1${path}`, undefined, jwt as string);
  }

  async stop(): Promise<void> {
    const ended = once(this.child, "exit");
    this.child.kill();
    await ended;
    await this.agent.destroy();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async call(method: "GET" | "POST", path: string, body?: unknown, token?: string) {
    const response = await request(this.place.address + path, {
      method,
      dispatcher: this.agent,
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await response.body.text();
    if (response.statusCode >= 300) throw new Error(`${method} ${path}: ${response.statusCode} ${text}`);
    return (text === "" ? {} : JSON.parse(text)) as Record<string, unknown>;
  }
}

async function serve(folder: string): Promise<{ child: ChildProcess; place: Place }> {
  const command = join(root, "emulator", "dist", "cli.js");
  const args = ["--data", join(folder, "data"), "--world", join(folder, "world.json")];
  const child = spawn(process.execPath, [command, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, TMPDIR: folder },
  });
  const lines = createInterface({ input: child.stdout });
  const [line] = (await Promise.race([once(lines, "line"), once(lines, "close")])) as [string?];
  if (line === undefined) throw new Error("the emulator did not start");
  return { child, place: JSON.parse(line) as Place };
}
