import { startEmulator } from "../../emulator/index";
import { Client, idOf, listOf, withEmulator, type Loose } from "./client";

const shared = withEmulator({});
const keys = "/vault/keys2";
const configs = "/scheduler/job-configs";
const day = 86_400;
const nightly = { name: "nightly", operation: "key_rotation", run_at: "0 3 * * *" };

const create = (name: string, body: object = {}): Promise<Loose> =>
  shared.client.ok("POST", `${keys}/`, { name, ...body });
const read = (name: string): Promise<Loose> => shared.client.ok("GET", `${keys}/${name}?type=name`);
const versions = async (name: string): Promise<Loose[]> =>
  listOf((await shared.client.ok("GET", `${keys}/${name}/versions/?limit=-1&type=name`)).resources);
const states = async (name: string): Promise<unknown[]> => (await versions(name)).map(({ state }) => state);
const schedule = (key_rotation_params?: object, more: object = {}): Promise<Loose> =>
  shared.client.ok("POST", configs, { ...nightly, key_rotation_params, ...more });
/** What a schedule with these parameters does when it is run by hand: the finished job. */
async function runOnce(key_rotation_params?: object): Promise<Loose> {
  await schedule(key_rotation_params, { disabled: true });
  return runNow();
}
async function runNow(): Promise<Loose> {
  const job = await shared.client.ok("POST", `${configs}/nightly/run-now`);
  await shared.client.advance(60);
  return shared.client.ok("GET", `/scheduler/jobs/${idOf(job)}`);
}

