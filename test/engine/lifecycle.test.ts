import { eachTest } from "./eachTest";
import { engineTimeout, items, type Stack, type World } from "./harness";

/** Update, replacement, explicit providers: behavior that requires the real engine. */

jest.setTimeout(engineTimeout);

let world: World;
let stack: Stack;
eachTest((made) => ({ world, stack } = made));

const key = (args: string, options = "{}") =>
  `new ciphertrust.VaultKey("backups", { onDestroy: "destroy", ${args} }, ${options});`;

test("an update is done in place, a replacement under the same name deletes first", async () => {
  expect(await stack.program(key('size: 256, labels: { a: "1" }')).up()).toMatchObject({ code: 0 });
  const first = stack.resource("backups");
  const update = await stack.program(key('size: 256, labels: { a: "2" }')).preview();
  expect(update.text).toMatch(/VaultKey: \(update\)/);
  expect(await stack.up()).toMatchObject({ code: 0 });
  expect(stack.resource("backups")?.id).toBe(first?.id);

  const replacement = await stack
    .program(key('size: 128, labels: { a: "2" }', '{ replaceOnChanges: ["size"] }'))
    .preview();
  expect(replacement.text).toMatch(/VaultKey: \(replace\)/);
  expect(await stack.up()).toMatchObject({ code: 0 });
  expect(stack.resource("backups")?.id).not.toBe(first?.id);
  const held = items(await world.api("GET", "/vault/keys2/?name=backups"));
  expect(held.map(({ size }) => size)).toEqual([128]);
  expect(await stack.destroy()).toMatchObject({ code: 0 });
  expect(items(await world.api("GET", "/vault/keys2/"))).toEqual([]);
});

test("a removed argument goes back to its default; ignoreChanges keeps a drifted one", async () => {
  expect(await stack.program(key('description: "one", labels: { a: "1" }')).up()).toMatchObject({ code: 0 });
  expect(await stack.program(key("")).up()).toMatchObject({ code: 0 });
  const [held] = items(await world.api("GET", "/vault/keys2/?name=backups"));
  expect(held?.description ?? "").toBe("");
  expect(held?.labels ?? {}).toEqual({});
  await world.api("PATCH", `/vault/keys2/${String(held?.id)}`, { description: "theirs" });
  const ignoring = 'new ciphertrust.VaultKey("backups", { onDestroy: "destroy" }, { ignoreChanges: ["description"] });';
  expect(await stack.program(ignoring).drift()).toMatchObject({ code: 0 });
});

test("an explicit provider: its own configuration, its own session, no credentials from the environment in the state", async () => {
  const { CIPHERTRUST_ADDRESS, CIPHERTRUST_PASSWORD, ...rest } = world.environment;
  stack.environment.CIPHERTRUST_ADDRESS = "https://127.0.0.1:1";
  await stack.config("ciphertrust:password", CIPHERTRUST_PASSWORD!, "--secret");
  const program = `
    const provider = new ciphertrust.Provider("emulator", { address: "${CIPHERTRUST_ADDRESS}", requestTimeoutSeconds: 30 });
    new ciphertrust.Group("operators", { description: "who operates" }, { provider });`;
  expect(await stack.program(program).up()).toMatchObject({ code: 0 });
  expect(await stack.drift()).toMatchObject({ code: 0 });
  const { text, resources } = stack.stored();
  expect(text).not.toContain(CIPHERTRUST_PASSWORD);
  expect(text).not.toContain(rest.CIPHERTRUST_CA_CERT);
  const provider = resources.find(({ type }) => type === "pulumi:providers:pulumi-nodejs");
  expect(JSON.stringify(provider?.inputs)).toContain("ciphertrust:address");
  expect(await stack.destroy()).toMatchObject({ code: 0 });
});

test("a child domain, through a provider that logs in to it", async () => {
  const program = `
    const boss = new ciphertrust.User("boss", { password: "Quick-Start-1" });
    const tenant = new ciphertrust.Domain("tenant", { admins: [boss.userId], onDestroy: "destroy" });
    const provider = new ciphertrust.Provider("tenant", { username: "boss", password: "Quick-Start-1", domain: tenant.name });
    const key = new ciphertrust.VaultKey("inside", { onDestroy: "destroy" }, { provider });
    exports.state = key.state;`;
  expect(await stack.program(program).up()).toMatchObject({ code: 0 });
  expect(stack.outputs()).toEqual({ state: "Active" });
  expect(items(await world.api("GET", "/vault/keys2/"))).toEqual([]);
  expect(stack.stored().text).not.toContain("Quick-Start-1");
  expect(await stack.drift()).toMatchObject({ code: 0 });
  expect(await stack.destroy()).toMatchObject({ code: 0 });
});

test("partially created objects can still be refreshed and destroyed", async () => {
  const program = `new ciphertrust.AwsConnection("prod", { accessKeyId: "AKIAIOSFODNN7EXAMPLE", secretAccessKey: "wrong", readyTimeoutSeconds: 1 });`;
  expect((await stack.program(program).up()).code).not.toBe(0);
  expect(await stack.refresh()).toMatchObject({ code: 0 });
  expect(await stack.destroy()).toMatchObject({ code: 0 });
  expect((await world.api("GET", "/connectionmgmt/connections")).total).toBe(0);
});

test("get requires an existing object; an object deleted later is removed from the state by a refresh", async () => {
  const { id } = await world.api("POST", "/vault/keys2/", { name: "theirs", algorithm: "AES", size: 256 });
  const getting = `exports.state = ciphertrust.VaultKey.get("theirs", "${String(id)}").state;`;
  expect(await stack.program(getting).up()).toMatchObject({ code: 0 });
  expect(stack.outputs()).toEqual({ state: "Active" });

  await world.api("DELETE", `/vault/keys2/${String(id)}`);
  expect(await stack.refresh()).toMatchObject({ code: 0 });
  expect(stack.resource("theirs")).toBeUndefined();
  const missing = await stack.up();
  expect(missing.code).not.toBe(0);
  expect(missing.text).toContain(`reading VaultKey "${String(id)}" failed: the service has no VaultKey with this id.`);
  expect(missing.text).not.toMatch(/\.: *$/m);
  expect(stack.resource("theirs")).toBeUndefined();
});
