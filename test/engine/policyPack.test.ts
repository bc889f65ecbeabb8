import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { engineTimeout, root, Stack, startWorld, type Run, type World } from "./harness";
import { runnablePack } from "./pack";
import { installInto } from "./runFolder";

/** The policy pack, started by the real engine, over a stack of new resources. */

jest.setTimeout(engineTimeout);

let world: World;
let stack: Stack;
let pack: string;
const folder = mkdtempSync(join(tmpdir(), "ciphertrust-pack-"));

const base = `
const licence = new ciphertrust.TrialLicense("trial", { onDestroy: "retain" });
const prod = new ciphertrust.AwsConnection("prod", {
  accessKeyId: "AKIAIOSFODNN7EXAMPLE",
  secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
});
const args = { connection: prod.id, accountId: "123456789012", regions: ["eu-west-1"] };
const account = new ciphertrust.AwsKms("account", args, { dependsOn: licence });
new ciphertrust.RefreshSchedule("nightly", { cloud: "aws", runAt: "0 2 * * *", containers: [account.id] });
const orders = new ciphertrust.AwsKey("orders", { kms: account.id, region: "eu-west-1", alias: ["orders"] });
`;
const bound = (runAt: string) => `${base}
const plan = new ciphertrust.RotationSchedule("plan", { cloud: "aws", runAt: "${runAt}" });
new ciphertrust.KeyRotation("orders", { key: orders, schedule: plan.id });
`;
const often = bound("0 3 1 * *");
const seldom = bound("0 3 1 1 *");

/** Previews a program with the pack, with this configuration of its rules. */
function look(program: string, configuration?: Record<string, unknown>): Promise<Run> {
  const file = join(folder, "configuration.json");
  writeFileSync(file, JSON.stringify(configuration ?? {}));
  return stack
    .program(program)
    .preview("--policy-pack", pack, ...(configuration ? ["--policy-pack-config", file] : []));
}

beforeAll(async () => {
  installInto(join(folder, "pack"));
  pack = runnablePack(join(root, "policy", "pack"), join(folder, "pack"));
  world = await startWorld();
  stack = await Stack.create(world.environment);
});
afterAll(async () => {
  stack?.remove();
  await world?.close();
  rmSync(folder, { recursive: true, force: true });
});

test("the preview of an unbound key is stopped, with key, rule, and how to bind it", async () => {
  const { code, text } = await look(base);
  expect({ code, text }).toMatchObject({ code: 1 });
  expect(text).toMatch(/\[mandatory\]\s+key-rotation\s+\(.*AwsKey: orders\)/);
  expect(text).toContain('AwsKey "orders" is bound to no rotation schedule.');
  expect(text).toContain('new KeyRotation("orders", { key, schedule: schedule.id })');
  // Nothing else is wrong with it.
  expect(text.match(/\[mandatory\]/g)).toHaveLength(1);
});

