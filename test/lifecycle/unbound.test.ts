import { makeRing } from "./fixtures/google";
import { make, startRig, type Rig } from "./rig";

/** The end of a binding that somebody else has undone. */

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({ world: { licensing: { licenses: [{ feature: "CCKM" }] } } });
});
afterAll(() => rig.close());

test("a binding that a refresh has found undone can be removed from the program", async () => {
  const bindings = rig.lifecycle("KeyRotation");
  const { id } = await make(rig, "GoogleKey", { keyRing: await makeRing(rig), keyName: "k" });
  const made = await make(rig, "KeyRotation", {
    key: { type: "GoogleKey", id },
    schedule: (await make(rig, "RotationSchedule", { name: "plan", cloud: "google", runAt: "0 3 * * *" })).id,
  });
  await rig.api.post(`/cckm/google/keys/${id}/disable-auto-rotation`);
  const seen = await bindings.read(made.id, made.state);
  await bindings.delete(made.id, seen!.state);
  expect(await rig.api.get(`/cckm/google/keys/${id}`)).toMatchObject({ auto_rotate: false });
});
