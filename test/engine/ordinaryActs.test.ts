import { engineTimeout, type Stack, succeeds, type World } from "./harness";
import { declare as setProgram, hosts } from "./hosts";
import { aws, pluginStack, startLicensedWorld } from "./plugin/support";

/**
 * What people do every day, with keys in AWS: no key ends unless the program says so. On both
 * hosts, seen from AWS.
 */

jest.setTimeout(2 * engineTimeout);

let world: World;
let stack: Stack;
beforeAll(async () => {
  world = await startLicensedWorld();
});
beforeEach(async () => {
  await world.control("POST", "/reset");
  stack = await pluginStack(world);
});
afterEach(() => stack.remove());
afterAll(() => world.close());

/** A key as AWS has it. */
interface CloudKey {
  KeyId: string;
  Arn: string;
  KeyState: string;
  Alias: string[];
}

/** Those that the stack made: the world begins with some. */
async function keys(): Promise<CloudKey[]> {
  const { accounts } = (await world.control("GET", "/world")).aws as { accounts: { keys: CloudKey[] }[] };
  return accounts.flatMap((account) => account.keys).filter(({ KeyId }) => !before.includes(KeyId));
}
let before: string[] = [];
beforeEach(async () => {
  before = [];
  before = (await keys()).map(({ KeyId }) => KeyId);
});

const regions = '["eu-west-1", "eu-central-1"]';
const credentials = `{ accessKeyId: "${aws.accessKeyId}", secretAccessKey: "${aws.secretAccessKey}" }`;

describe.each(Object.entries(hosts))("in %s", (_host, make) => {
  /** A connection and an account, with these resources after them. */
  const declare = (body: string): Stack => {
    const account = `
      const connection = make("aws:AwsConnection", "prod", ${credentials});
      const place = { connection: connection.id, accountId: "${aws.accountId}", regions: ${regions} };
      const kms = make("aws:AwsKms", "prod", place).id;
      const key = (name, args, opts) => make("aws:AwsKey", name, { kms, region: "eu-west-1", ...args }, opts);
    `;
    return setProgram(stack, make, account + body);
  };
  const up = (body: string, ...args: string[]) => succeeds(declare(body).up(...args));

  test("an alias that somebody added after the last refresh stays when an update changes the list", async () => {
    await up('key("orders", { alias: ["orders"] });');
    const { id } = stack.resource("orders")!;
    await world.api("POST", `/cckm/aws/keys/${id}/add-alias`, { alias: "outside" });
    const text = await up('key("orders", { alias: ["purchases", "more"] });');
    expect(text).toContain("somebody added to alias outside Pulumi, which the preview did not show");
    const aliases = async () =>
      (await keys()).flatMap(({ Alias }) => Alias.map((one) => one.replace("alias/", ""))).sort();
    expect(await aliases()).toEqual(["more", "outside", "purchases"]);
    expect((await stack.preview("--refresh")).text).toContain("outside");
    await up('key("orders", { alias: ["purchases", "more"] });', "--refresh");
    expect(await aliases()).toEqual(["more", "purchases"]);
  });

  test("a key without an alias is not replaced by a resource of another name", async () => {
    await up('key("orders", {});');
    const [made] = await keys();
    expect(made).toMatchObject({ KeyState: "Enabled", Alias: [] });
    const { id } = stack.resource("orders")!;
    const renamed = await declare('key("purchases", {});').up();
    expect(renamed.code).not.toBe(0);
    for (const line of ['aliases: [{ name: "orders" }]', `adopt: "${id}"`, "adopt: false"])
      expect(renamed.text).toContain(line);
    expect(await keys()).toEqual([made]);

    await up('key("purchases", {}, { aliases: [{ name: "orders" }] });');
    expect(await keys()).toEqual([made]);
    expect(await up(`key("bills", { adopt: "${id}" });`)).toMatch(/goes on as AwsKey "bills"/);
    expect(await keys()).toEqual([made]);
    // Another one beside it, although it is declared first.
    await up('key("first", {}); key("bills", {});');
    expect((await keys()).map(({ KeyState }) => KeyState)).toEqual(["Enabled", "Enabled"]);
  });

  test("a program that says that it means another key gets it, and only then does the former end", async () => {
    await up('key("orders", {});');
    await up('key("purchases", { adopt: false });');
    expect((await keys()).map(({ KeyState }) => KeyState).sort()).toEqual(["Enabled", "PendingDeletion"]);
  });

  test("a key whose region changes ends only once the new one stands", async () => {
    const orders = (region: string) => `key("orders", { alias: ["orders"], region: "${region}" });`;
    await up(orders("eu-west-1"));
    const [made] = await keys();
    expect((await declare(orders("eu-central-1")).preview()).text).toMatch(
      /AwsKey: \(replace\)[^]*~ region: "eu-west-1" => "eu-central-1"/,
    );
    const rule = { method: "POST", path: "/cckm/aws/keys", effect: { status: 403 } };
    await world.control("POST", "/faults", rule);
    expect((await stack.up()).code).not.toBe(0);
    expect(await keys()).toEqual([made]);
    await world.control("DELETE", "/faults");
    await up(orders("eu-central-1"));
    const states = (await keys()).map(({ Arn, KeyState, Alias }) => [Arn.split(":")[3], KeyState, Alias.length]);
    expect(states.sort()).toEqual([
      ["eu-central-1", "Enabled", 1],
      ["eu-west-1", "PendingDeletion", 0],
    ]);
  });

  test("a key is kept by onDestroy if an update of its own said so before the resource went", async () => {
    const orders = (args: string) => `key("orders", { alias: ["orders"], ${args} });`;
    await up(orders(""));
    await up(orders('onDestroy: "retain"'));
    await up("");
    expect(await keys()).toMatchObject([{ KeyState: "Enabled", Alias: ["alias/orders"] }]);
  });
});
