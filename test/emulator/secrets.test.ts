import { each, listOf, withEmulator, type Loose } from "./client";

const shared = withEmulator({});
const path = "/vault/secrets";
const password = { name: "database", dataType: "password", material: "tr0ub4dor & 3" };
const create = (body: object = {}, query = ""): Promise<Loose> =>
  shared.client.ok("POST", `${path}${query}`, { ...password, ...body });
const act = (verb: string, name = "database"): Promise<Loose> =>
  shared.client.ok("POST", `${path}/${name}/${verb}?type=name`);

describe("a secret", () => {
  test.each([
    ["a password", {}, { objectType: "Secret Data", dataType: "password" }],
    ["a seed", { dataType: "seed", material: "00ff" }, { objectType: "Secret Data", dataType: "seed" }],
    ["a blob", { dataType: undefined, material: "_-8=" }, { objectType: "Opaque Object", dataType: "blob" }],
  ])("%s is kept, and shown only when it is exported", async (_name, body, shown) => {
    const secret = await create(body);
    expect(secret).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f]{64}$/),
      uri: "kylo:kylo:vault:secrets:database-v0",
      version: 0,
      state: "Active",
      sha256Fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
      ...shown,
    });
    const { material } = { ...password, ...body };
    for (const one of [
      secret,
      await shared.client.ok("GET", `${path}/${secret.id}`),
      await shared.client.ok("GET", path),
    ])
      expect(JSON.stringify(one)).not.toContain(material);
    expect(await act("export")).toMatchObject({ id: secret.id, material });
    expect(await create({ ...body, name: "second" }, "?includeMaterial=true")).toMatchObject({ material });
  });

  test.each<[string, object, number]>([
    ["without material", { material: undefined }, 400],
    ["of an unknown type", { dataType: "poem" }, 400],
    ["whose seed is not hex", { dataType: "seed", material: "xyz" }, 400],
    ["whose blob is not base64 for URLs", { dataType: "blob", material: "+/+/" }, 400],
    ["with a bracket in its name", { name: "<b>" }, 400],
    ["whose name is taken", { name: "database" }, 409],
  ])("%s is refused", async (_name, body, status) => {
    await create();
    expect((await shared.client.post(path, { ...password, name: "other", ...body })).status).toBe(status);
  });

  test("without a name gets one", async () => {
    expect((await create({ name: undefined })).name).toMatch(/^ks-[0-9a-f]{64}$/);
  });

  test("has versions, each with its own material; the name means the newest", async () => {
    const first = await create({ unexportable: false, labels: { team: "a" } });
    const second = await shared.client.ok("POST", `${path}/database/versions`, { material: "correct horse" });
    expect(second).toMatchObject({ name: "database", version: 1, dataType: "password", labels: { team: "a" } });
    expect(second.id).not.toBe(first.id);
    expect(await act("export")).toMatchObject({ version: 1, material: "correct horse" });
    expect(await shared.client.ok("POST", `${path}/${first.id}/export`)).toMatchObject({ material: password.material });
    expect(await shared.client.ok("GET", `${path}/database?version=0`)).toMatchObject({ id: first.id });
    expect(each(await shared.client.ok("GET", `${path}/database/versions`), "version")).toEqual([0, 1]);
    expect((await shared.client.post(`${path}/database/versions`, {})).status).toBe(400);
  });

  test("is found by id, name and URI, and by nothing else", async () => {
    const { id, uri } = await create();
    for (const [reference, type] of [
      [id, "id"],
      ["database", "name"],
      [uri, "uri"],
      [uri, ""],
    ] as const)
      expect(await shared.client.ok("GET", `${path}/${reference}?type=${type}`)).toMatchObject({ id });
    for (const reference of [
      "nobody",
      "database?type=id",
      `${id}?type=name`,
      "database?version=7",
      "database?type=mood",
    ])
      expect((await shared.client.get(`${path}/${reference}`)).status).toBe(404);
  });

  test("is changed, but never what it holds", async () => {
    await create({ meta: { a: 1 } });
    const changed = await shared.client.ok("PATCH", `${path}/database`, {
      unexportable: true,
      labels: { team: "b" },
      material: "other",
    });
    expect(changed).toMatchObject({ unexportable: true, undeletable: false, labels: { team: "b" }, meta: { a: 1 } });
    expect((await shared.client.post(`${path}/database/export`)).status).toBe(403);
    await shared.client.ok("PATCH", `${path}/database`, { unexportable: false });
    expect((await act("export")).material).toBe(password.material);
  });

  test("keeps of labels and metadata what a change leaves out", async () => {
    const meta = { ownerId: "local|1", permissions: { ReadKey: ["a"], ExportKey: ["a"] } };
    await create({ labels: { team: "a", env: "prod" }, meta });
    const changed = await shared.client.ok("PATCH", `${path}/database`, {
      labels: { team: null },
      meta: { permissions: { ReadKey: ["b"], ExportKey: null } },
    });
    expect(changed.labels).toEqual({ env: "prod" });
    expect(changed.meta).toEqual({ ownerId: "local|1", permissions: { ReadKey: ["b"] } });
    const { labels, meta: inherited } = await shared.client.ok("POST", `${path}/database/versions`, { material: "x" });
    expect({ labels, meta: inherited }).toEqual({ labels: changed.labels, meta: changed.meta });
  });

  test("that is destroyed is remembered without its material", async () => {
    await create();
    expect(await act("destroy")).toMatchObject({
      state: "Destroyed",
      emptyMaterial: true,
      destroyDate: expect.any(String),
    });
    expect(await shared.client.post(`${path}/database/export`)).toMatchObject({ status: 400, body: { code: 106 } });
    expect((await shared.client.post(`${path}/database/destroy`)).status).toBe(400);
    expect((await shared.client.delete(`${path}/database`)).status).toBe(204);
    expect((await shared.client.get(`${path}/database`)).status).toBe(404);
  });

  test("that is undeletable stays", async () => {
    await create({ undeletable: true });
    expect((await shared.client.delete(`${path}/database`)).status).toBe(403);
    expect((await shared.client.post(`${path}/database/destroy`)).status).toBe(403);
    expect((await act("export")).material).toBe(password.material);
  });

  test("is listed by name, kind and fingerprint", async () => {
    const { sha1Fingerprint } = await create();
    await create({ name: "data-7", dataType: "blob", material: "AAAA" });
    const names = async (query: string): Promise<unknown[]> =>
      each(await shared.client.ok("GET", `${path}?${query}`), "name");
    expect(await names("name=data*")).toEqual(["database", "data-7"]);
    expect(await names("objectType=Opaque%20Object")).toEqual(["data-7"]);
    expect(await names(`sha1Fingerprint=${sha1Fingerprint}`)).toEqual(["database"]);
  });
});

test("the labels of keys are listed once each, with their values", async () => {
  const { client } = shared;
  expect(listOf((await client.ok("GET", "/vault/key-labels")).resources)).toEqual([]);
  for (const [name, labels] of [
    ["a", { team: "x", env: "prod" }],
    ["b", { team: "x" }],
    ["c", { team: "y" }],
  ] as const)
    await client.ok("POST", "/vault/keys2", { name, labels });
  const all = await client.ok("GET", "/vault/key-labels");
  expect(all).toMatchObject({ total: 3, resources: [{ team: "x" }, { env: "prod" }, { team: "y" }] });
  expect(await client.ok("GET", "/vault/key-labels?skip=1&limit=1")).toMatchObject({ resources: [{ env: "prod" }] });
});