describe("a schedule of key_rotation", () => {
  const due = { key_query: { names: ["prod-*"], rotationDateReached: true } };

  test("rotates the newest versions that its query finds when they are due, and nothing else", async () => {
    await create("prod-a", { rotationFrequencyDays: "10", labels: { team: "x" }, meta: { ownerId: "me" } });
    await create("prod-b", { rotationFrequencyDays: "100" });
    await create("test", { rotationFrequencyDays: "10" });
    await schedule(due);
    await shared.client.advance(25 * day);
    const kept = { rotationFrequencyDays: "10", labels: { team: "x" }, meta: { ownerId: "me" }, state: "Active" };
    const all = await versions("prod-a");
    expect(all).toMatchObject([0, 1, 2].map((version) => ({ ...kept, version })));
    expect(new Set(all.flatMap(({ id, sha256Fingerprint }) => [id, sha256Fingerprint])).size).toBe(6);
    expect(all.slice(1).map(({ createdAt }) => String(createdAt).slice(10, 19))).toEqual(["T03:00:00", "T03:00:00"]);
    expect([(await versions("prod-b")).length, (await versions("test")).length]).toEqual([1, 1]);
    const jobs = listOf((await shared.client.ok("GET", "/scheduler/jobs?limit=-1&status=completed")).resources);
    expect(jobs).toHaveLength(25);
    expect(jobs.filter(({ result }) => result === "1 of 1 key rotated")).toHaveLength(2);
  });

  test("without a query rotates every key, of a pair both halves at once", async () => {
    await create("a");
    await create("b");
    await create("pair", { algorithm: "ec", curveid: "prime256v1" });
    expect(await runOnce()).toMatchObject({ status: "completed", result: "3 of 3 keys rotated" });
    for (const name of ["a", "b", "pair", "pair_public"]) expect(await read(name)).toMatchObject({ version: 1 });
  });

  test("counts keys that cannot rotate as failed, and goes on", async () => {
    const { client } = shared;
    for (const name of ["a", "b", "c", "d"]) await create(name);
    await create("opaque", { algorithm: "opaque", material: "00" });
    await client.ok("POST", `${keys}/a/destroy`);
    await client.ok("POST", `${keys}/b/archive`);
    await client.ok("POST", `${keys}/c/revoke`, { reason: "Superseded" });
    expect(await runOnce({})).toMatchObject({
      status: "failed",
      result: "2 of 5 keys rotated",
      error: expect.stringMatching(/^a: key a is Destroyed.*; b: key b is archived.*; opaque: material is required/),
    });
    for (const [name, version] of Object.entries({ a: 0, b: 0, c: 1, d: 1, opaque: 0 }))
      expect(await read(name)).toMatchObject({ version });
  });

  test("applies its query to newest versions only", async () => {
    await create("key", { description: "old" });
    await shared.client.ok("POST", `${keys}/key/versions/`, { description: "new" });
    expect(await runOnce({ key_query: { versions: [0] } })).toMatchObject({ result: "0 of 0 keys rotated" });
  });

  test("merges metadata into the replaced version, which stays active", async () => {
    await create("key", { meta: { naeState: "Unrestricted", team: "x" } });
    await runOnce({ key_query: { name: "key" }, metadata: { naeState: "Restricted" } });
    expect(await versions("key")).toMatchObject([
      { state: "Active", meta: { naeState: "Restricted", team: "x" } },
      { state: "Active", meta: { naeState: "Unrestricted", team: "x" } },
    ]);
  });

  test.each([
    ["deactivates the replaced version", { deactivate_replaced_key: day }, "deactivationDate"],
    [
      "deactivates it by its state",
      { replaced_key_state: "Deactivated", change_state_after_time: day },
      "deactivationDate",
    ],
    ["ends its protection", { replaced_key_state: "ProtectStop", change_state_after_time: day }, "protectStopDate"],
  ])("%s when the time has passed", async (_name, params, date) => {
    await create("key");
    await runOnce({ key_query: { name: "key" }, ...params, offset: 3600 });
    const [before, next] = await versions("key");
    expect([before!.state, next!.state]).toEqual(["Active", "Pre-Active"]);
    const waits = Date.parse(String(before![date])) - Date.parse(String(next!.createdAt));
    expect(waits / 1000).toBeCloseTo(day, 0);
    await shared.client.advance(day);
    expect(await states("key")).toEqual([date === "deactivationDate" ? "Deactivated" : "Active", "Active"]);
  });

  test("never moves the end of a key to a later time", async () => {
    const soon = new Date(Date.now() + 3600_000).toISOString();
    await create("key", { deactivationDate: soon });
    await runOnce({ key_query: { name: "key" }, deactivate_replaced_key: day });
    const [before] = await versions("key");
    expect(Date.parse(String(before!.deactivationDate))).toBe(Date.parse(soon));
  });

  test("takes snake_case and camelCase, gives back what was sent, and replaces all of it", async () => {
    const { client } = shared;
    const sent = { keyQuery: { names: ["a"] }, metadata: { x: 1 }, deactivateReplacedKey: 0, offset: 0 };
    expect((await schedule(sent, { disabled: true })).job_config_params).toEqual(sent);
    await create("a");
    await create("b");
    expect(await runNow()).toMatchObject({ result: "1 of 1 key rotated" });
    expect(await states("a")).toEqual(["Deactivated", "Active"]);
    const change = (body: object): Promise<Loose> => client.ok("PATCH", `${configs}/nightly`, body);
    const { job_config_params } = await change({ key_rotation_params: { key_query: { names: ["b"] } } });
    expect(job_config_params).toEqual({ key_query: { names: ["b"] } });
    expect((await change({ description: "d" })).job_config_params).toEqual({ key_query: { names: ["b"] } });
    expect((await change({ key_rotation_params: { unknown: 1 } })).job_config_params).toEqual({});
  });

  test.each([
    { key_query: "names" },
    { key_query: { names: "prod-*" } },
    { key_query: { createdAfter: "yesterday" } },
    { metadata: "x" },
    { deactivate_replaced_key: -1 },
    { deactivate_replaced_key: "60" },
    { deactivate_replaced_key: 60, replaced_key_state: "Deactivated" },
    { deactivateReplacedKey: 60, replaced_key_state: "ProtectStop" },
    { replaced_key_state: "Destroyed" },
    { offset: 1.5 },
  ])("is refused with %j", async (key_rotation_params) => {
    expect((await shared.client.post(configs, { ...nightly, key_rotation_params })).status).toBe(400);
    await schedule(due);
    expect((await shared.client.patch(`${configs}/nightly`, { key_rotation_params })).status).toBe(400);
    expect((await shared.client.ok("GET", `${configs}/nightly`)).job_config_params).toEqual(due);
  });
});

describe("who may schedule the rotation of vault keys", () => {
  const password = "Correct-Horse-9";
  const path = `${configs}/nightly`;

  async function statuses(caller: Client): Promise<number[]> {
    const calls = [
      () => caller.post(configs, { ...nightly, name: "another" }),
      () => caller.patch(path, { disabled: true }),
      () => caller.post(`${path}/run-now`),
      () => caller.delete(path),
    ];
    const replies: number[] = [];
    for (const call of calls) replies.push((await call()).status);
    await caller.close();
    return replies;
  }

  async function member(group: string, login: object = {}): Promise<Client> {
    const { user_id } = await shared.client.ok("POST", "/usermgmt/users", { username: "jane", password });
    await shared.client.ok("POST", `/usermgmt/groups/${encodeURIComponent(group)}/users/${String(user_id)}`);
    return shared.client.as({ name: "jane", password, ...login });
  }

  test.each([
    ["Key Admins", [201, 200, 201, 204]],
    ["Key Users", [403, 403, 403, 403]],
    ["CCKM Admins", [403, 403, 403, 403]],
    ["System Admins", [403, 403, 403, 403]],
  ])("of the group %s", async (group, expected) => {
    await schedule();
    expect(await statuses(await member(group))).toEqual(expected);
  });

  test("Key Admins schedule nothing else", async () => {
    const caller = await member("Key Admins");
    const backup = { name: "backup", operation: "database_backup", run_at: "0 3 * * *" };
    expect((await caller.post(configs, backup)).status).toBe(403);
    await caller.close();
  });

  test("nobody in another domain than root", async () => {
    const { user_id } = await shared.client.ok("GET", "/auth/self/user");
    await shared.client.ok("POST", "/domains", { name: "tenant", admins: [user_id] });
    const inside = shared.client.as({ domain: "tenant" });
    expect(await inside.post(configs, nightly)).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining("root domain") },
    });
    await inside.close();
  });
});

