import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { exampleWorld } from "../../tools/examples";
import { engineTimeout, items, Stack, startWorld, succeeds, type Run, type World } from "./harness";
import { otherVersions } from "./starts";
import type { Deployment } from "./stored";

/**
 * Pulumi and gRPC as later versions might have them: what this package takes from them without a
 * promise is different. Only comfort is lost then; docs/architecture.md lists what. Nothing that
 * protects a key is.
 */

jest.setTimeout(engineTimeout);

/**
 * gRPC finds its handlers by another method, and Pulumi's host reads the id of a delete in another
 * way.
 */
const changes = [
  { file: "grpc-js/build/src/server.js", from: "_retrieveHandler", to: "_findHandler" },
  {
    file: "cmd/dynamic-provider/index.js",
    from: "await provider.delete(req.getId(), props)",
    to: "await provider.delete(req.toObject().id, props)",
  },
];

let world: World;
let stack: Stack;
beforeEach(async () => {
  world = await startWorld({ world: exampleWorld });
  stack = await Stack.create({ ...world.environment, ...otherVersions(changes) });
});
afterEach(async () => {
  stack?.remove();
  await world?.close();
});

const account = (name = "prod") => `
  const prod = new ciphertrust.AwsConnection("prod", {
    accessKeyId: "AKIAIOSFODNN7EXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
  });
  const kms = new ciphertrust.AwsKms("prod", {
    name: "${name}", connection: prod.id, accountId: "123456789012", regions: ["eu-west-1"],
  }).id;`;
const source = (name: string, options = "{}") =>
  `const source = new ciphertrust.VaultKey("${name}", { algorithm: "aes", size: 256, onDestroy: "destroy" }, ${options});`;
const copy = (name = "copy", more = "", options = "{}") => `
  new ciphertrust.AwsUploadedKey("${name}", {
    kms, region: "eu-west-1", alias: ["copy"], sourceKeyIdentifier: source.id, ${more}
  }, ${options});`;

const key = (name: string, more = "", options = "{}") =>
  `new ciphertrust.VaultKey("${name}", { name: "orders", algorithm: "aes", size: 256, onDestroy: "destroy", ${more} }, ${options});`;
const vaultKeys = async () => items(await world.api("GET", "/vault/keys2")).map(({ id, name }) => [id, name]);
const cloudKeys = async () =>
  items(await world.api("GET", "/cckm/aws/keys")).map(({ id, aws_param: at }) => [
    id,
    (at as { KeyState: string }).KeyState,
  ]);
const all = async () => [await vaultKeys(), await cloudKeys()];

async function refused(work: Promise<Run>, why: RegExp): Promise<void> {
  const { code, text } = await work;
  expect(text).toMatch(why);
  expect(code).not.toBe(0);
}

test("neither a key whose source is another one nor a container with another name is replaced", async () => {
  await succeeds(stack.program(account() + source("source") + copy()).up());
  const before = await all();
  const another = /replacing AwsUploadedKey "copy" was refused: sourceKeyIdentifier refers to another object/;
  await refused(stack.program(account() + source("renamed") + copy()).preview(), another);
  await refused(stack.up(), another);
  const container = /replacing AwsKms "prod" was refused: a change of name forces replacement/;
  await succeeds(stack.program(account() + source("source") + copy()).up());
  await refused(stack.program(account("production") + source("source") + copy()).up(), container);
  expect((await all())[1]).toEqual(before[1]);
  expect((await vaultKeys()).length).toBe(before[0]!.length);
});

test("comfort is lost: a preview hides changed secrets, custom timeouts have no effect, and Ctrl-C ends no wait", async () => {
  const user = (password: string) => `
    new ciphertrust.User("u", { username: "u", password: pulumi.secret("${password}"), email: "u@example.com" });`;
  await succeeds(stack.program(user("Quick-Start-1")).up());
  expect((await stack.program(user("Quick-Start-2")).preview()).text).not.toMatch(/~ password/);
  expect(await succeeds(stack.up())).toContain("1 updated");
  const waiting = `${user("Quick-Start-2")}
    new ciphertrust.AwsConnection("prod", {
      accessKeyId: "AKIAIOSFODNN7EXAMPLE", secretAccessKey: "wrong", readyTimeoutSeconds: 4,
    }, { customTimeouts: { create: "1h" } });`;
  let isInterrupted = false;
  stack.watch = (said, interrupt) => {
    if (isInterrupted || !/AwsConnection prod creating/.test(said)) return;
    isInterrupted = true;
    interrupt();
  };
  const { code, text } = await stack.program(waiting).up();
  expect(isInterrupted).toBe(true);
  expect(text).toMatch(/AwsConnection "prod" is failed, not ready/);
  expect(text).not.toContain("interrupted while waiting");
  expect(code).not.toBe(0);
});

