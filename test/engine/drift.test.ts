import { engineTimeout, items, Stack, startWorld, type World } from "./harness";

/**
 * Drift as users see it, with the real engine: what a preview shows, what an update corrects, and
 * what is ignored.
 */

jest.setTimeout(engineTimeout);

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

const credentials = 'accessKeyId: "AKIAIOSFODNN7EXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"';
const program = `
  const aws = new ciphertrust.AwsConnection("aws", { ${credentials}, description: "ours", readyTimeoutSeconds: 1 });
  const account = new ciphertrust.AwsKms("account", {
    connection: aws.id, accountId: "123456789012", regions: ["eu-west-1", "eu-central-1"],
  });
  const key = (name) => new ciphertrust.AwsKey(name, { kms: account.id, region: "eu-west-1", alias: ["drift/" + name], tags: { team: "a" } });
  const orders = key("orders");
  const invoices = key("invoices");
  const yearly = new ciphertrust.RotationSchedule("yearly", { cloud: "aws", runAt: "0 3 1 1 *" });
  new ciphertrust.KeyRotation("orders", { key: orders, schedule: yearly.id });
  new ciphertrust.VaultKey("backups", { description: "ours", onDestroy: "destroy" });
  new ciphertrust.Group("operators", { description: "ours" });`;

const idOf = async (name: string, type?: string) => stack.resource(name, type)!.id!;
const connections = "/connectionmgmt/services/aws/connections";
const keys = "/cckm/aws/keys";

const repaired = async () => {
  expect(await stack.up("--refresh")).toMatchObject({ code: 0 });
  expect(await stack.drift()).toMatchObject({ code: 0 });
};

test("each property that differs is shown with both values, deleted objects are recreated, the rest is unchanged", async () => {
  await world.api("PATCH", `${connections}/${await idOf("aws")}`, { description: "theirs" });
  await world.api("PATCH", `/cckm/aws/kms/${await idOf("account")}`, { regions: ["eu-west-1", "us-east-1"] });
  await world.api("POST", `${keys}/${await idOf("orders", "AwsKey")}/disable`);
  await world.api("POST", `${keys}/${await idOf("invoices")}/add-tags`, {
    tags: [{ tag_key: "team", tag_value: "b" }],
  });
  await world.api("PATCH", `/scheduler/job-configs/${await idOf("yearly")}`, { run_at: "5 5 5 5 *" });
  await world.api("PATCH", `/vault/keys2/${await idOf("backups")}`, { labels: { by: "them" } });
  await world.api("DELETE", "/usermgmt/groups/operators");

  const { code, text } = await stack.drift();
  expect(code).toBe(7);
  for (const words of [
    /description\s*: "theirs" => "ours"/,
    /~ \[1\]: "us-east-1" => "eu-central-1"/,
    /enabled\s*: false => true/,
    /team: "b" => "a"/,
    /runAt\s*: "5 5 5 5 \*" => "0 3 1 1 \*"/,
    /- by: "them"/,
    /Group: \(create\)/,
  ]) {
    expect(text).toMatch(words);
  }
  // The binding of the drifted key to the drifted schedule is unchanged.
  expect(text).toMatch(/1 to create\n\s+~ 6 to update\n\s+7 changes\. 2 unchanged/);
  await repaired();
});

test("a year of rotations is not drift", async () => {
  await world.control("POST", "/clock", { advanceSeconds: 400 * 86_400 });
  expect(items(await world.api("GET", `${keys}?limit=100`)).some(({ rotated_from }) => rotated_from)).toBe(true);
  expect(await stack.drift()).toMatchObject({ code: 0 });
  expect(await stack.destroy()).toMatchObject({ code: 0 });
});
