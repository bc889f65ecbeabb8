import { account } from "./account";
import { eachTest } from "./eachTest";
import { engineTimeout, items, type Stack, succeeds, type World } from "./harness";

/** Keys that move between policies keep exactly one schedule. */

jest.setTimeout(engineTimeout);

let world: World;
let stack: Stack;
eachTest((made) => ({ world, stack } = made));

describe("a key moves between rotation policies", () => {
  /** Two keys, and which policy has which. */
  const policies = (lines: string) => `
    ${account("eu-west-1")}
    const orders = new ciphertrust.AwsKey("orders", { kms: kms.id, region: "eu-west-1" });
    const invoices = new ciphertrust.AwsKey("invoices", { kms: kms.id, region: "eu-west-1" });
    ${lines}`;
  const policy = (name: string, every: string, keys: string) =>
    `new ciphertrust.KeyRotationPolicy("${name}", { every: "${every}", keys: [${keys}] });`;

  /** The schedule that each key is bound to, by its name. */
  async function bindings(): Promise<Record<string, string>> {
    const plans = items(await world.api("GET", "/scheduler/job-configs?limit=100"));
    const names = new Map(plans.map(({ id, name }) => [id, String(name)]));
    const keys = items(await world.api("GET", "/cckm/aws/keys?limit=100"));
    const ids = new Map(stack.stored().resources.map(({ id, urn }) => [id, urn.slice(urn.lastIndexOf("::") + 2)]));
    const bound = keys.filter(({ id }) => /^(orders|invoices|AwsKey-)/.test(ids.get(String(id)) ?? ""));
    return Object.fromEntries(
      bound.map(({ id, labels }) => {
        const config = (labels as Record<string, unknown> | null)?.job_config_id;
        return [
          ids.get(String(id))!.replace("AwsKey-", ""),
          config === undefined ? "none" : (names.get(config) ?? "gone"),
        ];
      }),
    );
  }

  test("to another one, with a renamed policy, and back to none, each in one update", async () => {
    const both = policies(policy("strict", "30d", "orders") + policy("lax", "365d", "invoices"));
    await succeeds(stack.program(both).up());
    expect(await bindings()).toEqual({ orders: "strict-aws", invoices: "lax-aws" });
    stack.program(policies(policy("strict", "30d", "orders, invoices") + policy("lax", "365d", "")));
    await succeeds(stack.preview());
    await succeeds(stack.up());
    expect(await bindings()).toEqual({ orders: "strict-aws", invoices: "strict-aws" });
    await succeeds(stack.program(policies(policy("quarterly", "90d", "orders, invoices"))).up());
    expect(await bindings()).toEqual({ orders: "quarterly-aws", invoices: "quarterly-aws" });
    await succeeds(stack.drift());
    await succeeds(stack.program(policies(policy("quarterly", "90d", "orders"))).up());
    expect(await bindings()).toEqual({ orders: "quarterly-aws", invoices: "none" });
  });

  test("two policies on one key are rejected in the preview, however the key is named", async () => {
    const twice = await stack
      .program(policies(policy("strict", "30d", "orders") + policy("lax", "365d", "orders")))
      .preview();
    expect(twice.code).not.toBe(0);
    expect(twice.text).toContain(
      'KeyRotationPolicy "lax": keys[0]: AwsKey orders is in KeyRotationPolicy "strict" already; a key follows one policy',
    );
    await succeeds(stack.program(policies("exports.id = orders.id;")).up());
    const { id } = stack.outputs();
    const byId = `{ type: "AwsKey", id: "${String(id)}" }`;
    const again = await stack
      .program(policies(policy("strict", "30d", "orders") + policy("lax", "365d", byId)))
      .preview();
    expect(again.code).not.toBe(0);
    expect(again.text).toMatch(/KeyRotation "AwsKey-[\w-]+" of this program has the same key/);
  });
});
