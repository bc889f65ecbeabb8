import { setImmediate as turn } from "node:timers/promises";
import type { Api, Query, Wire } from "../../provider/api/client";
import { ApiError, type ErrorKind } from "../../provider/api/errors";
import type { Keep } from "../../provider/api/paging";
import type { Bag, Definition } from "../../provider/lifecycle/vocabulary/definition";
import { Lifecycle } from "../boundLifecycle";
import { FakeClock } from "../api/support";
import type { Environment } from "../../provider/lifecycle/service/scope";

/**
 * What happens to a call: it fails before it is processed, or its response is lost, or it gets this
 * response.
 */
export interface Fault {
  /** `POST /boxes`; a prefix is enough. */
  call: string;
  kind?: ErrorKind;
  /** The change is made, but the caller never learns of it. */
  after?: boolean;
  /** How often; default once. */
  times?: number;
  /** Runs at the same time. */
  meanwhile?(service: FakeService): void;
  response?: Wire;
}

const strings: Partial<Record<ErrorKind, string>> = {
  conflict: "the service responded with 409 NCERRConflict: taken or in use (request id r-9)",
  forbidden: "the service responded with 403 NCERRForbidden: not for you (request id r-9)",
  notFound: "the service responded with 404 NCERRResourceNotFound: Resource not found (request id r-9)",
  badRequest: "the service responded with 400 NCERRInvalidParamValue: no such size (request id r-9)",
  unanswered: "the connection to https://cm.example.com broke before a response arrived: ECONNRESET",
  failed: "the service responded with 500 without an explanation",
};

export function failure(kind: ErrorKind, call: string): ApiError {
  return new ApiError(strings[kind] ?? `a failure of kind ${kind}`, { kind, call });
}

/** An in-memory service: any collection, objects by path, failures on request. */
export class FakeService implements Api {
  /** Every object by its path. */
  readonly objects = new Map<string, Wire>();
  /** Every call, as `POST /boxes`. */
  readonly calls: string[] = [];
  readonly bodies: { call: string; body: unknown }[] = [];
  /** The path of the object about which a call waits for approval. */
  held?: string;
  private faults: Fault[] = [];
  private made = 0;

  constructor(private readonly unique = true) {}

  put(path: string, object: Wire): string {
    this.objects.set(path, { id: path.split("/").pop(), ...object });
    return path;
  }
  fail(...faults: Fault[]): void {
    this.faults.push(...faults.map((fault) => ({ ...fault })));
  }
  /** The calls that change something. */
  get changes(): string[] {
    return this.calls.filter((call) => !call.startsWith("GET"));
  }

