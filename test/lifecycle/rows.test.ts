import { Ledger } from "../../provider/lifecycle/claims/ledger";
import { registry } from "../../provider/resources";
import { definitionOf } from "../../provider/resources/load";
import { startRig, type Rig } from "./rig";
import { fixtures, type CompleteFixture, type Waiver } from "./fixtures";
import type { Bag, Definition } from "../../provider/lifecycle/vocabulary/definition";
import { marksOf } from "../../provider/lifecycle/vocabulary/field";
import type { Lifecycle } from "../boundLifecycle";
import { changedKey } from "../../provider/lifecycle/vocabulary/hiddenKeys";

/** Every resource type passes the same rows, taken from the registry. */

const isWaiver = (row: unknown): row is Waiver => typeof row === "object" && row !== null && "waived" in row;

/** A row that applies; which do not, and why, is tested below. */
const row = (name: string, part: unknown, run: () => Promise<void>) => {
  if (!isWaiver(part)) test(name, run);
};

interface Made {
  id: string;
  state: Bag;
  inputs: Bag;
}

async function adopts(lifecycle: Lifecycle, made: Made, how: CompleteFixture["adopt"]): Promise<void> {
  const again = lifecycle.create(made.inputs);
  if (how === "unasked") expect((await again).id).toBe(made.id);
  else await expect(again).rejects.toThrow(/adopt: "/);
  const byName = await lifecycle.create({ ...made.inputs, adopt: true });
  const byId = await lifecycle.create({ ...made.inputs, adopt: made.id });
  expect([byName.id, byId.id]).toEqual([made.id, made.id]);
  const { [changedKey]: _when, ...same } = made.state;
  expect(byName.state).toMatchObject({ ...same, adopt: true });
}

const inputsIn = (state: Bag, args: Bag) => Object.fromEntries(Object.keys(args).map((key) => [key, state[key]]));

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig?.close());

test("every resource has a fixture, and every fixture is of a resource", () => {
  expect(Object.keys(fixtures).sort()).toEqual(registry.map(({ type }) => type).sort());
});

describe.each(registry.map(({ type }) => type))("%s", (type) => {
  const fixture = fixtures[type]!;
  let args: Bag;
  // A reset service for every row, in a fraction of the time that starting one takes.
  beforeEach(async () => {
    await rig.control("POST", "/reset");
    rig.company = undefined;
    args = await fixture.args(rig);
  });

  const lifecycle = () => rig.lifecycle(type);
  const checked = (wanted: Bag, olds: Bag = {}) => {
    const { inputs, failures } = lifecycle().check(olds, wanted);
    expect(failures).toEqual([]);
    return inputs;
  };
  const create = async (wanted = args) => {
    const inputs = checked(wanted);
    return { inputs, ...(await lifecycle().create(inputs)) };
  };

  test("creates, and returns its arguments", async () => {
    const made = await create();
    expect(made.id).not.toBe("");
    expect(inputsIn(made.state, args)).toEqual(args);
  });

  test("reads back what it created, and a second read changes nothing", async () => {
    const made = await create();
    const first = await lifecycle().read(made.id, made.state);
    expect(first?.state).toEqual(made.state);
    const second = await lifecycle().read(made.id, first!.state);
    expect(second).toEqual(first);
  });

  test("needs no change right after", async () => {
    const made = await create();
    expect(lifecycle().diff(made.state, checked(args, made.inputs))).toMatchObject({ changes: false, changed: [] });
    const seen = await lifecycle().read(made.id, made.state);
    expect(lifecycle().diff(seen!.state, checked(args, seen!.inputs))).toMatchObject({ changes: false, changed: [] });
  });

  row("changes in place, and reads the change back", fixture.change, async () => {
    const made = await create();
    const wanted = { ...args, ...(fixture.change as Bag) };
    const inputs = checked(wanted, made.inputs);
    const difference = lifecycle().diff(made.state, inputs);
    expect(difference).toMatchObject({ changes: true, replaces: [] });
    const updated = await lifecycle().update(made.id, made.state, inputs);
    expect(inputsIn(updated.state, inputs)).toEqual(inputs);
    const seen = await lifecycle().read(made.id, updated.state);
    expect(seen?.state).toEqual(updated.state);
    expect(lifecycle().diff(seen!.state, inputs)).toMatchObject({ changes: false, changed: [] });
  });

  row("is replaced by another object", fixture.replace, async () => {
    const made = await create();
    const inputs = checked({ ...args, ...(fixture.replace as Bag) }, made.inputs);
    const difference = lifecycle().diff(made.state, inputs);
    expect(difference.replaces).not.toEqual([]);
    const self = { urn: "urn:pulumi:dev::shop::Row::row", name: "row" };
    rig.company = { ledger: new Ledger(), self: () => self, isManaged: () => true };
    const { ledger } = rig.company;
    ledger.declare(self, definitionOf(type), made.id, made.state);
    ledger.add("leaving", self, definitionOf(type), made.id, made.state);
    if (difference.deleteBeforeReplace) await lifecycle().delete(made.id, made.state);
    const next = await lifecycle().create(inputs);
    if (!difference.deleteBeforeReplace) await lifecycle().delete(made.id, made.state);
    expect(next.id).not.toBe(made.id);
    const seen = await lifecycle().read(next.id, next.state);
    expect(lifecycle().diff(seen!.state, inputs)).toMatchObject({ changes: false, changed: [] });
  });

  row("drift is shown and repaired", fixture.drift, async () => {
    const made = await create();
    const expected = await (fixture.drift as Exclude<CompleteFixture["drift"], Waiver>)(rig, made.id);
    const seen = await lifecycle().read(made.id, made.state);
    expect(seen?.state).toMatchObject(expected);
    const inputs = checked(args, seen!.inputs);
    expect(lifecycle().diff(seen!.state, inputs)).toMatchObject({ changes: true, replaces: [] });
    const repaired = await lifecycle().update(made.id, seen!.state, inputs);
    expect(inputsIn(repaired.state, args)).toEqual(args);
    const again = await lifecycle().read(made.id, repaired.state);
    expect(lifecycle().diff(again!.state, inputs)).toMatchObject({ changes: false, changed: [] });
  });

  row("is gone when it was removed outside Pulumi", fixture.vanish, async () => {
    const made = await create();
    await (fixture.vanish as Exclude<typeof fixture.vanish, Waiver>)(rig, made.id);
    expect(await lifecycle().read(made.id, made.state)).toBeUndefined();
    await lifecycle().delete(made.id, made.state);
  });

  row("is adopted by name and by id, without a second one", fixture.adopt, async () => {
    await adopts(lifecycle(), await create(), fixture.adopt);
  });

  test("is deleted, and deleting it again is not an error", async () => {
    const made = await create();
    await lifecycle().delete(made.id, made.state);
    if (fixture.leaves === "nothing") expect(await lifecycle().read(made.id, made.state)).toBeUndefined();
    await lifecycle().delete(made.id, made.state);
  });
});

