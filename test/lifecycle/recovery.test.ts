import type { Bag, Definition } from "../../provider/lifecycle/vocabulary/definition";
import { recoveryOf, stays } from "../../provider/lifecycle/values/diff";
import { marksOf } from "../../provider/lifecycle/vocabulary/field";
import { endsKeys } from "../../provider/lifecycle/service/keyEnds";
import { idOf } from "../../provider/lifecycle/vocabulary/record";
import { registry } from "../../provider/resources";
import { Ledger } from "../../provider/lifecycle/claims/ledger";
import { definitionOf } from "../../provider/resources/load";
import { containerOf } from "../../provider/resources/container";
import { systems } from "../../provider/resources/systems";
import { fixtures } from "./fixtures";
import { make, startRig, type Rig } from "./rig";

/** What is said of each key as it ends, and that the way to recover it which that shows is one. */

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
beforeEach(() => rig.renew());
afterAll(() => rig.close());

const ways = registry.flatMap((definition): [string, string, Definition][] =>
  Object.keys(marksOf(definition, "onDestroy").endings ?? {})
    .filter((word) => endsKeys(definition, { onDestroy: word }))
    .map((word) => [definition.type, word, definition]),
);
const isRecoverable = ([, word, definition]: (typeof ways)[number]) =>
  recoveryOf(definition, { onDestroy: word }) !== undefined || stays(definition, { onDestroy: word });

/** Makes one as its fixture says, and ends it. */
async function ended(type: string, onDestroy: string): Promise<{ id: string; inputs: Bag; lines: string[] }> {
  const { id, state, inputs } = await make(rig, type, { ...(await fixtures[type]!.args(rig)), onDestroy });
  rig.log.length = 0;
  await rig.lifecycle(type).delete(id, state);
  return { id, inputs, lines: rig.log.filter((line) => line.includes(`"${id}"`)) };
}

/**
 * Ends the object and its container, as a whole destroy does, adds the container again, and
 * refreshes it.
 */
async function returned(definition: Definition, onDestroy: string) {
  const { type } = definition;
  const { input, container } = containerOf(definition)!;
  const { id, inputs, lines } = await ended(type, onDestroy);
  const held = String(inputs[input]);
  const life = rig.lifecycle(container.type);
  const found = (await life.read(held, {}))!;
  await life.delete(held, found.state);
  const line = rig.log.find((one) => one.includes(`removed the object "${held}"`));
  const added = await life.create(life.check({}, found.inputs).inputs);
  const system = systems.find(({ definitions }) => definitions.includes(definition))!;
  const items = Object.keys(system.refresh!.items);
  await make(rig, "Refresh", { cloud: system.name, containers: [added.id], ...(items.length > 1 ? { items } : {}) });
  return { id, inputs: { ...inputs, [input]: added.id }, lines: [...lines, line] };
}

const moving = ["AzureKey", "AzureSecret", "AzureCertificate", "GoogleKey", "OciKey"];

test.each(ways.filter(isRecoverable).filter(([type]) => moving.includes(type)))(
  "%s, %s: the lines of a whole destroy show how to get it back once its container is there again",
  async (type, onDestroy, definition) => {
    const { id, inputs, lines } = await returned(definition, onDestroy);
    const again = `add that again, and refresh it with a Refresh resource first: the object may have another id then`;
    const holder = containerOf(definition)!.container.type;
    expect(lines[0]).toContain(`If its ${holder} is removed as well, ${again}`);
    expect(lines[1]).toMatch(
      / from the service\. The keys in it stay in the external system\..* may have other ids then\.$/,
    );
    const create = (adopt: unknown) => rig.lifecycle(type).create({ ...inputs, adopt });
    await expect(create(id)).rejects.toThrow(
      `no object with the id "${id}". If its ${holder} was removed since, ${again}`,
    );
    const isNamed = lines[0]!.includes(" adopt: true ");
    expect(isNamed).toBe(type !== "OciKey");
    const found = isNamed ? true : idOf(definition, await recorded(definition, String(inputs.name)));
    const back = await create(found);
    expect(rig.lifecycle(type).diff(back.state, { ...inputs, adopt: found }).changed).toEqual([]);
    expect(await rig.lifecycle(type).read(back.id, back.state)).toBeDefined();
  },
);

