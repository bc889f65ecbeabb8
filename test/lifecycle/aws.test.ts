import { systemClock, type Clock } from "../../provider/api/clock";
import type { Bag } from "../../provider/lifecycle/vocabulary/definition";
import { pick } from "../../provider/lifecycle/values/wire";
import * as discovery from "../../provider/lookups/aws";
import { awsAccount, makeAccount } from "./fixtures/aws";
import { cluster, heldKey, vaultKey, xksStore } from "./fixtures/awsKeys";
import { change, make, startRig, type Rig } from "./rig";

/** What AWS resources do beyond the rows that every resource passes. */

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

const account = (body: Bag) => rig.control("POST", "/world/aws/accounts", { accountId: awsAccount.accountId, ...body });

/** A clock on which deadlines are near. */
function hurried(): Clock {
  let now = 0;
  return { ...systemClock, now: () => (now += 5000), sleep: async () => {} };
}

const failuresOf = (type: string, args: Bag) =>
  rig
    .lifecycle(type)
    .check({}, args)
    .failures.map(({ property }) => property);

describe("an uploaded key", () => {
  const make1 = async (more: Bag = {}) =>
    make(rig, "AwsUploadedKey", {
      kms,
      region: "eu-west-1",
      sourceKeyIdentifier: await vaultKey(rig, "source"),
      alias: ["up"],
      ...more,
    });

  test("has the source's material, until it expires", async () => {
    const made = await make1({ validTo: "2999-01-01T00:00:00Z" });
    expect(made.state).toMatchObject({ materialValidTo: "2999-01-01T00:00:00Z", keyState: "Enabled" });
    expect(made.state.sourceKeyId).toBe(made.inputs.sourceKeyIdentifier);
    const later = await change(rig, "AwsUploadedKey", made, { validTo: undefined });
    expect(later.state.materialValidTo).toBeUndefined();
  });

  test("whose material was deleted gets it again", async () => {
    const made = await make1();
    await rig.api.post(`/cckm/aws/keys/${made.id}/delete-material`);
    const seen = await rig.lifecycle("AwsUploadedKey").read(made.id, made.state);
    expect(rig.lifecycle("AwsUploadedKey").diff(seen!.state, made.inputs).changed).toEqual(["enabled"]);
    const repaired = await rig.lifecycle("AwsUploadedKey").update(made.id, seen!.state, made.inputs);
    expect(repaired.state).toMatchObject({ enabled: true, keyState: "Enabled" });
  });

  test("is rotated by a schedule, which is not drift", async () => {
    const made = await make1();
    const plan = await make(rig, "RotationSchedule", {
      name: "p",
      cloud: "aws",
      runAt: "0 3 1 * *",
      expiration: "90d",
    });
    await make(rig, "KeyRotation", { key: { type: "AwsUploadedKey", id: made.id }, schedule: plan.id });
    await rig.advance(40 * 86_400);
    const seen = await rig.lifecycle("AwsUploadedKey").read(made.id, made.state);
    expect(seen?.state.currentId).not.toBe(made.id);
    expect(seen?.state.sourceKeyId).not.toBe(made.state.sourceKeyId);
    expect(seen?.state.materialValidTo).toEqual(expect.any(String));
    expect(rig.lifecycle("AwsUploadedKey").diff(seen!.state, made.inputs)).toMatchObject({ changes: false });
  });
});

describe("imported material", () => {
  test("comes from a new vault key if none is named, and is rotated in place", async () => {
    const key = await make(rig, "AwsKey", { kms, region: "eu-west-1", origin: "EXTERNAL", alias: ["ext"] });
    expect(key.state).toMatchObject({ keyState: "PendingImport", enabled: true });
    const made = await make(rig, "AwsKeyMaterial", { key: key.id });
    const seen = await rig.lifecycle("AwsKey").read(key.id, key.state);
    expect(seen?.state.keyState).toBe("Enabled");
    const other = await vaultKey(rig, "other");
    const rotated = await change(rig, "AwsKeyMaterial", made, { sourceKeyIdentifier: other });
    expect(rotated.state.sourceKeyId).toBe(other);
    expect(rotated.state.keyMaterialId).not.toBe(made.state.keyMaterialId);
    await rig.lifecycle("AwsKeyMaterial").delete(made.id, rotated.state);
    expect(pick(await rig.api.get(`/cckm/aws/keys/${key.id}`), "aws_param.KeyState")).toBe("Enabled");
  });
});

describe("a replica", () => {
  test("becomes the primary and back", async () => {
    const primary = await make(rig, "AwsKey", { kms, region: "eu-west-1", multiRegion: true, alias: ["p"] });
    const replica = await make(rig, "AwsReplicaKey", { primaryKey: primary.id, region: "eu-central-1", alias: ["r"] });
    expect(replica.state).toMatchObject({ isPrimary: false, keyId: primary.state.keyId, keyState: "Enabled" });
    const up = await change(rig, "AwsReplicaKey", replica, { isPrimary: true });
    expect(up.state.isPrimary).toBe(true);
    expect((await rig.lifecycle("AwsKey").read(primary.id, primary.state))?.state).toEqual(primary.state);
    expect((await change(rig, "AwsReplicaKey", up, { isPrimary: false })).state.isPrimary).toBe(false);
  });
});

