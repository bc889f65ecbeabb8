import { exampleWorld } from "../../tools/examples";
import { engineTimeout, items, Stack, startWorld, succeeds, type Run, type World } from "./harness";
import { otherVersions, type Change } from "./starts";

/**
 * Each private part of docs/architecture.md that `privateParts.test.ts` leaves as it is, broken in
 * turn, in what Pulumi has installed. First a stack is made with all parts as they are. Then one is
 * broken: no object ends that should not.
 */

jest.setTimeout(engineTimeout);

const hostFile = "cmd/dynamic-provider/index.js";
const inHost = (from: string, to: string): Change => ({ file: hostFile, from, to });
/** Runs in Pulumi's host for dynamic providers, once that has loaded its modules. */
const before = (code: string): Change => inHost("const providerCache = {};", `const providerCache = {}; ${code}`);

let world: World;
let stack: Stack;
beforeEach(async () => {
  world = await startWorld({ world: exampleWorld });
  stack = await Stack.create({ ...world.environment, ...otherVersions() });
});
afterEach(async () => {
  stack?.remove();
  await world?.close();
});

const broken = (...changes: Change[]) => void Object.assign(stack.environment, otherVersions(changes));
const whole = () => broken();

const key = (name: string, more = "", options = "{}") =>
  `new ciphertrust.VaultKey("${name}", { name: "orders", algorithm: "aes", size: 256, onDestroy: "destroy", ${more} }, ${options});`;
const vaultKeys = async () => items(await world.api("GET", "/vault/keys2")).map(({ id }) => id);
const connections = async () => items(await world.api("GET", "/connectionmgmt/services/aws/connections"));

async function refused(work: Promise<Run>, why: RegExp): Promise<string> {
  const { code, text } = await work;
  expect(text).toMatch(why);
  expect(code).not.toBe(0);
  return text;
}

/**
 * Neither an update nor a destroy gets anywhere, and once the part is as before, nothing has
 * changed.
 */
async function nothingHappens(why: RegExp): Promise<void> {
  const keys = await vaultKeys();
  await refused(stack.program(key("k", 'description: "changed",')).up(), why);
  await refused(stack.destroy(), why);
  expect(await vaultKeys()).toEqual(keys);
  whole();
  await succeeds(stack.program(key("k")).up("--expect-no-changes"));
}

test("a host that looks for the code of a resource elsewhere runs none of it", async () => {
  await succeeds(stack.program(key("k")).up());
  broken(inHost('const providerKey = "__provider";', 'const providerKey = "__code";'));
  await nothingHappens(/error/);
});

test("a backend that the provider does not find: what was made in the other one is neither changed nor destroyed", async () => {
  await succeeds(stack.program(key("k")).up());
  broken(before("delete process.env.PULUMI_BACKEND_URL;"));
  await nothingHappens(
    /was refused: .* a stack of the same name in another backend, and two stacks must not manage one/,
  );
});

test("an object that a failed create leaves, and which the host does not record, is found by its mark", async () => {
  const account = (secret: string) => `
    const trial = new ciphertrust.TrialLicense("trial");
    new ciphertrust.AwsConnection("prod", {
      accessKeyId: "AKIAIOSFODNN7EXAMPLE", secretAccessKey: "${secret}", readyTimeoutSeconds: 1,
    }, { dependsOn: trial });`;
  broken(inHost("if (e.id) {", "if (e.identity) {"));
  await refused(stack.program(account("wrong")).up(), /AwsConnection "prod" is failed, not ready/);
  const made = await connections();
  expect([made.length, stack.resource("prod")]).toEqual([1, undefined]);
  await succeeds(stack.program(account("wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY")).up());
  expect((await connections()).map(({ id }) => id)).toEqual(made.map(({ id }) => id));
});

test("processes that are not told their engine still know what the others have", async () => {
  await succeeds(stack.program(key("k")).up());
  const keys = await vaultKeys();
  const moved = `
    const provider = new ciphertrust.Provider("p", { address: "${world.emulator.address.replace("127.0.0.1", "localhost")}" });
    ${key("moved", `adopt: "${String(keys[0])}",`, "{ provider }")}`;
  broken(inHost("main(process.argv.slice(2));", "main(process.argv.splice(2));"));
  expect(await succeeds(stack.program(moved).up())).toMatch(/goes on as a resource of another provider/);
  expect(await vaultKeys()).toEqual(keys);
});

test("with other classes for its responses, the host only does not show which inputs differ", async () => {
  const secret = (value: string) =>
    stack.program(`
    new ciphertrust.User("u", { username: "u", password: pulumi.secret("${value}"), email: "u@example.com" });`);
  await succeeds(secret("Quick-Start-1").up());
  expect((await secret("Quick-Start-2").preview()).text).toMatch(/~ password *: \[secret\] => \[secret\]/);
  const file = "proto/provider_pb.js";
  broken(
    { file, from: "PropertyDiff.prototype.setKind", to: "PropertyDiff.prototype.setSort" },
    { file, from: "DiffResponse.prototype.setDiffsList", to: "DiffResponse.prototype.setPropertiesList" },
  );
  expect((await secret("Quick-Start-2").preview()).text).not.toMatch(/~ password/);
  expect(await succeeds(secret("Quick-Start-2").up())).toContain("1 updated");
});