  identity(): Promise<string> {
    return Promise.resolve("cm.example.com/root.born.");
  }
  confirmedIdentity(): Promise<string> {
    return this.identity();
  }
  version(): Promise<string | undefined> {
    return Promise.resolve("2.19.0");
  }
  lasting(_fact: string, lookUp: () => Promise<string>): Promise<string> {
    return lookUp();
  }
  logIn(): Promise<void> {
    return Promise.resolve();
  }
  refuseHeld(path: string): Promise<void> {
    return this.held === path ? Promise.reject(failure("held", `DELETE ${path}`)) : Promise.resolve();
  }
  isApproved(): Promise<boolean> {
    return Promise.resolve(false);
  }
  alone(): Promise<void> {
    return Promise.reject(new Error("no work of these tests excludes requests"));
  }
  get(path: string): Promise<Wire> {
    return this.call(`GET ${path}`, undefined, () => this.existing(path));
  }
  post(path: string, body?: unknown): Promise<Wire> {
    return this.call(`POST ${path}`, body, () => {
      if (path.endsWith("/test")) return {};
      const { account_ref, ...given } = body as Wire & { account_ref?: { id: string } };
      const taken = [...this.objects].some(([at, one]) => parentOf(at) === path && one.name === given.name);
      if (taken && this.unique) throw failure("conflict", `POST ${path}`);
      const id = `b-${++this.made}`;
      const createdAt = new Date(this.now).toISOString();
      this.put(`${path}/${id}`, { id, createdAt, ...given, account: account_ref?.id, serial: `s-${this.made}` });
      return this.existing(`${path}/${id}`);
    });
  }
  text(path: string): Promise<string> {
    return this.get(path).then((object) => JSON.stringify(object));
  }
  replace(path: string, body: unknown): Promise<Wire> {
    return this.patch(path, body);
  }
  patch(path: string, body: unknown): Promise<Wire> {
    return this.call(`PATCH ${path}`, body, () => {
      this.objects.set(path, { ...this.existing(path), ...(body as Wire) });
      return this.existing(path);
    });
  }
  async delete(path: string): Promise<void> {
    await this.call(`DELETE ${path}`, undefined, () => {
      this.existing(path);
      this.objects.delete(path);
      return {};
    });
  }
  async list(path: string, query: Query = {}): Promise<Wire[]> {
    const { items } = await this.call(`GET ${path}?`, undefined, () => {
      const inside = [...this.objects].filter(([at]) => parentOf(at) === path.replace(/\/$/, ""));
      const matching = inside.filter(([, one]) => Object.entries(query).every(([key, value]) => one[key] === value));
      return { items: matching.map(([, one]) => ({ ...one })) };
    });
    return items as Wire[];
  }
  async gather<R>(path: string, query: Query, keep: Keep<R>): Promise<R[]> {
    const kept = await Promise.all((await this.list(path, query)).map(async (one) => keep(one)));
    return kept.filter((one) => one !== undefined);
  }
  async page(path: string, { skip = 0, limit = 10, ...query }: Query) {
    const resources = await this.list(path, query);
    return {
      total: resources.length,
      resources: resources.slice(Number(skip), Number(skip) + Number(limit)),
      length: 0,
    };
  }
  async count(path: string, query?: Query): Promise<number> {
    return (await this.list(path, query)).length;
  }
  /** The current time of this service. */
  now = Date.parse("2026-01-01T00:00:00Z");
  time(): Promise<number> {
    return Promise.resolve(this.now);
  }
  present(): void {}
  close(): Promise<void> {
    return Promise.resolve();
  }

  private existing(path: string): Wire {
    const found = this.objects.get(path);
    if (!found) throw failure("notFound", `GET ${path}`);
    return { ...found };
  }
  private async call(name: string, body: unknown, work: () => Wire): Promise<Wire> {
    this.calls.push(name);
    if (body !== undefined) this.bodies.push({ call: name, body });
    // A response takes a turn of the event loop, as it would over a network.
    await turn();
    const fault = this.faults.find(({ call, times = 1 }) => name.startsWith(call) && times > 0);
    if (!fault) return work();
    fault.times = (fault.times ?? 1) - 1;
    const response = fault.after ? work() : undefined;
    fault.meanwhile?.(this);
    if (fault.kind) throw failure(fault.kind, name);
    return fault.response ?? response ?? work();
  }
}

const parentOf = (path: string) => path.slice(0, path.lastIndexOf("/"));

export interface Stage {
  service: FakeService;
  clock: FakeClock;
  stop: AbortController;
  log: string[];
  life(definition: Definition, more?: Pick<Environment, "lagSeconds" | "waves">): Lifecycle;
}

export function stage(service = new FakeService()): Stage {
  const clock = new FakeClock();
  const stop = new AbortController();
  const log: string[] = [];
  const known = { api: service, clock, stop: stop.signal, log: (text: string) => void log.push(text) };
  const life: Stage["life"] = (definition, more) => new Lifecycle(definition, () => ({ ...known, ...more }));
  return { service, clock, stop, log, life };
}

/** The error that `work` rejects with; fails if it does not reject. */
export async function rejection<E extends Error>(
  work: Promise<unknown>,
  type: abstract new (...args: never[]) => E,
): Promise<E> {
  const outcome = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(outcome).toBeInstanceOf(type);
  return outcome as E;
}

export const without = (bag: Bag, ...keys: string[]): Bag =>
  Object.fromEntries(Object.entries(bag).filter(([key]) => !keys.includes(key)));
