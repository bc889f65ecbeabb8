import { startEmulator } from "../../emulator/index";
import { RequestLog } from "../../emulator/core/requests";
import { awsContainer, Client, credentials, idOf, listOf, withEmulator, type Reply } from "./client";

const shared = withEmulator();
const path = "/connectionmgmt/services/aws/connections";
const create = (name: string): Promise<Reply> => shared.client.post(path, { name, ...credentials });
const total = async (): Promise<unknown> => (await shared.client.ok("GET", path)).total;
const control = (method: string, what: string, body?: object): Promise<Reply> =>
  shared.client.raw(method, `/emulator/${what}`, body);
const fault = (body: object): Promise<Reply> => control("POST", "faults", body);

describe("faults", () => {
  test("drop a call before it is processed", async () => {
    await total();
    expect(
      (await fault({ method: "POST", path: "/api/v1/connectionmgmt", effect: { drop: "before" }, times: 1 })).status,
    ).toBe(201);
    await expect(create("a")).rejects.toThrow();
    expect(await total()).toBe(0);
    expect((await create("a")).status).toBe(201);
  });

  test("drop a response after the call was processed", async () => {
    await total();
    await fault({ method: "POST", path: "/connectionmgmt", effect: { drop: "after" }, times: 1 });
    await expect(create("a")).rejects.toThrow();
    expect(await total()).toBe(1);
    expect((await create("a")).status).toBe(409);
  });

  test("truncate a response", async () => {
    await total();
    await fault({ path: "connections$", effect: { truncateBytes: 10 }, times: 1 });
    await expect(create("a")).rejects.toThrow();
    expect(await total()).toBe(1);
  });

  test("respond with a status, for the given number of times", async () => {
    await total();
    await fault({
      path: "^/api/v1/connectionmgmt/.*/connections$",
      effect: { status: 503, retryAfterSeconds: 7 },
      times: 2,
    });
    for (const name of ["a", "b"])
      expect(await create(name)).toMatchObject({ status: 503, headers: { "retry-after": "7" } });
    expect((await create("a")).status).toBe(201);
    expect(await total()).toBe(1);
    expect((await control("GET", "faults")).body).toMatchObject({ faults: [{ hits: 2, times: 2 }] });
  });

  test("strike at random, the same way for the same seed", async () => {
    const strikes = async (): Promise<number[]> => {
      await control("DELETE", "faults");
      await fault({ method: "GET", probability: 0.5, seed: 7, effect: { status: 500 } });
      const statuses: number[] = [];
      for (let n = 0; n < 12; n += 1) statuses.push((await shared.client.get(path)).status);
      return statuses;
    };
    await total();
    const first = await strikes();
    expect(new Set(first)).toEqual(new Set([200, 500]));
    expect(await strikes()).toEqual(first);
    await control("DELETE", "faults");
    expect((await shared.client.get(path)).status).toBe(200);
  });

  test("strike what is beyond a rate", async () => {
    await control("DELETE", "faults");
    const effect = { status: 429, retryAfterSeconds: 1 };
    await fault({ method: "GET", rate: { calls: 2, seconds: 3600 }, effect });
    const statuses: number[] = [];
    for (let n = 0; n < 4; n += 1) statuses.push((await shared.client.get(path)).status);
    expect(statuses).toEqual([200, 200, 429, 429]);
    expect((await fault({ rate: { calls: 0, seconds: 1 }, effect })).status).toBe(400);
    await control("DELETE", "faults");
  });

  test("delay, in real time", async () => {
    await total();
    await fault({ method: "GET", effect: { latencyMs: 60 }, times: 1 });
    const start = performance.now();
    expect((await shared.client.get(path)).status).toBe(200);
    expect(performance.now() - start).toBeGreaterThanOrEqual(55);
  });

  test.each([
    ["an unknown effect", { effect: { explode: true } }],
    ["no effect", {}],
    ["a status that is no failure", { effect: { status: 200 } }],
    ["a wrong expression", { path: "(", effect: { status: 500 } }],
    ["an expression that cannot be matched in linear time", { path: "(a)\\1", effect: { status: 500 } }],
    ["an expression that is too large", { path: "((a?){30}a{30}){16}$", effect: { status: 500 } }],
    ["an expression that is too long", { path: "a".repeat(2000), effect: { status: 500 } }],
  ])("are refused with %s", async (_name, body) => {
    expect((await fault(body)).status).toBe(400);
  });
});

