import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { Clock } from "./clock";
import { addControl } from "./control";
import { openDisk, type Disk } from "./disk";
import { StartError } from "./errors";
import { Faults } from "./faults";
import type { JsonObject } from "./fields";
import { closeFiles, prepareFolder, writeCertificate } from "./folder";
import { coverage, type Route } from "./operations";
import type { EmulatorOptions } from "./options";
import { RequestLog } from "./requests";
import { RouteTable } from "./routing";
import { outside, type Service, type System } from "./scope";
import { createServer, type ServerParts } from "./server";
import { RunningService } from "./service";
import type { Stored } from "./record";
import { defineKind, Store, type Snapshot } from "./store";
import { createTlsIdentity, type TlsIdentity } from "./tls";
import { readWorld } from "./world";

/** What outlives a reset and a restart. */
interface Keepsake extends Stored {
  readonly value: unknown;
}

interface Identity {
  readonly tls: TlsIdentity;
  readonly signingKey: string;
}

/** What else the server offers, beside the service and its control paths: pages for people. */
export interface Front extends Required<Pick<ServerParts, "authorize">> {
  addTo(server: FastifyInstance): void;
}

export interface FrontParts {
  readonly service: Service;
  readonly routes: readonly Route[];
}

type MakeFront = (parts: FrontParts) => Front;

const keepsakes = defineKind<Keepsake>("keepsakes");

export class RunningEmulator {
  private readonly faults = new Faults();
  private readonly requests = new RequestLog();
  private server!: FastifyInstance;
  private port = 0;
  /** The records of the first start, as long as this process has seen it. */
  private pristine: Snapshot | undefined;

  private constructor(
    private readonly service: RunningService,
    private readonly options: EmulatorOptions,
    private readonly identity: Identity,
    private readonly makeFront?: MakeFront,
  ) {}

  static async start(
    systems: readonly System[],
    options: EmulatorOptions,
    makeFront?: MakeFront,
  ): Promise<RunningEmulator> {
    const world = readWorld(options.world, systems);
    const store = new Store(options.data === undefined ? undefined : await openRecords(options.data));
    try {
      await store.load();
      return await RunningEmulator.open(store, systems, options, world, makeFront);
    } catch (error) {
      await store.close();
      throw error;
    }
  }

  private static async open(
    store: Store,
    systems: readonly System[],
    options: EmulatorOptions,
    world: JsonObject,
    makeFront?: MakeFront,
  ): Promise<RunningEmulator> {
    const identity = recall<Identity>(store, "identity") ?? {
      tls: await createTlsIdentity([options.host ?? "127.0.0.1", ...(options.allowedHosts ?? [])]),
      signingKey: randomBytes(32).toString("hex"),
    };
    const clock = new Clock(recall<number>(store, "offset") ?? 0);
    const authority = { certificate: identity.tls.caCertificate, key: identity.tls.caKey };
    const service = new RunningService(store, clock, systems, identity.signingKey, authority, options.hurry);
    const emulator = new RunningEmulator(service, options, identity, makeFront);
    if (recall(store, "world") === undefined) {
      remember(store, "identity", identity);
      remember(store, "world", { ...world, ...worldOf(options) });
      emulator.seed();
    } else {
      service.resume();
    }
    await emulator.listen();
    return emulator;
  }

  get address(): string {
    const host = this.options.host ?? "127.0.0.1";
    const reachable = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
    return `https://${reachable.includes(":") ? `[${reachable}]` : reachable}:${this.port}`;
  }

  get caCertificate(): string {
    return this.identity.tls.caCertificate;
  }

  private get names(): string[] {
    return [this.options.host ?? "127.0.0.1", ...(this.options.allowedHosts ?? [])];
  }

  operations(): { operation: string; implemented: boolean }[] {
    return coverage(this.service.systems);
  }

  async advance(seconds: number): Promise<void> {
    const { timeline, store, clock } = this.service;
    await timeline.advance(seconds * 1000);
    remember(store, "offset", clock.offset);
    await store.flush();
  }

