import type { Dispatcher } from "undici";
import type { Clock } from "./clock";
import { connections, connectTimeout } from "./connections";
import { Deadline } from "./deadline";
import { ApiError, errorOfTransport } from "./errors";
import { isFor } from "./pem";
import type { Settings } from "./settings";

/** One call, relative to `<address>/api/v1`. */
export interface ApiRequest {
  method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  /** Path below `/api/v1`, its variable parts already encoded. */
  path: string;
  query?: Query;
  body?: unknown;
  /** True when the call is idempotent. Default: true for everything but POST. */
  repeatable?: boolean;
  /** True for the few calls that carry no bearer token (login, registration). */
  anonymous?: boolean;
  /**
   * What a successful response has to look like. Default: an object for GET, else what a change may
   * return.
   */
  expect?: Expected;
  headers?: Record<string, string>;
  /** Deadline of the call including its retries. */
  deadline?: Deadline;
}

/** A JSON object as the service sends it. */
export type Wire = Record<string, unknown>;

/**
 * The expected shape of a successful response. Anything else was not sent by the service, or not
 * completely: a proxy's page, a portal's empty 200. Read as an object without fields it would look
 * like an empty list, an object that lost everything, or a successful delete.
 */
export type Expected =
  | "object" // a JSON object with at least one field
  | "same" // after a POST below an object: that object
  | "page" // one page of a list: `resources` with objects, and how many there are in all
  | "items" // the few responses that are a JSON array, or an object that holds one
  | "text" // a download
  | "change" // the changed object; or nothing, where the status says that there is nothing to show
  | "silent"; // as `change`, for the few calls that may have no body whatever the status

/** A list value repeats the parameter; `undefined` leaves it out. */
export type Query = Record<string, string | number | boolean | readonly string[] | undefined>;

export interface ApiResponse {
  status: number;
  /** The parsed JSON body, the text when it is not JSON, `undefined` when there is none. */
  body: unknown;
  retryAfter?: string;
  /** How many characters the body had. */
  length?: number;
}

/**
 * The one shape that transport, retry, session and error handling share: each wraps the one below
 * it.
 */
export type Send = (request: ApiRequest) => Promise<ApiResponse>;

/** `GET /path`, the way a call is named in errors and logs: never with its query or body. */
export function nameOf(call: Pick<ApiRequest, "method" | "path">): string {
  return `${call.method} ${call.path}`;
}

export interface Transport {
  send: Send;
  /**
   * Uses this client certificate, PEM, for new connections; no effect unless it matches the
   * configured key.
   */
  present(certificate: string): void;
  /** How many connections the other side has refused or closed so far. */
  lost(): number;
  close(): Promise<void>;
}

/**
 * The lowest layer: real HTTPS over a pool of kept-alive connections. Rejects only when no response
 * came.
 */
export function transport(settings: Settings, stop: AbortSignal, clock: Clock): Transport {
  const { origin, pathname } = new URL(settings.address);
  const base = `${pathname.replace(/\/$/, "")}/api/v1`;
  let lost = 0;
  const closed = new AbortController();
  const opened = (by: Settings) => {
    const pool = connections(by, (error) => void (lost += isTheirs(error) ? 1 : 0));
    // Ends its calls, too. A listener of each call would cost more than all else that is done for one here.
    stop.addEventListener("abort", () => void pool.destroy(), { signal: closed.signal });
    return pool;
  };
  let pool = opened(settings);
  const send: Send = async (call) => {
    if (stop.aborted) throw canceled(call);
    const { deadline = new Deadline(settings.requestTimeoutSeconds * 1000, clock) } = call;
    const limit = queueing(deadline, clock);
    try {
      const { status, text, headers: shown } = await exchange(pool, { origin, ...requestOf(call, base) }, limit);
      const parsed = call.expect === "text" ? text : parse(text);
      return { status, body: parsed, retryAfter: shown["retry-after"]?.toString(), length: text.length };
    } catch (cause) {
      limit.failed();
      if (stop.aborted) throw canceled(call);
      throw errorOfTransport(nameOf(call), settings.address, cause, settings.caCertificate !== undefined);
    }
  };
  const present = (clientCertificate: string) => {
    if (!settings.clientKey || !isFor(clientCertificate, settings.clientKey)) return;
    void pool.close();
    pool = opened({ ...settings, clientCertificate });
  };
  const close = () => {
    closed.abort();
    return pool.destroy();
  };
  return { send, present, lost: () => lost, close };
}

