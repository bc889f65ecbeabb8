import { makeAccount } from "./fixtures/aws";
import { vaultKey } from "./fixtures/awsKeys";
import { change, make, startRig, type Rig } from "./rig";

/** Rotation of the material of AWS keys of origin EXTERNAL, in place. */

let rig: Rig;
let kms: string;
beforeAll(async () => {
  rig = await startRig({ world: { licensing: { licenses: [{ feature: "CCKM" }] } } });
});
afterAll(() => rig.close());
beforeEach(async () => {
  await rig.renew();
  kms = await makeAccount(rig);
});

describe("a rotation to other material", () => {
  const external = { region: "eu-west-1", origin: "EXTERNAL" };

  test("does not fail for the failure of an earlier one", async () => {
    const key = await make(rig, "AwsKey", { kms, ...external });
    const made = await make(rig, "AwsKeyMaterial", { key: key.id });
    rig.onResponse = (response) =>
      "overall_status" in response ? { overall_status: "failed", error_details: "an earlier one" } : response;
    const other = await vaultKey(rig, "other");
    const { state } = await change(rig, "AwsKeyMaterial", made, { sourceKeyIdentifier: other });
    expect(state.sourceKeyId).toBe(other);
  });

  test("fails with the service's reason, and continues once the replicas have the material", async () => {
    const primaryKey = (await make(rig, "AwsKey", { kms, ...external, multiRegion: true })).id;
    const made = await make(rig, "AwsKeyMaterial", { key: primaryKey });
    const replica = await make(rig, "AwsReplicaKey", { primaryKey, region: "eu-central-1" });
    expect(replica.state).toMatchObject({ keyState: "Enabled" });
    const copied = await make(rig, "AwsKeyMaterial", { key: replica.id, adopt: true });
    const changed = { sourceKeyIdentifier: await vaultKey(rig, "other") };
    for (const reason of [
      /AWS does not use it yet: .* has not been imported/,
      /AWS does not use it yet: a replica lacks/,
    ])
      await expect(change(rig, "AwsKeyMaterial", made, changed)).rejects.toThrow(reason);
    await change(rig, "AwsKeyMaterial", copied, changed);
    const rotated = await change(rig, "AwsKeyMaterial", made, changed);
    expect(rotated.state).toMatchObject({ sourceKeyId: changed.sourceKeyIdentifier });
    expect(rotated.state.keyMaterialId).not.toBe(made.state.keyMaterialId);
  });

  test("of a replica waits until its primary has the new material, when both are updated at once", async () => {
    const primaryKey = (await make(rig, "AwsKey", { kms, ...external, multiRegion: true })).id;
    const made = await make(rig, "AwsKeyMaterial", { key: primaryKey });
    const replica = await make(rig, "AwsReplicaKey", { primaryKey, region: "eu-central-1" });
    const copied = await make(rig, "AwsKeyMaterial", { key: replica.id, adopt: true });
    const changed = { sourceKeyIdentifier: await vaultKey(rig, "other") };
    const updates = [change(rig, "AwsKeyMaterial", copied, changed), change(rig, "AwsKeyMaterial", made, changed)];
    expect((await Promise.allSettled(updates))[0]).toMatchObject({ status: "fulfilled" });
    const rotated = await change(rig, "AwsKeyMaterial", made, changed);
    expect(rotated.state).toMatchObject({ sourceKeyId: changed.sourceKeyIdentifier });
  });

  test("to material that the key has had before is told to take other material", async () => {
    const key = (await make(rig, "AwsKey", { kms, ...external, multiRegion: true })).id;
    const [one, two] = [await vaultKey(rig, "one"), await vaultKey(rig, "two")];
    const made = await make(rig, "AwsKeyMaterial", { key, sourceKeyIdentifier: one });
    const { state } = await change(rig, "AwsKeyMaterial", made, { sourceKeyIdentifier: two });
    await make(rig, "AwsReplicaKey", { primaryKey: key, region: "eu-central-1" });
    const back = change(rig, "AwsKeyMaterial", { ...made, state }, { sourceKeyIdentifier: one });
    await expect(back).rejects.toThrow(/is already associated with KMS key[^]*another source key/);
  });
});