describe("the lists of a key policy", () => {
  const lists = { keyUsers: ["alice", "bob"], keyAdmins: ["alice"], externalAccounts: ["210987654321"] };

  test.each<[string, Bag]>([
    ["AwsKey", { region: "eu-west-1", alias: ["shared"] }],
    ["AwsPolicyTemplate", { name: "shared" }],
  ])("are kept where %s leaves them out, also when another one changes", async (type, args) => {
    const made = await make(rig, type, { kms, ...args, ...lists });
    const { externalAccounts, keyAdmins, ...rest } = made.inputs;
    const life = rig.lifecycle(type);
    const { inputs } = life.check(made.state, { ...rest, keyUsers: ["bob"] });
    const { state } = await life.update(made.id, made.state, inputs);
    expect(state).toMatchObject({ keyUsers: ["bob"], keyAdmins, externalAccounts });
    const emptied = await life.update(made.id, state, { ...inputs, externalAccounts: [] });
    expect(emptied.state.externalAccounts ?? []).toEqual([]);
    expect(emptied.state).toMatchObject({ keyUsers: ["bob"], keyAdmins });
  });
});

describe("a policy template", () => {
  test("sets the policy of keys, and its changes are applied to them", async () => {
    const template = await make(rig, "AwsPolicyTemplate", { name: "standard", kms, keyUsers: ["alice"] });
    const key = await make(rig, "AwsKey", { kms, region: "eu-west-1", alias: ["t"], policyTemplate: template.id });
    expect(key.state).toMatchObject({ policyTemplate: template.id, keyUsers: ["alice"] });
    await change(rig, "AwsPolicyTemplate", template, { keyUsers: ["bob"] });
    const seen = await rig.lifecycle("AwsKey").read(key.id, key.state);
    expect(seen?.state.keyUsers).toEqual(["bob"]);
    expect(rig.lifecycle("AwsKey").diff(seen!.state, key.inputs)).toMatchObject({ changes: false });
    await rig.api.post(`/cckm/aws/keys/${key.id}/policy`, { policy: { Statement: [{ Effect: "Deny" }] } });
    const changed = await rig.lifecycle("AwsKey").read(key.id, key.state);
    expect(rig.lifecycle("AwsKey").diff(changed!.state, key.inputs).changed).toEqual(["policyTemplate"]);
  });
});

