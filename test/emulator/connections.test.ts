import { accountId, awsContainer, credentials, each, idOf, withEmulator } from "./client";

const shared = withEmulator();
const path = "/connectionmgmt/services/aws/connections";

describe("AWS connections", () => {
  test("are found by id, name, URI and slug, and listed with all others", async () => {
    const { client } = shared;
    const made = await client.ok("POST", path, { name: "aws", ...credentials });
    for (const way of [idOf(made), "aws", String(made.uri), `aws-${idOf(made)}`]) {
      expect(await client.ok("GET", `${path}/${encodeURIComponent(way)}`)).toMatchObject({ id: made.id });
    }
    const all = async (query: string): Promise<unknown> =>
      each(await client.ok("GET", `/connectionmgmt/connections?${query}`), "name");
    expect(await all("service=aws&last_connection_ok=null")).toEqual(["aws"]);
    await client.raw("POST", "/emulator/world/aws/accounts", { accountId, testSeconds: 0 });
    await client.ok("POST", `${path}/aws/test`);
    expect(await all("last_connection_ok=true&last_connection_after=2020-01-01T00:00:00Z")).toEqual(["aws"]);
    expect(await all("last_connection_before=-1Y")).toEqual([]);
    expect(await all("name=a*&category=cloud")).toEqual(["aws"]);
    expect((await client.delete(`/connectionmgmt/connections/${idOf(made)}`)).status).toBe(204);
  });
});

describe("AWS accounts as containers", () => {
  const container = { name: "prod", account_id: accountId, connection: "aws", regions: ["eu-west-1"] };

  test.each([
    ["a name that is taken", { name: "prod", account_id: accountId }, 409],
    ["an account that has a container", { name: "other" }, 409],
  ])("are refused with %s", async (_name, body, status) => {
    await awsContainer(shared.client);
    expect((await shared.client.post("/cckm/aws/kms", { ...container, ...body })).status).toBe(status);
  });

  test("are changed, archived and recovered", async () => {
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
