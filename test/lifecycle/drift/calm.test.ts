import { registry } from "../../../provider/resources";
import { rotatableTypes } from "../../../provider/resources/schedules/rotatable";
import { systems } from "../../../provider/resources/systems";
import type { Bag } from "../../../provider/lifecycle/vocabulary/definition";
import { fixtures } from "../fixtures";
import { make, startRig, type Rig } from "../rig";
import { newer } from "./newer";

/** Changes that are not drift show none, for every resource of the registry. */

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({ world: { licensing: { licenses: [{ feature: "CCKM" }] } } });
});
afterAll(() => rig.close());

/** Arguments that cannot be combined with a schedule: AWS itself rotates only its own material. */
const quiet: Readonly<Record<string, Bag>> = { AwsKey: { keyRotationEnabled: false, rotationPeriodInDays: undefined } };

const kept = registry.filter(({ action }) => !action);

interface Made {
  id: string;
  state: Bag;
  inputs: Bag;
}

/** Refreshes the object, and finds nothing to update. */
async function expectCalm(type: string, { id, state, inputs }: Made): Promise<Bag> {
  const lifecycle = rig.lifecycle(type);
  const seen = await lifecycle.read(id, state);
  expect(seen).toBeDefined();
  expect(lifecycle.diff(seen!.state, inputs)).toEqual({
    changes: false,
    changed: [],
    replaces: [],
    deleteBeforeReplace: false,
  });
  return seen!.state;
}

describe.each(kept.map(({ type }) => type))("%s", (type) => {
  const definition = kept.find((one) => one.type === type)!;

  test("shows no change when the service returns equal values in another form, nor after a month of schedules", async () => {
    await rig.control("POST", "/reset");
    rig.onResponse = (response) => response;
    const made = await make(rig, type, { ...(await fixtures[type]!.args(rig)), ...quiet[type] });
    rig.onResponse = newer(definition);
    const state = await expectCalm(type, made);
    rig.onResponse = (response) => response;
    await runAlong(type, made.id);
    await rig.advance(30 * 86_400);
    await expectCalm(type, { ...made, state });
  });
});

/** Refreshes everything of the system every day, and rotates the key every week. */
async function runAlong(type: string, id: string): Promise<void> {
  const system = systems.find(({ definitions }) => definitions.some((one) => one.type === type));
  if (!system) return;
  if (system.refresh?.scheduled) {
    await make(rig, "RefreshSchedule", { name: "along", cloud: system.name, runAt: "0 1 * * *" });
  }
  if (!rotatableTypes.some((one) => one === type)) return;
  const weekly = await make(rig, "RotationSchedule", { name: "weekly", cloud: system.name, runAt: "0 2 * * 1" });
  await make(rig, "KeyRotation", { key: { type, id }, schedule: weekly.id });
}
