import { eachTest } from "./eachTest";
import { engineTimeout, items, type Stack, type World } from "./harness";

/** Bad input and failures: a clear error, and nothing left behind. */

jest.setTimeout(engineTimeout);

const goodSecret = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY";
const connections = "/connectionmgmt/services/aws/connections";

let world: World;
let stack: Stack;
eachTest((made) => ({ world, stack } = made));

const user = 'new ciphertrust.User("someone", { password: "Quick-Start-1" });';

/** What a user reads when something fails: never a stack trace, never a secret. */
function expectReadable(text: string): void {
  expect(text).not.toMatch(/\n\s+at .+:\d+:\d+/);
  expect(text).not.toContain(goodSecret);
  expect(text).not.toContain("Quick-Start-1");
}

test.each([
  [
    "a wrong password",
    { CIPHERTRUST_PASSWORD: "Wrong-Secret-1" },
    [/refused the login of user admin/, /CIPHERTRUST_PASSWORD/],
  ],
  [
    "an address that refuses connections",
    { CIPHERTRUST_ADDRESS: "https://127.0.0.1:1", CIPHERTRUST_MAX_RETRIES: "1" },
    [/https:\/\/127\.0\.0\.1:1 cannot be reached: ECONNREFUSED/, /CIPHERTRUST_ADDRESS/],
  ],
  [
    "a host name that does not exist",
    { CIPHERTRUST_ADDRESS: "https://ciphertrust.invalid", CIPHERTRUST_MAX_RETRIES: "0" },
    [/https:\/\/ciphertrust\.invalid cannot be reached/, /CIPHERTRUST_ADDRESS/],
  ],
  [
    "an unknown CA",
    { CIPHERTRUST_CA_CERT: "" },
    [/the TLS certificate of https:\/\/127\.0\.0\.1:\d+ was not accepted/, /CIPHERTRUST_CA_CERT/],
  ],
  ["no address", { CIPHERTRUST_ADDRESS: "" }, [/ciphertrust:address \(CIPHERTRUST_ADDRESS\) is missing/]],
])("%s: one error that names the cause and the setting", async (_name, environment, strings) => {
  Object.assign(stack.environment, environment);
  const up = await stack.program(user).up();
  expect(up.code).not.toBe(0);
  for (const text of strings) expect(up.text).toMatch(text);
  expect(up.text).not.toContain("Wrong-Secret-1");
  expectReadable(up.text);
  expect(stack.resource("someone")).toBeUndefined();
});

test.each([
  [
    "a malformed account and region, a misspelt argument",
    'new ciphertrust.AwsKms("a", { connection: "c", accountId: "12345", regions: ["Ireland"], region: "eu-west-1" })',
    [
      /accountId: must be an AWS account number of 12 digits/,
      /regions\.0: must be an AWS region such as eu-west-1/,
      /region: .*did you mean "regions"/,
    ],
  ],
  [
    "a missing argument and wrong types",
    'new ciphertrust.AwsKey("a", { region: "eu-west-1", alias: "not-a-list", enabled: "yes" })',
    [/kms: is required/, /alias: must be a list, not a string/, /enabled: must be a boolean, not a string/],
  ],
  [
    "an invalid cron expression",
    'new ciphertrust.RotationSchedule("a", { cloud: "aws", runAt: "every day" })',
    [/runAt: must be a cron expression with five fields/],
  ],
  [
    "secrets in wrong arguments",
    'new ciphertrust.User("a", { pasword: "Quick-Start-1", username: pulumi.secret("a|b") })',
    [/pasword: .*did you mean "password"/, /username: must not hold/],
  ],
])(
  "%s: every problem on its own property in the preview, before anything is sent",
  async (_name, program, problems) => {
    await world.forget();
    const preview = await stack.program(program).preview();
    expect(preview.code).not.toBe(0);
    for (const problem of problems) expect(preview.text).toMatch(new RegExp(`'a' has a problem: ${problem.source}`));
    expect(preview.text).not.toContain("a|b");
    expectReadable(preview.text);
    expect(await world.routes()).toEqual({});
  },
);

const account = (secret: string, more = "") => `
  const trial = new ciphertrust.TrialLicense("trial");
  const prod = new ciphertrust.AwsConnection("prod", {
    accessKeyId: "AKIAIOSFODNN7EXAMPLE", secretAccessKey: "${secret}", readyTimeoutSeconds: 2, ${more}
  });
  new ciphertrust.AwsKms("prod", { connection: prod.id, accountId: "123456789012", regions: ["eu-west-1"] }, { dependsOn: trial });
  exports.state = prod.state;`;

test("credentials that AWS rejects: the connection is recorded as failed, and fixed by the next up", async () => {
  const refused = await stack.program(account("wrong-secret")).up();
  expect(refused.code).not.toBe(0);
  expect(refused.text).toMatch(/AwsConnection "prod" is failed, not ready; the service says: .*[Ss]ignature/);
  expect(refused.text).not.toContain("wrong-secret");
  const recorded = stack.resource("prod", "AwsConnection");
  expect(recorded?.outputs).toMatchObject({
    state: "failed",
    lastConnectionError: expect.stringMatching(/[Ss]ignature/),
    __provider: expect.any(String),
  });
  expect(stack.resource("prod", "AwsKms")).toBeUndefined();
  expect((await world.routes())["POST /api/v1/cckm/aws/kms"]).toBeUndefined();

  const repaired = await stack.program(account(goodSecret)).up();
  expect(repaired).toMatchObject({ code: 0 });
  expect(stack.outputs()).toEqual({ state: "ready" });
  expect(items(await world.api("GET", connections))).toHaveLength(1);
  expect(await stack.drift()).toMatchObject({ code: 0 });
});