test("without the inputs and timeouts of requests, drift is seen, and custom timeouts have no effect", async () => {
  const file = "proto/provider_pb.js";
  broken(
    { file, from: "ReadRequest.prototype.getInputs", to: "ReadRequest.prototype.getValues" },
    { file, from: "DiffRequest.prototype.getOldInputs", to: "DiffRequest.prototype.getOldValues" },
    { file, from: "CreateRequest.prototype.getTimeout", to: "CreateRequest.prototype.getPatience" },
  );
  const group = (description: string) =>
    stack.program(`new ciphertrust.Group("g", { description: "${description}" });`);
  await succeeds(group("one").up());
  await world.api("PATCH", "/usermgmt/groups/g", { description: "by hand" });
  expect((await stack.drift()).code).not.toBe(0);
  expect(await succeeds(group("two").up())).toContain("1 updated");
  const account = `
    const trial = new ciphertrust.TrialLicense("trial");
    new ciphertrust.AwsConnection("prod", {
      accessKeyId: "AKIAIOSFODNN7EXAMPLE", secretAccessKey: "wrong", readyTimeoutSeconds: 1,
    }, { dependsOn: trial, customTimeouts: { create: "1h" } });`;
  await refused(stack.program(account).up(), /AwsConnection "prod" is failed, not ready/);
});

test("a program that does not tell which resource it declares replaces neither a key nor a container", async () => {
  const program = (size: number, name: string) => `
    const trial = new ciphertrust.TrialLicense("trial");
    const connection = new ciphertrust.AwsConnection("prod", {
      accessKeyId: "AKIAIOSFODNN7EXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    }, { dependsOn: trial }).id;
    new ciphertrust.AwsKms("prod", { name: "${name}", connection, accountId: "123456789012", regions: ["eu-west-1"] });
    ${key("k", `size: ${size},`)}`;
  await succeeds(stack.program(program(256, "prod")).up());
  const keys = await vaultKeys();
  broken({
    file: "sdk/resource.js",
    from: "properties[hiddenKeys_1.urnKey] = urnOf(type, name, opts.parent);",
    to: ";",
  });
  await refused(stack.program(program(128, "prod")).up("--refresh"), /replacing VaultKey "orders" was refused/);
  await refused(stack.program(program(256, "production")).up(), /replacing AwsKms "prod" was refused/);
  expect(await vaultKeys()).toEqual(keys);
  whole();
  await succeeds(stack.program(program(256, "prod")).up());
  expect(await vaultKeys()).toEqual(keys);
});

test("a host that writes errors in another way only shows them twice", async () => {
  const reason = "nothing tells this run which stack it is for";
  await succeeds(stack.program(key("k")).up());
  const hidesIds = inHost(
    "await provider.delete(req.getId(), props)",
    "await provider.delete(req.toObject().id, props)",
  );
  const told = async () => (await refused(stack.destroy(), /was refused/)).split(reason).length - 1;
  broken(hidesIds);
  const once = await told();
  const print = "console.error(`${e}: ${e.stack}`);";
  broken(hidesIds, inHost(print, "process.stderr.write(`${e}: ${e.stack}\\n`);"));
  expect(await told()).toBeGreaterThan(once);
});

test("without what is taken from the SDK, a program registers the same resources, and accepts unknown settings", async () => {
  await succeeds(stack.program(key("k")).up());
  await succeeds(stack.pulumi("config", "set", "ciphertrust:adress", "https://127.0.0.1:1"));
  await refused(stack.preview(), /ciphertrust:adress in the stack's configuration is not a setting of this provider/);
  broken(
    {
      file: "@pulumi/pulumi/runtime/index.js",
      from: '__export(require("./settings"));',
      to: '__export({ ...require("./settings"), getMonitor: undefined });',
    },
    {
      file: "@pulumi/pulumi/runtime/index.js",
      from: '__export(require("./config"));',
      to: '__export({ ...require("./config"), allConfig: undefined });',
    },
    { file: "@pulumi/pulumi/resource.js", from: "Resource.stackTrace(4)", to: "Resource.stackTrace(5)" },
  );
  await succeeds(stack.up("--expect-no-changes"));
  await succeeds(stack.pulumi("config", "rm", "ciphertrust:adress"));
  // Where V8 has no hook, or does not let it be set.
  broken({
    file: "@pulumi/pulumi/resource.js",
    from: '"use strict";',
    to: '"use strict"; Object.defineProperty(Error, "prepareStackTrace", { get: () => undefined, set: () => undefined });',
  });
  await succeeds(stack.up("--expect-no-changes"));
});

test("unknown values that are written in another way: the preview may refuse, and the update goes as usual", async () => {
  const differently = (bag: string): Change =>
    inHost(
      `const news = req.${bag}().toJavaScript();`,
      `const news = JSON.parse(JSON.stringify(req.${bag}().toJavaScript()).replaceAll(rpc.unknownValue, "another"));`,
    );
  broken(differently("getNews"));
  const program = `
    const source = new ciphertrust.VaultKey("source", { algorithm: "aes", size: 256, onDestroy: "destroy" });
    new ciphertrust.Group("g", { description: source.uuid });`;
  await stack.program(program).preview();
  await succeeds(stack.up("--skip-preview"));
  expect(await vaultKeys()).toHaveLength(1);
});
