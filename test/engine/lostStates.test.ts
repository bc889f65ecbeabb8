import { engineTimeout, Stack, startWorld, type World } from "./harness";

/**
 * Drift of which no argument tells: a key that awaits its deletion, a connection that no longer
 * works.
 */

jest.setTimeout(engineTimeout);

const account = { accountId: "123456789012" };
const credential = {
  accessKeyId: "AKIAIOSFODNN7EXAMPLE",
  secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
};
const program = `
  const aws = new ciphertrust.AwsConnection("aws", { ...${JSON.stringify(credential)}, readyTimeoutSeconds: 1 });
  const account = new ciphertrust.AwsKms("account", { connection: aws.id, accountId: "123456789012", regions: ["eu-west-1"] });
  new ciphertrust.AwsKey("invoices", { kms: account.id, region: "eu-west-1", alias: ["drift/invoices"] });`;

let world: World;
let stack: Stack;
beforeAll(async () => {
  world = await startWorld({ world: { licensing: { licenses: [{ feature: "CCKM" }] } } });
  stack = (await Stack.create(world.environment)).program(program);
  const up = await stack.up();
  if (up.code !== 0) throw new Error(up.text);
});
afterAll(async () => {
  stack?.remove();
  await world?.close();
});

const idOf = async (name: string) => stack.resource(name)!.id!;
const connections = "/connectionmgmt/services/aws/connections";
const keys = "/cckm/aws/keys";

const repaired = async () => {
  expect(await stack.up("--refresh")).toMatchObject({ code: 0 });
  expect(await stack.drift()).toMatchObject({ code: 0 });
};

test("a key whose deletion was scheduled is distinguished from a disabled one, and recovered", async () => {
  await world.api("POST", `${keys}/${await idOf("invoices")}/schedule-deletion`, { days: 7 });
  const pending = await stack.drift();
  expect(pending).toMatchObject({ code: 7, text: expect.stringMatching(/enabled\s*: false => true/) });
  expect(pending.text).toMatch(/keyState\s*: "Enabled" => "PendingDeletion"/);
  expect(pending.text).toMatch(/~ 1 to update/);
  await repaired();
  expect(await world.api("GET", `${keys}/${await idOf("invoices")}`)).toMatchObject({
    aws_param: { KeyState: "Enabled" },
  });
});

test("a connection that no longer works is reported, and tested until it does", async () => {
  await world.control("POST", "/world/aws/accounts", { ...account, removeCredentials: [credential.accessKeyId] });
  await world.api("POST", `${connections}/${await idOf("aws")}/test`);
  const lost = await stack.drift();
  expect(lost.code).toBe(7);
  expect(lost.text).toMatch(/AwsConnection: \(update\)/);
  expect(lost.text).toMatch(/state\s*: "ready" => "failed"/);
  expect(lost.text).toMatch(/~ 1 to update/);
  expect((await stack.up("--refresh")).text).toMatch(/is failed, not ready; the service says: /);
  await world.control("POST", "/world/aws/accounts", { ...account, credentials: [credential] });
  await repaired();
});