test("nothing is said of a container that the program keeps", async () => {
  const { id, state } = await make(rig, "AzureKey", await fixtures.AzureKey!.args(rig));
  const ledger = new Ledger();
  ledger.declare({ urn: "urn:vault", name: "vault" }, definitionOf("AzureVault"), String(state.keyVault));
  const company = { ledger, self: () => ({ urn: "urn:key", name: "key" }), isManaged: () => true };
  rig.log.length = 0;
  await rig.lifecycle("AzureKey", undefined, undefined, company).delete(id, state);
  expect(rig.log.join()).toMatch(/can be recovered until .*and run `pulumi up`\.$/);
});

const recorded = async ({ path }: Definition, name: string) =>
  (await rig.api.list(path)).find((one) => JSON.stringify(one).includes(JSON.stringify(name)))!;

/** They stay, whatever the program says, while they are in use. */
const current = ["OciKeyVersion", "SalesforceKey"];

test.each(ways.filter(isRecoverable).filter(([type]) => !current.includes(type)))(
  "%s, %s: the line shows how to get it back, and that works",
  async (type, onDestroy, definition) => {
    const { id, inputs, lines } = await ended(type, onDestroy);
    const records = () => (definition.listing?.within ? [] : rig.api.list(definition.path));
    const before = await records();
    expect(lines).toEqual([
      expect.stringMatching(/ed .*the object ".*"\. It (can be recovered until|stays in).*adopt: "/),
    ]);
    const again = { ...inputs, adopt: id };
    const back = await rig.lifecycle(type).create(again);
    expect(back.id).toBe(id);
    expect(rig.lifecycle(type).diff(back.state, again).changed).toEqual([]);
    // Recovering adds no version.
    expect(await records()).toHaveLength(before.length);
  },
);

test.each(ways.filter((way) => !isRecoverable(way)).filter(([type]) => !current.includes(type)))(
  "%s, %s: the line promises nothing",
  async (type, onDestroy, { role }) => {
    const { id, inputs, lines } = await ended(type, onDestroy);
    const end = role === "key" ? "This cannot be undone\\." : "\\.|with the keys in it\\.";
    expect(lines).toEqual([expect.stringMatching(new RegExp(`(deleted|removed) the object ".*(${end})$`))]);
    await expect(rig.lifecycle(type).create({ ...inputs, adopt: id })).rejects.toThrow(/has no object with the id/);
  },
);

test.each(current)("%s: nothing is said of one that stays because it is in use", async (type) => {
  const word = ways.find(([one]) => one === type)![1];
  expect((await ended(type, word)).lines.filter((line) => /(deleted|the deletion of) the object/.test(line))).toEqual(
    [],
  );
});

test.each(["AwsKey", "AwsUploadedKey", "AwsCloudHsmKey", "AwsReplicaKey", "AwsXksKey", "OciKey"])(
  "%s: the line shows the date until which it can be recovered",
  async (type) => {
    const { lines } = await ended(type, "scheduleDeletion");
    expect(lines.join()).toMatch(/can be recovered until 2\d{3}-\d\d-\d\dT/);
  },
);

test("an older version of a key ends at the date that the line shows, and can be recovered until then", async () => {
  const args = { ...(await fixtures.OciKeyVersion!.args(rig)), onDestroy: "scheduleDeletion" };
  const older = await make(rig, "OciKeyVersion", args);
  await make(rig, "OciKeyVersion", args);
  rig.log.length = 0;
  await rig.lifecycle("OciKeyVersion").delete(older.id, older.state);
  expect(rig.log.join()).toMatch(/can be recovered until 2\d{3}-\d\d-\d\dT/);
  const again = { ...older.inputs, adopt: older.id };
  expect(await rig.lifecycle("OciKeyVersion").create(again)).toMatchObject({ state: { lifecycleState: "ENABLED" } });
});

test("of an external key that AWS does not know yet nothing can be recovered", async () => {
  const args = await fixtures.AwsXksKey!.args(rig);
  const { customKeyStore, sourceKeyId, sourceKeyTier } = args;
  const key = await make(rig, "AwsXksKey", { customKeyStore, sourceKeyId, sourceKeyTier, linkedState: false });
  rig.log.length = 0;
  await rig.lifecycle("AwsXksKey").delete(key.id, key.state);
  expect(rig.log.join()).toMatch(/deleted the object "[^"]*"\.$/);
});
