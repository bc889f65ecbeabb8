import { obeys } from "./filters";
import { neverStop, systemClock, type Clock, type Stop } from "./clock";
import { ApiError } from "./errors";
import { serviceIdentity } from "./identity";
import { withErrors, withRetry } from "./retry";
import { withSession } from "./session";
import type { Settings } from "./settings";
import { transport, type ApiRequest, type Query, type Send, type Wire } from "./transport";
import { serviceVersion } from "./version";

export type { Query, Wire };

/** One page of a list. */
interface Page {
  total?: number;
  resources?: Wire[] | null;
  /** Length of its body in characters. */
  length: number;
}

export type PostOptions = Pick<ApiRequest, "repeatable" | "query" | "anonymous" | "expect">;

/** All that the rest of the provider knows of HTTP: verbs, paths and JSON. Every method rejects with an `ApiError`. */
export interface Api {
  /** The registered client that is logged in, unless it is a user. */
  readonly clientId?: string;
  get(path: string, query?: Query): Promise<Wire>;
  /** The few downloads that are not JSON. */
  text(path: string, query?: Query): Promise<string>;
  /** `repeatable: true` only where a second identical POST has no further effect; `anonymous: true` where no token may be sent. */
  post(path: string, body?: unknown, options?: PostOptions): Promise<Wire>;
  patch(path: string, body: unknown): Promise<Wire>;
  /** PUT. */
  replace(path: string, body: unknown): Promise<Wire>;
  delete(path: string, options?: Pick<ApiRequest, "body" | "query">): Promise<void>;
  /** Every item of a list, paged to its total where that is plausible. */
  list(path: string, query?: Query): Promise<Wire[]>;
  /** How many items a list has, without fetching them. */
  count(path: string, query?: Query): Promise<number>;
  /** The service's time, in milliseconds since the epoch: its clock decides what has expired. */
  time(): Promise<number>;
  /** Which service responds, and for which domain; looked up once. See {@link serviceIdentity}. */
  identity(): Promise<string>;
  /** Version of the service, such as `2.19.0`; looked up once. `undefined` if it cannot be learned: it never rejects. */
  version(): Promise<string | undefined>;
  /** Logs in if necessary. */
  logIn(): Promise<void>;
  /** After a client has renewed its own certificate: later logins need the new one. */
  present(certificate: string): void;
  /** Ends idle connections. */
  close(): Promise<void>;
}

/** Large enough to keep the calls few, well below the 2000 at which the service is known to cap a page. */
export const pageSize = 500;

export interface ClientOptions {
  clock?: Clock;
  /** Replaces the network, for tests of the layers above it. */
  send?: Send;
  stop?: Stop;
}

/** transport → errors → retry → session → verbs: each layer wraps the one before it. */
export function createApi(settings: Settings, options: ClientOptions = {}): Api {
  const { clock = systemClock, stop = neverStop } = options;
  const wire = options.send
    ? { send: options.send, present: () => {}, close: async () => {} }
    : transport(settings, stop.calls, clock);
  const patient = withRetry(withErrors(wire.send), settings, clock, stop.waits);
  const { send, time, facts } = withSession(patient, settings, clock);
  const call = withoutStrayPaths(send);
  const json = async (request: ApiRequest): Promise<Wire> => ((await call(request)).body ?? {}) as Wire;
  const page = async (path: string, query: Query): Promise<Page> => {
    const { body, length = 0 } = await call({ method: "GET", path, query, expect: "page" });
    return { ...(body as Omit<Page, "length">), length };
  };

  const get: Api["get"] = (path, query) => json({ method: "GET", path, query });
  const identity = once(async () =>
    serviceIdentity(new URL(settings.address).host, await facts(), () => get("/domain")),
  );

  return {
    clientId: settings.clientId,
    get,
    text: async (path, query) => ((await call({ method: "GET", path, query, expect: "text" })).body ?? "") as string,
    post: (path, body, more) => json({ method: "POST", path, body, ...more }),
    patch: (path, body) => json({ method: "PATCH", path, body }),
    replace: (path, body) => json({ method: "PUT", path, body }),
    delete: async (path, more) => void (await call({ method: "DELETE", path, ...more })),
    async list(path, query = {}) {
      const records = await everyPage(path, (at) => page(path, { ...query, ...at }));
      return records.filter((record) => obeys(query, record));
    },
    count: async (path, query) => (await page(path, { ...query, limit: 1 })).total ?? 0,
    time,
    identity,
    version: once(() => serviceVersion(call, clock)),
    logIn: async () => void (await facts()),
    present: wire.present,
    close: wire.close,
  };
}

