import { rotationStatus } from "../../provider/lookups/rotation/query";
import type { Bag } from "../../provider/lifecycle/vocabulary/definition";
import { systems } from "../../provider/resources/systems";
import { fixtures } from "../lifecycle/fixtures";
import { make, startRig, type Rig } from "../lifecycle/rig";

/** The rotations of a period, and not only the last one. */

const day = 86_400;
let rig: Rig;
beforeAll(async () => {
  rig = await startRig({ world: { licensing: { licenses: [{ feature: "CCKM" }] } } });
});
beforeEach(() => rig.renew());
afterAll(() => rig.close());

async function rotationsIn(type: string, id: string, historyDays?: number) {
  const asOf = String((await rig.control("GET", "/clock")).now);
  const { keys, lastRotationOnly } = await rotationStatus(rig.api, { keys: [{ type, id }], historyDays, asOf });
  return { count: keys[0]!.rotations?.length, last: keys[0]!.lastRotation, lastRotationOnly };
}

/** Rotation by a cloud itself is another matter. */
const without = {
  keyRotationEnabled: undefined,
  rotationPeriod: undefined,
  nextRotationTime: undefined,
  rotationPeriodInDays: undefined,
};
const types = systems.flatMap((system) => Object.keys(system.rotatable ?? {}).map((type) => ({ system, type })));

test.each(types)(
  "$type shows each of three rotations, or the report says that it does not",
  async ({ system, type }) => {
    const args: Bag = { ...(await fixtures[type]!.args(rig)), ...without };
    const { id } = await make(rig, type, args);
    const plan = await make(rig, "RotationSchedule", { name: "monthly", cloud: system.name, runAt: "0 3 1 * *" });
    await make(rig, "KeyRotation", { key: { type, id }, schedule: plan.id });
    await rig.advance(40 * day);
    const first = await rotationsIn(type, id, 365);
    await rig.advance(62 * day);
    const all = await rotationsIn(type, id, 365);
    const recent = await rotationsIn(type, id, 35);
    const lastRotationOnly = system.name === "dke" ? ["dke"] : undefined;
    expect(all).toMatchObject({ count: lastRotationOnly ? 1 : first.count! + 2, lastRotationOnly });
    expect(first.count).toBeGreaterThan(0);
    expect(recent).toMatchObject({ count: 1, last: all.last });
  },
);

test("a vault key shows the rotations of the period", async () => {
  const { id } = await make(rig, "VaultKey", { name: "orders", algorithm: "aes", size: 256 });
  for (const days of [40, 40, 40]) {
    await rig.advance(days * day);
    await rig.api.post(`/vault/keys2/${id}/versions/`, {});
  }
  const periods = [undefined, 30, 60, 365];
  const all = await Promise.all(periods.map((days) => rotationsIn("VaultKey", id, days)));
  expect(all.map(({ count }) => count)).toEqual([undefined, 1, 2, 3]);
});
