import { eachTest } from "./eachTest";
import { engineTimeout, items, type Stack, type World } from "./harness";

/** A container waits until its connection is ready. */

jest.setTimeout(engineTimeout);

const connections = "/connectionmgmt/services/aws/connections";
const secret = "slow-secret-of-the-test";

let world: World;
let stack: Stack;
eachTest((made) => ({ world, stack } = made));

const program = (timeout: number) => `
  const trial = new ciphertrust.TrialLicense("trial");
  const prod = new ciphertrust.AwsConnection("prod", {
    accessKeyId: "AKIASLOWSLOWSLOWSLOW", secretAccessKey: "${secret}", readyTimeoutSeconds: ${timeout},
  });
  const account = new ciphertrust.AwsKms("prod", { connection: prod.id, accountId: "555555555555", regions: ["eu-west-1"] }, { dependsOn: trial });
  exports.state = prod.state;
  exports.account = account.accountId;`;

const addAccount = (readyAfterSeconds: number) =>
  world.control("POST", "/world/aws/accounts", {
    accountId: "555555555555",
    regions: ["eu-west-1"],
    credentials: [{ accessKeyId: "AKIASLOWSLOWSLOWSLOW", secretAccessKey: secret }],
    readyAfterSeconds,
  });

test("a connection that becomes ready after three seconds: everything waits, and succeeds", async () => {
  await addAccount(3);
  const up = await stack.program(program(30)).up();
  expect(up).toMatchObject({ code: 0 });
  expect(stack.outputs()).toEqual({ state: "ready", account: "555555555555" });
  expect((await world.routes())[`POST /api/v1${connections}/{id}/test`]).toBeGreaterThan(1);
});

test("one that does not become ready fails at the deadline with the service's last message, and continues after the fix", async () => {
  await addAccount(100_000);
  const late = await stack.program(program(1)).up();
  expect(late.code).not.toBe(0);
  expect(late.text).toMatch(/AwsConnection "prod" is failed, not ready; the service says: \S+/);
  expect(late.text).not.toContain(secret);
  await world.control("POST", "/clock", { advanceSeconds: 100_000 });
  expect(await stack.up()).toMatchObject({ code: 0 });
  expect(stack.outputs()).toMatchObject({ state: "ready" });
  expect(items(await world.api("GET", connections))).toHaveLength(1);
  expect(items(await world.api("GET", "/cckm/aws/kms"))).toHaveLength(1);
});

test("a container waits for a connection that another stack created", async () => {
  await addAccount(0);
  const made = await world.api("POST", connections, {
    name: "theirs",
    access_key_id: "AKIASLOWSLOWSLOWSLOW",
    secret_access_key: secret,
  });
  const up = await stack
    .program(
      `const trial = new ciphertrust.TrialLicense("trial");
       const theirs = ciphertrust.AwsConnection.get("theirs", "${String(made.id)}");
       new ciphertrust.AwsKms("prod", { connection: theirs.id, accountId: "555555555555", regions: ["eu-west-1"] }, { dependsOn: trial });
       exports.description = theirs.name;`,
    )
    .up();
  expect(up).toMatchObject({ code: 0 });
  expect(stack.outputs()).toEqual({ description: "theirs" });
});
