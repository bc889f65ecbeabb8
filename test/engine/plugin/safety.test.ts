import { engineTimeout, items, startWorld, type Stack, type World } from "../harness";
import { account, pluginStack, program, startLicensedWorld } from "./support";

/** What protects keys holds in the plugin as it does in the dynamic provider. */

jest.setTimeout(engineTimeout);

let world: World;
let stack: Stack;
beforeAll(async () => {
  world = await startLicensedWorld();
});
beforeEach(async () => {
  stack = await pluginStack(world);
});
afterEach(async () => {
  stack?.remove();
  await world.control("POST", "/reset");
});
afterAll(() => world?.close());

const key = (args = "") => `resource("vault:VaultKey", "backups", { onDestroy: "destroy", ${args} });`;
const fails = async (run: Promise<{ code: number; text: string }>, reason: RegExp) => {
  const { code, text } = await run;
  expect(text).toMatch(reason);
  expect(code).not.toBe(0);
};

test("an object of another service is neither changed nor forgotten", async () => {
  expect(await program(stack, key()).up()).toMatchObject({ code: 0 });
  const { id } = stack.resource("backups")!;
  const other = await startWorld();
  try {
    Object.assign(stack.environment, other.environment);
    await fails(stack.refresh(), /was refused: the object is on another service/);
    await fails(program(stack, key('description: "new"')).preview(), /was refused: the object is on another service/);
    expect(stack.resource("backups")?.id).toBe(id);
    expect(items(await other.api("GET", "/vault/keys2/"))).toEqual([]);
  } finally {
    await other.close();
  }
});

test("a resource renamed into another process of the plugin by adopting keeps its object, and both cannot have it", async () => {
  const explicit =
    'class Provider extends pulumi.ProviderResource {} const other = new Provider("ciphertrust", "other", {});';
  const copy =
    'resource("vault:VaultKey", "copy", { name: "backups", onDestroy: "destroy", adopt: true }, { provider: other });';
  expect(await program(stack, key()).up()).toMatchObject({ code: 0 });
  const { id } = stack.resource("backups")!;
  await fails(program(stack, `${explicit} ${key()} ${copy}`).up(), /another provider of this program/);
  const { code, text } = await program(stack, explicit + copy).up();
  expect({ code, text }).toEqual({ code: 0, text: expect.stringMatching(/goes on as a resource of another provider/) });
  expect(items(await world.api("GET", "/vault/keys2/"))).toMatchObject([{ id, state: "Active" }]);
  expect(await stack.destroy()).toMatchObject({ code: 0 });
  expect(items(await world.api("GET", "/vault/keys2/"))).toEqual([]);
});

test("what the program marks as secret stays so where it is repeated: in outputs, and in errors", async () => {
  const secret = "Canary-Text-4711";
  const body = `{ name: "generic", description: pulumi.secret("${secret}") }`;
  const generic = `resource("general:ApiObject", "generic",
    { path: "/usermgmt/groups", idField: "name", outputs: ["description"], body: ${body} }, { outputs: ["answer"] });`;
  const made = await program(stack, generic).up("--diff");
  expect({ code: made.code, text: made.code === 0 ? "" : made.text }).toEqual({ code: 0, text: "" });
  expect(stack.stored().text + made.text).not.toContain(secret);
  await world.api("POST", "/vault/keys2/", { name: secret, algorithm: "aes" });
  const taken = `resource("vault:VaultKey", "taken", { name: pulumi.secret("${secret}") });`;
  const { code, text } = await program(stack, generic + taken).up();
  expect(code).not.toBe(0);
  expect(text).toMatch(/creating VaultKey "\[secret\]" failed: .*409/);
  expect(text).not.toContain(secret);
});

test("how a key is to end counts from the next update on; an argument keeps it where the option is missing", async () => {
  const retains = "resourceOptions: { retainOnDelete: true },";
  const other = (args: string, opts = "{}") =>
    `resource("vault:VaultKey", "backups", { name: "other", onDestroy: "destroy", ${args} }, ${opts});`;
  expect(await program(stack, key()).up()).toMatchObject({ code: 0 });
  const late = /onDestroy: "destroy"\): the option retainOnDelete would come too late/;
  await fails(program(stack, other(retains, "{ retainOnDelete: true }")).up(), late);
  await fails(program(stack, other('onDestroy: "retain"')).preview(), /onDestroy: "retain" would come too late/);
  // Kept: first as what is replaced, then as what leaves the program.
  expect(await program(stack, key(retains)).up()).toMatchObject({ code: 0 });
  for (const body of [other(retains), ""]) {
    const { code, text } = await program(stack, body).up();
    const said = expect.stringMatching(/VaultKey "\w+" is kept, because its argument resourceOptions says/) as string;
    expect({ code, text }).toEqual({ code: 0, text: said });
  }
  const keys = items(await world.api("GET", "/vault/keys2/")).map(({ name }) => name);
  expect(keys.sort()).toEqual(["backups", "other"]);
});

