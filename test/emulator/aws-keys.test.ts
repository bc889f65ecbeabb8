import { awsContainer, withEmulator, type Client } from "./client";

const shared = withEmulator();

async function newKey(client: Client, aws_param: object = { Alias: "orders" }, region = "eu-west-1"): Promise<any> {
  return client.ok("POST", "/cckm/aws/keys", { kms: "prod", region, aws_param });
}

describe("AWS keys", () => {
  test("creates one", async () => {
    const { client } = shared;
    await awsContainer(client);
    const key = await newKey(client);
    expect(key).toMatchObject({
      region: "eu-west-1",
      kms: "prod",
      key_material_origin: "native",
      aws_param: { KeyState: "Enabled" },
    });
    console.log(JSON.stringify(key, null, 1));
    const job = await client.ok("POST", "/cckm/aws/synchronization-jobs", { kms: ["prod"] });
    await client.advance(1);
    console.log(JSON.stringify(await client.ok("GET", `/cckm/aws/synchronization-jobs/${job.id}`), null, 1));
    console.log((await client.ok("GET", "/cckm/aws/keys?sort=alias")).total);
  });
});
