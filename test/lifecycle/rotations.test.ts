import type { Bag } from "../../provider/lifecycle/vocabulary/definition";
import { unknownValue } from "../../provider/lifecycle/vocabulary/schema";
import { rotationStatus } from "../../provider/lookups/rotation/query";
import { makeAccount } from "./fixtures/aws";
import { makeVault } from "./fixtures/azure";
import { makeDsmConnection } from "./fixtures/dsm";
import { makeRing } from "./fixtures/google";
import { makeOrganization } from "./fixtures/salesforce";
import { makeGroup } from "./fixtures/sap";
import { make, startRig, type Rig } from "./rig";

/**
 * Keys and the schedules that they are bound to: what is rejected, what is drift, and where new
 * material comes from.
 */

const day = 86_400;
let rig: Rig;
beforeAll(async () => {
  rig = await startRig({ world: { licensing: { licenses: [{ feature: "CCKM" }] } } });
});
afterAll(() => rig.close());
beforeEach(() => rig.control("POST", "/reset"));

const bindings = () => rig.lifecycle("KeyRotation");
const plan = async (cloud: string, args: Bag = {}) =>
  (await make(rig, "RotationSchedule", { name: `plan-${cloud}`, cloud, runAt: "0 3 * * *", ...args })).id;
const problems = (type: string, args: Bag) =>
  rig
    .lifecycle(type)
    .check({}, args)
    .failures.map(({ property, reason }) => `${property}: ${reason}`);

describe("what is rejected before a request is sent", () => {
  const key = (type: string) => ({ key: { type, id: "k-1" }, schedule: "s-1" });

  test.each([
    [
      "GoogleKey",
      { keySource: "local" },
      'keySource: "local" is not valid for GoogleKey; GoogleKey takes "native", "ciphert',
    ],
    [
      "AwsKey",
      { keySource: "native" },
      'keySource: "native" is not valid for AwsKey; AwsKey takes "local", "ciphertrust"',
    ],
    ["EkmEndpoint", { keySource: "ciphertrust" }, "keySource: is not valid for EkmEndpoint; it takes no parameters"],
    ["SalesforceKey", { keySource: "dsm" }, 'domain: is required with keySource "dsm"'],
    ["OciKey", { keySource: "hsm-luna" }, 'partition: is required with keySource "hsm-luna"'],
    ["SapKey", { keySource: "external-cm" }, 'externalCmDomain: is required with keySource "external-cm"'],
  ])("%s with %j", (type, args, words) => {
    expect(problems("KeyRotation", { ...key(type), ...args })).toEqual([expect.stringContaining(words)]);
  });

  test.each([
    ["LunaKey", "use it as the source of other keys, with keySource hsm-luna. These rotate: AwsKey, "],
    ["AwsReplicaKey", "a replica gets its material from its primary key: rotate that one"],
    ["VaultKey", "add it to a KeyRotationPolicy, or declare a VaultRotationSchedule"],
    ["AzureSecret", "give the secret a new value"],
    ["VaultSecret", "give the secret a new value"],
    ["Blueprint", "the service cannot rotate Blueprint on a schedule. These rotate: "],
  ])("a %s, with advice", (type, words) => {
    expect(problems("KeyRotation", key(type))).toEqual([expect.stringContaining(words)]);
  });

  test.each([
    [{ cloud: "google", rotateMaterial: true }, ["rotateMaterial: is only valid for aws, not for google"]],
    [{ cloud: "sap", retainAlias: true }, ["retainAlias: is only valid for aws, not for sap"]],
    [{ cloud: "aws", runAt: "0 3 31 2 *" }, ["runAt: never runs: no such date exists"]],
    [
      { cloud: "aws", runAt: "0 3 * * 7" },
      [expect.stringContaining("runAt: must be a cron expression with five fields")],
    ],
    [{ cloud: "dsm" }, [expect.stringContaining("cloud: ")]],
  ])("a schedule %j", (args, words) => {
    expect(problems("RotationSchedule", { name: "p", runAt: "0 3 * * *", ...args })).toEqual(words);
  });
});

test("the services of other clouds than AWS receive no alias and material settings", async () => {
  const [google, aws] = [await plan("google", { rotationAfter: "90d" }), await plan("aws", { retainAlias: true })];
  expect((await rig.api.get(`/scheduler/job-configs/${google}`)).job_config_params).toEqual({
    cloud_name: "gcp",
    rotation_after: "90d",
  });
  expect((await rig.api.get(`/scheduler/job-configs/${aws}`)).job_config_params).toEqual({
    cloud_name: "aws",
    aws_param: { retain_alias: true, rotate_material: false },
  });
});

