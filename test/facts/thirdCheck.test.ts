import { readFileSync } from "node:fs";
import { Agent, request } from "undici";
import { startEmulator, worldSchema } from "../../emulator/index";
import { ociConnection } from "../emulator/oci";
import { salesforce } from "../emulator/systems/rows/salesforce";
import { sap } from "../emulator/systems/rows/sap";
import { SystemClient } from "../emulator/systems/system";
import { Client, credentials, each, idOf, listOf, withEmulator, type Loose } from "../emulator/client";

/** What clients that others wrote, and records that others published, tell of the service. */

const shared = withEmulator();

describe("a login", () => {
  const logIn = async (body: string, headers: Record<string, string> = {}) => {
    const { address, caCertificate } = shared.client.place;
    const dispatcher = new Agent({ connect: { ca: readFileSync(caCertificate) } });
    const options = { method: "POST", dispatcher, body, headers } as const;
    const response = await request(`${address}/api/v1/auth/tokens`, options);
    const found = { status: response.statusCode, body: (await response.body.json()) as Loose };
    await dispatcher.close();
    return found;
  };
  const own = () => ({ username: shared.client.place.username, password: shared.client.place.password });

  test.each(["username", "name"])("may be a form, with %s", async (field) => {
    const { username, password } = own();
    const form = new URLSearchParams({ grant_type: "password", [field]: username, password }).toString();
    const { status, body } = await logIn(form, { "content-type": "application/x-www-form-urlencoded" });
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(expect.arrayContaining(["jwt", "duration", "token_type"]));
  });

  test("may be JSON without a content type", async () => {
    expect((await logIn(JSON.stringify(own()))).status).toBe(200);
  });
});

test("random bytes are base64", async () => {
  const { bytes } = await shared.client.ok("GET", "/vault/random?bytes=32");
  expect(Buffer.from(String(bytes), "base64")).toHaveLength(32);
  expect((await shared.client.get("/vault/random?bytes=0")).status).toBe(400);
});

describe("the version", () => {
  test("has every operation that is offered, rotation of material among them", async () => {
    expect((await shared.client.ok("GET", "/system/info")).version).toBe("2.23.0");
  });

  test.each([{ serviceVersion: "2.14.1" }, { world: { appliance: { version: "2.14.1" } } }])(
    "is %j",
    async (options) => {
      const emulator = await startEmulator(options);
      try {
        expect((await new Client(emulator).ok("GET", "/system/info")).version).toBe("2.14.1");
      } finally {
        await emulator.close();
      }
    },
  );
});

