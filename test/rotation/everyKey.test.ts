import { rotationStatus, type RotationQuery } from "../../provider/lookups/rotation/query";
import { systems } from "../../provider/resources/systems";
import { fixtures } from "../lifecycle/fixtures";
import { make, startRig, type Rig } from "../lifecycle/rig";

/** The report has keys that no schedule can rotate as well. */

const world = { licensing: { licenses: [{ feature: "CCKM" }] } };
let rig: Rig;
beforeAll(async () => {
  rig = await startRig({ world });
});
beforeEach(() => rig.renew());
afterAll(() => rig.close());

const now = async (): Promise<string> => String((await rig.control("GET", "/clock")).now);
const statusOf = async (query: RotationQuery = {}) => rotationStatus(rig.api, { asOf: await now(), ...query });
const others = systems.flatMap((system) =>
  Object.keys(system.kinds ?? {})
    .filter((type) => !Object.hasOwn(system.rotatable ?? {}, type))
    .map((type) => ({ system, type })),
);

test.each(others)("$type is in the report, with its age and its kind", async ({ system, type }) => {
  const { id } = await make(rig, type, await fixtures[type]!.args(rig));
  const [alone] = (await statusOf({ keys: [{ type, id }] })).keys;
  const expected = { system: system.name, type, id, ageDays: 0, rotatedBy: { by: "nobody" }, state: "unscheduled" };
  expect(alone).toMatchObject({ ...expected, algorithm: expect.any(String), size: expect.any(Number) });
  expect(alone!.name).not.toMatch(/undefined|^$/);
  const all = await statusOf();
  expect(all.keys.filter((one) => one.id === id)).toEqual([alone]);
  if (alone!.container) expect((await statusOf({ containers: [alone!.container] })).keys).toContainEqual(alone);
});

test("a replica follows the schedule of its primary key", async () => {
  const args = await fixtures.AwsReplicaKey!.args(rig);
  const { id } = await make(rig, "AwsReplicaKey", args);
  const plan = await make(rig, "RotationSchedule", { name: "monthly", cloud: "aws", runAt: "0 3 1 * *" });
  await make(rig, "KeyRotation", { key: { type: "AwsKey", id: args.primaryKey }, schedule: plan.id });
  const { keys } = await statusOf({ systems: ["aws"] });
  const [replica, primary] = [id, args.primaryKey].map((one) => keys.find((key) => key.id === one)!);
  expect(replica).toMatchObject({
    type: "AwsReplicaKey",
    rotatedBy: { by: "schedule", name: "monthly" },
    state: "onTime",
  });
  expect(replica!.nextRotation).toBe(primary!.nextRotation);
});

test("a key that its cloud rotates says so", async () => {
  const args = { ...(await fixtures.AwsKey!.args(rig)), keyRotationEnabled: true };
  const { id } = await make(rig, "AwsKey", args);
  const { keys } = await statusOf({ keys: [{ type: "AwsKey", id }] });
  expect(keys).toMatchObject([{ rotatedBy: { by: "cloud" }, state: "onTime" }]);
});
