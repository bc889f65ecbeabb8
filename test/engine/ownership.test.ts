import { eachTest } from "./eachTest";
import { engineTimeout, items, type Stack, succeeds, type World } from "./harness";

/**
 * Two resources, or two entries of one, that lead to the same object: none of them deletes what
 * another one goes on with.
 */

jest.setTimeout(engineTimeout);

let world: World;
let stack: Stack;
eachTest((made) => ({ world, stack } = made));

const key = (name = "k", more = "", options = "{}") =>
  `const ${name} = new ciphertrust.VaultKey("${name}", { name: "backups", algorithm: "aes", size: 256, ${more} }, ${options});`;
const mortal = 'onDestroy: "destroy",';
const keys = async () => items(await world.api("GET", "/vault/keys2")).map(({ id }) => id);

async function fails(work: Promise<{ code: number; text: string }>, message: RegExp): Promise<void> {
  const { code, text } = await work;
  expect(text).toMatch(message);
  expect(code).not.toBe(0);
}

test("a key that went on as its own replacement survives the update after one that failed", async () => {
  await succeeds(stack.program(key("k", mortal)).up());
  const before = await keys();
  await succeeds(stack.pulumi("state", "taint", stack.resource("k")!.urn, "--yes"));
  const other = 'new ciphertrust.ApiObject("bad", { path: "/nothing/here" }, { dependsOn: k });';
  await fails(stack.program(key("k", mortal) + other).up(), /404/);
  // The state has it twice now, once to be deleted.
  expect(stack.stored().resources.filter(({ id }) => id === before[0])).toHaveLength(2);
  expect(await succeeds(stack.program(key("k", mortal)).up())).toContain("nothing was deleted in the service");
  expect(await keys()).toEqual(before);
  await succeeds(stack.drift());
  await succeeds(stack.destroy());
  expect(await keys()).toEqual([]);
});

test("a key that another type describes from now on is not deleted", async () => {
  const body = '{ path: "/vault/keys2", body: { name: "backups", algorithm: "aes", size: 256 } }';
  const general = `new ciphertrust.ApiObject("general", ${body});`;
  await succeeds(stack.program(general).up());
  const before = await keys();
  await fails(stack.program(general + key("k", "adopt: true,")).up(), /already manages it|manage the same object/);
  expect(await succeeds(stack.program(key("k", "adopt: true,")).up())).toMatch(/goes on as VaultKey "k"/);
  expect(await keys()).toEqual(before);
});

test("a cloud's key that another type describes from now on is not deleted", async () => {
  const account = `const trial = new ciphertrust.TrialLicense("trial");
    const prod = new ciphertrust.AwsConnection("prod", {
      accessKeyId: "AKIAIOSFODNN7EXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    });
    const args = { connection: prod.id, accountId: "123456789012", regions: ["eu-west-1"] };
    const kms = new ciphertrust.AwsKms("prod", args, { dependsOn: trial });
    const of = { kms: kms.id, region: "eu-west-1", alias: ["orders"] };
    const source = new ciphertrust.VaultKey("source", { algorithm: "aes", size: 256 });`;
  const uploaded = 'new ciphertrust.AwsUploadedKey("orders", { ...of, sourceKeyIdentifier: source.id });';
  await succeeds(stack.program(account + uploaded).up());
  const held = async () =>
    items(await world.api("GET", "/cckm/aws/keys")).map(({ id, aws_param: at }) => [
      id,
      (at as Record<string, unknown>).KeyState,
      (at as Record<string, unknown>).Alias,
    ]);
  const before = await held();
  const external = 'new ciphertrust.AwsKey("orders", { ...of, origin: "EXTERNAL", adopt: true });';
  expect(await succeeds(stack.program(account + external).up())).toMatch(/goes on as AwsKey "orders"/);
  expect(await held()).toEqual(before);
  expect(before).toEqual([[expect.any(String), "Enabled", ["alias/orders"]]]);
});

test.each([
  ["that was to adopt it", 'size: 128, adopt: "<id>",'],
  ["of the same name", ""],
])("--continue-on-error does not delete a key when the resource %s has failed", async (_which, more) => {
  await succeeds(stack.program(key("k", mortal)).up());
  const before = await keys();
  const renamed = key("renamed", mortal + more.replace("<id>", String(before[0])));
  await fails(
    stack.program(renamed).up("--continue-on-error"),
    /deleting VaultKey "backups" was refused: VaultKey "renamed" of this program wants this object/,
  );
  expect(await keys()).toEqual(before);
  expect(stack.resource("k")).toBeDefined();
  await succeeds(stack.program(key("renamed", mortal, '{ aliases: [{ name: "k" }] }')).up("--expect-no-changes"));
});

test.each([
  ["address", () => `address: "${world.emulator.address.replace("127.0.0.1", "localhost")}"`],
  ["domain", () => 'domain: "root"'],
])("a provider that spells the %s in another way has the same objects", async (_what, spelled) => {
  await succeeds(stack.program(key("k", mortal)).up());
  const before = await keys();
  const provider = `const provider = new ciphertrust.Provider("p", { ${spelled()} });`;
  const moved = key("moved", `adopt: "${String(before[0])}",`, "{ provider }");
  await fails(stack.program(provider + key("k", mortal) + moved).up(), /already manages it|manage the same object/);
  expect(await succeeds(stack.program(provider + moved).up())).toMatch(/goes on as a resource of another provider/);
  expect(await keys()).toEqual(before);
});

test("destroy deletes, also when it runs the program", async () => {
  await succeeds(stack.program(key("k", mortal)).up());
  await succeeds(stack.destroy("--run-program"));
  expect(await keys()).toEqual([]);
});
