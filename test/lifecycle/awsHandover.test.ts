import { InitializationError } from "../../provider/lifecycle/vocabulary/failure";
import type { Bag } from "../../provider/lifecycle/vocabulary/definition";
import { decodeAll, pick } from "../../provider/lifecycle/values/wire";
import { definitionOf } from "../../provider/resources/load";
import { systemClock } from "../../provider/api/clock";
import { rejection } from "../rules/fakeService";
import { makeAccount } from "./fixtures/aws";
import { heldKey, vaultKey, xksStore } from "./fixtures/awsKeys";
import { declared, make, startRig, type Rig } from "./rig";

/** A key that replaces another one gets its alias from it, and the old one ends last. */

let rig: Rig;
let kms: string;
beforeAll(async () => {
  rig = await startRig({ world: { licensing: { licenses: [{ feature: "CCKM" }] } } });
});
afterAll(() => rig.close());
beforeEach(async () => {
  await rig.renew();
  kms = await makeAccount(rig);
});

/** The lifecycle in a process of its own. */
const begin = (type: string) => rig.lifecycle(type, systemClock, undefined, declared("Key", "orders"));

interface Made {
  id: string;
  state: Bag;
  inputs: Bag;
}

async function replaced(type: string, old: Made, change: Bag) {
  const life = begin(type);
  const { inputs, failures } = life.check(old.inputs, { ...old.inputs, ...change });
  expect(failures).toEqual([]);
  const plan = await life.plan(old.id, old.state, inputs);
  expect(plan.replaces).not.toEqual([]);
  expect(plan.deleteBeforeReplace).toBe(false);
  return { life, inputs };
}

const keyAt = (id: string) => rig.api.get(`/cckm/aws/keys/${id}`);
async function shown(id: string) {
  const key = await keyAt(id);
  const { alias } = decodeAll(definitionOf("AwsKey"), key);
  return { alias, state: pick(key, "aws_param.KeyState") };
}

const orders = () => make(rig, "AwsKey", { kms, region: "eu-west-1", alias: ["orders", "second"] });
const signing = { customerMasterKeySpec: "RSA_2048", keyUsage: "SIGN_VERIFY" };

/** What is sent to keys, in order: `POST <old or new>/<action>`. */
function callsTo(names: Record<string, string>): Promise<string[]> {
  return rig.control("GET", "/requests").then(({ items }) =>
    (items as { method: string; path: string }[])
      .filter(({ method, path }) => method !== "GET" && path.includes("/cckm/aws/keys"))
      .map(({ path }) => path.replace(/.*\/cckm\/aws\/keys\/?/, ""))
      .map((path) => Object.entries(names).reduce((text, [id, name]) => text.replace(id, name), path)),
  );
}

test("the alias moves in two adjacent calls once the new key stands; then the old one ends", async () => {
  const old = await orders();
  const { life, inputs } = await replaced("AwsKey", old, { ...signing, alias: ["orders", "third"] });
  await rig.control("DELETE", "/requests");
  const made = await life.create(inputs);
  expect(await callsTo({ [old.id]: "old", [made.id]: "new" })).toEqual(["", "old/delete-alias", "new/add-alias"]);
  expect(made.state).toMatchObject({ ...signing, alias: expect.arrayContaining(["orders", "third"]) });
  expect(await shown(old.id)).toEqual({ alias: ["second"], state: "Enabled" });
  await life.delete(old.id, old.state);
  expect(await shown(old.id)).toEqual({ alias: [], state: "PendingDeletion" });
  expect((await shown(made.id)).alias).toEqual(expect.arrayContaining(["orders", "third"]));
});

test("a key that was rotated gives the alias that its successor has", async () => {
  const old = await orders();
  const rotated = await rig.api.post(`/cckm/aws/keys/${old.id}/rotate`, {});
  const { life, inputs } = await replaced("AwsKey", old, signing);
  const made = await life.create(inputs);
  expect((await shown(made.id)).alias).toEqual(["orders", "second"]);
  expect(await shown(String(rotated.id))).toEqual({ alias: [], state: "Enabled" });
});