describe("material that AWS cannot rotate inside its key", () => {
  const because = (spec: string) =>
    `its spec is ${spec}, and AWS rotates the material inside SYMMETRIC_DEFAULT keys only.`;
  let kms: string;
  beforeEach(async () => {
    kms = await makeAccount(rig);
  });
  const keyOf = async (args: Bag) =>
    (await make(rig, "AwsKey", { kms, region: "eu-west-1", alias: ["a"], ...args })).id;
  const statusOf = async (id: string) => (await rotationStatus(rig.api, { keys: [{ type: "AwsKey", id }] })).keys[0]!;

  test.each(["RSA_3072", "ECC_NIST_P256", "HMAC_256"])("a %s key is not bound to such a schedule", async (spec) => {
    const id = await keyOf({ customerMasterKeySpec: spec });
    const args = { key: { type: "AwsKey", id }, schedule: await plan("aws", { rotateMaterial: true }) };
    await expect(make(rig, "KeyRotation", args)).rejects.toThrow(
      `binding AwsKey ${id} failed: the schedule "plan-aws" has rotateMaterial, which this key does not support: ` +
        `${because(spec)} Bind it to a schedule without rotateMaterial, which makes a new key and moves the aliases to it; ` +
        "in place of a KeyRotationPolicy for all keys, give such keys one of their own with rotateMaterial: false.",
    );
    expect((await rig.api.get(`/cckm/aws/keys/${id}`)).labels).toEqual({});
  });

  test("nor is it moved to one; bound to a schedule without rotateMaterial it becomes a new key", async () => {
    const id = await keyOf({ customerMasterKeySpec: "RSA_2048" });
    const made = await make(rig, "KeyRotation", { key: { type: "AwsKey", id }, schedule: await plan("aws") });
    const inPlace = await plan("aws", { name: "in-place", rotateMaterial: true });
    const moved = bindings().update(made.id, made.state, { ...made.inputs, schedule: inPlace });
    await expect(moved).rejects.toThrow("its spec is RSA_2048");
    await rig.advance(day);
    expect((await bindings().read(made.id, made.state))!.state.currentKey).not.toBe(id);
  });

  test("inside a key with material from AWS no other source is promised", async () => {
    const id = await keyOf({});
    const schedule = await plan("aws", { rotateMaterial: true });
    const bind = (key: string, keySource?: string, of = schedule) =>
      make(rig, "KeyRotation", { key: { type: "AwsKey", id: key }, schedule: of, keySource });
    await expect(bind(id, "ciphertrust")).rejects.toThrow(
      /its material is from AWS, which also makes the new one inside the key, and takes it from no other source/,
    );
    expect((await bind(id)).state).toMatchObject({ schedule });
    const external = await keyOf({ origin: "EXTERNAL", alias: ["imported"] });
    expect((await bind(external, "ciphertrust")).state).toMatchObject({ schedule });
    const another = await keyOf({ alias: ["moved"] });
    const moving = await plan("aws", { name: "moving" });
    expect((await bind(another, "ciphertrust", moving)).state).toMatchObject({ schedule: moving });
  });

  test("a symmetric key is bound, with the material of AWS or imported", async () => {
    const schedule = await plan("aws", { rotateMaterial: true });
    for (const origin of ["AWS_KMS", "EXTERNAL"]) {
      const id = await keyOf({ origin, alias: [origin] });
      expect((await make(rig, "KeyRotation", { key: { type: "AwsKey", id }, schedule })).state).toMatchObject({
        schedule,
      });
    }
  });

  test("if another user has bound it, no rotation is announced", async () => {
    const id = await keyOf({ customerMasterKeySpec: "RSA_2048" });
    const schedule = await plan("aws", { rotateMaterial: true });
    await rig.api.post(`/cckm/aws/keys/${id}/enable-rotation-job`, { job_config_id: schedule });
    const status = await statusOf(id);
    expect(status).toMatchObject({ state: "unscheduled", schedule: { id: schedule, rotateMaterial: true } });
    expect(status).toMatchObject({ nextRotation: undefined });
    expect(status.reason).toBe(`The schedule "plan-aws" is not going to rotate it: ${because("RSA_2048")}`);
  });

  test("no rotation is announced for a disabled or an empty key, by a schedule or by AWS itself", async () => {
    const id = await keyOf({ enabled: false });
    await make(rig, "KeyRotation", { key: { type: "AwsKey", id }, schedule: await plan("aws") });
    expect(await statusOf(id)).toMatchObject({
      state: "unscheduled",
      reason: 'The schedule "plan-aws" is not going to rotate it: the key is disabled in AWS.',
    });
    const empty = await keyOf({ origin: "EXTERNAL", alias: ["empty"] });
    await make(rig, "KeyRotation", { key: { type: "AwsKey", id: empty }, schedule: await plan("aws", { name: "b" }) });
    expect(await statusOf(empty)).toMatchObject({
      state: "unscheduled",
      reason: 'The schedule "b" is not going to rotate it: the key has no material yet.',
    });
    const own = await keyOf({ keyRotationEnabled: true, alias: ["own"] });
    expect(await statusOf(own)).toMatchObject({ state: "onTime" });
    await rig.api.post(`/cckm/aws/keys/${own}/disable`);
    expect(await statusOf(own)).toMatchObject({
      state: "unscheduled",
      nextRotation: undefined,
      reason: "Its cloud is not going to rotate it: the key is disabled in AWS.",
    });
  });
});

