import { around } from "../../provider/api/around";
import type { Api } from "../../provider/api/client";
import type { FormerStack } from "../../provider/api/settings";
import { InitializationError, ResourceError } from "../../provider/lifecycle/vocabulary/failure";
import type { Bag } from "../../provider/lifecycle/vocabulary/definition";
import { decodeAll, pick } from "../../provider/lifecycle/values/wire";
import { Lifecycle } from "../boundLifecycle";
import { Ledger } from "../../provider/lifecycle/claims/ledger";
import { definitionOf } from "../../provider/resources/load";
import { rejection } from "../rules/fakeService";
import { makeAccount } from "./fixtures/aws";
import { declared, startRig, type Rig } from "./rig";
import { worldClock } from "./worldClock";

/**
 * A key that replaces another one takes nothing from another stack's, and has what it took once it
 * shows that.
 */

let rig: Rig;
/** What the provider calls. */
let api: Api;
let inputs: Bag;
let old: { id: string; state: Bag };
beforeAll(async () => {
  rig = await startRig({ world: { licensing: { licenses: [{ feature: "CCKM" }] } } });
});
afterAll(() => rig.close());
beforeEach(async () => {
  await rig.renew();
  api = rig.api;
  const args = { kms: await makeAccount(rig), region: "eu-west-1", alias: ["orders"] };
  ({ inputs } = of("dev").check({}, args));
  old = await of("dev").create(inputs);
});

/** The lifecycle in a run of its own of that stack. */
function of(stack: string, former: readonly FormerStack[] = []): Lifecycle {
  const surroundings = () => ({
    api,
    clock: worldClock(rig),
    stop: new AbortController().signal,
    log: (text: string) => void rig.log.push(text),
  });
  const backend = "0123456789ab";
  return new Lifecycle(definitionOf("AwsKey"), surroundings, {
    ...declared("AwsKey", "orders", new Ledger(), stack),
    home: () => ({ stack: { organization: "acme", project: "shop", stack }, backend, isFile: false, former }),
  });
}

const signing = { customerMasterKeySpec: "RSA_2048", keyUsage: "SIGN_VERIFY" };

/** The plan of a replacement, and its create. */
async function replaced(life: Lifecycle, state: Bag = old.state, change: Bag = signing) {
  const { inputs: wanted } = life.check(inputs, { ...inputs, ...change });
  expect((await life.plan(old.id, state, wanted)).deleteBeforeReplace).toBe(false);
  return life.create(wanted);
}

async function shown(id: string) {
  const key = await rig.api.get(`/cckm/aws/keys/${id}`);
  return { alias: decodeAll(definitionOf("AwsKey"), key).alias, state: pick(key, "aws_param.KeyState") };
}
const keys = () => rig.api.list("/cckm/aws/keys", {});

async function failing(path: string): Promise<void> {
  await rig.control("POST", "/faults", { method: "POST", path, times: 1, effect: { status: 400 } });
}

test("a copy of the stack neither takes the alias nor makes a key", async () => {
  const refused = /replacing AwsKey "orders" was refused: .* made for acme\/shop\/dev\/AwsKey\/orders/;
  await expect(replaced(of("prod"))).rejects.toThrow(refused);
  expect(await keys()).toHaveLength(1);
  // Pulumi creates without a plan what it is told to replace.
  const unplanned = of("prod");
  await unplanned.read(old.id, old.state);
  await expect(unplanned.create({ ...inputs, ...signing })).rejects.toThrow(refused);
  expect(await keys()).toHaveLength(1);
  expect(await shown(old.id)).toEqual({ alias: ["orders"], state: "Enabled" });
  // An `adopt` that stands there while something else replaces the key does not record that it moved.
  await expect(replaced(of("prod"), old.state, { ...signing, adopt: old.id })).rejects.toThrow(
    /first without what replaces it/,
  );
});

test("a copy of a stack whose replacement has failed takes nothing either", async () => {
  await failing("add-alias$");
  const half = await rejection(replaced(of("dev")), InitializationError);
  const wanted = { ...inputs, ...signing };
  await expect(of("prod").update(half.id, half.properties, wanted)).rejects.toThrow(ResourceError);
  expect(await shown(old.id)).toEqual({ alias: ["orders"], state: "Enabled" });
  expect((await of("dev").update(half.id, half.properties, wanted)).state.alias).toEqual(["orders"]);
});

describe("a key that has moved here", () => {
  test("by a confirmation in its state gives its alias, also to the update after a failure", async () => {
    const moved = await of("prod").update(old.id, old.state, { ...inputs, adopt: old.id });
    await failing("add-alias$");
    const half = await rejection(replaced(of("prod"), moved.state), InitializationError);
    const { state } = await of("prod").update(half.id, half.properties, { ...inputs, ...signing });
    expect(state.alias).toEqual(["orders"]);
    await of("prod").delete(old.id, moved.state);
    expect(await shown(old.id)).toEqual({ alias: [], state: "PendingDeletion" });
    // The state of a copy confirms nothing for the copy.
    await expect(of("test").update(half.id, half.properties, { ...inputs, ...signing })).rejects.toThrow("was refused");
  });

  test("with its stack gives its alias", async () => {
    const made = await replaced(of("prod", [{ former: "shop/dev", present: "shop/prod" }]));
    expect(await shown(made.id)).toEqual({ alias: ["orders"], state: "Enabled" });
  });
});