/** Runs the work once for all concurrent callers; after a failure, the next caller runs it again. */
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let done: Promise<T> | undefined;
  return () => {
    done ??= work().catch((error: unknown) => {
      done = undefined;
      throw error;
    });
    return done;
  };
}

/** How often a list that changes while it is read is read again from the start. */
const readings = 3;

/** More characters than any list that fits into memory: the limit for a list that never ends. */
const longestList = 256 * 2 ** 20;

/**
 * The service's default limit is 10: a list that is not paged to its end loses data silently. So does one that shrinks
 * meanwhile, because its items move up past the next page. Then it is read again; a list that keeps changing is returned as
 * all that was seen of it.
 */
async function everyPage(path: string, fetch: (page: Query) => Promise<Page>): Promise<Wire[]> {
  const seen = new Map<string, Wire>();
  for (let reading = 1; ; reading++) {
    const last = reading === readings;
    const { items, moved } = await onceThrough(path, fetch, last);
    if (!moved) return items;
    for (const item of items) seen.set(identityOf(item), item);
    if (last) return [...seen.values()];
  }
}

/** Each page starts with the last item of the previous one: if that differs, items have moved. */
async function onceThrough(path: string, fetch: (page: Query) => Promise<Page>, toTheEnd: boolean) {
  const items: Wire[] = [];
  const known = new Set<string>();
  let [next, moved, length] = [0, false, 0];
  for (;;) {
    const before = items.at(-1);
    const { resources, total, ...page } = await fetch({ skip: next, limit: pageSize });
    const shown = resources ?? [];
    const fresh = shown.filter((one) => !known.has(identityOf(one)));
    const follows = before !== undefined && shown[0] !== undefined && identityOf(shown[0]) === identityOf(before);
    moved ||= before !== undefined && !follows;
    items.push(...fresh);
    for (const one of fresh) known.add(identityOf(one));
    length += page.length;
    if (length > longestList) throw endless(path, items.length);
    const end = next + shown.length;
    const ended = total === undefined ? shown.length < pageSize : end >= total;
    // A page without new items means that the list never ends.
    if (ended || fresh.length === 0 || (moved && !toTheEnd)) return { items, moved };
    next = end - 1;
  }
}

function endless(path: string, read: number): ApiError {
  const advice =
    "Narrow the list down with a filter, or check which server responds at ciphertrust:address (CIPHERTRUST_ADDRESS).";
  return new ApiError(`the list does not end after ${read} items`, {
    kind: "failed",
    call: `GET ${path}`,
    advice,
  });
}

function identityOf(item: Wire): string {
  return typeof item.id === "string" ? item.id : JSON.stringify(item);
}

/** A value as one segment of a path: ids may hold `|`, names may hold anything. */
export function segment(value: string): string {
  return encodeURIComponent(value);
}

function withoutStrayPaths(send: Send): Send {
  return async (request) => {
    refuseStrayPath(request);
    return send(request);
  };
}

/** Ids come from responses and from programs: `..` would lead to the collection's parent, and an empty one to the collection. */
function refuseStrayPath({ method, path }: ApiRequest): void {
  const segments = path.split("/").slice(1);
  const mayEnd = method === "GET" || method === "POST";
  const isStray = (one: string, at: number) =>
    /^(%2e|\.){1,2}$/i.test(one) || (one === "" && !(mayEnd && at === segments.length - 1));
  if (!segments.some(isStray)) return;
  const advice = "Check the id, or the path, that the program or the state gives.";
  const facts = { kind: "badRequest", call: `${method} ${path}`, advice } as const;
  throw new ApiError("a segment of the path is not a valid id: nothing was sent", facts);
}