describe("a custom key store", () => {
  test("is linked in place, rotates its credential on demand and by schedule, and holds unlinked keys", async () => {
    const made = await make(rig, "AwsCustomKeyStore", await xksStore(rig, kms));
    expect(made.state).toMatchObject({ linkedState: false, connectionState: "DISCONNECTED", connected: false });
    const source = await heldKey(rig, "source");
    const key = await make(rig, "AwsXksKey", { customKeyStore: made.id, sourceKeyId: source, linkedState: false });
    expect(key.state).toMatchObject({ keyState: "Unlinked", alias: [] });
    const schedule = await make(rig, "AwsXksCredentialRotationSchedule", { name: "c", runAt: "0 3 1 * *" });
    const linked = await change(rig, "AwsCustomKeyStore", made, {
      linkedState: true,
      connected: true,
      credentialTriggers: { month: 1 },
      credentialRotationSchedule: schedule.id,
    });
    expect(linked.state).toMatchObject({ connectionState: "CONNECTED", awsStoreId: expect.stringMatching(/^cks-/) });
    expect(linked.state.credentialVersion).toBe(2);
    const held = await change(rig, "AwsXksKey", key, { linkedState: true, alias: ["held"] });
    expect(held.state).toMatchObject({ keyState: "Enabled", arn: expect.any(String), alias: ["held"] });
    await rig.advance(70 * 86_400);
    const seen = await rig.lifecycle("AwsCustomKeyStore").read(made.id, linked.state);
    expect(seen?.state.accessKeyId).not.toBe(linked.state.accessKeyId);
    expect(rig.lifecycle("AwsCustomKeyStore").diff(seen!.state, linked.inputs)).toMatchObject({ changes: false });
    const unlinked = { ...linked.inputs, linkedState: false, connected: false, credentialRotationSchedule: undefined };
    expect(rig.lifecycle("AwsCustomKeyStore").diff(seen!.state, unlinked)).toMatchObject({ replaces: ["linkedState"] });
  });

  test("that cannot be connected fails with AWS's message", async () => {
    await account({ clusters: [] });
    const hsm = { name: "hsm", kms, region: "eu-west-1", customKeyStoreType: "AWS_CLOUDHSM", ...cluster };
    await expect(make(rig, "AwsCustomKeyStore", hsm)).rejects.toThrow(/CloudHsmClusterNotFoundException/);
    const external = await make(rig, "AwsCustomKeyStore", await xksStore(rig, kms, { linkedState: true }));
    await account({ unreachableEndpoints: ["https://keys.example.com"] });
    await expect(change(rig, "AwsCustomKeyStore", external, { connected: true })).rejects.toThrow(
      /XKS_PROXY_NOT_REACHABLE/,
    );
    await account({ unreachableEndpoints: [] });
    expect((await change(rig, "AwsCustomKeyStore", external, { connected: true })).state.connected).toBe(true);
  });

  test("with keys in it is neither deleted nor disconnected", async () => {
    const store = await make(
      rig,
      "AwsCustomKeyStore",
      await xksStore(rig, kms, { linkedState: true, connected: true }),
    );
    await make(rig, "AwsXksKey", { customKeyStore: store.id, sourceKeyId: await heldKey(rig, "source") });
    const gone = rig.lifecycle("AwsCustomKeyStore", hurried()).delete(store.id, store.state);
    await expect(gone).rejects.toThrow(/arn:aws:kms/);
    const record = await rig.api.get(`/cckm/aws/custom-key-stores/${store.id}`);
    expect(pick(record, "aws_param.connection_state")).toBe("CONNECTED");
  });

  test("takes no source key that cannot serve AWS, and says all that is wrong with it", async () => {
    const { id: customKeyStore } = await make(rig, "AwsCustomKeyStore", await xksStore(rig, kms));
    const held = { customKeyStore, linkedState: false };
    const small = await make(rig, "VaultKey", { name: "small", size: 128, usageMask: 44 });
    await expect(make(rig, "AwsXksKey", { ...held, sourceKeyId: small.id })).rejects.toThrow(
      /no AES-256 key .*unexportable: true.*undeletable: true.*usageMask: 60.*AwsXksKey was not created/,
    );
    expect(await rig.api.list("/cckm/aws/keys", { origin: "EXTERNAL_KEY_STORE" })).toEqual([]);
    // What a response does not contain is left to the service.
    rig.onResponse = ({ unexportable: _, undeletable: __, usageMask: ___, ...rest }) => rest;
    const plain = await make(rig, "VaultKey", { name: "plain", size: 256 });
    await expect(make(rig, "AwsXksKey", { ...held, sourceKeyId: plain.id })).rejects.toThrow(/400.*cannot serve AWS/s);
  });

  test("of CloudHSM has nothing of an external one, whatever responses contain, and is linked in place", async () => {
    const hsm = { name: "hsm", kms, region: "eu-west-1", customKeyStoreType: "AWS_CLOUDHSM", ...cluster };
    const made = await make(rig, "AwsCustomKeyStore", { ...hsm, linkedState: false });
    const seen = await rig.lifecycle("AwsCustomKeyStore").read(made.id, made.state);
    expect(rig.lifecycle("AwsCustomKeyStore").diff(seen!.state, made.inputs)).toMatchObject({ changes: false });
    const linked = await change(rig, "AwsCustomKeyStore", made, { linkedState: true, connected: true });
    expect(linked.state).toMatchObject({ linkedState: true, connectionState: "CONNECTED" });
    expect(failuresOf("AwsCustomKeyStore", { ...hsm, linkedState: false, connected: true })).toEqual(["connected"]);
  });

  test("reports inputs that its type lacks, and inputs of other types", () => {
    const base = { name: "s", kms, region: "eu-west-1" };
    expect(failuresOf("AwsCustomKeyStore", base)).toEqual(["healthCheckKeyId", "maxCredentials"]);
    const hsm = { ...base, customKeyStoreType: "AWS_CLOUDHSM", linkedState: true };
    expect(failuresOf("AwsCustomKeyStore", hsm)).toEqual(Object.keys(cluster));
    const unlinked = { customKeyStore: "s", sourceKeyId: "k", linkedState: false, alias: ["a"], enabled: false };
    expect(failuresOf("AwsXksKey", unlinked)).toEqual(["alias", "enabled"]);
  });
});

test("what a connection and an account can see", async () => {
  const { api } = rig;
  expect(await discovery.awsAccount(api, { connection: "AwsConnection" })).toMatchObject({
    accountId: awsAccount.accountId,
    regions: expect.arrayContaining(["eu-west-1"]),
  });
  expect(await discovery.awsRegions(api, { connection: "AwsConnection" })).toContain("us-west-2");
  expect(await discovery.awsIamUsers(api, { kms })).toContainEqual({
    name: "alice",
    arn: `arn:aws:iam::${awsAccount.accountId}:user/alice`,
  });
  expect((await discovery.awsIamRoles(api, { kms })).map(({ name }) => name)).toContain("OrderService");
  expect(await discovery.awsLogGroups(api, { kms, region: "eu-west-1", prefix: "/aws" })).toEqual([
    "/aws/lambda/orders",
  ]);
  expect(await discovery.awsCloudHsmClusters(api, { kms, region: "eu-west-1" })).toEqual([cluster.cloudHsmClusterId]);
});
