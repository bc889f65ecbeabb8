import { delimiter, join } from "node:path";
import { ensureEngine } from "../../../tools/engine";
import { engineTimeout, items, type Stack, type World } from "../harness";
import { account, aws, pluginStack, program, startLicensedWorld } from "./support";
import { needsOldestEngine } from "../extras";

/** Existing objects: imported by the option and by the command, looked up, and taken over. */

jest.setTimeout(engineTimeout);
needsOldestEngine();

let world: World;
let stack: Stack;
let id: string;
beforeAll(async () => {
  world = await startLicensedWorld();
});
beforeEach(async () => {
  stack = await pluginStack(world);
  const made = await world.api("POST", "/vault/keys2/", {
    name: "theirs",
    algorithm: "aes",
    size: 256,
    labels: { a: "1" },
  });
  id = String(made.id);
});
afterEach(async () => {
  stack?.remove();
  await world.control("POST", "/reset");
});
afterAll(() => world?.close());

const importing = ["--yes", "--skip-preview", "--protect=false", "--generate-code=false"];

const key = (args: string, opts: string) => `
  const key = resource("vault:VaultKey", "theirs", { ${args} }, { outputs: ["state", "size"], ${opts} });
  exports.state = key.state; exports.size = key.size;`;

test("the option import takes an object over, and shows no changes afterwards", async () => {
  const imported = program(stack, key('size: 256, labels: { a: "1" }, onDestroy: "destroy"', `import: "${id}"`));
  const { code, text } = await imported.up();
  expect({ code, text: code === 0 ? "" : text }).toEqual({ code: 0, text: "" });
  expect(stack.resource("theirs")?.id).toBe(id);
  expect(stack.outputs()).toEqual({ state: "Active", size: 256 });
  // The service that has it is on record: on another one the object would not count as deleted.
  expect(stack.resource("theirs")?.outputs.__service).toEqual(expect.any(String));
  program(stack, key('size: 256, labels: { a: "1" }, onDestroy: "destroy"', ""));
  expect(await stack.drift()).toMatchObject({ code: 0 });
  expect(items(await world.api("GET", "/vault/keys2/"))).toHaveLength(1);
});

test("an import with other arguments updates in place, and never replaces", async () => {
  const refused = await program(stack, key("size: 128", `import: "${id}"`)).up();
  expect(refused.code).not.toBe(0);
  expect(refused.text).toMatch(/importing VaultKey "theirs" was refused: the existing object differs in size/);
  const again = await program(stack, key("size: 128", `import: "${id}"`)).up();
  expect(again).toEqual({ code: 1, text: expect.stringMatching(/size, which cannot be changed/) as string });
  const { code, text } = await program(stack, key('labels: { a: "2" }', `import: "${id}"`)).up();
  expect({ code, text: code === 0 ? "" : text }).toEqual({ code: 0, text: "" });
  expect(items(await world.api("GET", "/vault/keys2/"))).toMatchObject([{ id, size: 256, labels: { a: "2" } }]);
});

test("an import that would take something away is refused", async () => {
  const lossy = await program(stack, key('labels: { b: "1" }', `import: "${id}"`)).up();
  expect(lossy.code).not.toBe(0);
  expect(lossy.text).toMatch(/importing VaultKey "theirs" was refused: labels also holds "a", which the program/);
  expect(items(await world.api("GET", "/vault/keys2/"))).toMatchObject([{ id, labels: { a: "1" } }]);
});

test("an import of what does not exist is refused by name", async () => {
  const { code, text } = await program(stack, key("size: 256", 'import: "no-such-key"')).up();
  expect(code).not.toBe(0);
  expect(text).toMatch(/reading VaultKey "no-such-key" failed: the service has no VaultKey with this id/);
});

test("the command import writes the state, from which nothing differs", async () => {
  const file = join(stack.folder, "code.txt");
  const { code, text } = await stack.pulumi(
    "import",
    ...importing,
    "--out",
    file,
    "--",
    "ciphertrust:vault:VaultKey",
    "theirs",
    id,
  );
  expect({ code, text: code === 0 ? "" : text }).toEqual({ code: 0, text: "" });
  expect(stack.resource("theirs")).toMatchObject({ id, inputs: { name: "theirs", labels: { a: "1" } } });
  program(stack, key('name: "theirs", size: 256, labels: { a: "1" }', ""));
  expect(await stack.drift()).toMatchObject({ code: 0 });
});

test("an import by its name records its id: a resource that had it leaves it there", async () => {
  const had = `resource("vault:VaultKey", "had", { name: "theirs", size: 256, labels: { a: "1" }, onDestroy: "destroy" }, { import: "${id}" });`;
  await stack.program("").up();
  expect(await program(stack, had).up()).toMatchObject({ code: 0 });
  const named = key('name: "theirs", size: 256, labels: { a: "1" }, onDestroy: "destroy"', 'import: "theirs"');
  const { code, text } = await program(stack, named).up();
  expect({ code, text }).toEqual({ code: 0, text: expect.stringContaining('goes on as VaultKey "theirs"') });
  expect(stack.resource("theirs")?.id).toBe(id);
  expect(items(await world.api("GET", "/vault/keys2/"))).toMatchObject([{ id, state: "Active" }]);
  // The option stays in the program.
  expect(await stack.preview("--expect-no-changes")).toMatchObject({ code: 0 });
});

