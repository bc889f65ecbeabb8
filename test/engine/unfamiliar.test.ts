import { engineTimeout, items, startWorld, succeeds, type Run, type Stack, type World } from "./harness";
import { declare as setProgram, hosts } from "./hosts";
import { pluginStack } from "./plugin/support";

/** An algorithm that the service knows and this version does not: for a new key only. */

jest.setTimeout(engineTimeout);

let world: World;
let stack: Stack;
beforeEach(async () => {
  world = await startWorld({ world: { vault: { moreAlgorithms: ["camellia"] } } });
  stack = await pluginStack(world);
});
afterEach(async () => {
  stack?.remove();
  await world?.close();
});

const key = (algorithm: string, more = "") =>
  `make("vault:VaultKey", "orders", { name: "orders", algorithm: "${algorithm}", onDestroy: "destroy", ${more} });`;
const keys = async () =>
  items(await world.api("GET", "/vault/keys2")).map(({ id, algorithm, description }) => [id, algorithm, description]);

const warning =
  /warning: VaultKey "orders": this version of the provider does not know the value of algorithm; it knows aes, tdes/;
const refusal =
  /replacing VaultKey "orders" was refused: this version of the provider does not know the value of algorithm; it knows aes, tdes/;

async function refused(work: Promise<Run>): Promise<void> {
  const { code, text } = await work;
  expect(text).toMatch(refusal);
  expect(code).not.toBe(0);
}

describe.each(Object.entries(hosts))("of %s", (_host, make) => {
  const declare = (body: string) => setProgram(stack, make, body);

  test("a new key gets a warning in preview and update, and is made; it is changed in place, without one", async () => {
    declare(key("camellia"));
    expect(await succeeds(stack.preview())).toMatch(warning);
    expect(await keys()).toEqual([]);
    expect(await succeeds(stack.up())).toMatch(warning);
    const [[id] = []] = await keys();
    expect(await keys()).toEqual([[id, "CAMELLIA", ""]]);
    await succeeds(stack.up("--expect-no-changes"));
    expect(await succeeds(declare(key("camellia", 'description: "of the shop"')).up())).not.toMatch(warning);
    expect(await keys()).toEqual([[id, "CAMELLIA", "of the shop"]]);
    await succeeds(stack.drift());
  });

  test("an existing key is refused it in preview and update, and stays", async () => {
    await succeeds(declare(key("aes")).up());
    const before = await keys();
    declare(key("camellia"));
    await refused(stack.preview());
    await refused(stack.up());
    expect(await keys()).toEqual(before);
    await succeeds(declare(key("aes")).up("--expect-no-changes"));
  });

  test("what the service refuses of a new key names the value that was probably meant", async () => {
    const { code, text } = await declare(key("aess")).up();
    expect(text).toMatch(/does not know the value "aess" of algorithm; did you mean "aes"\?/);
    expect(text).toMatch(/creating VaultKey "orders" failed/);
    expect(code).not.toBe(0);
    expect(await keys()).toEqual([]);
  });
});
