import { startRig, make, type Rig } from "./rig";

/** A feature that is not licensed, and a trial that is over, are no missing permissions. */

let rig: Rig;
afterEach(() => rig.close());

const template = async () => rig.lifecycle("AwsPolicyTemplate").create({ name: "t", kms: "k-1", keyUsers: ["alice"] });

test("a trial that is used up cannot be activated, and the error says what can be done", async () => {
  rig = await startRig({ world: { licensing: { trial: "used" } } });
  const made = make(rig, "TrialLicense", {});
  await expect(made).rejects.toThrow(/the trial period has been used up.*install a license with a License resource/);
  await expect(made).rejects.not.toThrow(/permission/);
});

test("what needs the licence says that the trial is used up", async () => {
  rig = await startRig({ world: { licensing: { trial: "used" } } });
  await expect(template()).rejects.toThrow(/The trial of the service is used up: install a license/);
});

test("while a trial is left, that is the advice", async () => {
  rig = await startRig();
  await expect(template()).rejects.toThrow(/The feature CCKM is not licensed: activate it with a TrialLicense/);
});