describe("the line about a key that was replaced", () => {
  const line = () => rig.log.find((one) => one.includes(`the deletion of the object "${old.id}"`));

  test("has it back, followed literally", async () => {
    const life = of("dev");
    const made = await replaced(life);
    await life.delete(old.id, old.state);
    expect(line()).toMatch(
      new RegExp(
        `recovered until 2\\d{3}-.*: revert the change that replaces it, add the argument {2}adopt: "${old.id}"`,
      ),
    );
    const next = of("dev");
    const before = { ...inputs, adopt: old.id };
    expect(await next.plan(made.id, made.state, before)).toMatchObject({ deleteBeforeReplace: false });
    const back = await next.create(before);
    expect(back.id).toBe(old.id);
    await next.delete(made.id, made.state);
    expect(await shown(old.id)).toEqual({ alias: ["orders"], state: "Enabled" });
  });

  test("asks for it also where an earlier run has replaced it, or the plan is not known", async () => {
    const made = await replaced(of("dev"));
    const later = of("dev");
    await later.plan(made.id, made.state, { ...inputs, ...signing });
    await later.delete(old.id, old.state);
    expect(line()).toContain("revert the change");
  });

  test("is the usual one where the resource is gone", async () => {
    const life = of("dev");
    await life.read(old.id, old.state);
    await life.delete(old.id, old.state);
    expect(line()).toContain("declare it with");
  });
});

test("what the key was rotated to, with its mark, is not taken for the new key", async () => {
  const rotated = await rig.api.post(`/cckm/aws/keys/${old.id}/rotate`, {});
  const made = await replaced(of("dev"));
  expect(made.id).not.toBe(rotated.id);
  expect(await shown(made.id)).toEqual({ alias: ["orders"], state: "Enabled" });
  expect(await shown(String(rotated.id))).toEqual({ alias: [], state: "Enabled" });
});

describe("an alias that the service accepts and does not move yet", () => {
  /**
   * The service holds such calls to a key, until others approve them, and responds with the key as
   * it is.
   */
  const holding = (action: string, isHeld = () => true): Api =>
    around(rig.api, <T>(call: { path: string }, work: () => Promise<T>) => {
      const [, path] = new RegExp(`^(/cckm/aws/keys/[^/]+)/${action}$`).exec(call.path) ?? [];
      return path !== undefined && isHeld() ? (rig.api.get(path) as Promise<T>) : work();
    });

  test("to the new key is an error; the old one gets it back, and the next update goes on", async () => {
    let held = 1;
    api = holding("add-alias", () => held-- > 0);
    const error = await rejection(replaced(of("dev")), InitializationError);
    expect(error.message).toMatch(
      /replacing AwsKey "orders" failed: the service accepted alias, and the object is as before.* still has its alias/,
    );
    expect(await shown(old.id)).toEqual({ alias: ["orders"], state: "Enabled" });
    api = rig.api;
    const { state } = await of("dev").update(error.id, error.properties, { ...inputs, ...signing });
    expect(state.alias).toEqual(["orders"]);
  });

  test("is looked for as long as a node may lag behind", async () => {
    let reads = 0;
    const before = { aws_param: {} };
    api = around(
      holding("add-alias", () => false),
      async <T>(call: { method: string; path: string }, work: () => Promise<T>) => {
        const response = await work();
        const isOld = call.path.endsWith("/add-alias") || (call.method === "GET" && reads > 0 && reads-- > 0);
        if (call.path.endsWith("/add-alias")) reads = 2;
        if (!isOld) return response;
        const { aws_param: at } = response as { aws_param: object };
        return { ...response, aws_param: { ...at, Alias: [], ...before.aws_param } };
      },
    );
    const made = await replaced(of("dev"));
    expect(made.state.alias).toEqual(["orders"]);
    expect(await shown(made.id)).toEqual({ alias: ["orders"], state: "Enabled" });
  });

  test("away from the old key is an error, and both keys stay", async () => {
    api = holding("delete-alias");
    const error = await rejection(replaced(of("dev")), InitializationError);
    expect(error.message).toMatch(/The old object "[^"]+" still has its alias "orders"/);
    expect(await shown(old.id)).toEqual({ alias: ["orders"], state: "Enabled" });
  });
});

test("what the old key has given is not taken from the new one by a node that still shows it there", async () => {
  const life = of("dev");
  const made = await replaced(life);
  await rig.control("DELETE", "/requests");
  api = around(rig.api, async <T>(call: { method: string }, work: () => Promise<T>) => {
    const response = await work();
    if (call.method !== "GET") return response;
    const { aws_param: at } = response as { aws_param: object };
    return { ...response, aws_param: { ...at, KeyState: "Enabled", Alias: ["alias/orders"] } };
  });
  // It shows the deletion no sooner either.
  await expect(life.delete(old.id, old.state)).rejects.toThrow("the object is as before");
  expect(await sent()).not.toContain("delete-alias");
  expect(await shown(made.id)).toEqual({ alias: ["orders"], state: "Enabled" });
  expect(await shown(old.id)).toEqual({ alias: [], state: "PendingDeletion" });
});

/** The last parts of the paths of changes. */
async function sent(): Promise<string[]> {
  const { items } = (await rig.control("GET", "/requests")) as { items: { method: string; path: string }[] };
  return items.filter(({ method }) => method !== "GET").map(({ path }) => path.split("/").at(-1)!);
}