describe("a service that does not know key_query", () => {
  const query = { names: ["mine"] };
  const setWorld = (rotationQuery: string): Promise<unknown> =>
    shared.client.raw("POST", "/emulator/world/vault/rotation", { rotationQuery });

  test.each(["ignored", "query"])("drops it, and rotates every key: %s", async (rotationQuery) => {
    await setWorld(rotationQuery);
    await create("mine");
    await create("theirs");
    const config = await schedule({ key_query: query, metadata: { x: 1 } }, { disabled: true });
    expect(config.job_config_params).toEqual({ metadata: { x: 1 } });
    expect((await shared.client.ok("GET", `${configs}/nightly`)).job_config_params).toEqual({ metadata: { x: 1 } });
    expect(await runNow()).toMatchObject({ result: "2 of 2 keys rotated" });
    expect(await read("theirs")).toMatchObject({ version: 1 });
  });

  test("takes the query under its own name", async () => {
    await setWorld("query");
    await create("mine");
    await create("theirs");
    expect((await schedule({ query, key_query: query }, { disabled: true })).job_config_params).toEqual({ query });
    expect(await runNow()).toMatchObject({ result: "1 of 1 key rotated" });
    expect(await read("theirs")).toMatchObject({ version: 0 });
  });

  test("begins so when its world says so", async () => {
    const emulator = await startEmulator({ world: { vault: { rotationQuery: "query" } } });
    const client = new Client(emulator);
    expect((await client.raw("GET", "/emulator/world")).body).toMatchObject({ vault: { rotationQuery: "query" } });
    const config = await client.ok("POST", configs, { ...nightly, key_rotation_params: { query, key_query: query } });
    expect(config.job_config_params).toEqual({ query });
    await client.close();
    await emulator.close();
  });
});

test("in 800 days of daily checks no key grows older than its limit, and everything sealed opens", async () => {
  const { client, emulator } = shared;
  const limits = { "prod-year": 365, "prod-quarter": 90 };
  for (const [name, limit] of Object.entries(limits)) await create(name, { rotationFrequencyDays: String(limit - 1) });
  await create("unmanaged", { rotationFrequencyDays: "89" });
  await schedule({ key_query: { names: Object.keys(limits), rotationDateReached: true } });
  const crypto = async (path: string, body: object): Promise<Loose> => {
    const headers = { accept: "application/json", authorization: `Bearer ${await client.logIn()}` };
    const reply = await client.raw("POST", `/api/v1/crypto/${path}`, body, headers);
    expect(reply.status).toBe(200);
    return reply.body;
  };
  const plaintext = Buffer.from("card 4711").toString("base64");
  const seal = (): Promise<Loose[]> =>
    Promise.all(Object.keys(limits).map((id) => crypto("encrypt", { id, type: "name", plaintext })));
  const sealed = await seal();
  const ages = { "prod-year": 0, "prod-quarter": 0 };
  for (let n = 1; n <= 800; n++) {
    await emulator.advance(day);
    if (n % 100 === 0) sealed.push(...(await seal()));
    if (n % 10 !== 0) continue;
    client.forgetToken();
    const now = Date.parse(String((await client.raw("GET", "/emulator/clock")).body["now"]));
    for (const name of ["prod-year", "prod-quarter"] as const) {
      const age = (now - Date.parse(String((await read(name)).createdAt))) / 1000 / day;
      ages[name] = Math.max(ages[name], age);
    }
  }
  expect(ages["prod-year"]).toBeLessThan(365);
  expect(ages["prod-quarter"]).toBeLessThan(90);
  client.forgetToken();
  const counts = [];
  for (const name of [...Object.keys(limits), "unmanaged"]) counts.push((await versions(name)).length);
  expect(counts).toEqual([3, 9, 1]);
  const opened = await Promise.all(sealed.map((blob) => crypto("decrypt", blob)));
  expect(opened).toEqual(sealed.map(() => ({ plaintext })));
});