test("once it is bound the preview passes, although neither key nor schedule exists yet", async () => {
  const { code, text } = await look(often);
  expect({ code, text }).toMatchObject({ code: 0 });
  expect(text).toContain("KeyRotation");
  expect(text).not.toMatch(/\[mandatory\]|can't run policy/);
});

test("resources that pass the pack are created, and pass again when every id is known", async () => {
  expect(await stack.program(often).up("--policy-pack", pack)).toMatchObject({ code: 0 });
  const { code, text } = await stack.preview("--policy-pack", pack, "--expect-no-changes");
  expect({ code, text }).toMatchObject({ code: 0 });
});

describe("a removed resource is reported by every command, with and without a refresh", () => {
  const removed = base.replace(/^new ciphertrust.RefreshSchedule.*\n/m, "");
  const pipeline = (kind: string, ...more: string[]) =>
    stack.command("pipeline", kind, "--stack", "test", "--policy-pack", pack, ...more);
  test.each<[string, number, () => Promise<Run>]>([
    ["pulumi preview", 1, () => stack.preview("--policy-pack", pack)],
    ["pulumi preview --refresh", 1, () => stack.preview("--policy-pack", pack, "--refresh")],
    ["pulumi up", 1, () => stack.pulumi("up", "--yes", "--policy-pack", pack)],
    ["pulumi up --refresh", 1, () => stack.pulumi("up", "--yes", "--policy-pack", pack, "--refresh")],
    ["pipeline preview", 3, () => pipeline("preview", "--accept", "changes,drift")],
    ["pipeline preview --no-refresh", 3, () => pipeline("preview", "--no-refresh", "--accept", "changes")],
    ["pipeline up", 3, () => pipeline("up")],
    ["pipeline up --no-refresh", 3, () => pipeline("up", "--no-refresh")],
  ])("%s", async (_name, refused, looks) => {
    stack.program(removed);
    const { code, text } = await looks();
    expect({ code, text }).toMatchObject({ code: refused });
    expect(text).toContain('AwsKey "orders" is bound to no rotation schedule.');
    expect(text).toContain('leads to AwsKms "account", which no schedule refreshes every 7 days or more often.');
  });

  test("nothing was deleted by all that", async () => {
    expect(stack.resource("orders", "KeyRotation")).toBeDefined();
    expect(stack.resource("nightly", "RefreshSchedule")).toBeDefined();
  });
});

test("a schedule that runs too rarely is named, with its longest interval", async () => {
  const { code, text } = await look(seldom);
  expect({ code, text }).toMatchObject({ code: 1 });
  expect(text).toContain('AwsKey "orders" is bound to RotationSchedule "plan", whose runs ("0 3 1 1 *")');
  expect(text).toContain("366 days apart; at most 90");
});

test("rules are configured: another limit, advisory, another stack's name", async () => {
  expect(await look(seldom, { "key-rotation": { maximumDays: 366 } })).toMatchObject({ code: 0 });

  const advised = await look(seldom, { "key-rotation": "advisory" });
  expect(advised).toMatchObject({ code: 0 });
  expect(advised.text).toMatch(/\[advisory\]\s+key-rotation/);

  const production = { "key-protection": { stacks: "^test$" } };
  const unprotected = await look(often, production);
  expect(unprotected).toMatchObject({ code: 1 });
  expect(unprotected.text).toContain('AwsKey "orders" in the stack "test" would be lost with its resource');
  const kept = often.replace('alias: ["orders"]', 'alias: ["orders"], onDestroy: "retain"');
  expect(await look(kept, production)).toMatchObject({ code: 0 });
});

test("a mistake in the configuration ends the preview with a clear message", async () => {
  const typo = await look(often, { "key-rotation": { maximumDay: 1 } });
  expect(typo).not.toMatchObject({ code: 0 });
  expect(typo.text).toContain('has no setting "maximumDay". Did you mean "maximumDays"?');
  const pattern = await look(often, { "key-protection": { stacks: "(dev" } });
  expect(pattern).not.toMatchObject({ code: 0 });
  expect(pattern.text).toContain(
    'The setting "stacks" of the policy key-protection is not a regular expression: "(dev"',
  );
  expect(typo.text + pattern.text).not.toContain("    at ");
});

test("clients must register with tokens that expire, and with certificates that expire", async () => {
  const clients = (profile: string, token: string) => `
const profile = new ciphertrust.ClientProfile("web", { ${profile} });
new ciphertrust.RegistrationToken("fleet", { profile: profile.id, ${token} });
`;
  const { code, text } = await look(clients("", ""));
  expect({ code, text }).toMatchObject({ code: 1 });
  expect(text).toContain('RegistrationToken "fleet" never ends');
  expect(text).toContain('RegistrationToken "fleet" registers any number of clients');
  expect(text).toContain('ClientProfile "web" gives certificates 730 days; at most 365 are allowed');
  expect(await look(clients("certDuration: 90", 'lifetime: "24h", maxClients: 5'))).toMatchObject({ code: 0 });
});

test("a provider that accepts any certificate is rejected", async () => {
  await stack.config("ciphertrust:insecureSkipTlsVerify", "true");
  const { code, text } = await look(often);
  expect({ code, text }).toMatchObject({ code: 1 });
  expect(text).toMatch(/\[mandatory\]\s+tls-verification/);
  expect(text).toContain("pulumi config rm ciphertrust:insecureSkipTlsVerify");
});