const canceled = (call: ApiRequest) =>
  new ApiError("the call was canceled", { kind: "interrupted", call: nameOf(call) });

/**
 * Whether the other side ended a connection: what undici ends itself, because it was idle, has
 * another code.
 */
const isTheirs = ({ code = "" }: { code?: string }) => code === "UND_ERR_SOCKET" || /^E[A-Z]+$/.test(code);

interface Exchange {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  text: string;
}

type Request = Pick<Dispatcher.DispatchOptions, "path" | "method" | "headers" | "body">;

function requestOf({ method, path, query, headers, body: given }: ApiRequest, base: string): Request {
  const body = given === undefined ? undefined : JSON.stringify(given);
  const type = body === undefined ? undefined : { "content-type": "application/json" };
  return {
    method,
    path: `${base}${path}${queryText(query)}`,
    headers: { accept: "application/json", ...type, ...headers },
    body,
  };
}

interface Limit {
  /** The request has got a connection. Returns how many milliseconds it has from then on. */
  started(): number;
  /** The request has failed, with or without a connection. */
  failed(): void;
}

/**
 * A limit that moves the deadline on by the time that the request waited for a free connection. The
 * time of an attempt to connect does not count as such a wait, so that attempts end.
 */
function queueing(deadline: Deadline, clock: Clock): Limit {
  const since = clock.now();
  const time = deadline.left;
  let isOver = false;
  const waited = (besides: number) => {
    if (!isOver) deadline.extend(Math.max(0, clock.now() - since - besides));
    isOver = true;
  };
  return {
    started: () => {
      waited(0);
      return time;
    },
    failed: () => waited(connectTimeout),
  };
}

/**
 * One request and its whole response. Its timeout starts when it has a connection, and also ends a
 * response that trickles in.
 */
function exchange(pool: Dispatcher, request: Request & { origin: string }, { started }: Limit): Promise<Exchange> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let head: Omit<Exchange, "text"> = { status: 0, headers: {} };
    let overdue: NodeJS.Timeout | undefined;
    pool.dispatch(request, {
      onRequestStart(controller) {
        overdue = setTimeout(() => {
          const error = late();
          controller.abort(error);
          reject(error);
        }, started());
      },
      onResponseStart: (_, status, headers) => void (head = { status, headers }),
      onResponseData: (_, part) => void parts.push(part),
      onResponseEnd() {
        clearTimeout(overdue);
        resolve({ ...head, text: Buffer.concat(parts).toString("utf8") });
      },
      onResponseError(_, error) {
        clearTimeout(overdue);
        reject(error);
      },
    });
  });
}

const late = () => Object.assign(new Error("no response in time"), { code: "RESPONSE_TIMEOUT" });

function queryText(query: Query | undefined): string {
  const pairs = new URLSearchParams();
  for (const [key, value] of Object.entries(query ?? {})) {
    if (value === undefined) continue;
    for (const one of Array.isArray(value) ? (value as readonly string[]) : [value]) pairs.append(key, String(one));
  }
  return pairs.size === 0 ? "" : `?${pairs.toString()}`;
}

/** A field of this name would become the prototype of the object it is copied into. */
const withoutPrototypes = (key: string, value: unknown) => (key === "__proto__" ? undefined : value);

function parse(text: string): unknown {
  if (text === "") return undefined;
  try {
    return text.includes("__proto__") ? JSON.parse(text, withoutPrototypes) : JSON.parse(text);
  } catch {
    return text;
  }
}
