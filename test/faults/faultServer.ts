import { createServer as createTlsServer } from "node:https";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, type AddressInfo, type Server } from "node:net";
import { once } from "node:events";

/**
 * A faulty server instead of the service: it breaks connections, and sends responses that the
 * service never would.
 */
export interface FaultServer {
  /** Speaks TLS, and handles each request as its header `x-fault` says. */
  readonly address: string;
  /** Resets every connection during the TLS handshake. */
  readonly resetting: string;
  /** The value of the header `x-fault` for one request that gets this response. */
  saying(response: Said): string;
  close(): Promise<void>;
}

export const faultHeader = "x-fault";
/** Nothing listens there, on any machine. */
export const nobody = "https://127.0.0.1:1";

const page = "<!DOCTYPE html><html><body><h1>It works!</h1></body></html>";
const json = (value: unknown) => ({ type: "application/json", body: JSON.stringify(value) });
const html = { type: "text/html", body: page };
const refusal = (codeDesc: string) => json({ code: 7, codeDesc, requestID: "a1b2c3" });

/** A complete response; without a body if that is `undefined`. */
export interface Said {
  readonly status: number;
  readonly body: unknown;
}

interface Canned {
  status: number;
  body?: string;
  type?: string;
  after?: string;
}

const canned: Readonly<Record<string, (asked: string) => Canned>> = {
  "page-200": () => ({ status: 200, ...html }),
  "page-404": () => ({ status: 404, ...html }),
  "page-502": () => ({ status: 502, ...html }),
  empty: () => ({ status: 200 }),
  null: () => ({ status: 200, ...json(null) }),
  object: () => ({ status: 200, ...json({}) }),
  number: () => ({ status: 200, ...json(42) }),
  list: () => ({ status: 200, ...json([{ id: "another" }]) }),
  "401": () => ({ status: 401, ...refusal("NCERRUnauthorized: Token is invalid") }),
  expired: () => ({ status: 401, ...refusal("NCERRUnauthorized: Token is expired") }),
  "409": () => ({ status: 409, ...refusal("NCERRConflict: Resource is busy") }),
  "429": () => ({ status: 429, ...refusal("NCERRTooManyRequests: Slow down") }),
  "429-after": () => ({ status: 429, after: "7", ...refusal("NCERRTooManyRequests: Slow down") }),
  "503": () => ({ status: 503, ...refusal("NCERRUnavailable: Starting") }),
  "503-after": () => ({ status: 503, after: "7", ...refusal("NCERRUnavailable: Starting") }),
  "500": (asked) => ({ status: 500, ...refusal(`NCERRInternalServerError: while processing ${asked}`) }),
  "500-done": (asked) => ({ status: 500, ...refusal(`NCERRInternalServerError: after processing ${asked}`) }),
};

export async function startFaultServer(tls: { key: string; certificate: string }): Promise<FaultServer> {
  const said = new Map<string, Said>();
  const server = createTlsServer({ key: tls.key, cert: tls.certificate }, (request, response) => {
    void textOf(request).then((asked) => misbehave(request, response, asked, said));
  });
  const resetting = createServer((socket) => socket.on("error", () => undefined).resetAndDestroy());
  const addresses = await Promise.all([server, resetting].map(listen));
  return {
    address: addresses[0]!,
    resetting: addresses[1]!,
    saying(response) {
      const name = `said-${said.size}`;
      said.set(name, response);
      return name;
    },
    async close() {
      server.closeAllConnections();
      await Promise.all([server, resetting].map((one) => new Promise((resolve) => one.close(resolve))));
    },
  };
}

async function listen(server: Server): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const part of request.setEncoding("utf8")) text += String(part);
  return text;
}

type Sayings = ReadonlyMap<string, Said>;

function misbehave(request: IncomingMessage, response: ServerResponse, asked: string, sayings: Sayings): void {
  const kind = String(request.headers[faultHeader]);
  if (kind === "slow") return;
  if (kind === "dropped" || kind === "lost") return void request.socket.destroy();
  if (kind === "cut") {
    response.writeHead(200, { "content-type": "application/json", "content-length": 400 });
    return void response.write('{"id":"5e8a', () => request.socket.destroy());
  }
  const said = sayings.get(kind);
  const { status, type, body, after } = said ? told(said) : canned[kind]!(asked);
  response.writeHead(status, { ...(type && { "content-type": type }), ...(after && { "retry-after": after }) });
  response.end(body);
}

function told({ status, body }: Said): Canned {
  return { status, ...(body !== undefined && json(body)) };
}