// A backtracking engine would block the process practically forever on each of these.
test.each(["(a+)+$", "^/api/v1/(a|aa)+$", "^(.*a){30}$", "v1/([a-z]+)*[0-9]$"])(
  "the rule %s does not block",
  async (expression) => {
    await total();
    await fault({ path: expression, effect: { status: 503 } });
    expect((await shared.client.get(`/${"a".repeat(2000)}!`)).status).toBe(404);
    expect((await shared.client.get(`/${"a".repeat(6000)}!`)).status).toBe(404);
  },
);

test("a filter with many wildcards does not block", async () => {
  const name = "a".repeat(10_000);
  await shared.client.ok("POST", "/usermgmt/groups", { name });
  const found = async (filter: string): Promise<unknown> =>
    (await shared.client.ok("GET", `/usermgmt/groups?name=${filter}`)).total;
  expect(await found(`${"*a".repeat(1000)}*b`)).toBe(0);
  expect(await found(`${"*a".repeat(1000)}*`)).toBe(1);
  expect(await found("a*a*")).toBe(1);
  expect(await found(`${"a".repeat(9_999)}*aa`)).toBe(0);
});

test("there is a limit to the number of rules", async () => {
  for (let n = 0; n < 100; n += 1) expect((await fault({ path: "/x", effect: { status: 500 } })).status).toBe(201);
  expect((await fault({ path: "/x", effect: { status: 500 } })).status).toBe(400);
});

describe("the request log", () => {
  test("limits what callers can add to it", async () => {
    await control("DELETE", "requests");
    const long = "x".repeat(4000);
    await shared.client.raw("GET", `/api/v1/${long}?${long}`);
    const log = (await control("GET", "requests")).body;
    const [item] = listOf(log.items);
    for (const text of [...Object.keys(log.routes ?? {}), item?.path, item?.query])
      expect(String(text).length).toBe(2048);
    const requests = new RequestLog();
    const entry = { method: "GET", path: "/", query: "", status: 0, at: "" };
    for (let n = 0; n < 30_000; n += 1) requests.add(`GET /${n}`, entry);
    const report = requests.report() as { total: number; routes: Record<string, number>; items: object[] };
    expect(report.total).toBe(30_000);
    expect(Object.keys(report.routes)).toHaveLength(5001);
    expect(report.routes["other"]).toBe(25_000);
    expect(report.items).toHaveLength(10_000);
  });

  test("counts calls by operation, and stores no body", async () => {
    const { client } = shared;
    await client.ok("GET", path);
    await control("DELETE", "requests");
    const { connection } = await awsContainer(client);
    await client.get("/cckm/aws/kms/prod?fields=x");
    await client.get("/usermgmt/users");
    await client.get("/nowhere");
    const log = (await control("GET", "requests")).body;
    expect(log.total).toBe(6);
    expect(log.routes).toEqual({
      "GET /api/v1/cckm/aws/kms/{id}": 1,
      "GET /api/v1/nowhere": 1,
      "GET /api/v1/usermgmt/users/": 1,
      "POST /api/v1/cckm/aws/kms": 1,
      "POST /api/v1/connectionmgmt/services/aws/connections": 1,
      "POST /api/v1/connectionmgmt/services/aws/connections/{id}/test": 1,
    });
    expect(log.items).toContainEqual({
      method: "GET",
      path: "/api/v1/cckm/aws/kms/prod",
      query: "fields=x",
      status: 200,
      at: expect.any(String),
    });
    expect(log.items).toContainEqual(
      expect.objectContaining({ path: `/api/v1${path}/${connection}/test`, status: 200 }),
    );
    expect(JSON.stringify(log)).not.toContain(credentials.secret_access_key);
  });
});

