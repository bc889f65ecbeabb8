import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { engineTimeout, items, root, Stack, startWorld, succeeds, type World } from "./harness";
import { ownPack } from "./pack";
import { installInto } from "./runFolder";
import { translate } from "./starts";

/** The program of the root Pulumi.yaml, through its whole lifecycle, by the policy pack's leave. */

jest.setTimeout(engineTimeout);

const secret = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY";
let world: World;
let stack: Stack;
const project = mkdtempSync(join(tmpdir(), "ciphertrust-quickstart-"));
const pack = ownPack({});
const drift = () => stack.preview("--refresh", "--expect-no-changes", ...pack.args);

beforeAll(async () => {
  world = await startWorld();
  for (const name of ["Pulumi.yaml", "package.json", "tsconfig.json", "examples/quickstart"])
    cpSync(join(root, name), join(project, name), { recursive: true });
  installInto(project);
  stack = await Stack.create(world.environment, project);
  await stack.config("awsAccessKeyId", "AKIAIOSFODNN7EXAMPLE");
  await stack.config("awsSecretAccessKey", secret, "--secret");
  await stack.config("awsAccountId", "123456789012");
});
afterAll(async () => {
  stack?.remove();
  pack.remove();
  await world?.close();
  rmSync(project, { recursive: true, force: true });
});

test("up creates everything, with one login and no redundant call", async () => {
  await world.forget();
  await succeeds(stack.up(...pack.args));
  // That has checked the program's types.
  const program = join(project, "examples", "quickstart");
  await translate(join(program, "index.ts"), join(program, "index.js"));
  writeFileSync(join(program, "package.json"), "{}");
  expect(stack.outputs()).toMatchObject({
    connectionState: "ready",
    keysFound: expect.any(Number),
    ordersArn: expect.stringMatching(/^arn:aws:kms:eu-west-1:123456789012:key\//),
    backupsState: "Active",
    nextRotation: expect.stringMatching(/^\d{4}-\d\d-\d\dT03:00:00\.000Z$/),
  });
  expect(stack.outputs().keysFound).toBeGreaterThan(5);
  const { "POST /api/v1/auth/tokens/": logins, ...others } = await world.routes();
  expect(logins).toBe(1);
  expect(others).toMatchObject({
    "POST /api/v1/connectionmgmt/services/aws/connections": 1,
    "POST /api/v1/connectionmgmt/services/aws/connections/{id}/test": 1,
    "POST /api/v1/cckm/aws/kms": 1,
    "POST /api/v1/cckm/aws/keys": 2,
    "POST /api/v1/vault/keys2/": 1,
    "POST /api/v1/scheduler/job-configs": 4,
    "POST /api/v1/cckm/aws/keys/{id}/enable-rotation-job": 2,
    "POST /api/v1/cckm/aws/synchronization-jobs": 1,
  });
});

test("a preview right after shows no changes, with and without a refresh", async () => {
  expect(await stack.preview("--expect-no-changes", ...pack.args)).toMatchObject({ code: 0 });
  await world.forget();
  expect(await drift()).toMatchObject({ code: 0 });
  const { "POST /api/v1/auth/tokens/": logins, ...others } = await world.routes();
  expect(logins).toBe(1);
  expect(Object.keys(others).filter((route) => !route.startsWith("GET "))).toEqual([]);
});

test("the state contains no secret in plain text, a short reference to the code, and nothing that changes by itself", async () => {
  await stack.refresh();
  const first = await stack.export();
  await stack.refresh();
  const second = await stack.export();
  const facts = ({ resources }: typeof first) =>
    resources.map(({ urn, inputs, outputs }) => ({ urn, inputs, outputs }));
  // Secrets are encrypted anew each time: different cipher text is not a change.
  const comparable = (state: typeof first) =>
    JSON.parse(JSON.stringify(facts(state)).replace(/"ciphertext":"[^"]*"/g, '"ciphertext":""')) as unknown;
  expect(comparable(second)).toEqual(comparable(first));
  expect(second.text).not.toContain(secret);
  for (const { type, inputs, outputs } of second.resources.filter((one) => one.type.includes("dynamic/ciphertrust"))) {
    for (const copy of [inputs, outputs]) {
      expect({ type, length: String(copy.__provider).length <= 120 }).toEqual({ type, length: true });
    }
  }
  const connection = second.resources.find(({ type }) => type.endsWith(":AwsConnection"));
  for (const copy of [connection?.inputs, connection?.outputs])
    expect(JSON.stringify(copy?.secretAccessKey)).toContain("ciphertext");
});

test("a change outside Pulumi is shown with both values, and corrected", async () => {
  const connection = items(await world.api("GET", "/connectionmgmt/services/aws/connections"))[0]!;
  await world.api("PATCH", `/connectionmgmt/services/aws/connections/${String(connection.id)}`, {
    description: "Changed elsewhere",
  });
  const { code, text } = await drift();
  expect(code).toBe(7);
  expect(text).toMatch(/description\s*:\s+"Changed elsewhere" => "Production account"/);
  expect(await stack.up("--refresh", ...pack.args)).toMatchObject({ code: 0 });
  expect(await drift()).toMatchObject({ code: 0 });
});

test("a deleted object is created again", async () => {
  const vault = items(await world.api("GET", "/vault/keys2/?name=backups"))[0]!;
  await world.api("DELETE", `/vault/keys2/${String(vault.id)}`);
  const { code, text } = await drift();
  expect(code).toBe(7);
  expect(text).toMatch(/VaultKey/);
  expect(await stack.up("--refresh", ...pack.args)).toMatchObject({ code: 0 });
  expect(items(await world.api("GET", "/vault/keys2/?name=backups"))).toHaveLength(1);
});

test("a rotation by the service's scheduler is not drift", async () => {
  // The trial may end before the next quarter.
  await world.api("POST", "/licensing/licenses/", { license: "EMULATOR-LICENSE:CCKM" });
  const before = items(await world.api("GET", "/cckm/aws/keys?alias=quickstart/orders"))[0]!.aws_param as Record<
    string,
    unknown
  >;
  await world.control("POST", "/clock", { advanceSeconds: 100 * 86_400 });
  const after = items(await world.api("GET", "/cckm/aws/keys?alias=quickstart/orders"))[0]!.aws_param as Record<
    string,
    unknown
  >;
  expect(after.CurrentKeyMaterialId).not.toBe(before.CurrentKeyMaterialId);
  expect(await drift()).toMatchObject({ code: 0 });
});

test("destroy leaves nothing in the service", async () => {
  expect(await stack.destroy()).toMatchObject({ code: 0 });
  for (const path of [
    "/connectionmgmt/connections",
    "/cckm/aws/kms",
    "/cckm/aws/keys",
    // The material of the signing key's successors stays, as it does wherever a schedule takes it from the vault.
    "/vault/keys2/?name=backups",
    "/scheduler/job-configs",
  ]) {
    expect({ path, total: (await world.api("GET", path)).total }).toEqual({ path, total: 0 });
  }
  const users = items(await world.api("GET", "/usermgmt/users/"));
  expect(users.map(({ username }) => username)).toEqual(["admin"]);
});
