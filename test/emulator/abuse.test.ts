import { readFileSync } from "node:fs";
import { connect, type TLSSocket } from "node:tls";
import { Clock } from "../../emulator/core/clock";
import { nobody } from "../../emulator/core/request";
import { RunningService } from "../../emulator/core/service";
import { Store } from "../../emulator/core/store";
import { audit } from "../../emulator/systems/audit";
import { auditRecords } from "../../emulator/shared/auditTrail";
import { Client, each, idOf, listOf, type Place } from "./client";
import { withCommand, type Serving } from "./command";

const { serve } = withCommand();

/** A raw connection on which anything may be written. */
function open({ address, caCertificate }: Place): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const { hostname: host, port } = new URL(address);
    const socket = connect({ host, port: Number(port), ca: readFileSync(caCertificate) });
    socket.once("error", reject);
    socket.once("secureConnect", () => {
      socket.removeListener("error", reject);
      // A connection that is reset ends like one that is closed.
      socket.on("error", () => undefined);
      resolve(socket);
    });
  });
}

interface Heard {
  readonly status: number;
  readonly type: string | undefined;
  readonly body: unknown;
}

/** Writes those bytes and reads until the service closes the connection. */
async function send(place: Place, bytes: string | Buffer, end = false): Promise<Heard> {
  const socket = await open(place);
  const parts: Buffer[] = [];
  socket.on("data", (part: Buffer) => parts.push(part));
  const closed = new Promise((resolve) => socket.once("close", resolve));
  if (end) socket.end(bytes);
  else socket.write(bytes);
  await closed;
  const [head = "", body = ""] = Buffer.concat(parts).toString().split("\r\n\r\n", 2);
  return {
    status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1]),
    type: /^content-type: ([^;\r]*)/im.exec(head)?.[1],
    body: body === "" ? undefined : JSON.parse(body),
  };
}

const login = "/api/v1/auth/tokens/";
const head = (line: string, ...headers: string[]): string =>
  [`${line} HTTP/1.1`, "host: localhost", "connection: close", ...headers, "", ""].join("\r\n");
const post = (body: string | Buffer, type = "application/json", path = login): Buffer => {
  const bytes = Buffer.from(body);
  return Buffer.concat([
    Buffer.from(head(`POST ${path}`, `content-type: ${type}`, `content-length: ${bytes.length}`)),
    bytes,
  ]);
};
const bytes = (...values: number[]): Buffer => Buffer.from(values);