test("a key that was unbound has lost its schedule, and is bound again in place", async () => {
  const { id } = await make(rig, "GoogleKey", { keyRing: await makeRing(rig), keyName: "k" });
  const args = { key: { type: "GoogleKey", id }, schedule: await plan("google") };
  const made = await make(rig, "KeyRotation", args);
  await rig.api.post(`/cckm/google/keys/${id}/disable-auto-rotation`);
  const seen = await bindings().read(made.id, made.state);
  expect(seen!.inputs).not.toHaveProperty("schedule");
  expect(bindings().diff(seen!.state, made.inputs)).toMatchObject({ changed: ["schedule"], replaces: [] });
  const repaired = await bindings().update(made.id, seen!.state, made.inputs);
  expect(repaired.state).toMatchObject(args);
  expect(await rig.api.get(`/cckm/google/keys/${id}`)).toMatchObject({ labels: { job_config_id: args.schedule } });
  await bindings().delete(made.id, repaired.state);
  const { auto_rotate, labels } = await rig.api.get(`/cckm/google/keys/${id}`);
  expect({ auto_rotate, labels }).toEqual({ auto_rotate: false, labels: {} });
});

test("the release policy of new versions is sent with the binding, and again when it changes", async () => {
  const { id } = await make(rig, "AzureKey", { keyVault: await makeVault(rig), keyName: "k", kty: "RSA" });
  const args = { key: { type: "AzureKey", id }, schedule: await plan("azure"), releasePolicy: { version: "1.0.0" } };
  const sent = async () => {
    const { labels } = await rig.api.get(`/cckm/azure/keys/${id}`);
    return (labels as Bag).auto_rotate_release_policy;
  };
  const made = await make(rig, "KeyRotation", args);
  expect(await sent()).toEqual(args.releasePolicy);
  const wanted = { ...made.inputs, releasePolicy: { version: "2.0.0" } };
  expect(bindings().diff(made.state, wanted)).toMatchObject({ changed: ["releasePolicy"], replaces: [] });
  await bindings().update(made.id, made.state, wanted);
  expect(await sent()).toEqual(wanted.releasePolicy);
});

test("a key that is not known yet is another key", async () => {
  const state = { key: { type: "AwsKey", id: "k-1" }, schedule: "s-1" };
  const difference = bindings().diff(state, { ...state, key: { type: "AwsKey", id: unknownValue } });
  expect(difference).toMatchObject({ replaces: ["key"], deleteBeforeReplace: false });
  expect(bindings().diff(state, { ...state, schedule: unknownValue })).toMatchObject({ changes: true, replaces: [] });
});

test("a binding is found by the id of its key in every system", async () => {
  const made = await make(rig, "SapKey", { group: await makeGroup(rig), name: "k", type: "AES", size: 256, operations: ["ENCRYPT"] }); // prettier-ignore
  const schedule = await plan("sap");
  await make(rig, "KeyRotation", { key: { type: "SapKey", id: made.id }, schedule });
  expect((await bindings().read(made.id, {}))!.state).toMatchObject({ key: { type: "SapKey", id: made.id }, schedule });
  expect(await bindings().read("none-of-them", {})).toBeUndefined();
});