describe("if the service refuses", () => {
  test("the new key, the old one is as it was", async () => {
    const old = await orders();
    const { life, inputs } = await replaced("AwsKey", old, signing);
    await rig.control("POST", "/faults", { method: "POST", path: "keys$", effect: { status: 403 } });
    await expect(life.create(inputs)).rejects.toThrow(/403/);
    expect(await shown(old.id)).toEqual({ alias: ["orders", "second"], state: "Enabled" });
  });

  test("to give the alias to it, the old key gets it back, and the next update goes on", async () => {
    const old = await orders();
    const { life, inputs } = await replaced("AwsKey", old, signing);
    const refusing = { method: "POST", path: "add-alias$", times: 1, effect: { status: 400 } };
    await rig.control("POST", "/faults", refusing);
    const error = await rejection(life.create(inputs), InitializationError);
    expect(error.message).toMatch(
      /replacing AwsKey "orders" failed: .*400.* The old object "[^"]+" still has its alias "orders"/,
    );
    expect(error.message).toContain(`adopt: "${old.id}"`);
    expect(await shown(old.id)).toEqual({ alias: expect.arrayContaining(["orders", "second"]), state: "Enabled" });
    expect(error.properties).toMatchObject({ alias: [] });
    await rig.control("DELETE", "/faults");

    // Another process, with a refresh before it.
    const later = begin("AwsKey");
    const seen = await later.read(error.id, error.properties);
    const { state } = await begin("AwsKey").update(error.id, seen!.state, inputs);
    expect(state).toMatchObject({ alias: ["orders", "second"] });
    expect(JSON.stringify(state)).not.toContain(old.id);
    expect(await shown(old.id)).toEqual({ alias: [], state: "Enabled" });
  });

  test("that and to take it back, the error says so, and the next update gives it to the new key", async () => {
    const old = await make(rig, "AwsKey", { kms, region: "eu-west-1", alias: ["orders"] });
    const { life, inputs } = await replaced("AwsKey", old, signing);
    await rig.control("POST", "/faults", { method: "POST", path: "add-alias$", effect: { status: 400 } });
    const error = await rejection(life.create(inputs), InitializationError);
    expect(error.message).toMatch(/could not be given back its alias "orders", which perhaps nothing has now/);
    await rig.control("DELETE", "/faults");
    const { state } = await begin("AwsKey").update(error.id, error.properties, inputs);
    expect(state).toMatchObject({ alias: ["orders"] });
    expect(await shown(old.id)).toEqual({ alias: [], state: "Enabled" });
  });

  test("nothing, but its response is lost, the alias stays where it is now", async () => {
    const old = await orders();
    const { life, inputs } = await replaced("AwsKey", old, signing);
    await rig.control("POST", "/faults", { method: "POST", path: "add-alias$", effect: { drop: "after" }, times: 1 });
    const made = await life.create(inputs);
    expect((await shown(made.id)).alias).toEqual(["orders", "second"]);
    expect((await shown(old.id)).alias).toEqual([]);
  });
});

describe("a run that was killed before the new key was recorded is continued", () => {
  test.each([
    ["with the alias at the old key", false],
    ["with the alias nowhere", true],
  ])("%s", async (_, isTaken) => {
    const old = await make(rig, "AwsKey", { kms, region: "eu-west-1", alias: ["orders"] });
    const { life, inputs } = await replaced("AwsKey", old, signing);
    await rig.control("POST", "/faults", { method: "POST", path: "delete-alias$", effect: { status: 400 } });
    const { id } = await rejection(life.create(inputs), InitializationError);
    await rig.control("DELETE", "/faults");
    if (isTaken) await rig.api.post(`/cckm/aws/keys/${old.id}/delete-alias`, { alias: "orders" });
    const again = await replaced("AwsKey", old, signing);
    expect((await again.life.create(again.inputs)).id).toBe(id);
    expect(await shown(id)).toEqual({ alias: ["orders"], state: "Enabled" });
    expect(await rig.api.list("/cckm/aws/keys", { kms_id: kms, enabled: "true" })).toHaveLength(2);
  });
});

test("where the delete comes first, a create that fails says how to get the old key back, and that does it", async () => {
  const old = await orders();
  const { life, inputs } = await replaced("AwsKey", old, signing);
  await life.delete(old.id, old.state);
  await rig.control("POST", "/faults", { method: "POST", path: "keys$", effect: { status: 403 } });
  await expect(life.create(inputs)).rejects.toThrow(
    `its deletion can be canceled until its \`deletionWindowDays\` end. To get it back, revert the change that replaces it, ` +
      `add the argument  adopt: "${old.id}"  to AwsKey "orders"`,
  );
  await rig.control("DELETE", "/faults");
  // Pulumi compares a resource that it has deleted for a replacement, and then creates it.
  const later = begin("AwsKey");
  const wanted = { ...old.inputs, adopt: old.id };
  expect((await later.plan(old.id, old.state, wanted)).replaces).toEqual([]);
  expect((await later.create(wanted)).id).toBe(old.id);
  expect(await shown(old.id)).toEqual({ alias: ["orders", "second"], state: "Enabled" });
});