describe("a vault key", () => {
  const create = (body: object) => shared.client.post("/vault/keys2", { name: "k", ...body });

  test.each<[object, number]>([
    [{ algorithm: "rsa" }, 1024],
    [{ algorithm: "rsa", size: 512 }, 512],
    [{ algorithm: "tdes" }, 192],
    [{ algorithm: "tdes", size: 128 }, 128],
    [{ algorithm: "aria" }, 256],
    [{ algorithm: "seed" }, 128],
  ])("of %j has the size %i", async (body, size) => {
    expect(await create(body)).toMatchObject({ status: 201, body: { size } });
  });

  test("of TDES has no 168 bits", async () => {
    expect((await create({ algorithm: "tdes", size: 168 })).status).toBe(400);
  });

  test("has a slug of its name in its URI", async () => {
    expect((await create({ name: "KEK Prod" })).body.uri).toMatch(/:kek-prod-v0$/);
  });

  test("has fingerprints in lower case, 16 digits of SHA-1 and 64 of SHA-256, and times with six digits", async () => {
    const { body } = await create({});
    expect(body.sha1Fingerprint).toMatch(/^[0-9a-f]{16}$/);
    expect(body.sha256Fingerprint).toMatch(/^[0-9a-f]{64}$/);
    expect(body.createdAt).toMatch(/T\d\d:\d\d:\d\d\.\d{6}Z$/);
  });

  test.each<[string, (key: Loose) => string]>([
    ["metaContains", () => "alice"],
    ["uuid", (key) => String(key.uuid)],
    ["muid", (key) => String(key.muid)],
    ["keyId", () => "id-1"],
    ["unexportable", () => "true"],
  ])("is found by %s", async (filter, value) => {
    const { body } = await create({ meta: { owner: "alice" }, keyId: "id-1", unexportable: true });
    await create({ name: "other", meta: { owner: "bob" } });
    const found = await shared.client.ok("GET", `/vault/keys2?${filter}=${encodeURIComponent(value(body))}`);
    expect(each(found, "name")).toEqual(["k"]);
  });

  test.each<[object, string[]]>([
    [{ names: ["prod-*"] }, ["prod-a", "prod-b"]],
    [{ algorithm: "AES", metaContains: { team: "x" } }, ["prod-a"]],
    [{ algorithms: ["aes"], metaContains: '"team":"x"' }, ["prod-a"]],
    [{ size: 128, labels: { env: "prod" } }, ["prod-b"]],
    [{ states: ["Deactivated"] }, []],
    [{ createdAfter: "2999-01-01T00:00:00Z" }, []],
    [{ unexportable: true }, ["test"]],
  ])("is found by the query %j", async (query, names) => {
    const { client } = shared;
    await create({ name: "prod-a", meta: { team: "x" } });
    await create({ name: "prod-b", size: 128, labels: { env: "prod" } });
    await create({ name: "test", unexportable: true, algorithm: "seed" });
    expect(each(await client.ok("POST", "/vault/query-keys", query), "name")).toEqual(names);
  });

  test("a query may ask for ids only, in pages", async () => {
    for (const name of ["a", "b"]) await create({ name });
    const found = await shared.client.ok("POST", "/vault/query-keys", { returnOnlyIDs: true, skip: 1, limit: 1 });
    expect(found).toMatchObject({ skip: 1, limit: 1, total: 2 });
    expect(listOf(found.resources).map((one) => Object.keys(one))).toEqual([["id"]]);
  });
});

test("a secret shows where it comes from, and whether it was exported", async () => {
  const { client } = shared;
  const made = await client.ok("POST", "/vault/secrets", { name: "s", dataType: "password", material: "Ab1!" });
  expect(made).toMatchObject({
    application: "ncryptify:gemalto:admin:apps:kylo",
    devAccount: "ncryptify:gemalto:admin:accounts:gemalto",
    algorithm: "OPAQUE",
    neverExported: true,
    neverExportable: false,
  });
  expect(made.defaultIV).toMatch(/^[0-9a-f]{32}$/);
  expect(made.sha1Fingerprint).toMatch(/^[0-9a-f]{16}$/);
  expect(Date.parse(String(made.activationDate))).not.toBeNaN();
  await client.ok("POST", `/vault/secrets/${idOf(made)}/export`);
  expect((await client.ok("GET", `/vault/secrets/${idOf(made)}`)).neverExported).toBe(false);
});

describe("lists", () => {
  test("of tokens begin with the newest", async () => {
    const { client } = shared;
    const { username, password } = client.place;
    const issue = (label: string) =>
      client.raw("POST", "/api/v1/auth/tokens", { username, password, labels: [label], grant_type: "password" });
    await client.get("/auth/tokens");
    for (const label of ["first", "second"]) await issue(label);
    const [newest] = listOf((await client.ok("GET", "/auth/tokens")).resources);
    expect(newest!.labels).toEqual(["second"]);
  });

  test("of all connections show what connections have in common", async () => {
    const { client } = shared;
    const aws = "/connectionmgmt/services/aws/connections";
    await client.ok("POST", aws, { name: "c", ...credentials, products: ["cckm"], meta: { a: 1 } });
    const [one] = listOf((await client.ok("GET", "/connectionmgmt/connections?name=c")).resources);
    const common = "id uri account createdAt updatedAt name service category products";
    expect(Object.keys(one!).sort()).toEqual(common.split(" ").sort());
    await client.ok("POST", `${aws}/${idOf(one!)}/test`);
    const [tested] = listOf((await client.ok("GET", "/connectionmgmt/connections?name=c")).resources);
    expect(tested).toMatchObject({ last_connection_ok: true, last_connection_at: expect.any(String) as string });
  });
});