describe("the world", () => {
  test("is shown without secrets, and changed by name", async () => {
    const world = (await control("GET", "world")).body;
    const accounts = listOf(world.aws?.accounts);
    expect(accounts).toHaveLength(2);
    expect(accounts[0]).toMatchObject({
      accountId: "123456789012",
      credentials: [{ accessKeyId: "AKIAIOSFODNN7EXAMPLE" }],
    });
    expect(JSON.stringify(world)).not.toContain(credentials.secret_access_key);
    const added = {
      accountId: "555566667777",
      credentials: [{ accessKeyId: "NEW", secretAccessKey: "new" }],
      regions: ["us-east-1"],
    };
    expect((await control("POST", "world/aws/accounts", added)).body).toMatchObject({
      accountId: "555566667777",
      testSeconds: 0.05,
    });
    const test = await shared.client.ok("POST", "/connectionmgmt/services/aws/connection-test", {
      access_key_id: "NEW",
      secret_access_key: "new",
    });
    expect(test).toEqual({ connection_ok: true });
    expect(
      (await control("POST", "world/aws/keys", { account: "555566667777", region: "us-east-1", aliases: ["x"] }))
        .status,
    ).toBe(200);
  });

  test.each([
    ["an unknown system", "world/moon/keys", {}, 404],
    ["an unknown object", "world/aws/moons", {}, 404],
    ["an account that isn't a number", "world/aws/accounts", { accountId: "x" }, 400],
    ["an unknown key", "world/aws/keys", { account: "123456789012", key: "nope" }, 404],
    ["a new key without a region", "world/aws/keys", { account: "123456789012" }, 400],
    ["a field that doesn't exist", "world/aws/keys", { account: "123456789012", colour: "red" }, 400],
  ])("rejects %s", async (_name, what, body, status) => {
    expect((await control("POST", what, body)).status).toBe(status);
  });
});

describe("the clock and the reset", () => {
  test("the clock only goes forward", async () => {
    const before = (await control("GET", "clock")).body;
    expect((await control("POST", "clock", { advanceSeconds: -1 })).status).toBe(400);
    const after = (await control("POST", "clock", { advanceSeconds: 3600 })).body;
    expect(Date.parse(String(after.now)) - Date.parse(String(before.now))).toBeGreaterThanOrEqual(3_600_000);
    expect((await control("GET", "health")).body).toMatchObject({ status: "ok" });
  });

  test("a reset restores the initial state, including the time", async () => {
    const { client } = shared;
    const { kms } = await awsContainer(client);
    await control("POST", "world/aws/accounts", {
      accountId: "123456789012",
      removeCredentials: ["AKIAIOSFODNN7EXAMPLE"],
    });
    await fault({ effect: { status: 500 } });
    await client.advance(86_400);
    expect((await control("POST", "reset")).status).toBe(204);
    client.forgetToken();
    expect((await client.get(`/cckm/aws/kms/${kms}`)).status).toBe(404);
    expect((await control("GET", "clock")).body).toMatchObject({ offsetSeconds: 0 });
    expect((await control("GET", "faults")).body).toEqual({ faults: [] });
    await awsContainer(client);
  });

  test("a call that waits for a later time is refused by a reset", async () => {
    const { client } = shared;
    await control("POST", "world/aws/accounts", { accountId: "123456789012", testSeconds: 1000 });
    const made = (await create("a")).body;
    const waiting = client.post(`${path}/${idOf(made)}/test`);
    await control("GET", "health");
    await control("POST", "reset");
    expect((await waiting).body.codeDesc).toContain("NCERRServiceUnavailable");
  });

  test("in fast mode, the clock skips what a call waits for", async () => {
    const emulator = await startEmulator({ hurry: true });
    const client = new Client(emulator);
    await client.raw("POST", "/emulator/world/aws/accounts", { accountId: "123456789012", testSeconds: 200 });
    const made = await client.ok("POST", path, { name: "slow", ...credentials });
    expect(await client.ok("POST", `${path}/${idOf(made)}/test`)).toEqual({ connection_ok: true });
    expect(Number((await client.raw("GET", "/emulator/clock")).body.offsetSeconds)).toBeGreaterThan(199);
    await client.close();
    await emulator.close();
  });
});
