import type { Api } from "../../provider/api/client";
import { ApiError } from "../../provider/api/errors";
import type { Bag } from "../../provider/lifecycle/vocabulary/definition";
import { onDemandOf, onDemandTypes } from "../../provider/resources/schedules/onDemand";
import { systems } from "../../provider/resources/systems";
import { fixtures } from "./fixtures";
import { change, make, startRig, type Rig } from "./rig";

/** A key is rotated once: when its RotateNow is made, changed, or repeated after it was killed. */

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({ world: { licensing: { licenses: [{ feature: "CCKM" }] } } });
});
afterAll(() => rig.close());
beforeEach(() => rig.renew());

const hour = 3600;
const rotations = (ear?: (api: Api) => Api) => rig.lifecycle("RotateNow", undefined, ear);
const now = async (): Promise<string> => new Date(await rig.api.time()).toISOString();
const facetOf = (type: string) => onDemandOf(type)!;

interface Key extends Record<string, string> {
  type: string;
  id: string;
}

/** A key of the fixture, which is an hour old and more. */
async function aged(type: string, more: Bag = {}): Promise<Key> {
  const { id } = await make(rig, type, { ...(await fixtures[type]!.args(rig)), ...more });
  await rig.advance(2 * hour);
  return { type, id };
}

async function materialOf({ type, id }: Key): Promise<string> {
  const record = await facetOf(type).find(rig.api, id);
  return (await facetOf(type).current(rig.api, record!)).id;
}

const args = (key: Key, more: Bag = { triggers: { leak: 42 } }): Bag => ({ key, ...more });

describe.each(onDemandTypes.map((type) => ({ type })))("$type", ({ type }) => {
  test("is rotated once, and again when a trigger changes; other rotations are no drift", async () => {
    const key = await aged(type);
    const first = await materialOf(key);
    const made = await make(rig, "RotateNow", args(key));
    const second = await materialOf(key);
    expect(second).not.toBe(first);
    expect(made).toMatchObject({ id: key.id, state: { isRotating: false, replaced: first } });
    expect(Math.abs(Date.parse(String(made.state.rotatedAt)) - (await rig.api.time()))).toBeLessThan(600_000);
    const seen = (await rotations().read(made.id, made.state))!;
    expect(seen.state).toEqual(made.state);
    expect(rotations().diff(seen.state, made.inputs)).toMatchObject({ changes: false });

    await rig.advance(2 * hour);
    const again = await change(rig, "RotateNow", made, { triggers: { leak: 43 } });
    expect(again.state).toMatchObject({ isRotating: false, replaced: second });
    const third = await materialOf(key);
    expect(third).not.toBe(second);

    const keys = rig.lifecycle(type);
    await rotations().delete(again.id, again.state);
    expect(await materialOf(key)).toBe(third);
    const record = await keys.read(key.id, {});
    expect(record).toBeDefined();
  });
});
