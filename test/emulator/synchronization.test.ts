import { accountId, awsContainer, each, idOf, listOf, withEmulator, type Client, type Loose } from "./client";

const shared = withEmulator();
const path = "/cckm/aws/synchronization-jobs";

async function synchronize(client: Client, body: object = { kms: ["prod"] }): Promise<Loose> {
  const job = await client.ok("POST", path, body);
  expect(job).toMatchObject({ overall_status: "in_progress", cloud_name: "aws" });
  await client.advance(1);
  return client.ok("GET", `${path}/${idOf(job)}`);
}

const change = (what: string, body: object): ReturnType<Client["raw"]> =>
  shared.client.raw("POST", `/emulator/world/aws/${what}`, { account: accountId, ...body });

async function byAlias(alias: string): Promise<Loose | undefined> {
  return listOf((await shared.client.ok("GET", `/cckm/aws/keys?alias=${alias}`)).resources)[0];
}

beforeEach(() => awsContainer(shared.client));

test("a synchronization downloads what the account contains", async () => {
  const { client } = shared;
  const job = await synchronize(client);
  expect(job).toMatchObject({
    overall_status: "completed",
    completed_at: expect.any(String),
    detailed_status: { [`${accountId}/eu-west-1`]: "region synchronized successfully" },
  });
  const all = await client.ok("GET", "/cckm/aws/keys?limit=-1");
  expect(all.total).toBe(listOf(all.resources).length);
  expect(each(all, "key_material_origin")).toContain("native");
  expect(await byAlias("invoices")).toMatchObject({ aws_param: { KeyState: "Disabled" } });
  expect(await byAlias("legacy-export")).toMatchObject({
    deletion_date: expect.any(String),
    aws_param: { KeyState: "PendingDeletion" },
  });
  expect(await byAlias("aws/s3")).toMatchObject({ aws_param: { KeyManager: "AWS" } });
  const again = await synchronize(client, { synchronize_all: true });
  expect(again).toMatchObject({ overall_status: "completed", synchronize_all: true });
  expect((await client.ok("GET", "/cckm/aws/keys")).total).toBe(all.total);
});

test("only the requested regions", async () => {
  await synchronize(shared.client, { kms: ["prod"], regions: ["us-east-1"] });
  expect(new Set(each(await shared.client.ok("GET", "/cckm/aws/keys?limit=-1"), "region"))).toEqual(
    new Set(["us-east-1"]),
  );
});

test("changes in the cloud are visible after a refresh of the key or a synchronization, not before", async () => {
  const { client } = shared;
  const key = await client.ok("POST", "/cckm/aws/keys", {
    kms: "prod",
    region: "eu-west-1",
    aws_param: { Alias: "watched" },
  });
  const read = (): Promise<Loose> => client.ok("GET", `/cckm/aws/keys/${idOf(key)}`);
  await change("keys", {
    key: "watched",
    description: "behind your back",
    tags: { x: "y" },
    enabled: false,
    aliases: ["renamed"],
  });
  expect(await read()).toMatchObject({ updatedAt: key.updatedAt, aws_param: { Description: "", KeyState: "Enabled" } });
  await client.ok("POST", `/cckm/aws/keys/${idOf(key)}/refresh`, {});
  expect((await read()).updatedAt).toBe(key.updatedAt);
  const settled = await read();
  expect(settled.updatedAt).not.toBe(key.updatedAt);
  expect(settled).toMatchObject({
    aws_param: { Description: "behind your back", KeyState: "Disabled", Alias: ["alias/renamed"] },
  });
  await change("keys", { region: "eu-west-1", aliases: ["stranger"], origin: "EXTERNAL" });
  await change("keys", { key: "renamed", delete: true });
  expect(await byAlias("stranger")).toBeUndefined();
  await synchronize(client);
  expect(await byAlias("stranger")).toMatchObject({ key_material_origin: "unknown" });
  expect(await read()).toMatchObject({ gone: true });
  const refused = await client.post(`/cckm/aws/keys/${idOf(key)}/enable`);
  expect(refused).toMatchObject({ status: 400, body: { message: expect.stringContaining("NotFoundException") } });
});

test("a lagging key also settles without polls", async () => {
  const { client } = shared;
  const key = await client.ok("POST", "/cckm/aws/keys", {
    kms: "prod",
    region: "eu-west-1",
    aws_param: { Alias: "watched" },
  });
  await change("keys", { key: "watched", description: "new" });
  await client.ok("POST", `/cckm/aws/keys/${idOf(key)}/refresh`);
  await client.advance(3);
  expect(await byAlias("watched")).toMatchObject({ aws_param: { Description: "new" } });
});
