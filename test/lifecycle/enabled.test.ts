import type { Wire } from "../../provider/api/client";
import { marksOf } from "../../provider/lifecycle/vocabulary/field";
import { pick } from "../../provider/lifecycle/values/wire";
import { registry } from "../../provider/resources";
import { definitionOf } from "../../provider/resources/load";
import { makeAccount } from "./fixtures/aws";
import { fixtures } from "./fixtures";
import { make, startRig, type Rig } from "./rig";

/** A key that the program disables, and that the service keeps enabled, is in use by whoever had it. */

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());
beforeEach(() => rig.renew());

const types = registry.filter(({ inputs }) => "enabled" in inputs).map(({ type }) => type);

test("these are the keys that a program can disable", () => {
  expect(types).toEqual([
    ...["AwsKey", "AwsUploadedKey", "AwsReplicaKey", "AwsXksKey", "AwsCloudHsmKey"],
    ...["AzureKey", "AzureSecret", "AzureCertificate", "GoogleKey", "GoogleKeyVersion", "OciKey"],
    ...["SapKey", "SapHyokKey", "EkmEndpoint", "DkeEndpoint"],
  ]);
});

test.each(types)("of %s, `enabled` decides who can use it", (type) => {
  expect(marksOf(definitionOf(type), "enabled").guards).toBe(true);
});

/** The same record of a key that is enabled. */
const enabled = (record: Wire): Wire =>
  JSON.parse(
    JSON.stringify(record)
      .replace(/"enabled":false/gi, (found) => found.replace("false", "true"))
      .replace(/"disabled"/g, '"enabled"')
      .replace(/"Disabled"/g, '"Enabled"')
      .replace(/"DISABLED"/g, '"ENABLED"'),
  ) as Wire;

test.each(types)("%s: an update fails if the service keeps it enabled", async (type) => {
  const made = await make(rig, type, await fixtures[type]!.args(rig));
  const life = rig.lifecycle(type);
  rig.onResponse = enabled;
  const { inputs, failures } = life.check(made.inputs, { ...made.inputs, enabled: false });
  expect(failures).toEqual([]);
  await expect(life.update(made.id, made.state, inputs)).rejects.toThrow(/the service accepted enabled/);
});

test.each(types)("%s: a create fails if the service keeps it enabled", async (type) => {
  const args = await fixtures[type]!.args(rig);
  const life = rig.lifecycle(type);
  rig.onResponse = enabled;
  const { inputs, failures } = life.check({}, { ...args, enabled: false });
  expect(failures).toEqual([]);
  await expect(life.create(inputs)).rejects.toThrow(/the service accepted enabled/);
});

describe("an AWS key", () => {
  const stateOf = async (id: string) => pick(await rig.api.get(`/cckm/aws/keys/${id}`), "aws_param.KeyState");

  test("that waits for its material counts as enabled, and cannot be disabled until it has it", async () => {
    const kms = await makeAccount(rig);
    const made = await make(rig, "AwsKey", { kms, region: "eu-west-1", origin: "EXTERNAL" });
    expect(made.state).toMatchObject({ enabled: true, keyState: "PendingImport" });
    const life = rig.lifecycle("AwsKey");
    const disabled = life.update(made.id, made.state, { ...made.inputs, enabled: false });
    await expect(disabled).rejects.toThrow(/pending import/);
    await make(rig, "AwsKeyMaterial", { key: made.id });
    await life.update(made.id, made.state, { ...made.inputs, enabled: false });
    expect(await stateOf(made.id)).toBe("Disabled");
  });

  test.each([
    [true, "Enabled"],
    [false, "Disabled"],
  ])("whose deletion is scheduled is recovered, with enabled: %s as %s", async (isEnabled, state) => {
    const kms = await makeAccount(rig);
    const made = await make(rig, "AwsKey", { kms, region: "eu-west-1", enabled: isEnabled });
    await rig.api.post(`/cckm/aws/keys/${made.id}/schedule-deletion`, { days: 7 });
    const life = rig.lifecycle("AwsKey");
    const { state: seen } = (await life.read(made.id, made.state))!;
    expect(seen).toMatchObject({ enabled: false, keyState: "PendingDeletion" });
    const updated = await life.update(made.id, seen, made.inputs);
    expect(updated.state).toMatchObject({ enabled: isEnabled, keyState: state });
    expect(await stateOf(made.id)).toBe(state);
  });
});
