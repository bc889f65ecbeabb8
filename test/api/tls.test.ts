import { createServer as createPlainServer, type ServerResponse } from "node:http";
import { createServer, type ServerOptions } from "node:https";
import type { AddressInfo, Server } from "node:net";
import type { TLSSocket } from "node:tls";
import { createApi, type Api } from "../../provider/api/client";
import type { Settings } from "../../provider/api/settings";
import { makeAuthority, type Authority } from "./certificates";
import { errorOf, FakeClock, settings } from "./support";

/** The lowest layer against real sockets, including its errors when there is no response. */

let authority: Authority;
let stranger: Authority;
beforeAll(async () => ([authority, stranger] = await Promise.all([makeAuthority(), makeAuthority()])));

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function listening(server: Server & { closeAllConnections(): void }): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  cleanups.push(
    () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  );
  return (server.address() as AddressInfo).port;
}

interface Heard {
  url?: string;
  method?: string;
  headers: Record<string, unknown>;
  body: string;
}

/** A service that accepts every login and responds to everything else with what it received. */
async function serve(hosts: string[], options: ServerOptions = {}): Promise<{ port: number; received: Heard[] }> {
  const { certificate, key } = await authority.issue(...hosts);
  const received: Heard[] = [];
  const server = createServer({ cert: certificate, key, ...options }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { url, method, headers } = request;
      received.push({ url, method, headers, body: Buffer.concat(chunks).toString() });
      if (url === "/api/v1/cut")
        return void response.writeHead(200, { "content-length": 100 }).write("{", () => request.socket.destroy());
      const body = url === "/api/v1/auth/tokens/" ? { jwt: "jwt", duration: 300 } : { received: url };
      if (url === "/api/v1/trickle") return trickle(response);
      if (url === "/api/v1/nothing") return void response.writeHead(204).end();
      if (url === "/api/v1/busy") response.writeHead(429, { "retry-after": "3600" });
      response.end(JSON.stringify(body));
    });
  });
  return { port: await listening(server), received };
}

/** A response that never ends, so that its connection is never idle. */
function trickle(response: ServerResponse): void {
  response.writeHead(200);
  const timer = setInterval(() => response.write(" "), 50);
  response.on("close", () => clearInterval(timer));
}

function client(port: number, changes: Partial<Settings>): Api {
  const address = `https://localhost:${port}`;
  const api = createApi(
    { ...settings, address, caCertificate: authority.certificate, maxRetries: 1, ...changes },
    { clock: new FakeClock() },
  );
  cleanups.push(() => api.close());
  return api;
}