test("an object that is gone is created again after a refresh", async () => {
  expect(await program(stack, key()).up()).toMatchObject({ code: 0 });
  await world.api("DELETE", `/vault/keys2/${stack.resource("backups")!.id}`);
  expect((await stack.drift()).code).toBe(7);
  expect(await stack.up("--refresh")).toMatchObject({ code: 0 });
  expect(items(await world.api("GET", "/vault/keys2/"))).toHaveLength(1);
});

test("two resources cannot describe one object", async () => {
  await fails(
    program(stack, `${key()} resource("vault:VaultKey", "copy", { name: "backups" });`).preview(),
    /VaultKey "(backups|copy)" of this program has the same name "backups": declare it once/,
  );
});

test("a container is replaced only if the program says so twice", async () => {
  const [container] = account().split("const orders");
  const renamed = (args: string) =>
    container!.replace(
      /\{\s+connection: connection.id,([^]*?)\}\)/,
      `{ connection: connection.id, name: "other", ${args} $1 }, { replaceOnChanges: ["name"] })`,
    );
  expect(await program(stack, container!).up()).toMatchObject({ code: 0 });
  const hint = /replaceOnChanges: \["name"\] and the argument {2}resourceOptions: { replaceOnChanges: \["name"\] }/;
  await fails(program(stack, renamed("")).preview(), hint);
  const { code, text } = await program(stack, renamed('resourceOptions: { replaceOnChanges: ["name"] },')).preview();
  expect({ code, text: code === 0 ? "" : text }).toEqual({ code: 0, text: "" });
  expect(text).toMatch(/aws:AwsKms: \(replace\)/);
});

test.each([
  ['resource("vault:VaultKey", "backups", { sise: 256 });', /unknown argument of VaultKey; did you mean "size"\?/],
  [
    'resource("vault:VaultKey", "backups", { resourceOptions: { replaceOnChanges: "name" } });',
    /resourceOptions: .*array/,
  ],
  [
    'resource("aws:VaultKey", "backups", {});',
    /unknown resource type ciphertrust:aws:VaultKey; did you mean ciphertrust:vault:VaultKey\?/,
  ],
  ['resource("vault:VaultKeys", "backups", {});', /has no resource VaultKeys/],
])("%s is refused by name", (body, reason) => fails(program(stack, body).preview(), reason));

test("an explicit provider has its own settings, whose secrets are encrypted", async () => {
  const { CIPHERTRUST_ADDRESS, CIPHERTRUST_PASSWORD, CIPHERTRUST_USERNAME } = world.environment;
  stack.environment.CIPHERTRUST_ADDRESS = "https://127.0.0.1:1";
  stack.environment.CIPHERTRUST_PASSWORD = "wrong";
  const explicit = (settings: string) => `
    class Provider extends pulumi.ProviderResource {}
    const provider = new Provider("ciphertrust", "explicit", { ${settings} });
    resource("identity:Group", "operators", { description: "who operates" }, { provider });`;
  const settings = `address: "${CIPHERTRUST_ADDRESS}", username: "${CIPHERTRUST_USERNAME}", password: "${CIPHERTRUST_PASSWORD}"`;
  const { code, text } = await program(stack, explicit(settings)).up();
  expect({ code, text: code === 0 ? "" : text }).toEqual({ code: 0, text: "" });
  expect(stack.stored().text).not.toContain(CIPHERTRUST_PASSWORD);
  const changed = await program(stack, explicit(`${settings}, maxRetries: 2`)).preview();
  expect(changed.text).toMatch(/pulumi:providers:ciphertrust: \(update\)/);
  expect(changed.text).not.toMatch(/\(replace\)/);
  await fails(
    program(stack, explicit(`${settings}, adress: "x"`)).preview(),
    /adress is not a setting of this provider: did you mean address\?/,
  );
});

test("the stack's configuration is used; an unknown setting is a warning, and a misspelt one is refused", async () => {
  const { CIPHERTRUST_ADDRESS } = world.environment;
  stack.environment.CIPHERTRUST_ADDRESS = "https://127.0.0.1:1";
  await stack.config("ciphertrust:address", CIPHERTRUST_ADDRESS!);
  await stack.config("ciphertrust:colour", "blue");
  const { code, text } = await program(stack, key()).up();
  expect(code).toBe(0);
  expect(text).toMatch(/warning: colour is not a setting of this provider: its settings are /);
  await stack.config("ciphertrust:maxRetrie", "2");
  await fails(stack.preview(), /maxRetrie is not a setting of this provider: did you mean maxRetries\?/);
});

test("functions run in the plugin, and name what is missing", async () => {
  const ask = (args: string) => `
    exports.regions = pulumi.output(pulumi.runtime.invoke("ciphertrust:index:getAwsRegions", ${args})).items;`;
  const connection = account().split("const kms")[0]!;
  const { code, text } = await program(stack, connection + ask("{ connection: connection.id }")).up();
  expect({ code, text: code === 0 ? "" : text }).toEqual({ code: 0, text: "" });
  expect(stack.outputs().regions).toContain("eu-west-1");
  await fails(program(stack, ask("{}")).preview(), /is required \(connection\)/);
});
