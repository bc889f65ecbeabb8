import { readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { ensureYamlHost } from "../../tools/engine";
import { engine, engineTimeout, items, type Stack, succeeds, type World } from "./harness";
import { makeAccount, pluginStack, program, startLicensedWorld } from "./plugin/support";
import { needsYamlHost } from "./extras";

/**
 * What plain previews, updates and destroys say of keys that end, and what an update does that
 * finds a key it had before.
 */

jest.setTimeout(engineTimeout);
needsYamlHost();

let world: World;
let stack: Stack;
let kms: string;
beforeEach(async () => {
  world = await startLicensedWorld();
  stack = await pluginStack(world);
  const found = await engine();
  stack.environment.PATH = [found.binDir, await ensureYamlHost(found), process.env.PATH].join(delimiter);
  kms = await makeAccount(world);
});
afterEach(async () => {
  stack?.remove();
  await world?.close();
});

interface Declared {
  type: "AwsKey" | "VaultKey";
  args: Record<string, unknown>;
  options?: Record<string, unknown>;
}
type Program = Readonly<Record<string, Declared>>;

/** Resources of the package. */
function typeScript(declared: Program): void {
  const lines = Object.entries(declared).map(
    ([name, { type, args, options = {} }]) =>
      `new ciphertrust.${type}(${JSON.stringify(name)}, ${JSON.stringify(args)}, ${JSON.stringify(options)});`,
  );
  program(stack, `const ciphertrust = require("pulumi-ciphertrust");\n${lines.join("\n")}`);
}

/** Resources of the plugin. */
function yaml(declared: Program): void {
  const systems = { AwsKey: "aws", VaultKey: "vault" };
  const resources = Object.entries(declared).map(([name, { type, args, options = {} }]) => [
    name,
    { type: `ciphertrust:${systems[type]}:${type}`, properties: args, options },
  ]);
  writeFileSync(join(stack.folder, "Main.yaml"), JSON.stringify({ resources: Object.fromEntries(resources) }));
  const file = join(stack.folder, "Pulumi.yaml");
  const kept = readFileSync(file, "utf8").replace(/^runtime:.*\n( .*\n)*/m, "");
  writeFileSync(file, `${kept}runtime: yaml\n`);
}

const awsKey = (args: Declared["args"] = {}, options: Declared["options"] = {}): Declared => ({
  type: "AwsKey",
  args: { kms, region: "eu-west-1", deletionWindowDays: 7, ...args },
  options,
});
const vaultKey: Declared = {
  type: "VaultKey",
  args: { name: "backups", algorithm: "aes", size: 256, onDestroy: "destroy" },
};
const idOf = (name: string) => String(stack.resource(name)!.id);

/** The keys in AWS, by id. */
async function states(): Promise<Record<string, unknown>> {
  const found = items(await world.api("GET", `/cckm/aws/keys?kms_id=${kms}&limit=500`));
  return Object.fromEntries(
    found.map(({ id, aws_param: at }) => [String(id), (at as Record<string, unknown>).KeyState]),
  );
}

async function fails(work: Promise<{ code: number; text: string }>): Promise<string> {
  const { code, text } = await work;
  expect({ code, text }).not.toMatchObject({ code: 0 });
  // The engine wraps the text of an error.
  return text.replaceAll(/\s+/g, " ");
}

const until = "It can be recovered until 2\\d{3}-[^ ]*: ";
const recovery = (id: string) => `${until}declare it with  adopt: "${id}"  and run`;
const reverting = (id: string) =>
  `${until}revert the change that replaces it, add the argument  adopt: "${id}"  to AwsKey "orders", and run`;

describe.each([
  ["TypeScript", typeScript],
  ["YAML", yaml],
])("in %s", (_, declare) => {
  test("a preview warns of a replacement; the update and a destroy say how to recover each key that has ended", async () => {
    declare({ orders: awsKey({ alias: ["orders"] }), backups: vaultKey });
    expect(await succeeds(stack.up())).not.toContain("replacing");
    const [old, backups] = [idOf("orders"), idOf("backups")];
    declare({ orders: awsKey({ alias: ["orders"], customerMasterKeySpec: "RSA_2048" }), backups: vaultKey });
    const warning = `warning: replacing AwsKey "orders" schedules the deletion of the old object "${old}". It can be recovered`;
    expect(await succeeds(stack.preview())).toContain(warning);

    const updated = await succeeds(stack.up());
    const line = (id: string, way: string) => `AwsKey "orders": scheduled the deletion of the object "${id}"\\. ${way}`;
    expect(updated).toMatch(new RegExp(line(old, reverting(old))));
    const current = idOf("orders");
    expect(await states()).toEqual({ [old]: "PendingDeletion", [current]: "Enabled" });

    const adopting = { alias: ["orders"], customerMasterKeySpec: "RSA_2048", adopt: old };
    declare({ orders: awsKey(adopting), backups: vaultKey });
    const noEffect = `warning: AwsKey "orders" keeps the object "${current}", and its argument  adopt: "${old}"  has no effect`;
    expect(await succeeds(stack.preview())).toContain(noEffect);

    const destroyed = await succeeds(stack.destroy());
    expect(destroyed).toMatch(new RegExp(line(current, recovery(current))));
    expect(destroyed).toContain(`VaultKey "backups": deleted the object "${backups}". This cannot be undone.`);

    declare({ orders: awsKey({ alias: ["orders"], adopt: old }) });
    await succeeds(stack.up());
    expect(await states()).toEqual({ [old]: "Enabled", [current]: "PendingDeletion" });
    await succeeds(stack.drift());
  });

  test("after a destroy, no other key is created beside the one that can be recovered, unless the program says so", async () => {
    const alias = ["orders"];
    declare({ orders: awsKey({ alias }) });
    await succeeds(stack.up());
    const old = idOf("orders");
    await succeeds(stack.destroy());
    const text = await fails(stack.up());
    expect(text).toMatch(
      new RegExp(
        `creating AwsKey "orders" was refused: it had the key "${old}", .* recovered until 2\\d{3}-.*adopt: false`,
      ),
    );
    expect(await states()).toEqual({ [old]: "PendingDeletion" });

    declare({ orders: awsKey({ alias, adopt: old }) });
    await succeeds(stack.up());
    expect(await states()).toEqual({ [old]: "Enabled" });
    await succeeds(stack.destroy());

    declare({ orders: awsKey({ alias, adopt: false }) });
    await succeeds(stack.up());
    expect(await states()).toEqual({ [old]: "PendingDeletion", [idOf("orders")]: "Enabled" });
    // The line has had its effect.
    declare({ orders: awsKey({ alias }) });
    await succeeds(stack.up("--expect-no-changes"));
  });

  test("a replacement that deletes first, and whose create fails, is not hindered by its own old key", async () => {
    const replaceOnChanges = ["description"];
    // A plugin learns of options by an argument only.
    const repeated = declare === yaml ? { resourceOptions: { replaceOnChanges } } : {};
    const key = (description: string) =>
      awsKey({ description, ...repeated }, { deleteBeforeReplace: true, replaceOnChanges });
    declare({ orders: key("one") });
    await succeeds(stack.up());
    const old = idOf("orders");
    declare({ orders: key("two") });
    const refused = { method: "POST", path: "cckm/aws/keys$", times: 1, effect: { status: 400 } };
    await world.control("POST", "/faults", refused);
    expect(await fails(stack.up())).toContain("ordered by a fault rule");
    expect(await states()).toEqual({ [old]: "PendingDeletion" });
    await succeeds(stack.up());
    expect(await states()).toEqual({ [old]: "PendingDeletion", [idOf("orders")]: "Enabled" });
  });
});