describe("a service with a trusted certificate", () => {
  test("receives JSON with the bearer token", async () => {
    const { port, received } = await serve(["localhost"]);
    const api = client(port, {});
    await expect(api.post("/things", { name: "prod" })).resolves.toEqual({ received: "/api/v1/things" });
    expect(received[1]).toMatchObject({
      method: "POST",
      body: '{"name":"prod"}',
      headers: { authorization: "Bearer jwt", accept: "application/json", "content-type": "application/json" },
    });
  });

  test("receives every query value, with lists repeated and empty values omitted", async () => {
    const { port } = await serve(["localhost"]);
    const query = { name: "a b&c", alias: ["x", "y"], gone: true, none: undefined };
    await expect(client(port, {}).get("/things", query)).resolves.toEqual({
      received: "/api/v1/things?name=a+b%26c&alias=x&alias=y&gone=true",
    });
  });

  test("may respond without a body", async () => {
    const { port } = await serve(["localhost"]);
    await expect(client(port, {}).delete("/nothing")).resolves.toBeUndefined();
  });

  test("is respected when it sends Retry-After", async () => {
    const { port } = await serve(["localhost"]);
    expect((await errorOf(client(port, {}).get("/busy"))).facts.retryAfterSeconds).toBe(3600);
  });

  test("that never finishes its response times out", async () => {
    const { port, received } = await serve(["localhost"]);
    const error = await errorOf(client(port, { requestTimeoutSeconds: 0.3, maxRetries: 0 }).get("/trickle"));
    expect(error.facts).toMatchObject({ kind: "unanswered", call: "GET /trickle" });
    expect(error.message).toContain("did not respond in time");
    expect(received.filter(({ url }) => url === "/api/v1/trickle")).toHaveLength(1);
  });

  test("that does not respond only has the time that earlier attempts left", async () => {
    const clock = new FakeClock(0);
    const { certificate, key } = await authority.issue("localhost");
    let tries = 0;
    const server = createServer({ cert: certificate, key }, ({ url, socket }, response) => {
      if (url === "/api/v1/auth/tokens/") return void response.end('{"jwt":"jwt"}');
      if (tries++ > 0) return;
      clock.advance(59.8);
      socket.destroy();
    });
    const address = `https://localhost:${await listening(server)}`;
    const api = createApi({ ...settings, address, caCertificate: authority.certificate, maxRetries: 1 }, { clock });
    cleanups.push(() => api.close());
    const { message } = await errorOf(api.get("/slow"));
    expect(message).toContain("did not respond in time");
    expect(tries).toBe(2);
  });

  test("that breaks off in the middle of a response counts as unanswered", async () => {
    const { port, received } = await serve(["localhost"]);
    const error = await errorOf(client(port, {}).get("/cut"));
    expect(error.kind).toBe("unanswered");
    expect(received.filter(({ url }) => url === "/api/v1/cut")).toHaveLength(2);
  });
});

describe("a certificate that is not trusted", () => {
  const refused = async (api: Api, port: number) => {
    const error = await errorOf(api.get("/things"));
    expect(error.kind).toBe("untrusted");
    expect(error.message).toContain(`https://localhost:${port}`);
    return error.facts.advice;
  };

  test("from an unknown CA names the address and ciphertrust:caCertificate, and nothing was sent", async () => {
    const { port, received } = await serve(["localhost"]);
    const advice = await refused(client(port, { caCertificate: undefined }), port);
    expect(advice).toMatch(/ciphertrust:caCertificate \(CIPHERTRUST_CA_CERT\)/);
    expect(received).toEqual([]);
  });

  test("from a CA other than the configured one is reported as not signed by that one", async () => {
    const { port } = await serve(["localhost"]);
    const advice = await refused(client(port, { caCertificate: stranger.certificate }), port);
    expect(advice).toMatch(/ciphertrust:caCertificate \(CIPHERTRUST_CA_CERT\).*did not sign/);
  });

  test("for another host points at ciphertrust:address", async () => {
    const { port } = await serve(["elsewhere.example.com"]);
    expect(await refused(client(port, {}), port)).toMatch(/ciphertrust:address .*host name that the certificate/);
  });

  test("is accepted if the configuration says so", async () => {
    const { port } = await serve(["elsewhere.example.com"]);
    const api = client(port, { caCertificate: undefined, insecureSkipTlsVerify: true });
    await expect(api.get("/things")).resolves.toEqual({ received: "/api/v1/things" });
  });

  test("does not exist on a port without TLS", async () => {
    const port = await listening(createPlainServer((_request, response) => response.end("{}")));
    expect(await refused(client(port, {}), port)).toMatch(/port of the web interface: check ciphertrust:address/);
  });
});

test("no request is sent to a service that only supports TLS 1.1 or older", async () => {
  const { certificate, key } = await authority.issue("localhost");
  let requests = 0;
  const old = { minVersion: "TLSv1", maxVersion: "TLSv1.1", ciphers: "DEFAULT:@SECLEVEL=0" } as const;
  const server = createServer({ cert: certificate, key, ...old }, () => void requests++);
  const error = await errorOf(client(await listening(server), {}).get("/things"));
  expect(error.facts.kind).toBe("untrusted");
  expect(error.message).toMatch(/does not support TLS 1.2 or newer/);
  expect(requests).toBe(0);
});

