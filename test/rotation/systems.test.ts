import type { Bag } from "../../provider/lifecycle/vocabulary/definition";
import { rotationStatus, rotatingSystems, type RotationQuery } from "../../provider/lookups/rotation/query";
import { systems } from "../../provider/resources/systems";
import { fixtures } from "../lifecycle/fixtures";
import { make, startRig, type Rig } from "../lifecycle/rig";

/** The status of a real key of every type, before and after the emulator's scheduler has rotated it. */

const day = 86_400;
/** A licence that outlasts the clock. */
const world = { licensing: { licenses: [{ feature: "CCKM" }] } };

const types = systems.flatMap((system) => Object.keys(system.rotatable ?? {}).map((type) => ({ system, type })));

let rig: Rig;
afterEach(() => rig?.close());

const now = async (): Promise<string> => String((await rig.control("GET", "/clock")).now);
const statusOf = async (query: RotationQuery = {}) => rotationStatus(rig.api, { asOf: await now(), ...query });

test("every system that holds keys says how they were rotated", () => {
  expect(rotatingSystems).toEqual(systems.filter(({ kinds }) => kinds).map(({ name }) => name));
});

/** Rotation by a cloud itself is tested separately. */
const own = {
  rotationPeriod: undefined,
  nextRotationTime: undefined,
  keyRotationEnabled: undefined,
  rotationPeriodInDays: undefined,
};
const argsOf = async (type: string): Promise<Bag> => ({ ...(await fixtures[type]!.args(rig)), ...own });

test.each(types)("$type: bound, rotated by the service, and overdue otherwise", async ({ system, type }) => {
  rig = await startRig({ world });
  const key = await make(rig, type, await argsOf(type));
  const [unbound] = (await statusOf({ keys: [{ type, id: key.id }] })).keys;
  expect(unbound).toMatchObject({ system: system.name, type, id: key.id, state: "unscheduled" });
  expect(unbound).toMatchObject({ lastRotation: undefined, lastRotationKnown: true, ageDays: 0, schedule: undefined });

  const plan = await make(rig, "RotationSchedule", { name: "monthly", cloud: system.name, runAt: "0 3 1 * *" });
  await make(rig, "KeyRotation", { key: { type, id: key.id }, schedule: plan.id });
  const [bound] = (await statusOf({ keys: [{ type, id: key.id }] })).keys;
  expect(bound).toMatchObject({ state: "onTime", schedule: { id: plan.id, name: "monthly", runAt: "0 3 1 * *" } });
  const run = bound!.nextRotation!;
  expect(run).toMatch(/-01T03:00:00/);

  const wait = Math.ceil((Date.parse(run) - Date.parse(await now())) / 1000);
  await rig.advance(wait + 1.5 * day);
  const [rotated] = (await statusOf({ keys: [{ type, id: key.id }] })).keys;
  expect(rotated).toMatchObject({ state: "onTime", lastRotationKnown: true, ageDays: 1 });
  const late = Date.parse(rotated!.lastRotation!) - Date.parse(run);
  expect({ late, isSoon: late >= 0 && late < 60_000 }).toMatchObject({ isSoon: true });

  const later = new Date(Date.parse(run) + 40 * day * 1000).toISOString();
  const [overdue] = (await statusOf({ keys: [{ type, id: key.id }], asOf: later })).keys;
  expect(overdue).toMatchObject({ state: "overdue", ageDays: expect.any(Number) });

  const all = await statusOf({ systems: [system.name] });
  const found = all.keys.filter(({ name, schedule }) => name === rotated!.name && schedule);
  // A list distinguishes the two types of AWS keys by their material, and a rotation may create the other type.
  const listed = type.startsWith("Aws") ? expect.stringMatching(/^Aws(Uploaded)?Key$/) : type;
  const { lastRotation, container } = rotated!;
  expect(found).toMatchObject([{ type: listed, lastRotation, container }]);
  if (container) {
    const inside = all.keys.filter((one) => one.container?.id === container.id);
    expect((await statusOf({ containers: [container] })).keys).toEqual(inside);
  }
});

/** The record of a Google key does not show that its version is disabled. */
const switched = types.filter(({ system, type }) => {
  const { inputs } = system.definitions.find((one) => one.type === type)!;
  return "enabled" in inputs && type !== "GoogleKey";
});

test.each(switched)("$type: a rotation that is announced for a disabled key takes place", async ({ system, type }) => {
  rig = await startRig({ world });
  const { id } = await make(rig, type, { ...(await argsOf(type)), enabled: false });
  const plan = await make(rig, "RotationSchedule", { name: "monthly", cloud: system.name, runAt: "0 3 1 * *" });
  await make(rig, "KeyRotation", { key: { type, id }, schedule: plan.id });
  const status = async () => (await statusOf({ keys: [{ type, id }] })).keys[0]!;
  const { state, reason, nextRotation } = await status();
  await rig.advance(45 * day);
  const { lastRotation } = await status();
  if (nextRotation !== undefined) expect(lastRotation).toBeDefined();
  else
    expect({ state, reason, lastRotation }).toMatchObject({
      state: "unscheduled",
      reason: expect.stringMatching(/disabled/),
    });
});