  reset(): Promise<void> {
    const { timeline, store, clock } = this.service;
    timeline.abandonWaits();
    return timeline.inTurn(async () => {
      this.startOver();
      await store.flush().finally(() => (clock.offset = recall<number>(store, "offset") ?? 0));
    });
  }

  private startOver(): void {
    const { store, clock } = this.service;
    clock.offset = 0;
    this.service.outage.end();
    remember(store, "offset", 0);
    this.faults.clear();
    this.requests.clear();
    if (this.pristine !== undefined) return store.restore(this.pristine, keepsakes.name);
    store.removeWhere((kind) => kind !== keepsakes.name);
    this.seed();
  }

  private seed(): void {
    this.service.seed(recall<JsonObject>(this.service.store, "world") ?? {});
    this.pristine = this.service.store.snapshot();
  }

  async close(): Promise<void> {
    await this.service.timeline.stop();
    await this.server.close();
    await this.service.store.close();
  }

  private async listen(): Promise<void> {
    const { service, options } = this;
    const remembered = recall<number>(service.store, "port");
    try {
      this.port = await this.listenOn(options.port ?? remembered ?? 0);
    } catch (error) {
      if ((error as { code?: string }).code !== "EADDRINUSE" || options.port !== undefined)
        throw startError(error, options);
      this.port = await this.listenOn(0);
    }
    if (this.port !== remembered) remember(service.store, "port", this.port);
    await service.store.flush();
    service.timeline.start();
  }

  private async listenOn(port: number): Promise<number> {
    const { service, faults, requests, identity } = this;
    const operations = RouteTable.of(service.systems);
    const front = this.makeFront?.({ service, routes: operations.routes });
    const { authorize } = front ?? {};
    const { names } = this;
    this.server = createServer({ service, operations, faults, requests, tls: identity.tls, names, authorize });
    front?.addTo(this.server);
    addControl(this.server, {
      service,
      faults,
      requests,
      advance: (seconds) => this.advance(seconds),
      reset: () => this.reset(),
    });
    await this.server.listen({ port, host: this.options.host ?? "127.0.0.1" });
    const bound = this.server.server.address();
    return typeof bound === "object" && bound !== null ? bound.port : port;
  }
}

/** Options that stand for parts of the world. */
function worldOf({ unlicensed, readiness, serviceVersion: version }: EmulatorOptions): JsonObject {
  return {
    ...(unlicensed === true && { licensing: { trial: "used" } }),
    ...(readiness && { readiness }),
    ...(version && { appliance: { version } }),
  };
}

async function openRecords(data: string): Promise<Disk> {
  const place = prepareFolder(data);
  const disk = await openDisk(place);
  closeFiles(place);
  return disk;
}

function recall<T>(store: Store, id: string): T | undefined {
  return store.get(keepsakes, outside, id)?.value as T | undefined;
}

function remember(store: Store, id: string, value: unknown): void {
  store.put(keepsakes, { id, domain: outside, value });
}

function startError(error: unknown, { port, host }: EmulatorOptions): unknown {
  const code = (error as { code?: string }).code;
  const place = `${host ?? "127.0.0.1"}:${port ?? 0}`;
  if (code === "EADDRINUSE") return new StartError(`cannot listen on ${place}: the port is in use`);
  if (code === undefined || !code.startsWith("E")) return error;
  return new StartError(`cannot listen on ${place}: ${code}`);
}

/**
 * Writes the authority's certificate where clients can read it: beside the data, or in a folder of
 * its own.
 */
export function publishCertificate(pem: string, data: string | undefined): { path: string; remove: () => void } {
  const folder = data ?? mkdtempSync(join(tmpdir(), "ciphertrust-emulator-"));
  const path = writeCertificate(folder, pem);
  return { path, remove: () => (data === undefined ? rmSync(folder, { recursive: true, force: true }) : undefined) };
}
