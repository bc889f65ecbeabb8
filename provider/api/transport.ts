import { Agent, request } from "undici";
import { ApiError, errorOfTransport } from "./errors";
import type { Settings } from "./settings";

/** One call, relative to `<address>/api/v1`. */
export interface ApiRequest {
  method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  /** Path below `/api/v1`, its variable parts already encoded. */
  path: string;
  query?: Query;
  body?: unknown;
  /** True when sending it twice has the same effect as once. Default: true for everything but POST. */
  repeatable?: boolean;
  /** True for the few calls that carry no bearer token (login, registration). */
  anonymous?: boolean;
  headers?: Record<string, string>;
  /** Ends the call early. */
  signal?: AbortSignal;
}

/** A list value repeats the parameter; `undefined` leaves it out. */
export type Query = Record<string, string | number | boolean | readonly string[] | undefined>;

export interface ApiResponse {
  status: number;
  /** The parsed JSON body, the text when it is not JSON, `undefined` when there is none. */
  body: unknown;
  retryAfter?: string;
}

/** The one shape that transport, retry, session and error handling share: each wraps the one below it. */
export type Send = (request: ApiRequest) => Promise<ApiResponse>;

/** `GET /path`, the way a call is named in errors and logs: never with its query or body. */
export function nameOf(call: ApiRequest): string {
  return `${call.method} ${call.path}`;
}

/** The lowest layer: real HTTPS over a pool of kept-alive connections. Rejects only when no answer came. */
export function transport(settings: Settings, stop: AbortSignal): { send: Send; close(): Promise<void> } {
  const agent = agentFor(settings);
  const send: Send = async (call) => {
    const signal = call.signal ? AbortSignal.any([stop, call.signal]) : stop;
    const body = call.body === undefined ? null : JSON.stringify(call.body);
    const type = body === null ? undefined : { "content-type": "application/json" };
    try {
      const answer = await request(`${settings.address}/api/v1${call.path}${queryText(call.query)}`, {
        method: call.method,
        dispatcher: agent,
        signal,
        headers: { accept: "application/json", ...type, ...call.headers },
        body,
      });
      const retryAfter = [answer.headers["retry-after"]].flat()[0];
      return { status: answer.statusCode, body: parse(await answer.body.text()), retryAfter };
    } catch (cause) {
      if (!signal.aborted) throw errorOfTransport(nameOf(call), settings.address, cause);
      throw new ApiError("the call was given up", { kind: "interrupted", call: nameOf(call) });
    }
  };
  return { send, close: () => agent.close() };
}

function agentFor(settings: Settings): Agent {
  const timeout = settings.requestTimeoutSeconds * 1000;
  return new Agent({
    connections: settings.maxConcurrency,
    headersTimeout: timeout,
    bodyTimeout: timeout,
    connect: {
      timeout: Math.min(10_000, timeout),
      ca: settings.caCertificate,
      cert: settings.clientCertificate,
      key: settings.clientKey,
      rejectUnauthorized: !settings.insecureSkipTlsVerify,
    },
  });
}

function queryText(query: Query | undefined): string {
  const pairs = new URLSearchParams();
  for (const [key, value] of Object.entries(query ?? {})) {
    if (value === undefined) continue;
    for (const one of Array.isArray(value) ? (value as readonly string[]) : [value]) pairs.append(key, String(one));
  }
  return pairs.size === 0 ? "" : `?${pairs.toString()}`;
}

function parse(text: string): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
