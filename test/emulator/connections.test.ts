import { accountId, awsContainer, credentials, each, idOf, withEmulator, type Client, type Loose } from "./client";

const slow = {
  accountId: "111122223333",
  credentials: [{ accessKeyId: "AKIASLOW", secretAccessKey: "slow" }],
  regions: ["eu-west-1"],
  readyAfterSeconds: 60,
  testSeconds: 20,
};
const quick = {
  accountId,
  credentials: [{ accessKeyId: credentials.access_key_id, secretAccessKey: credentials.secret_access_key }],
  regions: ["eu-west-1", "us-east-1", "us-west-2"],
  testSeconds: 0,
};
const shared = withEmulator({ world: { licensing: { trial: "activated" }, aws: { accounts: [quick, slow] } } });
const path = "/connectionmgmt/services/aws/connections";

const create = (client: Client, body: object = {}): Promise<Loose> =>
  client.ok("POST", path, { name: "aws", ...credentials, ...body });

describe("AWS connections", () => {
  test("start untested, never return a secret, and show the result of their last test", async () => {
    const { client } = shared;
    const made = await create(client, { description: "d", meta: { a: 1 }, labels: { b: "c" }, products: ["cckm"] });
    expect(made).toMatchObject({
      name: "aws",
      service: "aws",
      category: "cloud",
      access_key_id: credentials.access_key_id,
      aws_region: "us-east-1",
      cloud_name: "aws",
      is_role_anywhere: false,
      labels: { b: "c" },
      uri: `kylo:kylo:connectionmgmt:connections:aws-${idOf(made)}`,
    });
    expect(JSON.stringify(made)).not.toContain(credentials.secret_access_key);
    for (const field of ["last_connection_ok", "last_connection_at", "state"]) expect(made).not.toHaveProperty(field);
    expect(await client.ok("POST", `${path}/aws/test`)).toEqual({ connection_ok: true });
    expect(await client.ok("GET", `${path}/aws`)).toMatchObject({
      last_connection_ok: true,
      last_connection_at: expect.any(String),
    });
    expect((await client.post(path, { name: "aws", ...credentials })).status).toBe(409);
  });

  test.each([
    ["an unknown key id", { access_key_id: "AKIANOBODY" }, "InvalidClientTokenId"],
    ["a wrong secret", { secret_access_key: "wrong" }, "SignatureDoesNotMatch"],
    ["a role of an unknown account", { assume_role_arn: "arn:aws:iam::999999999999:role/x" }, "AccessDenied"],
    ["no credentials", { access_key_id: "", secret_access_key: "" }, "NoCredentialProviders"],
  ])("fail their test with %s", async (_name, body, text) => {
    const { client } = shared;
    const refused = { connection_ok: false, connection_error: expect.stringContaining(text) };
    expect(
      await client.ok("POST", "/connectionmgmt/services/aws/connection-test", { ...credentials, ...body }),
    ).toEqual(refused);
    await create(client, body);
    expect(await client.ok("POST", `${path}/aws/test`)).toEqual(refused);
    const read = await client.ok("GET", `${path}/aws`);
    expect(read).toMatchObject({ last_connection_ok: false, last_connection_error: expect.stringContaining(text) });
  });

  test.each([
    ["no name", { name: "" }],
    ["half of the credentials", { secret_access_key: "" }],
    ["an unknown cloud", { cloud_name: "moon" }],
    ["roles anywhere without their settings", { is_role_anywhere: true }],
    ["a number instead of a name", { name: 5 }],
  ])("are refused with %s", async (_name, body) => {
    expect((await shared.client.post(path, { name: "aws", ...credentials, ...body })).status).toBe(400);
  });

  test("take time to test, and work only once AWS knows their credentials", async () => {
    const { client } = shared;
    const own = { access_key_id: "AKIASLOW", secret_access_key: "slow" };
    await create(client, own);
    const early = client.ok("POST", `${path}/aws/test`);
    const health = await client.raw("GET", "/emulator/health");
    expect(health.body).toMatchObject({ status: "ok" });
    await client.advance(20);
    expect(await early).toMatchObject({ connection_ok: false });
    await client.advance(25);
    const late = client.ok("POST", `${path}/aws/test`);
    await client.raw("GET", "/emulator/health");
    await client.advance(20);
    expect(await late).toEqual({ connection_ok: true });
  });

  test("are untested again when a tested field changes, and only then", async () => {
    const { client } = shared;
    const { connection } = await awsContainer(client);
    const described = await client.ok("PATCH", `${path}/aws`, {
      description: "new",
      labels: { x: "y" },
      name: "ignored",
      meta: { k: 1 },
    });
    expect(described).toMatchObject({ id: connection, name: "aws", description: "new", last_connection_ok: true });
    const again = { description: "", secret_access_key: credentials.secret_access_key };
    expect(await client.ok("PATCH", `${path}/aws`, again)).toMatchObject({
      description: "new",
      last_connection_ok: true,
    });
    const changed = await client.ok("PATCH", `${path}/aws`, { secret_access_key: "wrong", labels: { x: null } });
    expect(changed).toMatchObject({ labels: {} });
    expect(changed).not.toHaveProperty("last_connection_ok");
  });

  test("are found by id, name, URI and slug, and listed with all others", async () => {
    const { client } = shared;
    const made = await create(client);
    for (const way of [idOf(made), "aws", String(made.uri), `aws-${idOf(made)}`]) {
      expect(await client.ok("GET", `${path}/${encodeURIComponent(way)}`)).toMatchObject({ id: made.id });
    }
    const all = async (query: string): Promise<unknown> =>
      each(await client.ok("GET", `/connectionmgmt/connections?${query}`), "name");
    expect(await all("service=aws&last_connection_ok=null")).toEqual(["aws"]);
    await client.ok("POST", `${path}/aws/test`);
    expect(await all("last_connection_ok=true&last_connection_after=2020-01-01T00:00:00Z")).toEqual(["aws"]);
    expect(await all("last_connection_before=-1Y")).toEqual([]);
    expect(await all("name=a*&category=cloud")).toEqual(["aws"]);
    expect((await client.delete(`/connectionmgmt/connections/${idOf(made)}`)).status).toBe(204);
  });
});