test("an engine that would replace what is imported by its name is refused, with the id", async () => {
  const { binDir } = await ensureEngine({ age: "oldest" });
  await stack.program("").up();
  const theirs = key('name: "theirs", size: 256, labels: { a: "1" }, onDestroy: "destroy"', 'import: "theirs"');
  stack.environment.PATH = [binDir, process.env.PATH].join(delimiter);
  const { code, text } = await program(stack, theirs).up();
  delete stack.environment.PATH;
  expect(code).not.toBe(0);
  expect(text).toContain(`importing "theirs" by its name needs Pulumi 3.252.0 or later: import it by its id, "${id}".`);
  expect(stack.resource("theirs")).toBeUndefined();
});

test("a key imported by the command is destroyed as one that its type's defaults describe", async () => {
  await stack.program("").up();
  expect(await program(stack, account()).up()).toMatchObject({ code: 0 });
  const made = stack.resource("orders")!.id!;
  await stack.pulumi("state", "delete", "--yes", stack.resource("orders")!.urn);
  expect(await stack.pulumi("import", ...importing, "ciphertrust:aws:AwsKey", "orders", made)).toMatchObject({
    code: 0,
  });
  const target = ["--target", stack.resource("orders")!.urn];
  const { code, text } = await stack.destroy(...target);
  expect({ code, text: code === 0 ? "" : text }).toEqual({ code: 0, text: "" });
  expect(await world.api("GET", `/cckm/aws/keys/${made}`)).toMatchObject({
    aws_param: { KeyState: "PendingDeletion" },
  });
  expect(await stack.destroy()).toMatchObject({ code: 0 });
});

test("what no response shows of an imported object is as the program says, and replaces nothing", async () => {
  const both = `${account()}
    const source = resource("vault:VaultKey", "source", { size: 256 });
    resource("aws:AwsUploadedKey", "uploaded", { kms: kms.id, region: "eu-west-1", sourceKeyTier: "local", sourceKeyIdentifier: source.id });
    resource("clients:LocalCa", "ca", { cn: "ca.example.com" });`;
  await stack.program("").up();
  expect(await program(stack, both).up()).toMatchObject({ code: 0 });
  for (const [type, name] of [
    ["aws:AwsUploadedKey", "uploaded"],
    ["clients:LocalCa", "ca"],
  ]) {
    const { id: made, urn } = stack.resource(name!)!;
    await stack.pulumi("state", "delete", "--yes", urn);
    const { code, text } = await stack.pulumi("import", ...importing, `ciphertrust:${type}`, name!, String(made));
    expect({ code, text }).toMatchObject({ code: 0 });
  }
  expect(await program(stack, both).drift()).toMatchObject({ code: 0 });
  // Once an update has recorded it, a change of it is one.
  const tagged = both.replace("sourceKeyTier", 'tags: { a: "1" }, sourceKeyTier');
  expect(await program(stack, tagged).up()).toMatchObject({ code: 0 });
  const changed = tagged.replace("sourceKeyIdentifier: source.id", 'sourceKeyIdentifier: "another"');
  expect((await program(stack, changed).preview()).text).toMatch(/replacing AwsUploadedKey .* was refused/);
  expect(await program(stack, tagged).destroy()).toMatchObject({ code: 0 });
});

test("a key is not imported as one of another type", async () => {
  await stack.program("").up();
  expect(await program(stack, account()).up()).toMatchObject({ code: 0 });
  const made = String(stack.resource("orders")!.id);
  for (const type of ["AwsUploadedKey", "AwsXksKey"]) {
    const { code, text } = await stack.pulumi("import", ...importing, `ciphertrust:aws:${type}`, "wrong", made);
    expect(text).toMatch(new RegExp(`importing ${type} .* was refused: it is not an? ${type}`));
    expect(code).not.toBe(0);
  }
  expect(stack.resource("wrong")).toBeUndefined();
  expect(await stack.destroy()).toMatchObject({ code: 0 });
});

test("an object is looked up by its id, without being managed", async () => {
  const { code, text } = await program(stack, key("", `id: "${id}"`)).up();
  expect({ code, text: code === 0 ? "" : text }).toEqual({ code: 0, text: "" });
  expect(stack.outputs()).toEqual({ state: "Active", size: 256 });
  expect(await stack.destroy()).toMatchObject({ code: 0 });
  expect(items(await world.api("GET", "/vault/keys2/"))).toHaveLength(1);
});

test("adopt finds an object by its name", async () => {
  const { code, text } = await program(stack, key('adopt: true, size: 256, labels: { a: "2" }', "")).up();
  expect({ code, text: code === 0 ? "" : text }).toEqual({ code: 0, text: "" });
  expect(stack.resource("theirs")?.id).toBe(id);
});

test("an imported connection gets the write-only values of the program", async () => {
  const { accessKeyId, secretAccessKey } = aws;
  const body = { name: "prod", access_key_id: accessKeyId, secret_access_key: secretAccessKey, products: ["cckm"] };
  const made = await world.api("POST", "/connectionmgmt/services/aws/connections", body);
  const connection = `resource("aws:AwsConnection", "prod", {
    accessKeyId: "${accessKeyId}", secretAccessKey: "${secretAccessKey}" }, { import: "${String(made.id)}" });`;
  const { code, text } = await program(stack, connection).up();
  expect({ code, text: code === 0 ? "" : text }).toEqual({ code: 0, text: "" });
  expect(stack.resource("prod")).toMatchObject({ id: made.id, outputs: { state: "ready" } });
  expect(stack.stored().text).not.toContain(secretAccessKey);
  expect(await program(stack, connection.replace(/import: "[^"]*"/, "")).drift()).toMatchObject({ code: 0 });
});
