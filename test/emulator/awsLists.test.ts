import { Key } from "./awsKey";
import { accountId, awsContainer, idOf, withEmulator } from "./client";

const shared = withEmulator();

/** A container exists before every test. */
beforeEach(() => awsContainer(shared.client));

describe("many keys", () => {
  test("are changed by a bulk job, which reports the result of each one", async () => {
    const { client } = shared;
    const [a, b] = [await Key.create(client), await Key.create(client, { aws_param: { Origin: "EXTERNAL" } })];
    const job = await client.ok("POST", "/cckm/aws/bulkjob", { keys: [a.id, b.id], operation: "disablekey" });
    expect(job).toMatchObject({ overall_status: "in_progress" });
    await client.advance(1);
    const done = await client.ok("GET", `/cckm/aws/bulkjob/${idOf(job)}`);
    expect(done).toMatchObject({
      overall_status: "failed",
      detailed_status: { [a.id]: "success", [b.id]: expect.stringContaining("pending import") },
    });
    expect(await a.read()).toMatchObject({ aws_param: { KeyState: "Disabled" } });
    const cancelled = await client.ok("POST", "/cckm/aws/bulkjob", { keys: [a.id], operation: "enablekey" });
    await client.ok("POST", `/cckm/aws/bulkjob/${idOf(cancelled)}/cancel`);
    await client.advance(1);
    expect(await a.read()).toMatchObject({ aws_param: { KeyState: "Disabled" } });
    expect((await client.post("/cckm/aws/bulkjob", { keys: [a.id], operation: "schedulekeydeletion" })).status).toBe(
      400,
    );
  });

  test("are found by their fields", async () => {
    const { client } = shared;
    await Key.create(client, { aws_param: { Alias: "a", Tags: [{ TagKey: "team", TagValue: "x" }] } });
    await Key.create(client, { aws_param: { Alias: "b", CustomerMasterKeySpec: "RSA_2048" }, region: "us-east-1" });
    const total = async (query: string): Promise<unknown> => (await client.ok("GET", `/cckm/aws/keys?${query}`)).total;
    const rows = [
      "alias=a",
      "alias=alias/a",
      "region=us-east-1",
      "keyusage=ENCRYPT_DECRYPT",
      "CustomerMasterKeySpec=RSA*",
      "enabled=true",
      "kms=prod",
      "gone=true",
      "tags=%7B%22team%22%3A%22x%22%7D",
      "rotation_job_enabled=false",
      "keystate=Enabled&keystate=Disabled",
      "multi_region=false",
      "origin=EXTERNAL",
    ];
    const totals = await Promise.all(rows.map(total));
    expect(Object.fromEntries(rows.map((row, index) => [row, totals[index]]))).toEqual({
      "alias=a": 1,
      "alias=alias/a": 1,
      "region=us-east-1": 1,
      "keyusage=ENCRYPT_DECRYPT": 2,
      "CustomerMasterKeySpec=RSA*": 1,
      "enabled=true": 2,
      "kms=prod": 2,
      "gone=true": 0,
      "tags=%7B%22team%22%3A%22x%22%7D": 1,
      "rotation_job_enabled=false": 2,
      "keystate=Enabled&keystate=Disabled": 2,
      "multi_region=false": 2,
      "origin=EXTERNAL": 0,
    });
  });
});

test("what AWS and the account know can be queried", async () => {
  const { client } = shared;
  expect(await client.ok("POST", "/cckm/aws/accounts", { connection: "aws" })).toMatchObject({
    account_id: accountId,
    regions: expect.arrayContaining(["eu-west-1"]),
  });
  expect((await client.ok("POST", "/cckm/aws/get-all-regions", { connection: "aws" })).regions).toContain("us-west-2");
  expect(await client.ok("POST", "/cckm/aws/get-iam-users", { kms: "prod" })).toMatchObject({
    Users: expect.arrayContaining([expect.objectContaining({ UserName: "alice" })]),
  });
  expect(await client.ok("POST", "/cckm/aws/get-iam-roles", { kms: "prod" })).toMatchObject({
    Roles: expect.any(Array),
  });
  const groups = await client.ok("POST", "/cckm/aws/get-log-groups", {
    kms: "prod",
    region: "eu-west-1",
    cloud_watch_params: { logGroupNamePrefix: "/aws" },
  });
  expect(groups).toEqual({ logGroups: [{ logGroupName: "/aws/lambda/orders" }] });
});
