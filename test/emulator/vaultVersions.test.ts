import { each, withEmulator, type Loose } from "./client";

/** When versions of vault keys are due, how they succeed each other, and how queries find them. */

const shared = withEmulator({});
const keys = "/vault/keys2";
const day = 86_400;

const create = (name: string, body: object = {}): Promise<Loose> =>
  shared.client.ok("POST", `${keys}/`, { name, ...body });
const read = (name: string): Promise<Loose> => shared.client.ok("GET", `${keys}/${name}?type=name`);
const found = async (query: object): Promise<unknown[]> =>
  each(await shared.client.ok("POST", "/vault/query-keys/", query), "name");

describe("the rotation frequency of a key", () => {
  test.each(["0", "", undefined])("%j means that it is never due", async (rotationFrequencyDays) => {
    await create("key", { rotationFrequencyDays });
    await shared.client.advance(1000 * day);
    expect(await read("key")).toMatchObject({ rotationDateReached: false });
    expect(await read("key")).not.toHaveProperty("rotationFrequencyDays");
  });

  test.each([30, "-1", "1.5", "30d", " 7", true])("is refused as %j", async (rotationFrequencyDays) => {
    await create("key");
    expect((await shared.client.post(keys, { name: "other", rotationFrequencyDays })).status).toBe(400);
    expect((await shared.client.patch(`${keys}/key`, { rotationFrequencyDays })).status).toBe(400);
  });

  test("counts from when it is set, also to the same number, and makes no version by itself", async () => {
    const { client } = shared;
    await create("key", { rotationFrequencyDays: "10" });
    expect(await read("key")).toMatchObject({ rotationFrequencyDays: "10", rotationDateReached: false });
    await client.advance(9 * day);
    await client.ok("PATCH", `${keys}/key`, { description: "counts on" });
    await client.advance(day);
    expect(await read("key")).toMatchObject({ rotationDateReached: true, version: 0 });
    const set = await client.ok("PATCH", `${keys}/key`, { rotationFrequencyDays: "10" });
    expect(set).toMatchObject({ rotationFrequencyDays: "10", rotationDateReached: false });
    expect(set).not.toHaveProperty("rotationSetAt");
    await client.advance(10 * day);
    expect(await read("key")).toMatchObject({ rotationDateReached: true, version: 0 });
    const off = await client.ok("PATCH", `${keys}/key`, { rotationFrequencyDays: "0" });
    expect(off).toMatchObject({ rotationDateReached: false });
    expect(off).not.toHaveProperty("rotationFrequencyDays");
  });

  test("passes to a new version, of which the days begin anew", async () => {
    const { client } = shared;
    await create("key");
    await client.ok("PATCH", `${keys}/key`, { rotationFrequencyDays: "10" });
    await client.advance(12 * day);
    const next = await client.ok("POST", `${keys}/key/versions/`, {});
    expect(next).toMatchObject({ version: 1, rotationFrequencyDays: "10", rotationDateReached: false });
    await client.advance(10 * day);
    expect(await read("key")).toMatchObject({ version: 1, rotationDateReached: true });
  });
});

describe("a new version", () => {
  test("is active after its offset", async () => {
    await create("key");
    const path = `${keys}/key/versions/`;
    expect(await shared.client.ok("POST", path, { offset: day })).toMatchObject({ state: "Pre-Active" });
    await shared.client.advance(day);
    expect(await read("key")).toMatchObject({ version: 1, state: "Active" });
    expect((await shared.client.post(path, { offset: -1 })).status).toBe(400);
    expect((await shared.client.post(path, { offset: Number.MAX_SAFE_INTEGER })).status).toBe(400);
  });

  test.each([
    ["revoke", { reason: "KeyCompromise" }, "Compromised"],
    ["destroy", {}, "Destroyed"],
    ["archive", {}, "archived"],
  ])("is refused after %s", async (verb, body, state) => {
    await create("key");
    await shared.client.ok("POST", `${keys}/key/${verb}`, body);
    expect(await shared.client.post(`${keys}/key/versions/`, {})).toMatchObject({
      status: 409,
      body: { message: `key key is ${state}: it cannot be rotated` },
    });
  });

  test("of a public half comes with the private one only", async () => {
    await create("pair", { algorithm: "ec", curveid: "prime256v1" });
    expect((await shared.client.post(`${keys}/pair_public/versions/`, {})).status).toBe(400);
    await shared.client.ok("POST", `${keys}/pair/versions/`, {});
    expect(await read("pair_public")).toMatchObject({ version: 1, objectType: "Public Key" });
  });
});

describe("a query of keys", () => {
  test.each([
    [{ names: ["prod-*", "te?t"] }, ["prod-a", "prod-b", "test"]],
    [{ name: "prod-?" }, ["prod-a", "prod-b"]],
    [{ names: ["*d*a"] }, ["prod-a"]],
    [{ names: ["prod", "tes"] }, []],
    [{ names: [] }, ["prod-a", "prod-b", "test"]],
    [{ sizes: [128, 192] }, ["prod-b"]],
    [{ usageMasks: [4] }, ["prod-b"]],
    [{ names: ["prod-*"], usageMasks: [12], algorithms: ["aes"] }, ["prod-a"]],
    [{ rotationDateReached: true }, ["prod-a"]],
    [{ rotationDateReached: false, names: ["prod-*"] }, ["prod-b"]],
    [{ metaContains: '{"team": "x"}' }, ["prod-a"]],
    [{ archiveAfter: "-1D" }, ["test"]],
    [{ deactivationAt: "2099-01-01T00:00:00Z" }, ["test"]],
    [{ deactivationAt: "2098-01-01T00:00:00Z" }, []],
  ])("finds by %j", async (query, names) => {
    await create("prod-a", { rotationFrequencyDays: "3", meta: { team: "x", of: 2 } });
    await create("prod-b", { rotationFrequencyDays: "30", size: 128, usageMask: 4 });
    await create("test", { deactivationDate: "2099-01-01T00:00:00.000Z" });
    await shared.client.advance(3 * day);
    await shared.client.ok("POST", `${keys}/test/archive`);
    expect(await found(query)).toEqual(names);
  });

  test("by version finds that version, and by -1 the newest", async () => {
    await create("key");
    const { id, sha256Fingerprint } = await shared.client.ok("POST", `${keys}/key/versions/`, {});
    expect(await found({ versions: [0, 1] })).toHaveLength(2);
    expect(each(await shared.client.ok("POST", "/vault/query-keys/", { version: -1 }), "id")).toEqual([id]);
    expect(await found({ sha256Fingerprints: [sha256Fingerprint], id })).toHaveLength(1);
  });

  test.each([{ sizes: ["128"] }, { names: "prod" }, { createdAfter: "yesterday" }, { rotationDateReached: "true" }])(
    "is refused as %j",
    async (query) => expect((await shared.client.post("/vault/query-keys/", query)).status).toBe(400),
  );
});
