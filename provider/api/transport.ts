import { readFileSync } from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import { Agent, request, type RequestOptions } from "node:https";
import { createSecureContext, rootCertificates, type SecureContext } from "node:tls";
import type { Clock } from "./clock";
import { ApiError, errorOfTransport } from "./errors";
import { isFor } from "./pem";
import type { Expected } from "./responses";
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
  /** What a successful response has to look like. Default: an object for GET, else what a change may be answered with. */
  expect?: Expected;
  headers?: Record<string, string>;
  /** When to give the call up, in milliseconds since the epoch: one moment for all its repetitions. */
  deadline?: number;
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
  /** How many characters the body had. */
  length?: number;
}

/** The one shape that transport, retry, session and error handling share: each wraps the one below it. */
export type Send = (request: ApiRequest) => Promise<ApiResponse>;

/** `GET /path`, the way a call is named in errors and logs: never with its query or body. */
export function nameOf(call: ApiRequest): string {
  return `${call.method} ${call.path}`;
}

export interface Transport {
  send: Send;
  /** From now on connections are made with this client certificate, PEM; without effect unless it is for the key there is. */
  present(certificate: string): void;
  close(): Promise<void>;
}

/**
 * The lowest layer: real HTTPS over a pool of kept-alive connections. Rejects only when no answer came.
 * Node's own client, because it is in memory already: undici would add its modules, and for a moment the 35 MiB that
 * compiling its WebAssembly parser takes, to every provider process.
 */
export function transport(settings: Settings, stop: AbortSignal, clock: Clock): Transport {
  let agent = agentFor(settings);
  const send: Send = async (call) => {
    const signal = call.signal ? AbortSignal.any([stop, call.signal]) : stop;
    const body = call.body === undefined ? undefined : JSON.stringify(call.body);
    const type = body === undefined ? undefined : { "content-type": "application/json" };
    const headers = { accept: "application/json", ...type, ...call.headers };
    const url = `${settings.address}/api/v1${call.path}${queryText(call.query)}`;
    try {
      const whole = settings.requestTimeoutSeconds * 1000;
      const timeout = call.deadline === undefined ? whole : Math.min(whole, call.deadline - clock.now());
      const answer = await exchange(url, { method: call.method, agent, signal, headers, timeout }, body);
      const { status, text, headers: shown } = answer;
      const parsed = call.expect === "text" ? text : parse(text);
      return { status, body: parsed, retryAfter: shown["retry-after"], length: text.length };
    } catch (cause) {
      const name = nameOf(call);
      if (!signal.aborted) throw errorOfTransport(name, settings.address, cause, settings.caCertificate !== undefined);
      throw new ApiError("the call was given up", { kind: "interrupted", call: name });
    }
  };
  const present = (clientCertificate: string) => {
    if (!settings.clientKey || !isFor(clientCertificate, settings.clientKey)) return;
    agent = agentFor({ ...settings, clientCertificate });
  };
  return { send, present, close: async () => agent.destroy() };
}

function agentFor(settings: Settings): Agent {
  return new Agent({
    keepAlive: true,
    maxSockets: settings.maxConcurrency,
    // An idle connection is given up before the service would: a call on one that just closed is lost.
    timeout: idleTimeout,
    secureContext: secureContextFor(settings),
    rejectUnauthorized: !settings.insecureSkipTlsVerify,
  });
}

/** Trusts the CAs that this machine's Node trusts, and that of the settings besides. */
function secureContextFor({ caCertificate, clientCertificate: cert, clientKey: key }: Settings): SecureContext {
  const options = { cert, key, minVersion: "TLSv1.2" } as const;
  if (caCertificate === undefined) return createSecureContext(options);
  const added = [caCertificate, ...addedToNode()];
  const context = createSecureContext(options);
  const { addCACert } = context.context as { addCACert?(pem: string): void };
  // The documented way to name CAs replaces all others, and reading those back takes 50 milliseconds of every process.
  if (!addCACert) return createSecureContext({ ...options, ca: [...rootCertificates, ...added] });
  for (const pem of added) addCACert.call(context.context, pem);
  return context;
}

/** The CAs of `NODE_EXTRA_CA_CERTS`, which Node leaves out where others are added. It warns of a file that cannot be read. */
function addedToNode(): string[] {
  try {
    return process.env.NODE_EXTRA_CA_CERTS ? [readFileSync(process.env.NODE_EXTRA_CA_CERTS, "utf8")] : [];
  } catch {
    return [];
  }
}

interface Exchange {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** Far more than a page of any list, or a report, has. */
const longestResponse = 64 * 2 ** 20;
const idleTimeout = 4_000;
const connectTimeout = 10_000;

/** One request and its whole answer. Its time begins when it has a connection, and is over even while an answer trickles in. */
function exchange(url: string, options: RequestOptions & { timeout: number }, body?: string): Promise<Exchange> {
  return new Promise((resolve, reject) => {
    const call = request(url, options, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (part: string) => {
        text += part;
        if (text.length > longestResponse) call.destroy(failed("RESPONSE_TOO_LONG"));
      });
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
      answer.on("error", reject);
    });
    call.on("error", reject);
    const overdue = () => call.destroy(failed("ANSWER_TIMEOUT"));
    let whole: NodeJS.Timeout | undefined;
    call.on("close", () => clearTimeout(whole));
    call.on("timeout", overdue);
    call.on("socket", (socket) => {
      whole = setTimeout(overdue, options.timeout);
      if (!socket.connecting) return;
      const late = () => call.destroy(failed("CONNECT_TIMEOUT"));
      const timer = setTimeout(late, Math.min(connectTimeout, options.timeout));
      const settled = () => clearTimeout(timer);
      socket.once("secureConnect", settled).once("close", settled);
    });
    call.end(body);
  });
}

function failed(code: "ANSWER_TIMEOUT" | "CONNECT_TIMEOUT" | "RESPONSE_TOO_LONG"): Error {
  return Object.assign(new Error(code), { code });
}

function queryText(query: Query | undefined): string {
  const pairs = new URLSearchParams();
  for (const [key, value] of Object.entries(query ?? {})) {
    if (value === undefined) continue;
    for (const one of Array.isArray(value) ? (value as readonly string[]) : [value]) pairs.append(key, String(one));
  }
  return pairs.size === 0 ? "" : `?${pairs.toString()}`;
}

/** A field of this name would turn up as the prototype of what it is copied into. */
const withoutPrototypes = (key: string, value: unknown) => (key === "__proto__" ? undefined : value);

function parse(text: string): unknown {
  if (text === "") return undefined;
  try {
    return text.includes("__proto__") ? JSON.parse(text, withoutPrototypes) : JSON.parse(text);
  } catch {
    return text;
  }
}