test("going back after a failure: the old key is taken over, and is not deleted as what was replaced", async () => {
  const old = await orders();
  const { life, inputs } = await replaced("AwsKey", old, signing);
  await rig.control("POST", "/faults", { method: "POST", path: "add-alias$", times: 1, effect: { status: 400 } });
  const error = await rejection(life.create(inputs), InitializationError);
  await rig.control("DELETE", "/faults");
  const back = begin("AwsKey");
  const wanted = { ...old.inputs, adopt: old.id };
  expect((await back.plan(error.id, error.properties, wanted)).replaces).not.toEqual([]);
  expect((await back.create(wanted)).id).toBe(old.id);
  await back.delete(old.id, old.state);
  await back.delete(error.id, error.properties);
  expect(await shown(old.id)).toEqual({ alias: expect.arrayContaining(["orders", "second"]), state: "Enabled" });
  expect(await shown(error.id)).toMatchObject({ state: "PendingDeletion" });
});

test("an argument `adopt` that names the key that is replaced, by id or by its alias, does not hinder it", async () => {
  for (const adopt of [true, "id"]) {
    await rig.renew();
    kms = await makeAccount(rig);
    const old = await orders();
    const { life, inputs } = await replaced("AwsKey", old, { ...signing, adopt: adopt === true ? true : old.id });
    const made = await life.create(inputs);
    expect(made.id).not.toBe(old.id);
    expect((await shown(made.id)).alias).toEqual(["orders", "second"]);
  }
});

test("another key that has the alias is a conflict, and nothing of it is taken", async () => {
  const old = await make(rig, "AwsKey", { kms, region: "eu-west-1", alias: ["orders"] });
  const other = await make(rig, "AwsKey", { kms, region: "eu-west-1", alias: ["second"] });
  const { life, inputs } = await replaced("AwsKey", old, { ...signing, alias: ["orders", "second"] });
  await expect(life.create(inputs)).rejects.toThrow(/409/);
  expect(await shown(other.id)).toEqual({ alias: ["second"], state: "Enabled" });
  expect(await shown(old.id)).toEqual({ alias: ["orders"], state: "Enabled" });
});

describe("every kind of key in AWS hands its alias over", () => {
  const alias = ["orders"];
  const kinds: Record<string, () => Promise<{ args: Bag; change: Bag }>> = {
    AwsUploadedKey: async () => ({
      args: { kms, region: "eu-west-1", sourceKeyIdentifier: await vaultKey(rig, "source"), alias },
      change: { multiRegion: true },
    }),
    AwsXksKey: async () => {
      const store = await make(rig, "AwsCustomKeyStore", {
        ...(await xksStore(rig, kms)),
        linkedState: true,
        connected: true,
      });
      return {
        args: { customKeyStore: store.id, sourceKeyId: await heldKey(rig, "one"), alias },
        change: { sourceKeyId: await heldKey(rig, "two"), __options: { replaces: ["sourceKeyId"] } },
      };
    },
    AwsReplicaKey: async () => {
      const primary = async (name: string) =>
        (await make(rig, "AwsKey", { kms, region: "eu-west-1", multiRegion: true, alias: [name] })).id;
      return {
        args: { primaryKey: await primary("p1"), region: "eu-central-1", alias },
        change: { primaryKey: await primary("p2"), __options: { replaces: ["primaryKey"] } },
      };
    },
  };
  test.each(Object.keys(kinds))("%s", async (type) => {
    const { args, change } = await kinds[type]!();
    const old = await make(rig, type, args);
    const { life, inputs } = await replaced(type, old, change);
    const made = await life.create(inputs);
    expect((await shown(made.id)).alias).toEqual(alias);
    expect((await shown(old.id)).alias).toEqual([]);
    await life.delete(old.id, old.state);
    expect((await shown(made.id)).alias).toEqual(alias);
    expect(await shown(old.id)).toMatchObject({ state: "PendingDeletion" });
  });
});
