import { randomUUID } from "node:crypto";
import type { ZodType } from "zod";
import type { HttpResponse, Later } from "./response";
import type { Clock } from "./clock";
import { notFound } from "./errors";
import type { Fields, JsonObject } from "./fields";
import type { Outage } from "./outage";
import type { Kind, Stored } from "./record";
import type { Caller, Request } from "./request";
import type { HeldKey, SourceKey, SourceShape } from "./sourceKey";
import type { Store } from "./store";
import type { Timeline } from "./timeline";

/** What a system is made of, and what its handlers work with. */

/** One running service: its records, its time, its systems. */
export interface Service {
  readonly store: Store;
  readonly clock: Clock;
  readonly timeline: Timeline;
  readonly outage: Outage;
  readonly systems: readonly System[];
  /** The key that signs tokens, at least 32 bytes. */
  readonly signingKey: string;
  /** The authority that signed the web certificate, as PEM. */
  readonly authority: { readonly certificate: string; readonly key: string };
  readonly root: Scope;
  /** What uses that connection, schedule or key, across all systems. */
  users(scope: Scope, used: Used): string[];
  schedules(): ScheduledWork[];
}

/** The domain everybody logs in to unless they name another. */
export const rootDomain = "00000000-0000-0000-0000-000000000000";
/** Where the simulated clouds live: outside every domain. */
export const outside = "";

/** The fields that every record of the service starts with. */
export interface Header extends Stored {
  readonly uri: string;
  readonly account: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/**
 * The values that a path or a reference may use instead of the id: name, URI, and the last part of
 * the URI.
 */
export function addresses(record: { readonly name?: string; readonly uri: string }): string[] {
  const slug = record.uri.slice(record.uri.lastIndexOf(":") + 1);
  return record.name === undefined ? [record.uri, slug] : [record.name, record.uri, slug];
}

/** The service as seen from inside one domain: what handlers, tasks and schedules work with. */
export class Scope {
  constructor(
    readonly service: Service,
    readonly domain: string,
  ) {}

  get now(): number {
    return this.service.clock.now();
  }

  in(domain: string): Scope {
    return new Scope(this.service, domain);
  }

  get<T extends Stored>(kind: Kind<T>, id: string): T | undefined {
    return this.service.store.get(kind, this.domain, id);
  }

  all<T extends Stored>(kind: Kind<T>): T[] {
    return this.service.store.all(kind, this.domain);
  }

  count<T extends Stored>(kind: Kind<T>): number {
    return this.service.store.count(kind, this.domain);
  }

  by<T extends Stored>(kind: Kind<T>, index: string, value: string): T[] {
    return this.service.store.by(kind, this.domain, index, value);
  }

  /** The record with that id, or (where the kind has an `address` index) that name, URI or slug. */
  find<T extends Stored>(kind: Kind<T>, reference: string): T | undefined {
    const byId = this.get(kind, reference);
    if (byId !== undefined || kind.indexes["address"] === undefined) return byId;
    return this.by(kind, "address", reference)[0];
  }

  /** As `find`, but a missing record is refused with 404. */
  need<T extends Stored>(kind: Kind<T>, reference: string): T {
    const record = this.find(kind, reference);
    if (record === undefined) throw notFound();
    return record;
  }

  put<T extends Stored>(kind: Kind<T>, record: T): T {
    return this.service.store.put(kind, record);
  }

  remove<T extends Stored>(kind: Kind<T>, record: T): void {
    this.service.store.remove(kind, record);
  }

  /** Replaces the record by one with these changes and a new `updatedAt`. */
  change<T extends Header>(kind: Kind<T>, record: T, changes: Partial<T>): T {
    return this.put(kind, { ...record, ...changes, updatedAt: this.service.clock.stamp() });
  }

  /**
   * The header of a new record.
   *
   * @param path the middle of its URI, such as "cckm:aws-key".
   * @param tail what stands before the id in the URI's last part, such as "orders-".
   */
  header(path: string, tail = "", id: string = randomUUID()): Header {
    const tenant = this.domain === rootDomain ? "kylo" : `kylo-${this.domain}`;
    const createdAt = this.service.clock.stamp();
    const account = `kylo:kylo:admin:accounts:${tenant}`;
    const uri = `kylo:${tenant}:${path}:${tail}${id}`;
    return { id, domain: this.domain, uri, account, createdAt, updatedAt: createdAt };
  }

  /**
   * Has the system that registered `work` do it after that many milliseconds of the emulator's
   * time.
   */
  plan(delayMs: number, work: string, args: Record<string, unknown>): void {
    this.planAt(this.now + delayMs, work, args);
  }

  /** The same at a point of the emulator's time, in milliseconds since 1970. */
  planAt(due: number, work: string, args: Record<string, unknown>): void {
    this.service.timeline.plan(this.domain, due, work, args);
  }
}

/** One call: the scope of the caller's token, and what was sent. */
export class Call extends Scope {
  constructor(
    service: Service,
    domain: string,
    /** An operation that needs no token sets it once it knows who is calling. */
    public caller: Caller,
    readonly request: Request,
  ) {
    super(service, domain);
  }

  get body(): Fields {
    return this.request.body;
  }

  param(name = "id"): string {
    return this.request.params[name] ?? "";
  }

  /** The first value of a query parameter; "" counts as absent. */
  query(name: string): string | undefined {
    this.request.witness?.query(name);
    const value = this.request.query[name]?.[0];
    return value === "" ? undefined : value;
  }