test("a misspelt setting of the stack is refused with the one that was probably meant; another unknown one is a warning", async () => {
  const said = (name: string) => `ciphertrust:${name} in the stack's configuration is not a setting of this provider`;
  await stack.config("ciphertrust:colour", "blue");
  const preview = await stack.program(`${user} ciphertrust.User.list();`).preview();
  expect(preview).toMatchObject({ code: 0 });
  expect(preview.text.split(`warning: ${said("colour")}: its settings are `)).toHaveLength(2);
  await stack.config("ciphertrust:adress", "https://other.example.com");
  const refused = await stack.preview();
  expect(refused.code).not.toBe(0);
  expect(refused.text).toContain(`error: ${said("adress")}: did you mean ciphertrust:address?`);
});

test("a lookup through a failed connection does not prevent a preview that fixes it", async () => {
  const [trial] = items(await world.api("GET", "/licensing/trials/"));
  await world.api("POST", `/licensing/trials/${String(trial!.id)}/activate`);
  const program = (secretAccessKey: string) => `
    const connection = new ciphertrust.AwsConnection("prod", {
      accessKeyId: "AKIAIOSFODNN7EXAMPLE", secretAccessKey: "${secretAccessKey}", readyTimeoutSeconds: 1,
    });
    exports.account = ciphertrust.getAwsAccount({ connection: connection.id }).accountId;`;
  expect((await stack.program(program("x".repeat(40))).up()).code).not.toBe(0);

  stack.program(program(goodSecret));
  const preview = await stack.preview();
  expect(preview).toMatchObject({ code: 0, text: expect.stringMatching(/\(update\)[^]*secretAccessKey/) as string });
  expect(preview.text).toMatch(/warning: looking up an AWS account failed: .*Its connection does not work yet/);
  expect(await stack.up()).toMatchObject({ code: 0, text: expect.not.stringContaining("warning") as string });
  expect(stack.outputs()).toEqual({ account: "123456789012" });
});

test("no licence: the error says which feature is missing and how to activate it", async () => {
  const up = await stack
    .program(account(goodSecret).replace('const trial = new ciphertrust.TrialLicense("trial");', "const trial = [];"))
    .up();
  expect(up.code).not.toBe(0);
  expect(up.text).toMatch(/The feature CCKM is not licensed: activate it with a TrialLicense or a License resource/);
  const look = await stack.program("exports.keys = ciphertrust.AwsKey.list();").preview();
  expect(look.text).toMatch(/listing AwsKey failed: .*The feature CCKM is not licensed: activate it/);
  expectReadable(look.text);
  expectReadable(up.text);
});

test("a delete that fails reports the reason once, under the resource", async () => {
  await stack.program('new ciphertrust.Group("operators");').up();
  await world.control("POST", "/faults", { method: "DELETE", path: "/usermgmt/groups/", effect: { status: 403 } });
  const destroyed = await stack.destroy();
  expect(destroyed.code).not.toBe(0);
  const diagnostics = destroyed.text.split("Diagnostics:")[1]!;
  expect(diagnostics.split('deleting Group "operators" failed')).toHaveLength(2);
  expect(destroyed.text).not.toContain("ResourceError");
});

test("a name that is taken: the error names the object and the line that adopts it, and that line works", async () => {
  const existing = await world.api("POST", connections, {
    name: "prod",
    access_key_id: "AKIAIOSFODNN7EXAMPLE",
    secret_access_key: "old",
    description: "theirs",
  });
  const taken = await stack.program(account(goodSecret)).up();
  expect(taken.code).not.toBe(0);
  expect(taken.text).toContain(`adopt: "${String(existing.id)}"`);

  const adopted = await stack.program(account(goodSecret, `adopt: "${String(existing.id)}"`)).up();
  expect(adopted).toMatchObject({ code: 0 });
  expect(stack.resource("prod", "AwsConnection")?.id).toBe(existing.id);
  expect(items(await world.api("GET", connections))).toHaveLength(1);
  expect(await stack.drift()).toMatchObject({ code: 0 });
});

test("a lost response creates no second object", async () => {
  await world.control("POST", "/faults", {
    method: "POST",
    path: `/api/v1${connections}`,
    times: 1,
    effect: { drop: "after" },
  });
  const up = await stack.program(account(goodSecret)).up();
  expect(up).toMatchObject({ code: 0 });
  expect(items(await world.api("GET", connections))).toHaveLength(1);
});

test("a temporary failure of the service is retried", async () => {
  await world.control("POST", "/faults", { times: 3, probability: 1, effect: { status: 503, retryAfterSeconds: 0 } });
  expect(await stack.program(user).up()).toMatchObject({ code: 0 });
});
