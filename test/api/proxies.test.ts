import { createServer, type ServerOptions } from "node:https";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { TLSSocket } from "node:tls";
import { createApi, type Api } from "../../provider/api/client";
import { readSettings } from "../../provider/api/settings";
import { makeAuthority, type Authority, type Identity } from "./certificates";
import { identity, problems, type Strings } from "./configured";
import { startProxy, type ConnectProxy, type ProxyOptions } from "./connectProxy";
import { errorOf, FakeClock } from "./support";

/**
 * The service behind a real proxy, over real TLS. The name of the service is known to the proxy
 * alone.
 */

const host = "cm.internal.example";
let authority: Authority;
let own: Identity;
beforeAll(async () => {
  authority = await makeAuthority();
  own = await authority.issue("erin");
});

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

interface Reached {
  port: number;
  /** Path and subject of the client's certificate, for each request. */
  heard: string[];
}

async function serve(hosts = [host], options: ServerOptions = {}): Promise<Reached> {
  const { certificate, key } = await authority.issue(...hosts);
  const heard: string[] = [];
  const server = createServer({ cert: certificate, key, ...options }, (request, response) => {
    const { subject } = (request.socket as TLSSocket).getPeerCertificate();
    heard.push(`${request.url} ${String(subject?.CN ?? "nobody")}`);
    response.end(JSON.stringify({ jwt: "jwt", duration: 300, id: "x" }));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  cleanups.push(async () => {
    server.closeAllConnections();
    await once(server.close(), "close");
  });
  return { port: (server.address() as AddressInfo).port, heard };
}

async function proxyTo(options: ProxyOptions): Promise<ConnectProxy> {
  const proxy = await startProxy(options);
  cleanups.push(() => proxy.close());
  return proxy;
}

function client(environment: Strings & Record<string, string>, changes: Strings = {}): Api {
  const configured: Strings = {
    ...identity,
    address: `https://${host}`,
    caCertificate: authority.certificate,
    maxRetries: "1",
    ...changes,
  };
  const api = createApi(
    readSettings((name) => configured[name], environment),
    { clock: new FakeClock() },
  );
  cleanups.push(() => api.close());
  return api;
}

test.each(["https_proxy", "HTTPS_PROXY", "http_proxy", "HTTP_PROXY"])(
  "%s is used, with the CA and the client's certificate of the settings",
  async (variable) => {
    const asking = { requestCert: true, rejectUnauthorized: true, ca: authority.certificate };
    const { port, heard } = await serve([host], asking);
    const proxy = await proxyTo({ port });
    const pair = { clientCertificate: own.certificate, clientKey: own.key };
    const api = client({ [variable]: `http://localhost:${proxy.port}` }, { address: `https://${host}/cm`, ...pair });
    await expect(api.get("/things")).resolves.toMatchObject({ id: "x" });
    expect(proxy.asked).toContainEqual({ target: `${host}:443` });
    expect(heard).toEqual(["/cm/api/v1/auth/tokens/ erin", "/cm/api/v1/things erin"]);
  },
);

test("a renewed certificate is presented through the proxy as well", async () => {
  const { port, heard } = await serve([host], { requestCert: true, rejectUnauthorized: false });
  const proxy = await proxyTo({ port });
  const pair = { clientCertificate: own.certificate, clientKey: own.key };
  const api = client({ HTTPS_PROXY: `http://localhost:${proxy.port}` }, pair);
  await api.get("/a");
  api.present(await authority.reissue(own, "erin again"));
  await api.get("/b");
  expect(heard.slice(1)).toEqual(["/api/v1/a erin", "/api/v1/b erin again"]);
});

test("the certificate of the service is checked behind the proxy, too", async () => {
  const { port, heard } = await serve(["elsewhere.example.com"]);
  const proxy = await proxyTo({ port });
  const environment = { HTTPS_PROXY: `http://localhost:${proxy.port}` };
  expect((await errorOf(client(environment).get("/things"))).facts.advice).toMatch(/host name that the certificate/);
  const stranger = await makeAuthority();
  const { facts } = await errorOf(client(environment, { caCertificate: stranger.certificate }).get("/things"));
  expect(facts).toMatchObject({ kind: "untrusted", advice: expect.stringMatching(/did not sign/) });
  expect(heard).toEqual([]);
});

describe("credentials in the URL of the proxy", () => {
  const demand = "ann@corp:S3cret/pw";
  const url = (port: number, password = "S3cret%2Fpw") => `http://ann%40corp:${password}@localhost:${port}`;

  test("are sent to it and to nobody else", async () => {
    const { port } = await serve();
    const proxy = await proxyTo({ port, demand });
    await client({ HTTPS_PROXY: url(proxy.port) }).get("/things");
    expect(proxy.asked).toContainEqual({ target: `${host}:443`, credentials: demand });
  });
  test.each([
    ["are wrong", 407, (port: number) => url(port, "S3cretive"), /Check the user and password in HTTPS_PROXY/],
    ["are missing", 407, (port: number) => `http://localhost:${port}`, /Check the user and password in HTTPS_PROXY/],
    ["are right, and the target is refused", 403, url, /Let the proxy connect to cm\.internal\.example:443/],
    ["are right, and the target is down", 502, url, /add cm\.internal\.example to NO_PROXY/],
  ])("that %s: the error names the proxy without them", async (_name, status, from, advice) => {
    const { port, heard } = await serve();
    const proxy = await proxyTo({ port, demand, ...(status === 407 ? {} : { refuse: status }) });
    const error = await errorOf(client({ HTTPS_PROXY: from(proxy.port) }).get("/things"));
    expect(error.message).toBe(
      `the proxy localhost:${proxy.port} (HTTPS_PROXY) did not connect to https://${host}: it responded with ${status}`,
    );
    expect(error.facts.advice).toMatch(advice);
    expect(error.kind).toBe(status < 500 ? "untrusted" : "unreachable");
    expect(JSON.stringify([error.message, error.facts, String(error.stack), String(error.cause)])).not.toMatch(
      /S3cret|ann/,
    );
    expect(heard).toEqual([]);
    // What it refuses is not asked again: an account can be locked.
    expect(proxy.asked).toHaveLength(status < 500 ? 1 : 2);
  });
});

test("a proxy that is down is named", async () => {
  const { port } = await serve();
  const proxy = await proxyTo({ port });
  await cleanups.pop()!();
  const error = await errorOf(client({ https_proxy: `http://u:S3cret@localhost:${proxy.port}` }).get("/things"));
  expect(error.message).toBe(`the proxy localhost:${proxy.port} (https_proxy) cannot be reached: ECONNREFUSED`);
  expect(error.facts).toMatchObject({
    kind: "unreachable",
    advice: expect.stringMatching(/^Check https_proxy, or add /),
  });
});

test.each(["localhost", "127.0.0.1", "sub.localhost", "[::1]", "[::ffff:127.0.0.1]", "127.1"])(
  "a proxy is never used for %s",
  (own_) => {
    const read = readSettings((name) => ({ ...identity, address: `https://${own_}:8443` })[name as "address"], {
      HTTPS_PROXY: "http://proxy.example.com:3128",
    });
    expect(read.proxy).toBeUndefined();
  },
);

test.each([host, ".internal.example", "*.internal.example", "other.example, INTERNAL.example", "*", `${host}:443`])(
  "what NO_PROXY lists, %s, is reached without the proxy",
  async (except) => {
    const proxy = await proxyTo({ port: 1 });
    for (const variable of ["no_proxy", "NO_PROXY"]) {
      const api = client({ HTTPS_PROXY: `http://localhost:${proxy.port}`, [variable]: except });
      expect((await errorOf(api.get("/things"))).message).toMatch(
        /cm\.internal\.example cannot be reached: E(NOTFOUND|AI_AGAIN)/,
      );
    }
    expect(proxy.asked).toEqual([]);
  },
);

test.each(["proxy.example.com:3128", "socks5://proxy.example.com", "http://u:S3cret%@proxy", "S3cret"])(
  "%s is no proxy, and not shown",
  (HTTPS_PROXY) => {
    const [found, ...others] = problems(identity, { HTTPS_PROXY });
    expect(found).toMatch(/^HTTPS_PROXY must be http:\/\/\[user:password@\]host\[:port\]/);
    expect(found).not.toMatch(/S3cret|proxy\.example/);
    expect(others).toEqual([]);
  },
);
test.each([
  "http://svc:Hunter2@S3cretPw/9!@127.0.0.1:13128",
  "http://svc:p@S3cret/w%rd@host",
  "http://svc:p@S3cret@host",
  "http://svc:12/S3cret@host",
  "http://svc:12?S3cret@host",
  "http://svc:12#S3cret@host",
  "http://svc:12\\S3cret@host",
  "http://svc:S3cret/w@host",
  "http://S3cret:3128/path",
  "http://S3cret:3128/?",
  "http://S3cret:3128#",
  "http://S3cret:31\n28",
])("%j is refused before anything is connected, none of it is shown, and the cure is told", (HTTPS_PROXY) => {
  const [found, ...others] = problems(identity, { HTTPS_PROXY });
  expect(found).toMatch(
    /^HTTPS_PROXY must be http:.*\. Percent-encode special characters .*: @ as %40, \/ as %2F, # as %23$/,
  );
  expect(found).not.toMatch(/S3cret|svc|Hunter|127|w@host/i);
  expect(others).toEqual([]);
});
test.each(["http://proxy:3128", "HTTPS://proxy/", "http://u:p%40s%2Fs@[::1]:3128/", " http://proxy:3128\n"])(
  "%j is a proxy",
  (HTTPS_PROXY) => expect(problems(identity, { HTTPS_PROXY })).toEqual([]),
);

test("an empty variable names no proxy, as in undici", () => {
  expect(problems(identity, { https_proxy: "", HTTPS_PROXY: "nonsense" })).toEqual([]);
});