  /** The record that `{id}` of the path names; 404 when there is none. */
  target<T extends Stored>(kind: Kind<T>, param = "id"): T {
    return this.need(kind, this.param(param));
  }
}

/**
 * What a handler gives back: a value (200), nothing (204), or an HttpResponse; a Later responds
 * when its time is over.
 */
export type Result = HttpResponse | Later | object | string | undefined | void;
export type Handler = (call: Call) => Result;

export interface Operation {
  readonly handler: Handler;
  /** True when the call needs no bearer token. */
  readonly open?: boolean;
  /** True when its body may be bytes, as `application/octet-stream`. */
  readonly bytes?: boolean;
  /** True when its body may be a form, or JSON that does not say so. */
  readonly form?: boolean;
}

/** Where records come from, in the parts of the service that still show it. */
export const origin = {
  application: "ncryptify:gemalto:admin:apps:kylo",
  devAccount: "ncryptify:gemalto:admin:accounts:gemalto",
} as const;

/** Operations by method and path as `operations.tsv` writes them, such as "GET /cckm/aws/kms/{id}". */
export type Operations = Readonly<Record<string, Handler | Operation>>;

/**
 * A system's part of the world: what exists behind the service, and how a test changes it behind
 * the service's back.
 */
export interface WorldPart {
  /** The key of this part in a world file, and its name in /emulator/world/<name>. */
  readonly name: string;
  readonly schema: ZodType;
  /** The part that counts when the world file has none. */
  readonly initial: unknown;
  /** Makes the records of a part that the schema has accepted. */
  readonly seed: (scope: Scope, part: unknown) => void;
  readonly show: (scope: Scope) => unknown;
  /** What POST /emulator/world/<name>/<what> does; returns what it changed. */
  readonly changes: Readonly<Record<string, (scope: Scope, body: unknown) => object>>;
}

/** What a schedule does when its time comes. */
export interface ScheduledWork {
  readonly operation: string;
  /** Absent where the operation is no cloud's. */
  readonly cloudName?: string;
  /** Refuses callers who may not schedule it; by their group unless told otherwise. */
  readonly guard?: (call: Call) => void;
  /** Refuses parameters that this cloud can't work with. */
  readonly check?: (scope: Scope, params: JsonObject) => void;
  /**
   * What the service knows of the parameters, where an update replaces all of them; without it,
   * they are merged and kept as they came.
   */
  readonly known?: (scope: Scope, params: JsonObject) => JsonObject;
  /**
   * Does the work and says how long it takes, in milliseconds of the emulator's time, and what came
   * of it.
   */
  readonly run: (scope: Scope, configId: string, params: JsonObject) => Outcome;
}

export interface Outcome {
  readonly milliseconds: number;
  readonly result: string;
  readonly error?: string;
}

/** A kind of login of POST /auth/tokens/. */
export type Grant = (call: Call) => Result;

/** Says which domain and caller a token stands for; a call without a valid one is refused. */
export type Authenticate = (service: Service, authorization: string | undefined) => { domain: string; caller: Caller };

/** Things of one system that other systems refer to; whoever uses one names itself. */
export type Used = {
  readonly type: "vault-key" | "virtual-key" | "ca" | "certificate" | "group";
  readonly id: string;
};

/** The lists of a system, and what its pages offer to do to a key behind the service's back. */
export interface Overview {
  readonly system: string;
  readonly containers: string;
  readonly keys: string;
  /** The field of a key that says when it was created in its cloud. */
  readonly created?: string;
  readonly refreshes: string;
  readonly reports?: string;
  readonly changes: readonly ("describe" | "rotate" | "disable" | "deactivate" | "remove")[];
}

/** One self-contained part of the service: a folder, and one line in `systems/index.ts`. */
export interface System {
  readonly name: string;
  /** What the emulator's pages show of it, where that follows from its parts. */
  readonly overview?: Overview;
  readonly operations?: Operations;
  /** Operations that public clients use although `operations.tsv` doesn't list them. */
  readonly unlisted?: Operations;
  /** Called before every operation except open ones; throws to refuse it. */
  readonly guard?: (call: Call, operation: string) => void;
  /**
   * Called before a handler, in its transaction: a response to give instead of what the handler
   * would do.
   */
  readonly hold?: (call: Call, operation: string, handler: Handler) => HttpResponse | undefined;
  readonly authenticate?: Authenticate;
  readonly grants?: Readonly<Record<string, Grant>>;
  /** Makes the records of a new service. */
  readonly seed?: (scope: Scope) => void;
  /** Called when a service with data comes back. */
  readonly resume?: (scope: Scope) => void;
  readonly world?: WorldPart;
  readonly schedules?: readonly ScheduledWork[];
  /** Planned work by name, as given to `Scope.plan`. */
  readonly work?: Readonly<Record<string, (scope: Scope, args: JsonObject) => void>>;
  /** Where keys for other systems can be taken from, by tier, such as "local". */
  readonly keySources?: Readonly<Record<string, KeySource>>;
  /** Names what uses that thing, such as `aws kms "prod"`. */
  readonly uses?: (scope: Scope, used: Used) => string[];
  /** Told of every call that changes something, or tries to. */
  readonly observe?: (event: WriteEvent) => void;
}

export interface WriteEvent {
  readonly scope: Scope;
  readonly operation: string;
  readonly caller: Caller;
  readonly address: string;
  readonly path: string;
  readonly status: number;
  readonly message: string;
}

/** A place that source keys come from; the system that keeps them registers it by tier. */
export interface KeySource {
  readonly find: (scope: Scope, reference: string) => SourceKey | undefined;
  /**
   * The key behind a reference that a cloud uses without its material; absent where no key is used
   * that way.
   */
  readonly hold?: (scope: Scope, reference: string) => HeldKey | undefined;
  /**
   * Makes a new key of that shape, for rotations that bring their own material.
   *
   * @param container id of the container to make it in, for tiers that have containers; the first
   *   one without it
   */
  readonly create: (scope: Scope, shape: SourceShape, name: string, container?: string) => SourceKey;
}