test("a pair of keys shows its public half and the link to it, and nothing that is empty", async () => {
  const { client } = shared;
  const key = await client.ok("POST", "/vault/keys2", { name: "pair", algorithm: "ec", curveid: "prime256v1" });
  expect(key).toMatchObject({ curveid: "prime256v1", meta: null });
  expect(key.publickey).toMatch(/^-----BEGIN PUBLIC KEY-----/);
  for (const empty of ["curveId", "keyId", "rotationFrequencyDays", "aliases", "labels"])
    expect(key).not.toHaveProperty(empty);
  const [link] = listOf(key.links);
  const fields = "account createdAt id index source sourceID target targetID type updatedAt uri";
  expect(Object.keys(link!).sort().join(" ")).toBe(fields);
  expect(link).toMatchObject({ type: "publicKey", sourceID: key.id, index: 0 });
  expect((await client.ok("GET", `/vault/keys2/${String(link!.targetID)}`)).name).toBe("pair_public");
});

describe("Oracle Cloud", () => {
  test.each([null, ""])("keeps the fields of a connection that a PATCH leaves blank: %j", async (blank) => {
    const { client } = shared;
    const path = `/connectionmgmt/services/oci/connections/${await ociConnection(client)}`;
    const before = await client.ok("GET", path);
    const body = { region: blank, user_ocid: blank, fingerprint: blank, credentials: { key_file: blank } };
    const after = await client.ok("PATCH", path, body);
    for (const field of ["region", "user_ocid", "fingerprint"]) expect(after[field]).toBe(before[field]);
    expect(await client.ok("POST", `${path}/test`)).toMatchObject({ connection_ok: true });
  });

  test("gives new keys no tags unless the tenancy says so", async () => {
    expect(worldSchema()).toHaveProperty(
      "properties.oci.properties.tenancies.items.properties.oracleTags.default",
      false,
    );
  });
});

test.each([
  ["SAP", sap],
  ["Salesforce", salesforce],
])("%s containers show the name of their connection", async (_title, system) => {
  const own = await SystemClient.of(shared.client, system);
  await own.connect("by-name");
  const [offer] = system.containers.offered;
  const [container] = own.added(await own.add("by-name", offer));
  expect(container!.connection).toBe("by-name");
  const listed = await shared.client.ok("GET", `${system.containers.path}/${idOf(container!)}`);
  expect(listed.connection).toBe("by-name");
});

describe("what is not emulated responds with 501, its method and its path:", () => {
  test.each([
    ["GET", "/transparent-encryption/clients"],
    ["POST", "/data-protection/protection-profiles"],
    ["GET", "/kmip/kmip-clients/x"],
    ["PATCH", "/configs/properties/SOME_PROPERTY"],
    ["PUT", "/configs/interfaces/web/certificate"],
    ["POST", "/configs/interfaces"],
    ["DELETE", "/configs/interfaces/x"],
    ["POST", "/crypto/hide2"],
    ["GET", "/connectionmgmt/services/scp/connections"],
    ["GET", "/vault/key-policies"],
  ])("%s %s", async (method, path) => {
    const { status, body } = await shared.client.call(method, path);
    expect(status).toBe(501);
    const name = path.replace("/x", "/{interface}");
    expect(
      [`${method} ${path}`, `${method} ${name}`, `${method} ${path}/`].some((one) =>
        String(body.message).includes(one),
      ),
    ).toBe(true);
  });

  test.each(["/nonsense", "/vault/nonsense", "/cckm/aws/nonsense"])("%s does not exist", async (path) => {
    expect((await shared.client.get(path)).status).toBe(404);
  });
});