test("of a renamed key, and of a replaced one, the right object ends", async () => {
  await succeeds(stack.program(key("one") + key("other", 'name: "other",')).up());
  const [[first]] = (await vaultKeys()).filter(([, name]) => name === "orders") as [[string]];
  await succeeds(
    stack
      .program(key("renamed", "", '{ aliases: [{ name: "one" }] }') + key("other", 'name: "other",'))
      .up("--expect-no-changes"),
  );
  const replaced = key("renamed", "size: 128,", '{ replaceOnChanges: ["size"] }');
  expect(await succeeds(stack.program(replaced + key("other", 'name: "other",')).up())).toContain("1 replaced");
  const after = await vaultKeys();
  expect(after.map(([, name]) => name).sort()).toEqual(["orders", "other"]);
  expect(after.map(([id]) => id)).not.toContain(first);
  await succeeds(stack.program(key("other", 'name: "other",')).up());
  expect((await vaultKeys()).map(([, name]) => name)).toEqual(["other"]);
});

test("a stack of an earlier version, which has recorded no URNs, is refreshed, updated and destroyed", async () => {
  await succeeds(stack.program(key("one") + key("other", 'name: "other",')).up());
  const { deployment, ...rest } = JSON.parse((await stack.export()).text) as { deployment: Deployment };
  for (const { inputs, outputs } of deployment.resources) for (const bag of [inputs, outputs]) delete bag?.__urn;
  const file = join(stack.folder, "earlier.json");
  writeFileSync(file, JSON.stringify({ ...rest, deployment }));
  await succeeds(stack.pulumi("stack", "import", "--file", file));
  expect(stack.resource("one")!.outputs).not.toHaveProperty("__urn");
  await succeeds(stack.drift());
  await succeeds(stack.refresh());
  await succeeds(stack.program(key("one") + key("other", 'name: "other",')).up("--expect-no-changes"));
  await succeeds(stack.program(key("other", 'name: "other", description: "changed",')).up());
  expect((await vaultKeys()).map(([, name]) => name)).toEqual(["other"]);
  stack.environment.CIPHERTRUST_STACK = "test/test";
  await succeeds(stack.destroy());
  expect(await vaultKeys()).toEqual([]);
});

/**
 * The host's modules have other names: nothing is overheard, and Pulumi's host is not even
 * recognized.
 */
const renamed = {
  file: "cmd/dynamic-provider/index.js",
  from: "const providerCache = {};",
  to: `const providerCache = {};
    for (const file of Object.keys(require.cache).filter((one) => /@pulumi|@grpc/.test(one))) {
      require.cache[file + "x"] = require.cache[file];
      delete require.cache[file];
    }`,
};

test.each([
  ["overheard in another way", changes],
  ["loaded from other files", [renamed]],
])("%s, a destroy does not know its stack: it refuses what has a mark, and says what to do", async (_how, other) => {
  Object.assign(stack.environment, otherVersions(other));
  await succeeds(stack.program(key("one")).up());
  const before = await vaultKeys();
  await refused(
    stack.destroy(),
    /deleting VaultKey "orders" was refused: .* nothing tells this run which stack it is for.* CIPHERTRUST_STACK to organization\/test\/test /,
  );
  stack.environment.CIPHERTRUST_STACK = "organization/test/copy";
  await refused(stack.destroy(), /was refused: .* two stacks must not manage one object/);
  expect(await vaultKeys()).toEqual(before);
  stack.environment.CIPHERTRUST_STACK = "organization/test/test";
  await succeeds(stack.destroy());
  expect(await vaultKeys()).toEqual([]);
});
