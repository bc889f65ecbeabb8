import { Key } from "../emulator/awsKey";
import { azureVault, connectionsPath, offered } from "../emulator/azurePlace";
import { awsContainer, credentials, idOf, listOf, withEmulator, type Loose } from "../emulator/client";

/** Facts that were guessed at first, and that other clients of the service have confirmed since. */

const shared = withEmulator();

describe("looking up who may use keys in AWS", () => {
  test.each([
    ["users", "User", "alice"],
    ["roles", "Role", "OrderService"],
  ])("responds with %s as AWS does", async (kind, title, name) => {
    await awsContainer(shared.client, ["eu-west-1"]);
    const found = await shared.client.ok("POST", `/cckm/aws/get-iam-${kind}`, { kms: "prod" });
    expect(Object.keys(found).sort()).toEqual(["IsTruncated", "Marker", `${title}s`]);
    const one = listOf(found[`${title}s`]).find((each) => each[`${title}Name`] === name);
    expect(Object.keys(one!).sort()).toEqual(["Arn", "CreateDate", "Path", `${title}Id`, `${title}Name`].sort());
  });
});

describe("Azure", () => {
  test("offers subscriptions as a bare list", async () => {
    await azureVault(shared.client);
    const found = await shared.client.ok("POST", "/cckm/azure/get-subscriptions", { connection: "azure" });
    expect(Array.isArray(found)).toBe(true);
  });

  test("synchronizes a list of kinds of objects", async () => {
    await azureVault(shared.client);
    const { client } = shared;
    const job = { cloud_name: "AzureCloud", synchronize_all: true };
    const schedule = (name: string, sync_item: unknown) =>
      client.post("/scheduler/job-configs", {
        ...{ name, operation: "cckm_synchronization", run_at: "0 * * * *" },
        cckm_synchronization_params: { ...job, sync_item },
      });
    expect((await schedule("list", ["key", "secret"])).status).toBe(201);
  });

  test("lists vaults by kind, subscription and schedule", async () => {
    const vault = await azureVault(shared.client);
    const total = async (query: string) => (await shared.client.ok("GET", `/cckm/azure/vaults?${query}`)).total;
    expect([await total("type=vault"), await total("type=managedHsm")]).toEqual([1, 0]);
    expect(await total(`subscription_id=${vault.subscription_id}`)).toBe(1);
    expect(await total("job_config_id=none")).toBe(0);
  });

  test("keeps the name of a deleted key in use; once it is recovered, a create makes a version", async () => {
    const { client } = shared;
    const vault = await azureVault(client);
    await client.raw("POST", "/emulator/world/azure/vaults", { name: "contoso-prod", deleteSeconds: 0 });
    const body = {
      key_vault: vault.id,
      key_name: "settled",
      azure_param: { attributes: {}, kty: "RSA", key_size: 2048 },
    };
    const made = await client.ok("POST", "/cckm/azure/keys", body);
    const act = (action: string) => client.ok("POST", `/cckm/azure/keys/${idOf(made)}/${action}`);
    await act("soft-delete");
    expect((await client.post("/cckm/azure/keys", body)).status).toBe(409);
    await act("recover");
    await client.advance(300);
    const next = await client.ok("POST", "/cckm/azure/keys", body);
    expect(next.version).not.toBe(made.version);
  });

  test("makes backups without a field for what triggered them", async () => {
    const { client } = shared;
    const vault = await azureVault(client);
    const made = await client.ok("POST", "/cckm/azure/keys", {
      ...{ key_vault: vault.id, key_name: "kept", azure_param: { kty: "RSA", key_size: 2048 } },
    });
    const backup = await client.ok("POST", `/cckm/azure/keys/${idOf(made)}/backups`, { name: "first" });
    expect(Object.keys(backup)).toContain("key_name");
    expect(Object.keys(backup)).not.toContain("trigger");
  });

  test("has vaults that name their connection", async () => {
    const vault = await azureVault(shared.client);
    const connection = await shared.client.ok("GET", `${connectionsPath}/azure`);
    expect([connection.id, connection.name]).toContain(vault.connection);
    expect((await offered(shared.client, "contoso-prod")).name).toBe("contoso-prod");
  });
});

test("a connection test that fails responds with 200, and says so in the body", async () => {
  const connections = "/connectionmgmt/services/aws/connections";
  const wrong = { name: "wrong", ...credentials, secret_access_key: "wrong" };
  const { id } = await shared.client.ok("POST", connections, wrong);
  const tested = await shared.client.post(`${connections}/${id}/test`);
  expect(tested.status).toBe(200);
  expect(tested.body).toMatchObject({ connection_ok: false, connection_error: expect.stringMatching(/./) });
});

test.each<[string, string, object]>([
  ["connection", "/connectionmgmt/services/aws/connections", { name: "twice", ...credentials }],
  ["user", "/usermgmt/users", { username: "twice", password: "Settled-Facts-1" }],
  ["domain", "/domains", { name: "twice", admins: ["admin"] }],
  ["key", "/vault/keys2/", { name: "twice" }],
  ["CA", "/ca/local-cas", { cn: "twice", name: "twice" }],
])("a second %s of the same name is refused with 409", async (_what, path, body) => {
  expect((await shared.client.post(path, body)).status).toBe(201);
  expect((await shared.client.post(path, body)).status).toBe(409);
});

test("a list of rotations begins with the newest", async () => {
  const { client } = shared;
  await awsContainer(client, ["eu-west-1"]);
  const key = await Key.create(client);
  for (let turn = 0; turn < 2; turn++) {
    await key.act("rotate-material", {});
    await client.advance(60);
  }
  const list = await client.ok("GET", `/cckm/aws/keys/${key.id}/rotations`);
  const dates = listOf(list.resources).map(({ createdAt }: Loose) => String(createdAt));
  expect(dates.length).toBeGreaterThan(1);
  expect(dates).toEqual([...dates].sort().reverse());
});