/** The bytes that are sent, and the status of the refusal. */
const malformed: Record<string, [bytes: string | Buffer, status: number, end?: boolean]> = {
  "no JSON": [post("{"), 400],
  "JSON and more": [post('{"a":1}}'), 400],
  "a byte order mark": [post(Buffer.concat([bytes(0xef, 0xbb, 0xbf), Buffer.from("{}")])), 400],
  "a list": [post("[1]"), 400],
  "a string": [post('"x"'), 400],
  "invalid UTF-8": [post(Buffer.concat([Buffer.from('{"name":"'), bytes(0xff, 0xfe), Buffer.from('"}')])), 400],
  "UTF-8 of a surrogate": [
    post(Buffer.concat([Buffer.from('{"name":"'), bytes(0xed, 0xa0, 0x80), Buffer.from('"}')])),
    400,
  ],
  "half a character": [post(Buffer.concat([Buffer.from('{"name":"x'), bytes(0xc3)])), 400],
  "a wrong content type": [post("{}", "text/html"), 415],
  "no content type": [`${head(`POST ${login}`, "content-length: 2")}{}`, 400],
  "a type that is none": [post("{}", ";;;"), 415],
  "a body longer than it says": [
    `${head(`POST ${login}`, "content-type: application/json", "content-length: 1")}{}`,
    400,
  ],
  "a negative length": [head(`POST ${login}`, "content-length: -1"), 400],
  "two lengths": [head(`POST ${login}`, "content-length: 1", "content-length: 2"), 400],
  "a length and chunks": [head(`POST ${login}`, "content-length: 1", "transfer-encoding: chunked"), 400],
  "broken chunks": [
    `${head(`POST ${login}`, "content-type: application/json", "transfer-encoding: chunked")}zz\r\n`,
    400,
  ],
  "an announced body that is too large": [
    head(`POST ${login}`, "content-type: application/json", "content-length: 999999999"),
    413,
  ],
  "headers that are too large": [head("GET /", `x: ${"x".repeat(100_000)}`), 431],
  "too many headers": [head("GET /", ...Array.from({ length: 5000 }, (_, n) => `x-${n}: x`)), 431],
  "an address that is too long": [head(`GET /${"x".repeat(100_000)}`), 431],
  "a header with a control character": [head("GET /", "x: a\u0001b"), 400],
  "a header without a name": [head("GET /", ": x"), 400],
  "no host": ["GET /api/v1/auth/jwks.json HTTP/1.1\r\nconnection: close\r\n\r\n", 403],
  "no host, of old": ["GET /api/v1/auth/jwks.json HTTP/1.0\r\n\r\n", 403],
  "an unknown method": [head("EXPLODE /"), 400],
  "a method in small letters": [head("get /"), 400],
  "a method for other services": [head("PROPFIND /api/v1/usermgmt/users"), 404],
  "a method that this path lacks": [head("TRACE /api/v1/usermgmt/users"), 404],
  "a tunnel": [head("CONNECT localhost:443"), 400],
  "an expectation that nobody knows": [head(`POST ${login}`, "expect: wonders"), 417],
  "an upgrade": [head("GET /nowhere", "upgrade: websocket", "connection: upgrade, close"), 404],
  "another protocol": ["\u0016\u0003\u0001 what is this\r\n\r\n", 400],
  "HTTP/2 without asking": ["PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400],
  "an unknown version": ["GET / HTTP/9.9\r\nhost: localhost\r\n\r\n", 400],
  "two slashes": [head("GET //nowhere"), 404],
  "many slashes": [head(`GET ${"/".repeat(2000)}nowhere`), 404],
  dots: [head("GET /.."), 404],
  "dots that lead out": [head("GET /api/v1/../../../../etc/passwd"), 404],
  "dots in percent": [head("GET /%2e%2e%2f%2e%2e%2fetc%2fpasswd"), 404],
  "half a percent": [head("GET /api/v1/vault/keys2/%"), 400],
  "percent of no letters": [head("GET /api/v1/vault/keys2/%zz"), 400],
  "percent of no UTF-8": [head("GET /api/v1/vault/keys2/%ff%fe"), 400],
  "percent garbage in a query": [head("GET /api/v1/vault/keys2?%zz=%ff&%=%"), 401],
  "a zero byte": [head("GET /api/v1/vault/keys2/%00"), 401],
  "no path": [head("GET nowhere"), 400],
  "a star": [head("OPTIONS *"), 404],
  "another service": [head("GET https://elsewhere.example/api/v1/vault/keys2"), 401],
  "a token that is none": [head("GET /api/v1/vault/keys2", "authorization: Bearer ..."), 401],
  "a token of spaces": [head("GET /api/v1/vault/keys2", `authorization: bearer${" ".repeat(8000)}`), 401],
  "a body that ends early": [
    `${head(`POST ${login}`, "content-type: application/json", "content-length: 100")}{`,
    400,
    true,
  ],
  "headers that end early": ["POST / HTTP/1.1\r\nhost: local", 400, true],
};

async function stop({ child, ended }: Serving): Promise<void> {
  child.kill("SIGTERM");
  // An error that it did not handle would have ended it, or be here.
  expect(await ended).toMatchObject({ code: 0, stderr: "" });
}

test("malformed requests are refused properly, and affect nobody else", async () => {
  const serving = await serve();
  const { place, client } = serving;
  await client.ok("POST", "/vault/keys2", { name: "kept" });
  const received: Record<string, Heard> = {};
  for (const [name, [sent, , end]] of Object.entries(malformed)) received[name] = await send(place, sent, end);
  const refusal = (status: number): object => ({
    status,
    type: "application/json",
    body: {
      code: expect.any(Number),
      codeDesc: expect.stringMatching(/^NCERR\w+: ./),
      message: expect.any(String),
      requestID: expect.stringMatching(/^[0-9a-f-]{36}$/),
    },
  });
  const wanted = Object.entries(malformed).map(([name, [, status]]) => [name, refusal(status)]);
  expect(received).toEqual(Object.fromEntries(wanted));
  expect((await client.ok("GET", "/vault/keys2")).total).toBe(1);
  await stop(serving);
});

test("half-open connections block neither other requests nor a stop", async () => {
  const serving = await serve();
  const { place, client } = serving;
  const starts = [
    "",
    "P",
    "POST /api/v1/auth/tokens/ HTTP/1.1\r\nhost: local",
    `${head(`POST ${login}`, "content-length: 9")}{`,
  ];
  const sockets = await Promise.all(Array.from({ length: 100 }, () => open(place)));
  sockets.forEach((socket, index) => socket.write(starts[index % starts.length] ?? ""));
  await client.ok("POST", "/vault/keys2", { name: "made" });
  // Half of them are dropped, the others are still open when the emulator stops.
  const closed = sockets.map((socket) => new Promise((resolve) => socket.resume().once("close", resolve)));
  for (const socket of sockets.slice(0, 50)) socket.destroy();
  expect((await client.ok("GET", "/vault/keys2")).total).toBe(1);
  await stop(serving);
  await Promise.all(closed);
});

test("a hundred clients at once, and everything they created exists", async () => {
  const serving = await serve();
  const { place } = serving;
  const clients = Array.from({ length: 100 }, () => new Client(place));
  const rounds = 6;
  const made = await Promise.all(
    clients.map(async (client, n) => {
      const ids: string[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const name = `key-${n}-${round}`;
        ids.push(idOf(await client.ok("POST", "/vault/keys2", { name })));
        expect((await client.post("/vault/keys2", "{")).status).toBe(400);
        expect((await client.patch(`/vault/keys2/${name}`, { description: name })).status).toBe(200);
        expect((await client.get(`/vault/keys2/${name}?type=name`)).body).toMatchObject({ name, description: name });
        expect((await client.get("/vault/keys2/nobody")).status).toBe(404);
      }
      return ids;
    }),
  );
  await Promise.all(clients.map((client) => client.close()));
  const listed = await serving.client.ok("GET", "/vault/keys2?limit=-1");
  expect(new Set(each(listed, "id"))).toEqual(new Set(made.flat()));
  expect(listOf(listed.resources)).toHaveLength(100 * rounds);
  await stop(serving);
}, 120_000);

test("the audit trail keeps the newest records, and truncates long strings", () => {
  const service = new RunningService(new Store(), new Clock(), [audit], "", { certificate: "", key: "" });
  const event = { scope: service.root, operation: "POST /x", address: "", status: 400, message: "" };
  const caller = { ...nobody, username: "x".repeat(100_000) };
  for (let n = 0; n <= 21_000; n += 1) audit.observe?.({ ...event, caller, path: `/${n}/${"x".repeat(3000)}` });
  const records = service.root.all(auditRecords);
  expect(records).toHaveLength(20_000);
  expect(records.at(-1)?.details.path).toMatch(/^\/21000\//);
  expect(JSON.stringify(records[0]).length).toBeLessThan(3000);
});