describe("AWS accounts as containers", () => {
  const container = { name: "prod", account_id: accountId, connection: "aws", regions: ["eu-west-1"] };

  test("need a connection that is ready", async () => {
    const { client } = shared;
    await create(client);
    const untested = await client.post("/cckm/aws/kms", container);
    expect(untested).toMatchObject({ status: 409, body: { message: expect.stringContaining("has not been tested") } });
    await client.ok("PATCH", `${path}/aws`, { secret_access_key: "wrong" });
    await client.ok("POST", `${path}/aws/test`);
    expect((await client.post("/cckm/aws/kms", container)).body).toMatchObject({
      message: expect.stringContaining("last test failed"),
    });
    await client.ok("PATCH", `${path}/aws`, credentials);
    await client.ok("POST", `${path}/aws/test`);
    expect((await client.post("/cckm/aws/kms", container)).status).toBe(201);
  });

  test.each([
    ["an unknown connection", { connection: "nope" }, 400],
    ["another account than the connection's", { account_id: "999999999999" }, 400],
    ["an unknown region", { regions: ["mars-north-1"] }, 400],
    ["no region", { regions: [] }, 400],
    ["a name that is taken", { name: "prod", account_id: accountId }, 409],
    ["an account that has a container", { name: "other" }, 409],
  ])("are refused with %s", async (_name, body, status) => {
    await awsContainer(shared.client);
    expect((await shared.client.post("/cckm/aws/kms", { ...container, ...body })).status).toBe(status);
  });

  test("are changed, archived, recovered, shared and removed without touching AWS", async () => {
    const { client } = shared;
    const { kms } = await awsContainer(client);
    expect(await client.ok("GET", "/cckm/aws/kms/prod")).toMatchObject({
      id: kms,
      status: "active",
      acls: [],
    });
    expect(await client.ok("PATCH", "/cckm/aws/kms/prod", { regions: ["us-east-1"], name: "x" })).toMatchObject({
      name: "prod",
      regions: ["us-east-1"],
    });
    const key = await client.ok("POST", "/cckm/aws/keys", {
      kms: "prod",
      region: "us-east-1",
      aws_param: { Alias: "mine" },
    });
    expect(await client.ok("POST", "/cckm/aws/kms/prod/archive")).toMatchObject({ status: "archived" });
    expect((await client.post(`/cckm/aws/keys/${idOf(key)}/disable`)).status).toBe(403);
    expect(await client.ok("POST", "/cckm/aws/kms/prod/recover")).toMatchObject({ status: "active" });
    const acl = (permit: boolean, actions: string[]): Promise<Loose> =>
      client.ok("POST", "/cckm/aws/kms/prod/update-acls", { acls: [{ group: "CCKM Users", permit, actions }] });
    expect(await acl(true, ["keycreate"])).toMatchObject({
      acls: [{ group: "CCKM Users", actions: ["keycreate", "viewnative"] }],
    });
    expect(await acl(true, ["keydelete"])).toMatchObject({
      acls: [{ actions: ["keycreate", "viewnative", "keydelete"] }],
    });
    expect(await acl(false, ["keycreate", "keydelete", "viewnative"])).toMatchObject({ acls: [] });
    expect((await client.delete("/cckm/aws/kms/prod")).status).toBe(204);
    expect((await client.ok("GET", "/cckm/aws/keys")).total).toBe(0);
    expect(JSON.stringify((await client.raw("GET", "/emulator/world")).body)).toContain("alias/mine");
  });

  test("prevent the deletion of their connection unless it is forced", async () => {
    const { client } = shared;
    const { connection } = await awsContainer(client);
    for (const way of [`${path}/aws`, `/connectionmgmt/connections/${connection}`]) {
      expect(await client.delete(way)).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining("prod") },
      });
    }
    const force = `/connectionmgmt/connections/${connection}/delete`;
    expect((await client.post(force, { force: false })).status).toBe(409);
    expect((await client.post(force, { force: true })).status).toBe(204);
    expect((await client.get(`${path}/aws`)).status).toBe(404);
  });

  test("no longer work once AWS rejects their credentials", async () => {
    const { client } = shared;
    await awsContainer(client);
    await client.raw("POST", "/emulator/world/aws/accounts", {
      accountId,
      removeCredentials: [credentials.access_key_id],
    });
    const refused = await client.post("/cckm/aws/keys", { kms: "prod", region: "eu-west-1" });
    expect(refused).toMatchObject({ status: 400, body: { message: expect.stringContaining("InvalidClientTokenId") } });
  });
});
