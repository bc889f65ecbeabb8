import { credentials, withEmulator, type Reply } from "./client";

const shared = withEmulator();
const send = (method: string, path: string, headers: Record<string, string>, body?: unknown): Promise<Reply> =>
  shared.client.raw(method, path, body, headers);
const port = (): string => new URL(shared.emulator.address).port;
const paths: [string, string][] = [
  ["GET", "/emulator/health"],
  ["GET", "/emulator/world"],
  ["POST", "/emulator/reset"],
  ["DELETE", "/emulator/faults"],
  ["GET", "/api/v1/auth/jwks.json"],
];

describe.each(paths)("%s %s", (method, path) => {
  test.each([
    "rebound.example",
    "rebound.example:443",
    "127.0.0.1.rebound.example",
    "localhost.rebound.example",
    "localhost@rebound.example",
    "10.1.2.3",
    "[2001:db8::1]:8443",
    "127.0.0.1:port",
    "constructor",
  ])("rejects the host %s", async (host) => {
    expect(await send(method, path, { host })).toMatchObject({
      status: 403,
      body: { code: 6, codeDesc: expect.stringMatching(/^NCERRForbidden: .*--allowed-host/) },
    });
  });

  test.each(["localhost", "LOCALHOST:1", "127.0.0.1:8443", "127.1.2.3", "[::1]:8443", "[0:0:0:0:0:0:0:1]"])(
    "accepts the host %s",
    async (host) => {
      expect((await send(method, path, { host })).status).toBeLessThan(300);
    },
  );

  test.each<Record<string, string>>([
    { origin: "https://page.example" },
    { origin: "null" },
    { origin: "http://localhost:3000" },
    { origin: "https://localhost:1" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
  ])("rejects a web page: %p", async (headers) => {
    expect(await send(method, path, headers)).toMatchObject({
      status: 403,
      body: { codeDesc: expect.stringContaining("web pages") },
    });
  });

  test("accepts an address typed into a browser, and same-origin requests", async () => {
    expect((await send(method, path, { "sec-fetch-site": "none" })).status).toBeLessThan(300);
    const own = { "sec-fetch-site": "same-origin", origin: `https://127.0.0.1:${port()}` };
    expect((await send(method, path, own)).status).toBeLessThan(300);
  });
});

describe("a body", () => {
  const post = (path: string, type: string, body: object): Promise<Reply> =>
    send("POST", path, { "content-type": type }, body);
  const rule = { effect: { status: 500 } };

  // The types that a page may send without a preflight request, and others that are not JSON.
  test.each([
    "text/plain",
    "text/plain; charset=application/json",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/jsonp",
    "application/octet-stream",
    "nonsense",
  ])("of the type %s is rejected", async (type) => {
    const refusal = { status: 415, body: { code: 15, codeDesc: expect.stringContaining("application/json") } };
    expect(await post("/emulator/faults", type, rule)).toMatchObject(refusal);
    // A login may also be a form.
    const path = type === "application/x-www-form-urlencoded" ? "/api/v1/vault/keys2/" : "/api/v1/auth/tokens/";
    expect(await post(path, type, { name: "admin" })).toMatchObject(refusal);
    expect((await shared.client.raw("GET", "/emulator/faults")).body).toEqual({ faults: [] });
  });

  test.each([
    "application/json",
    "application/json; charset=utf-8",
    "Application/JSON",
    "application/merge-patch+json",
  ])("of the type %s is read", async (type) => {
    expect((await post("/emulator/faults", type, rule)).status).toBe(201);
  });
});

test("a rejected request changes nothing, and isn't counted", async () => {
  await shared.client.ok("POST", "/connectionmgmt/services/aws/connections", { name: "kept", ...credentials });
  await send("DELETE", "/emulator/requests", {});
  await send("POST", "/emulator/reset", { origin: "https://page.example" });
  await send("GET", "/api/v1/auth/jwks.json", { host: "rebound.example" });
  expect((await send("GET", "/emulator/requests", {})).body).toMatchObject({ total: 0 });
  expect((await shared.client.ok("GET", "/connectionmgmt/connections")).total).toBe(1);
});
