import { exampleWorld } from "../../tools/examples";
import { configure } from "./example";
import { engineTimeout, Stack, startWorld, type World } from "./harness";
import { materialsIn } from "./rotatedKeys";

/**
 * Limits of three kinds in nine systems, over 800 days of the service's clock: no key is ever older
 * than its limit or rotated early, rotations are no drift, and what was sealed before still opens.
 */

jest.setTimeout(3 * engineTimeout);

const day = 86_400;
const limits = { AES: 365, RSA: 730, orders: 90 };
const expected: Record<string, number> = {
  aws: limits.orders,
  azure: limits.RSA,
  google: limits.AES,
  oci: limits.AES,
  salesforce: limits.AES,
  sap: limits.AES,
  ekm: limits.AES,
  dke: limits.RSA,
  "vault AES": limits.AES,
  "vault RSA": limits.RSA,
};

let world: World;
let stack: Stack;
beforeAll(async () => {
  world = await startWorld({ world: exampleWorld });
  stack = await Stack.ofExample(world.environment, "rotation-policy");
  await configure(stack, "rotation-policy");
  await stack.config("every", "AES 365d, RSA 730d, key orders 90d");
});
afterAll(async () => {
  stack?.remove();
  await world?.close();
});

const plaintext = Buffer.from("card 4711").toString("base64");
const seal = () => world.api("POST", "/crypto/encrypt", { id: "policy-records", type: "name", plaintext });

test("every key rotates in the day before its limit, and only then", async () => {
  const up = await stack.up();
  expect(up).toMatchObject({ code: 0, text: expect.not.stringContaining("error:") as string });
  expect(up.text).toContain('AwsKey "orders": key orders 90d');
  expect(up.text).toContain('VaultKey "policy-contracts": RSA 730d');

  let before = await materialsIn(world);
  expect(Object.keys(before)).toEqual(Object.keys(expected));
  const since = Object.fromEntries(Object.keys(expected).map((key) => [key, 0]));
  const spans: Record<string, number[]> = {};
  const sealed = [await seal()];
  for (let today = 1; today <= 800; today++) {
    await world.control("POST", "/clock", { advanceSeconds: day });
    const after = await materialsIn(world);
    const rotated = Object.keys(expected).filter((key) => after[key] !== before[key]);
    for (const key of rotated) {
      (spans[key] ??= []).push(today - since[key]!);
      since[key] = today;
    }
    for (const [key, limit] of Object.entries(expected))
      expect([today, key, today - since[key]! < limit]).toEqual([today, key, true]);
    const isFirst = rotated.some((key) => spans[key]!.length === 1);
    if (isFirst || today % 30 === 0) {
      sealed.push(await seal());
      expect(await stack.preview("--refresh", "--expect-no-changes")).toMatchObject({ code: 0 });
    }
    before = after;
  }
  for (const [key, limit] of Object.entries(expected)) {
    const early = spans[key]!.filter((span) => span < limit - 1);
    expect([key, spans[key]!.length, early]).toEqual([key, Math.floor(800 / (limit - 1)), []]);
  }
  const opened = await Promise.all(sealed.map((blob) => world.api("POST", "/crypto/decrypt", blob)));
  expect(opened).toEqual(sealed.map(() => ({ plaintext })));
});