test("the binding of a tenant secret is followed, even if the original secret was deleted long ago", async () => {
  const organization = await makeOrganization(rig);
  const made = await make(rig, "SalesforceKey", { organization, type: "Data" });
  const args = { key: { type: "SalesforceKey", id: made.id }, schedule: await plan("salesforce") };
  const binding = await make(rig, "KeyRotation", args);
  expect(binding.state.currentKey).toBe(made.id);
  await rig.advance(day);
  const seen = (await bindings().read(binding.id, binding.state))!;
  expect(seen.state).toMatchObject(args);
  expect(seen.state.currentKey).not.toBe(made.id);
  await rig.api.post(`/cckm/sfdc/keys/${made.id}/destroy`);
  await rig.api.post(`/cckm/sfdc/keys/${made.id}/delete-backup`);
  await rig.advance(day);
  const later = (await bindings().read(binding.id, seen.state))!;
  expect(later.state).toMatchObject(args);
  expect(bindings().diff(later.state, binding.inputs)).toMatchObject({ changes: false });
  const native = { ...binding.inputs, keySource: "native" };
  expect((await bindings().update(binding.id, later.state, native)).state).toMatchObject({ keySource: "native" });
});

describe("new material is created in the container that the binding names, of several", () => {
  let second: string;
  beforeEach(async () => {
    const connection = await makeDsmConnection(rig);
    await make(rig, "DsmDomain", { connection, domainId: 1001 });
    second = (await make(rig, "DsmDomain", { connection, domainId: 1002 })).id;
  });

  const rotated = async (type: string, id: string, cloud: string) => {
    const source = { keySource: "dsm", domain: second };
    await make(rig, "KeyRotation", { key: { type, id }, schedule: await plan(cloud), ...source });
    const before = await rig.api.count("/cckm/dsm/keys", { domain_id: second });
    await rig.advance(day);
    expect(await rig.api.count("/cckm/dsm/keys", { domain_id: second })).toBe(before + 1);
    const [job] = await rig.api.list("/scheduler/jobs");
    expect(job).toMatchObject({ status: "completed", result: "1 of 1 key rotated" });
  };

  test("for AWS", async () => {
    const key = { kms: await makeAccount(rig), region: "eu-west-1", alias: ["a"] };
    await rotated("AwsKey", (await make(rig, "AwsKey", key)).id, "aws");
  });
  test("for Google", async () => {
    await rotated("GoogleKey", (await make(rig, "GoogleKey", { keyRing: await makeRing(rig), keyName: "k" })).id, "google"); // prettier-ignore
  });
  test("for SAP", async () => {
    const key = { group: await makeGroup(rig), name: "k", type: "AES", size: 256, operations: ["ENCRYPT"] };
    await rotated("SapKey", (await make(rig, "SapKey", key)).id, "sap");
  });
  test("for Salesforce", async () => {
    const organization = await makeOrganization(rig);
    const certificate = (await make(rig, "SalesforceCertificate", { name: "Wrapping", organization })).id;
    const { id: sourceKeyIdentifier } = await make(rig, "VaultKey", { name: "v", algorithm: "aes", size: 256 });
    const key = { organization, type: "Data", sourceKeyIdentifier, certificate };
    await rotated("SalesforceKey", (await make(rig, "SalesforceKey", key)).id, "salesforce");
  });
});

test("a schedule can be deleted while another program's key is bound to it, which is then shown and can be unbound", async () => {
  const { id } = await make(rig, "GoogleKey", { keyRing: await makeRing(rig), keyName: "k" });
  const { id: schedule, state } = await make(rig, "RotationSchedule", {
    name: "p",
    cloud: "google",
    runAt: "0 3 * * *",
  });
  const bound = await make(rig, "KeyRotation", { key: { type: "GoogleKey", id }, schedule });
  await rig.lifecycle("RotationSchedule").delete(schedule, state);
  const seen = await bindings().read(bound.id, bound.state);
  expect(bindings().diff(seen!.state, bound.inputs)).toMatchObject({ changed: ["schedule"], replaces: [] });
  await bindings().delete(bound.id, bound.state);
  expect(await rig.api.get(`/cckm/google/keys/${id}`)).not.toHaveProperty("labels.job_config_id");
});