test("a port that refuses connections names the address and the setting, and is retried", async () => {
  const { port } = await serve(["localhost"]);
  await cleanups.pop()!();
  const error = await errorOf(client(port, {}).get("/things"));
  expect(error.kind).toBe("unreachable");
  expect(error.message).toContain(`https://localhost:${port} cannot be reached: ECONNREFUSED`);
  expect(error.facts.advice).toMatch(/ciphertrust:address \(CIPHERTRUST_ADDRESS\)/);
});

describe("mutual TLS", () => {
  const demanding = async () =>
    serve(["localhost"], { requestCert: true, rejectUnauthorized: true, ca: authority.certificate });

  test("presents the client's certificate", async () => {
    const { port } = await demanding();
    const { certificate, key } = await authority.issue("client");
    const api = client(port, { clientId: "c-1", clientCertificate: certificate, clientKey: key });
    await expect(api.get("/things")).resolves.toEqual({ received: "/api/v1/things" });
  });

  test("with a certificate that the service rejects points at ciphertrust:clientCertificate", async () => {
    const { port, received } = await demanding();
    const { certificate, key } = await stranger.issue("client");
    const api = client(port, { clientId: "c-1", clientCertificate: certificate, clientKey: key });
    const error = await errorOf(api.get("/things"));
    expect(error.facts.advice).toMatch(/ciphertrust:clientCertificate/);
    expect(received).toEqual([]);
  });
});

test("a call in progress is aborted when this process must end", async () => {
  const calls = new AbortController();
  const { certificate, key } = await authority.issue("localhost");
  const server = createServer({ cert: certificate, key }, () => calls.abort());
  const port = await listening(server);
  const stop = { waits: new AbortController().signal, calls: calls.signal };
  const address = `https://localhost:${port}`;
  const api = createApi(
    { ...settings, address, caCertificate: authority.certificate, maxConcurrency: 1 },
    { stop, clock: new FakeClock() },
  );
  cleanups.push(() => api.close());
  // The second waits for the connection of the first. Neither logs in: the login would be shared.
  const under = ["/things", "/others"].map((path) => errorOf(api.post(path, {}, { anonymous: true })));
  expect((await Promise.all(under)).map(({ kind }) => kind)).toEqual(["interrupted", "interrupted"]);
});

describe("a registered client", () => {
  const seen: string[] = [];
  const asking = { requestCert: true, rejectUnauthorized: false };

  /** Records which certificate every new connection presents. */
  async function mutual(): Promise<number> {
    const { certificate, key } = await authority.issue("localhost");
    const server = createServer(
      { cert: certificate, key, ca: authority.certificate, ...asking },
      (request, response) => {
        const { subject } = (request.socket as TLSSocket).getPeerCertificate();
        seen.push(`${request.url} ${String(subject?.CN ?? "nobody")}`);
        response.setHeader("connection", "close");
        response.end(JSON.stringify({ jwt: "jwt", duration: 300 }));
      },
    );
    return listening(server);
  }

  beforeEach(() => void seen.splice(0));

  test("presents its certificate, after a renewal the new one, and never one for another key", async () => {
    const own = await authority.issue("first");
    const renewed = await authority.reissue(own, "second");
    const stranger = await authority.issue("stranger");
    const identity = { clientId: "c-1", clientCertificate: own.certificate, clientKey: own.key };
    const api = client(await mutual(), identity);
    expect(api.clientId).toBe("c-1");
    await api.get("/a");
    api.present(stranger.certificate);
    await api.get("/b");
    api.present(renewed);
    await api.get("/c");
    const base = "/api/v1";
    expect(seen).toEqual([`${base}/auth/tokens/ first`, `${base}/a first`, `${base}/b first`, `${base}/c second`]);
  });

  test("is rejected by a service when it has no certificate", async () => {
    await client(await mutual(), {}).get("/a");
    expect(seen.at(-1)).toBe("/api/v1/a nobody");
  });
});