// A type whose row is omitted stands in one of these lists, with the reason.
describe("rows are omitted only where they cannot apply", () => {
  const waiving = (part: keyof CompleteFixture) =>
    Object.keys(fixtures).filter((type) => isWaiver(fixtures[type]![part]));
  const known = (where: (definition: Definition) => boolean | undefined) =>
    registry.filter(where).map(({ type }) => type);
  const changing = (definition: Definition, change: "inPlace" | "replace") =>
    Object.keys(definition.inputs).filter(
      (key) => (marksOf(definition, key).change === "replace") === (change === "replace") && key !== "onDestroy",
    );
  // What only the provider knows of a trial and of a key in a DSM can change, too.
  const isFixed = (definition: Definition) =>
    definition.type !== "TrialLicense" && (definition.action || changing(definition, "inPlace").length === 0);
  // The only argument of some containers that changes refers to a connection: the row of drift updates it in place.
  const onlyMoves = (definition: Definition) =>
    definition.role === "container" &&
    !isFixed(definition) &&
    changing(definition, "inPlace").every((key) => marksOf(definition, key).ref !== undefined);
  const isSame = (part: keyof CompleteFixture, expected: string[]) =>
    expect(waiving(part).sort()).toEqual(expected.sort());

  test("change: resources without an argument that is updated in place", () =>
    isSame("change", [
      ...known((definition) => definition.type !== "DsmKey" && (isFixed(definition) || onlyMoves(definition))),
      // An upload, which needs a vault key: in salesforce.test.ts.
      "SalesforceKey",
    ]));

  test("replace: resources without an argument that forces replacement, or a world with one possible value of it", () =>
    isSame("replace", [
      ...known((definition) => changing(definition, "replace").length === 0 && !definition.action),
      ...["AwsCloudHsmKey", "AwsKeyMaterial", "AwsReplicaKey", "AwsXksKey", "ContainerAcl", "GoogleKeyVersion"],
      ...[
        "KeyRotation",
        "RotateNow",
        "SalesforceOrganization",
        "SapHyokKey",
        "TrialLicense",
        "VaultKeyRotation",
        "VirtualKey",
      ],
      "WebInterfaceTrust",
    ]));

  test("drift: resources that cannot be changed, or whose changes are followed", () =>
    isSame("drift", [...known(isFixed), "AwsKeyMaterial", "RotateNow", "SalesforceKey"]));

  test("vanish: resources that always exist, or only in the state", () =>
    isSame("vanish", [
      ...known(({ action }) => action === true),
      ...["ApiSetting", "ClientKeyPair", "KeyRotation", "RotateNow", "TrialLicense", "VaultKeyRotation"],
    ]));

  describe("in the service", () => {
    const made = async (type: string) => {
      await rig.control("POST", "/reset");
      const lifecycle = rig.lifecycle(type);
      const { inputs } = lifecycle.check({}, await fixtures[type]!.args(rig));
      return { lifecycle, inputs, ...(await lifecycle.create(inputs)) };
    };

    test.each(waiving("adopt"))("%s is not adopted by the row", async (type) => {
      for (const how of [true, "unasked"] as const) {
        const { lifecycle, ...object } = await made(type);
        await expect(adopts(lifecycle, object, how)).rejects.toThrow();
      }
    });

    test.each(waiving("leaves"))("%s still exists after it was destroyed", async (type) => {
      const { lifecycle, id, state } = await made(type);
      await lifecycle.delete(id, state);
      expect(await lifecycle.read(id, state)).toBeDefined();
    });
  });
});
