import { exampleWorld } from "../../tools/examples";
import { copyTo } from "./copies";
import { engineTimeout, items, Stack, startWorld, succeeds, type Run, type World } from "./harness";
import { declare as setProgram, hosts } from "./hosts";
import { pluginStack } from "./plugin/support";

/**
 * A stack that was copied, renamed or moved: objects are changed and destroyed by the stack that
 * their marks name, or by the one that the program confirms.
 */

jest.setTimeout(engineTimeout);

let world: World;
let stack: Stack;
beforeEach(async () => (world = await startWorld({ world: exampleWorld })));
afterEach(async () => {
  stack?.remove();
  await world?.close();
});

const key = (size: number, more = "") =>
  `make("vault:VaultKey", "orders", { name: "orders", description: "${size}", onDestroy: "destroy", ${more} });`;
const keys = async () => items(await world.api("GET", "/vault/keys2")).map(({ id, description }) => [id, description]);

async function refused(work: Promise<Run>, tried: string): Promise<void> {
  const { code, text } = await work;
  expect(text).toContain(`${tried} VaultKey "orders" was refused: the object with the id`);
  expect(text).toMatch(/was made for organization\/test\/test\/VaultKey\/orders.*adopt: ".*CIPHERTRUST_FORMER_STACKS/s);
  expect(code).not.toBe(0);
}

describe.each(Object.entries(hosts))("a stack of %s", (_host, make) => {
  const declare = (body: string) => setProgram(stack, make, body);
  beforeEach(async () => {
    stack = await pluginStack(world);
    await succeeds(declare(key(1)).up());
  });

  test("that is a copy neither changes nor destroys what the original has; `adopt` moves it", async () => {
    const before = await keys();
    await copyTo(stack, "copy");
    await refused(declare(key(2)).up(), "updating");
    await refused(stack.destroy(), "deleting");
    await succeeds(stack.refresh());
    expect(await keys()).toEqual(before);
    const adopted = declare(key(1, `adopt: "${String(before[0]![0])}",`));
    expect(await succeeds(adopted.up())).toContain("1 updated");
    await succeeds(adopted.up("--expect-no-changes"));
    await succeeds(declare(key(1)).up("--expect-no-changes"));
    await succeeds(stack.destroy());
    expect(await keys()).toEqual([]);
    // The original has lost the key, and says nothing else about it.
    stack.called = "test";
    await succeeds(stack.destroy());
  });

  test("that was renamed goes on with everything once the setting names both stacks; a copy of it does not", async () => {
    await succeeds(stack.pulumi("stack", "rename", "renamed"));
    stack.called = "renamed";
    await refused(declare(key(2)).up(), "updating");
    await succeeds(stack.pulumi("config", "set", "ciphertrust:formerStacks", "test/test=test/renamed"));
    await succeeds(stack.up());
    const now = await keys();
    expect(now).toEqual([[expect.any(String), "2"]]);
    // The state of the copy has the setting.
    await copyTo(stack, "copy");
    await refused(stack.destroy(), "deleting");
    expect(await keys()).toEqual(now);
    stack.called = "renamed";
    await succeeds(stack.destroy());
    expect(await keys()).toEqual([]);
  });
});

describe("keys of a cloud in a copied stack", () => {
  const account = (more = "") => `
    const prod = new ciphertrust.AwsConnection("prod", {
      accessKeyId: "AKIAIOSFODNN7EXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    });
    const kms = new ciphertrust.AwsKms("prod", { connection: prod.id, accountId: "123456789012", regions: ["eu-west-1"] });
    new ciphertrust.AwsKey("orders", { kms: kms.id, region: "eu-west-1", alias: ["orders"], tags: { team: "shop" }, ${more} });`;

  test("with an alias are neither replaced nor scheduled for deletion, in any order of the deletes", async () => {
    stack = await Stack.create({ ...world.environment });
    await succeeds(stack.program(account()).up());
    await succeeds(stack.drift());
    const held = async () => {
      const [one] = items(await world.api("GET", "/cckm/aws/keys?alias=alias/orders"));
      return (one?.aws_param as { KeyState?: string } | undefined)?.KeyState;
    };
    await copyTo(stack, "copy");
    const replacing = await stack.program(account('customerMasterKeySpec: "RSA_2048"')).up();
    expect(replacing.text).toMatch(/replacing AwsKey "orders" was refused: .* made for organization/);
    expect(replacing.code).not.toBe(0);
    expect(await held()).toBe("Enabled");
    stack.program(account());
    for (const args of [[], ["--parallel", "1"], ["--run-program"]]) {
      const { code, text } = await stack.destroy(...args);
      expect(text).toMatch(
        /deleting AwsKey "orders" was refused: .* made for organization\/test\/test\/AwsKey\/orders/,
      );
      expect(code).not.toBe(0);
      expect(await held()).toBe("Enabled");
    }
    stack.called = "test";
    await succeeds(stack.destroy());
    expect(await held()).toBeUndefined();
  });
});
