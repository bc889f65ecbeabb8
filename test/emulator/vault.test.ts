import { each, idOf, listOf, withEmulator, type Loose, type Reply } from "./client";

const shared = withEmulator({});
const path = "/vault/keys2";
const create = (body: object = {}): Promise<Loose> => shared.client.ok("POST", `${path}/`, { name: "key", ...body });
const act = (verb: string, body?: object, name = "key"): Promise<Loose> =>
  shared.client.ok("POST", `${path}/${name}/${verb}`, body);
const refused = (verb: string, body?: object): Promise<Reply> => shared.client.post(`${path}/key/${verb}`, body);
const read = (query = ""): Promise<Loose> => shared.client.ok("GET", `${path}/key?${query}`);

describe("vault keys", () => {
  test.each([
    [
      "AES-256 by default",
      {},
      { algorithm: "AES", size: 256, objectType: "Symmetric Key", state: "Active", version: 0, usageMask: 12 },
    ],
    ["AES-128", { algorithm: "AES", size: 128 }, { size: 128 }],
    ["triple DES", { algorithm: "tdes" }, { algorithm: "TDES", size: 192 }],
    ["HMAC", { algorithm: "hmac-sha512" }, { algorithm: "HMAC-SHA512", size: 512 }],
    [
      "EC",
      { algorithm: "EC", curveid: "prime256v1" },
      { algorithm: "EC", curveid: "prime256v1", size: 256, objectType: "Private Key", links: [{ type: "publicKey" }] },
    ],
    [
      "ML-DSA",
      { algorithm: "ml-dsa", mldsaparameterset: "ML-DSA-44" },
      {
        ...{ algorithm: "ML-DSA", mlDSAParameterSet: "ML-DSA-44", usageMask: 3, objectType: "Private Key" },
        ...{ links: [{ type: "publicKey" }], publickey: expect.stringMatching(/^-----BEGIN PUBLIC KEY-----/) },
      },
    ],
    ["ML-DSA by the other name", { algorithm: "ml-dsa", ParameterSet: "ML-DSA-87" }, { parameterSet: "ML-DSA-87" }],
    ["ML-DSA without a parameter set", { algorithm: "ml-dsa" }, { algorithm: "ML-DSA" }],
    ["pre-active", { state: "Pre-Active" }, { state: "Pre-Active" }],
    ["imported", { material: "00".repeat(32) }, { sha256Fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) }],
    ["opaque", { algorithm: "opaque", material: "abcd" }, { objectType: "Opaque Object" }],
    [
      "described",
      { description: "d", labels: { a: "b" }, meta: { ownerId: "x" }, undeletable: true, rotationFrequencyDays: "0" },
      { description: "d", labels: { a: "b" }, undeletable: true },
    ],
  ])("are created: %s", async (_name, body, expected) => {
    const key = await create(body);
    expect(key).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f]{64}$/),
      uri: "kylo:kylo:vault:keys:key-v0",
      ...expected,
    });
    const hasSize = key.algorithm !== "ML-DSA";
    expect("size" in key).toBe(hasSize);
    expect(key.activationDate === undefined).toBe(key.state === "Pre-Active");
    expect(key).not.toHaveProperty("material");
  });

  test.each([
    ["an unknown algorithm", { algorithm: "rot13" }],
    ["a parameter set that ML-DSA doesn't have", { algorithm: "ml-dsa", parameterSet: "ML-DSA-99" }],
    ["material of an ML-DSA key", { algorithm: "ml-dsa", material: "abcd" }],
    ["a size that AES doesn't have", { size: 100 }],
    ["RSA of an odd size", { algorithm: "rsa", size: 1000 }],
    ["a curve that doesn't exist", { algorithm: "ec", curveid: "moebius" }],
    ["a bracket in the name", { name: "<key>" }],
    ["material of the wrong size", { material: "abcd" }],
    ["material that is not a key", { algorithm: "ec", material: "nonsense" }],
    ["an opaque object without material", { algorithm: "opaque" }],
    ["too high a usage mask", { usageMask: 4_194_304 }],
    ["an invalid date", { deactivationDate: "soon" }],
  ])("are refused with %s", async (_name, body) => {
    expect((await shared.client.post(path, { name: "key", ...body })).status).toBe(400);
  });

  test("have unique names and aliases, and are found by each of them", async () => {
    const key = await create({ aliases: [{ alias: "nick" }] });
    expect(await shared.client.post(path, { name: "key" })).toMatchObject({
      status: 409,
      body: { codeDesc: expect.stringContaining("NCERRKeyAlreadyExists") },
    });
    expect((await shared.client.post(path, { name: "other", aliases: [{ alias: "nick" }] })).status).toBe(409);
    const ways = [
      [idOf(key), "id"],
      ["key", "name"],
      [String(key.uri), "uri"],
      ["nick", "alias"],
    ];
    for (const [reference, type] of ways) {
      for (const query of ["", `?type=${type}`]) {
        expect(await shared.client.ok("GET", `${path}/${encodeURIComponent(String(reference))}${query}`)).toMatchObject(
          { id: key.id },
        );
      }
    }
    expect((await shared.client.get(`${path}/key?type=id`)).status).toBe(404);
  });

  test("are updated in place; labels and aliases are deltas", async () => {
    const { client } = shared;
    await create({ labels: { a: "1", b: "2" }, aliases: [{ alias: "one" }], description: "d" });
    const patch = (body: object): Promise<Loose> => client.ok("PATCH", `${path}/key`, body);
    expect(await patch({ labels: { a: null, c: "3" }, description: "", usageMask: 4, meta: { x: 1 } })).toMatchObject({
      labels: { b: "2", c: "3" },
      description: "",
      usageMask: 4,
      meta: { x: 1 },
    });
    expect(await patch({ aliases: [{ alias: "two", type: "uri" }] })).toMatchObject({
      aliases: [
        { alias: "one", index: 0 },
        { alias: "two", type: "uri", index: 1 },
      ],
    });
    expect((await client.patch(`${path}/key`, { aliases: [{ alias: "two" }] })).status).toBe(409);
    expect(await patch({ aliases: [{ index: 0 }, { index: 1, alias: "changed", type: "string" }] })).toMatchObject({
      aliases: [{ alias: "changed", index: 1 }],
    });
    expect((await client.patch(`${path}/key`, { aliases: [{ index: 9 }] })).status).toBe(400);
    expect(await patch({ undeletable: true })).toMatchObject({ undeletable: true });
    expect(await client.delete(`${path}/key`)).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining("key is not deletable") },
    });
    await patch({ undeletable: false });
    expect((await client.delete(`${path}/key`)).status).toBe(204);
    expect((await client.get(`${path}/key`)).status).toBe(404);
  });

  test("have versions that share the name; a name refers to the newest", async () => {
    const { client } = shared;
    const first = await create({ labels: { a: "1" } });
    const second = await client.ok("POST", `${path}/key/versions/?includeMaterial=true`, { labels: { b: "2" } });
    expect(second).toMatchObject({
      name: "key",
      version: 1,
      uri: "kylo:kylo:vault:keys:key-v1",
      labels: { a: "1", b: "2" },
      material: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(second.id).not.toBe(first.id);
    expect((await read()).id).toBe(second.id);
    expect((await read("version=0")).id).toBe(first.id);
    expect(each(await client.ok("GET", `${path}/key/versions/`), "version")).toEqual([0, 1]);
    expect((await client.ok("GET", path)).total).toBe(2);
    expect(each(await client.ok("GET", `${path}?version=-1`), "version")).toEqual([1]);
    await client.ok("PATCH", `${path}/key`, { allVersions: true, description: "all" });
    expect(each(await client.ok("GET", path), "description")).toEqual(["all", "all"]);
  });

  test("are revoked, reactivated, archived, recovered and destroyed", async () => {
    await create();
    expect((await refused("revoke", {})).status).toBe(400);
    expect(await act("revoke", { reason: "Superseded", message: "old" })).toMatchObject({
      state: "Deactivated",
      revocationReason: "Superseded",
      revocationMessage: "old",
    });
    expect(await act("reactivate", { reason: "DeactivatedToActive" })).toMatchObject({ state: "Active" });
    expect((await refused("reactivate", { reason: "DeactivatedToActive" })).status).toBe(409);
    expect(await act("archive")).toHaveProperty("archiveDate");
    expect((await refused("export", {})).status).toBe(400);
    expect(await act("recover")).not.toHaveProperty("archiveDate");
    expect(await act("revoke", { reason: "KeyCompromise" })).toMatchObject({
      state: "Compromised",
      compromiseDate: expect.any(String),
    });
    expect(await act("destroy")).toMatchObject({ state: "Destroyed Compromised", emptyMaterial: true });
    expect((await refused("export", {})).status).toBe(400);
    expect((await refused("revoke", { reason: "Superseded" })).status).toBe(409);
  });

  test("follow their dates", async () => {
    const at = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();
    await create({ activationDate: at(1), deactivationDate: at(3) });
    expect(await read()).toMatchObject({ state: "Pre-Active" });
    await shared.client.advance(2 * 86_400);
    expect(await read()).toMatchObject({ state: "Active" });
    await shared.client.advance(2 * 86_400);
    expect(await read()).toMatchObject({ state: "Deactivated" });
    expect((await shared.client.ok("GET", `${path}?state=Deactivated`)).total).toBe(1);
  });

  test("are exported if they are exportable, cloned, and have a check value", async () => {
    const { client } = shared;
    await create({ material: "00".repeat(32) });
    expect(await act("export", {})).toMatchObject({ material: "00".repeat(32), neverExported: false });
    expect((await act("export", { encoding: "base64" })).material).toBe(Buffer.alloc(32).toString("base64"));
    expect((await refused("export", { wrapKeyName: "x" })).status).toBe(501);
    expect(await act("generate-kcv")).toMatchObject({ keyCheckValue: "DC95C0" });
    const copy = await act("clone", { newKeyName: "copy" });
    expect((await act("export", {}, "copy")).material).toBe("00".repeat(32));
    expect((await client.post(`${path}/key/clone`, { newKeyName: "copy" })).status).toBe(409);
    await client.ok("PATCH", `${path}/copy`, { unexportable: true });
    expect(await client.post(`${path}/${idOf(copy)}/export`)).toMatchObject({ status: 403 });
    await create({ name: "pair", algorithm: "ec" });
    expect((await act("export", {}, "pair")).material).toContain("PRIVATE KEY");
    expect((await act("export", {}, "pair_public")).material).toContain("PUBLIC KEY");
  });

  test.each([
    ["labels=env%3Dprod", ["a"]],
    ["labels=env!%3Dprod", ["b", "c"]],
    ["labels=!env", ["c"]],
    ["labels=env,team%3Dx", ["b"]],
    ["name=b*", ["b"]],
    ["algorithm=HMAC-SHA256", ["c"]],
    ["size=128&size=192", ["b"]],
    ["alias=al", ["a"]],
  ])("are found by %s", async (query, names) => {
    await create({ name: "a", labels: { env: "prod" }, aliases: [{ alias: "al" }] });
    await create({ name: "b", labels: { env: "test", team: "x" }, size: 128 });
    await create({ name: "c", algorithm: "hmac-sha256" });
    expect(each(await shared.client.ok("GET", `${path}?${query}`), "name")).toEqual(names);
  });

  test("get a name if none is given", async () => {
    const { resources } = await shared.client.ok("GET", `${path}?limit=1`);
    expect(listOf(resources)).toEqual([]);
    expect((await create({ name: "" })).name).toMatch(/^[0-9a-f]{64}$/);
  });
});
