import { mkdirSync, readdirSync, readFileSync, symlinkSync, statSync } from "node:fs";
import { join } from "node:path";
import { engineTimeout, Stack, startWorld, succeeds, type World } from "./harness";
import { pluginStack, program } from "./plugin/support";
import { inRunFolder } from "./runFolder";

/** Pulumi keeps a log of every command in its home. It holds no secret of ours, from either host. */

jest.setTimeout(engineTimeout);

const secret = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY";
let world: World;
let stack: Stack;
beforeAll(async () => void (world = await startWorld()));
afterEach(() => stack?.remove());
afterAll(() => world?.close());

/**
 * What the commands of the stack have logged so far, as somebody reads it who may read the stack's
 * secrets.
 */
async function logged(): Promise<{ stored: Buffer; text: string }> {
  const folder = join(stack.folder, "home", "logs");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name));
  const logs = files.filter((file) => statSync(file).isFile());
  const texts: string[] = [];
  for (const file of logs) texts.push(await succeeds(stack.pulumi("logs", "decrypt", "--", file)));
  return { stored: Buffer.concat(logs.map((file) => readFileSync(file))), text: texts.join("\n") };
}

function withHome(): void {
  const home = join(stack.folder, "home");
  mkdirSync(home);
  symlinkSync(inRunFolder("pulumi", "plugins"), join(home, "plugins"));
  stack.environment.PULUMI_HOME = home;
}

const args = `{ accessKeyId: "AKIAIOSFODNN7EXAMPLE", secretAccessKey: new pulumi.Config().requireSecret("secret") }`;

test.each([
  [
    "dynamic",
    () => Stack.create({ ...world.environment }),
    (one: Stack) => one.program(`new ciphertrust.AwsConnection("prod", ${args});`),
  ],
  ["plugin", () => pluginStack(world), (one: Stack) => program(one, `resource("aws:AwsConnection", "prod", ${args});`)],
])("%s: neither arguments nor the login are in the clear", async (_name, make, declare) => {
  stack = await make();
  withHome();
  await stack.config("secret", secret, "--secret");
  await stack.config("ciphertrust:password", world.emulator.password, "--secret");
  delete stack.environment.CIPHERTRUST_PASSWORD;
  declare(stack);
  await succeeds(stack.up());
  await succeeds(stack.refresh());
  await succeeds(stack.destroy());
  const { stored, text } = await logged();
  expect(stored.includes("AwsConnection")).toBe(false);
  expect(text).toContain("AwsConnection");
  const hidden = { secret, password: world.emulator.password, token: "eyJ" };
  const found = Object.entries(hidden).filter(([, value]) => stored.includes(value) || text.includes(value));
  expect(found.map(([what]) => what)).toEqual([]);
});
