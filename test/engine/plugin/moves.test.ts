import { engineTimeout, items, type Stack, type World } from "../harness";
import { account, pluginStack, program, startLicensedWorld } from "./support";

/** Resources that move between the dynamic provider and the plugin keep their objects and owners. */

jest.setTimeout(engineTimeout);

let world: World;
let stack: Stack;
beforeAll(async () => {
  world = await startLicensedWorld();
  stack = await pluginStack(world);
});
afterAll(async () => {
  stack?.remove();
  await world?.close();
});

/** The program for the plugin as one of the SDK, whose resources are dynamic ones. */
const dynamic = (plugin: string) =>
  plugin.replace(
    /resource\("\w+:(\w+)", ("\w+"), (\{[^]*?\})(?:, \{ outputs[^]*?\})?\);/g,
    "new ciphertrust.$1($2, $3);",
  );

const moved = account('tags: { team: "shop" }').replace(
  /resource\("(\w+):(\w+)",(.*)/g,
  (_, system: string, type: string, rest: string) => `movable("${system}:${type}",${rest}`,
);
/** Declares a resource with the alias of what it was before. */
const movable = (before: string) => `
  const movable = (type, name, args, opts = {}) => {
    const [system, short] = type.split(":");
    return resource(type, name, args, { ...opts, aliases: [{ type: ${before} }] });
  };`;

const ids = () => ["orders"].map((name) => stack.resource(name)?.id);
const changes = (text: string) => /^ +[+~-]+ \w+:/m.test(text);

test("from the dynamic provider to the plugin: nothing changes, the reference to the code is dropped", async () => {
  expect(await stack.program(dynamic(account('tags: { team: "shop" }'))).up()).toMatchObject({ code: 0 });
  const before = ids();
  expect(before).toEqual([expect.any(String)]);
  await world.forget();
  program(stack, movable('"pulumi-nodejs:dynamic/ciphertrust:" + short') + moved);
  const preview = await stack.preview("--expect-no-changes");
  expect({ code: preview.code, text: preview.code === 0 ? "" : preview.text }).toEqual({ code: 0, text: "" });
  expect(changes(preview.text)).toBe(false);
  expect(await stack.up()).toMatchObject({ code: 0 });
  expect(ids()).toEqual(before);
  expect(stack.stored().resources.map(({ type }) => type)).toContain("ciphertrust:aws:AwsKey");
  const writes = Object.keys(await world.routes()).filter((route) => !/^GET |auth\/tokens|test$/.test(route));
  expect(writes).toEqual([]);
  expect(await stack.drift()).toMatchObject({ code: 0 });
  expect(await stack.refresh()).toMatchObject({ code: 0 });
});

test("an update in the plugin completes the move", async () => {
  program(stack, movable('"pulumi-nodejs:dynamic/ciphertrust:" + short') + moved.replace('"shop"', '"store"'));
  expect(await stack.up()).toMatchObject({ code: 0 });
  expect(await stack.drift()).toMatchObject({ code: 0 });
  expect(items(await world.api("GET", "/cckm/aws/keys?alias=alias/orders"))).toHaveLength(1);
});

test("and back: an update adds the reference, and the objects stay", async () => {
  const before = ids();
  const system = { AwsConnection: "aws", AwsKms: "aws", AwsKey: "aws" };
  const aliased = dynamic(account('tags: { team: "store" }')).replace(
    /new ciphertrust\.(\w+)\(([^]*?)\);/g,
    (_, type: keyof typeof system, args: string) =>
      `new ciphertrust.${type}(${args}, { aliases: [{ type: "ciphertrust:${system[type]}:${type}" }] });`,
  );
  const { code, text } = await stack.program(aliased).up();
  expect({ code, text: code === 0 ? "" : text }).toEqual({ code: 0, text: "" });
  expect(ids()).toEqual(before);
  expect(await stack.drift()).toMatchObject({ code: 0 });
  expect(await stack.destroy()).toMatchObject({ code: 0 });
  expect(items(await world.api("GET", "/connectionmgmt/connections"))).toEqual([]);
});

/** Another stack, and a service without anything of the last one. */
async function afresh(): Promise<void> {
  stack.remove();
  await world.control("POST", "/reset");
  stack = await pluginStack(world);
}

/** The key alone is the plugin's. */
const mixed = (key: string) => {
  const [, before = "", after = ""] = /^([^]*)(\n {2}const orders = [^]*)$/.exec(account(key))!;
  return `const ciphertrust = require("pulumi-ciphertrust");${dynamic(before)}${after}`;
};

test.each([
  ["the plugin", dynamic(account()), mixed("adopt: true,")],
  ["the TypeScript package", mixed(""), dynamic(account("adopt: true,"))],
])("moved to %s by adopting, without the alias, the key stays", async (_to, before, after) => {
  const keys = async () => {
    const [key, ...more] = items(await world.api("GET", "/cckm/aws/keys?alias=alias/orders"));
    return { id: key?.id, state: (key?.aws_param as { KeyState?: string } | undefined)?.KeyState, more };
  };
  const set = (body: string) => (body.includes("resource(") ? program(stack, body) : stack.program(body));
  await afresh();
  expect(await set(before).up()).toMatchObject({ code: 0 });
  const made = await keys();
  expect(made).toEqual({ id: expect.any(String), state: "Enabled", more: [] });
  const { code, text } = await set(after).up();
  expect({ code, text }).toEqual({
    code: 0,
    text: expect.stringMatching(/AwsKey "orders" goes on as a resource of another provider/),
  });
  expect(await keys()).toEqual(made);
  expect(await stack.drift()).toMatchObject({ code: 0 });
  expect(await stack.destroy()).toMatchObject({ code: 0 });
  expect((await keys()).id).toBeUndefined();
});

test("the key also stays if the first run fails before the old resource is removed", async () => {
  await afresh();
  expect(await stack.program(dynamic(account())).up()).toMatchObject({ code: 0 });
  program(
    stack,
    mixed("adopt: true,") + 'resource("aws:AwsKms", "none", { connection: "none", accountId: "1", regions: ["x"] });',
  );
  expect(await stack.up()).not.toMatchObject({ code: 0 });
  program(stack, mixed("adopt: true,"));
  const { code, text } = await stack.up();
  expect({ code, text }).toEqual({ code: 0, text: expect.stringMatching(/goes on as a resource of another provider/) });
  const [key] = items(await world.api("GET", "/cckm/aws/keys?alias=alias/orders"));
  expect(key).toMatchObject({ aws_param: { KeyState: "Enabled" } });
  expect(await stack.destroy()).toMatchObject({ code: 0 });
});
