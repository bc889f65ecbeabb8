import { accountId, awsContainer, credentials, each, idOf, listOf, withEmulator } from "../emulator/client";
import { make, startRig, type Rig } from "../lifecycle/rig";

/** Facts about containers of AWS accounts, from other clients of the service and their tests. */

describe("the service", () => {
  const shared = withEmulator();
  const add = (name: string, connection: string, regions: string[]) =>
    shared.client.post("/cckm/aws/kms", { name, connection, account_id: accountId, regions });

  test("an account may have several containers, but a region only once", async () => {
    const { connection } = await awsContainer(shared.client, ["eu-west-1"]);
    expect(await add("us", connection, ["us-east-1"])).toMatchObject({ status: 201 });
    const overlap = await add("again", connection, ["us-west-2", "eu-west-1"]);
    expect(overlap.status).toBe(409);
    expect(JSON.stringify(overlap.body)).toContain("already registered to this account");
    const us = listOf((await shared.client.get("/cckm/aws/kms?name=us")).body.resources)[0]!;
    const widened = await shared.client.patch(`/cckm/aws/kms/${idOf(us)}`, { regions: ["us-east-1", "eu-west-1"] });
    expect(widened.status).toBe(409);
  });

  test("a container with custom key stores cannot be deleted", async () => {
    const { client } = shared;
    const { kms } = await awsContainer(client, ["eu-west-1"]);
    const backing = await client.ok("POST", "/vault/keys2/", {
      name: "health",
      algorithm: "AES",
      size: 256,
      usageMask: 60,
      unexportable: true,
      undeletable: true,
    });
    const store = await client.ok("POST", "/cckm/aws/custom-key-stores", {
      name: "hyok",
      kms,
      region: "eu-west-1",
      aws_param: { custom_key_store_type: "EXTERNAL_KEY_STORE", xks_proxy_uri_endpoint: "https://xks.example.com" },
      local_hosted_params: { source_key_tier: "local", health_check_key_id: idOf(backing), max_credentials: 2 },
    });
    const refused = await client.delete(`/cckm/aws/kms/${kms}`);
    expect(refused.status).toBe(409);
    expect(JSON.stringify(refused.body)).toContain("Delete all custom key stores");
    expect((await client.delete(`/cckm/aws/custom-key-stores/${idOf(store)}`)).status).toBe(204);
    expect((await client.delete(`/cckm/aws/kms/${kms}`)).status).toBe(204);
  });

  test("keys of a deleted container are not found, and return with their ids when the account is added again", async () => {
    const { client } = shared;
    const { connection, kms } = await awsContainer(client, ["eu-west-1", "us-east-1"]);
    const made = await client.ok("POST", "/cckm/aws/keys", {
      kms,
      region: "eu-west-1",
      aws_param: { Alias: "orders" },
    });
    const key = `/cckm/aws/keys/${idOf(made)}`;
    await client.ok("DELETE", `/cckm/aws/kms/${kms}`);
    expect((await client.get(key)).status).toBe(404);
    expect((await add("us", connection, ["us-east-1"])).status).toBe(201);
    expect((await client.get(key)).status).toBe(404);
    const again = await add("eu", connection, ["eu-west-1"]);
    expect((await client.get(key)).body).toMatchObject({ id: idOf(made), kms_id: idOf(again.body) });
    const history = (await client.get(`${key}/rotations`)).body;
    expect(each(history, "local_key_id")).toEqual([idOf(made)]);
  });
});

describe("the provider", () => {
  let rig: Rig;
  beforeAll(async () => {
    rig = await startRig({ world: { licensing: { licenses: [{ feature: "CCKM" }] } } });
  });
  beforeEach(() => rig.renew());
  afterAll(() => rig?.close());

  const connection = async () => (await make(rig, "AwsConnection", { name: "aws", ...camel })).id;
  const camel = { accessKeyId: credentials.access_key_id, secretAccessKey: credentials.secret_access_key };
  const kms = (name: string, connection: string, regions: string[], more = {}) => ({
    ...{ name, connection, accountId, regions },
    ...more,
  });

  test("AwsKms: disjoint regions are two containers; an overlap names the container that has the region", async () => {
    const at = await connection();
    const eu = await make(rig, "AwsKms", kms("eu", at, ["eu-west-1", "eu-central-1"]));
    const us = await make(rig, "AwsKms", kms("us", at, ["us-east-1"]));
    expect(us.id).not.toBe(eu.id);
    await expect(make(rig, "AwsKms", kms("third", at, ["us-west-2", "eu-west-1"]))).rejects.toThrow(
      /409[^]*region eu-west-1[^]*"?eu"?/,
    );
  });

  test("AwsKms: only the container that shares a region is adopted", async () => {
    const at = await connection();
    const eu = await make(rig, "AwsKms", kms("eu", at, ["eu-west-1"]));
    await make(rig, "AwsKms", kms("us", at, ["us-east-1"]));
    const adopted = await make(rig, "AwsKms", kms("eu", at, ["eu-west-1"], { adopt: true }));
    expect(adopted.id).toBe(eu.id);
  });

  test("AwsKms: deleting one with custom key stores names the stores", async () => {
    const at = await connection();
    const { id, state } = await make(rig, "AwsKms", kms("eu", at, ["eu-west-1"]));
    const health = await make(rig, "VaultKey", {
      ...{ name: "health", algorithm: "aes", size: 256, unexportable: true, undeletable: true },
    });
    await make(rig, "AwsCustomKeyStore", {
      ...{ name: "hyok", kms: id, region: "eu-west-1", xksProxyUriEndpoint: "https://xks.example.com" },
      ...{ healthCheckKeyId: health.id, maxCredentials: 2, onDestroy: "retain" },
    });
    await expect(rig.lifecycle("AwsKms").delete(id, state)).rejects.toThrow(/AwsCustomKeyStore "hyok"/);
  });
});
