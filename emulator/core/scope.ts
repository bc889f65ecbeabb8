import { randomUUID, type X509Certificate } from "node:crypto";
import { notFound } from "./errors";
import type { Fields } from "./fields";
import type { Service } from "./service";
import type { Kind, Stored } from "./store";

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

/** The values that a path or a reference may use instead of the id: name, URI, and the last part of the URI. */
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
   * @param path the middle of its URI, such as "cckm:aws-key".
   * @param tail what stands before the id in the URI's last part, such as "orders-".
   */
  header(path: string, tail = "", id: string = randomUUID()): Header {
    const tenant = this.domain === rootDomain ? "kylo" : `kylo-${this.domain}`;
    const createdAt = this.service.clock.stamp();
    const account = `kylo:kylo:admin:accounts:${tenant}`;
    return {
      id,
      domain: this.domain,
      uri: `kylo:${tenant}:${path}:${tail}${id}`,
      account,
      createdAt,
      updatedAt: createdAt,
    };
  }

  /** Has the system that registered `work` do it after that many milliseconds of the emulator's time. */
  plan(delayMs: number, work: string, args: Record<string, unknown>): void {
    this.service.timeline.plan(this.domain, this.now + delayMs, work, args);
  }
}

/** Who makes a call. */
export interface Caller {
  readonly userId: string;
  readonly username: string;
  readonly groups: readonly string[];
  readonly clientId: string;
}

export const nobody: Caller = { userId: "", username: "", groups: [], clientId: "" };

export interface Request {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, readonly string[]>>;
  readonly body: Fields;
  readonly address: string;
  /** Where the service is reachable, without a slash at the end. */
  readonly base: string;
  /** The certificate that the client presented in the TLS handshake, verified or not. */
  readonly peer: () => X509Certificate | undefined;
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
    const value = this.request.query[name]?.[0];
    return value === "" ? undefined : value;
  }

  /** The record that `{id}` of the path names; 404 when there is none. */
  target<T extends Stored>(kind: Kind<T>, param = "id"): T {
    return this.need(kind, this.param(param));
  }
}
