import * as pulumi from "@pulumi/pulumi";
import { InvokeRequest } from "@pulumi/pulumi/proto/provider_pb";
import { invoke } from "../../provider/hosts/plugin/functions";
import { sent } from "../../provider/hosts/plugin/properties";
import { tellOfLateKeys } from "../../sdk/rotationNotice";
import { providerWith } from "../sdk/providerWith";
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

describe("of what only reads", () => {
  const advice = /403.*The feature CCKM is not licensed: activate it with a TrialLicense/s;
  beforeEach(async () => {
    rig = await startRig();
  });

  test("a function of the plugin gives that advice", async () => {
    const request = new InvokeRequest();
    request.setTok("ciphertrust:aws:getAwsRegions");
    request.setArgs(sent({ connection: "prod" }, new Set()));
    const schema = { functions: { [request.getTok()]: { inputs: { properties: { connection: {} } } } } };
    const asked = invoke(
      request,
      () => rig.api,
      () => schema,
    );
    await expect(asked).rejects.toThrow(advice);
    await expect(asked).rejects.not.toThrow(/permission/);
  });

  test("so does the notice of a rotation policy", async () => {
    const { address, username, password, caCertificate } = rig.emulator;
    const provider = providerWith({ address, username, password, caCertificate });
    const policy = { getProvider: () => provider } as unknown as pulumi.Resource;
    const said = new Promise<string>((resolve) => {
      jest.spyOn(pulumi.log, "warn").mockImplementation((text) => Promise.resolve(resolve(text)));
    });
    tellOfLateKeys(policy, "policy", { keys: [{ type: "AwsKey", id: "k-1" }], days: 90, bindings: [] }, "warning");
    expect(await said).toMatch(advice);
    expect(await said).not.toMatch(/permission/);
    jest.restoreAllMocks();
  });
});
