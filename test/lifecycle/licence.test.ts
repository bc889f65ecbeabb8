import { startRig, make, type Rig } from "./rig";

/** An unlicensed feature and an expired trial are not reported as missing permissions. */

let rig: Rig;
afterEach(() => rig.close());

const template = async () => rig.lifecycle("AwsPolicyTemplate").create({ name: "t", kms: "k-1", keyUsers: ["alice"] });

test("a trial that is used up cannot be activated, and the error gives advice", async () => {
  rig = await startRig({ world: { licensing: { trial: "used" } } });
  const made = make(rig, "TrialLicense", {});
  await expect(made).rejects.toThrow(/the trial period has been used up.*install a license with a License resource/);
  await expect(made).rejects.not.toThrow(/permission/);
});

test("a feature that needs the licence says that the trial is used up", async () => {
  rig = await startRig({ world: { licensing: { trial: "used" } } });
  await expect(template()).rejects.toThrow(/The trial of the service is used up: install a license/);
});

test("as long as the trial is available, the advice is to activate it", async () => {
  rig = await startRig();
  await expect(template()).rejects.toThrow(/The feature CCKM is not licensed: activate it with a TrialLicense/);
});
