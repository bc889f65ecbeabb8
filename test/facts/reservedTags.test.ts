import type { Api } from "../../provider/api/client";
import type { Bag } from "../../provider/lifecycle/vocabulary/definition";
import { definitionOf } from "../../provider/resources/load";
import { awsContainer, withEmulator } from "../emulator/client";
import { ociWorld } from "../emulator/systems/ociWorld";
import { fixtures, type CompleteFixture } from "../lifecycle/fixtures";
import { awsAccount, makeAccount } from "../lifecycle/fixtures/aws";
import { makeRing, paymentsRing } from "../lifecycle/fixtures/google";
import { makeOciVault } from "../lifecycle/fixtures/oci";
import { make, startRig, type Rig } from "../lifecycle/rig";

/**
 * What a cloud writes into a map by itself is not the program's: AWS's tags `aws:…`, which nobody
 * else can set, change or remove.
 */

const owned = { "aws:cloudformation:stack-name": "billing" };

describe("AWS refuses", () => {
  const shared = withEmulator();
  const create = async (tags: Bag) => {
    const { client } = shared;
    await awsContainer(client, ["eu-west-1"]);
    const Tags = Object.entries(tags).map(([TagKey, TagValue]) => ({ TagKey, TagValue }));
    return client.post("/cckm/aws/keys", { kms: "prod", region: "eu-west-1", aws_param: { Tags } });
  };

  test.each<[string, Bag, number]>([
    ["a tag that begins with aws:", { "aws:owner": "x" }, 400],
    ["one in capitals", { "AWS:owner": "x" }, 400],
    ["a key of 129 characters", { ["k".repeat(129)]: "x" }, 400],
    ["a value of 257 characters", { k: "v".repeat(257) }, 400],
    ["51 tags", Object.fromEntries([...Array(51).keys()].map((one) => [`k${one}`, "v"])), 400],
  ])("%s", async (_what, tags, status) => {
    expect((await create(tags)).status).toBe(status);
  });

  test("neither the longest tags nor an empty value", async () => {
    expect((await create({ ["k".repeat(128)]: "v".repeat(256), ["🔑".repeat(128)]: "" })).status).toBe(201);
  });

  test("to add or remove its own tags", async () => {
    const key = (await create({})).body;
    const path = `/cckm/aws/keys/${String(key.id)}`;
    const add = await shared.client.post(`${path}/add-tags`, { tags: [{ tag_key: "aws:a", tag_value: "b" }] });
    expect(add).toMatchObject({ status: 400, body: { codeDesc: expect.stringContaining("aws:a") as string } });
    expect((await shared.client.post(`${path}/remove-tags`, { tags: ["aws:a"] })).status).toBe(400);
  });
});

describe("a key with tags of AWS's own", () => {
  let rig: Rig;
  let kms: string;
  beforeAll(async () => {
    rig = await startRig();
  });
  afterAll(() => rig.close());
  beforeEach(async () => {
    await rig.renew();
    kms = await makeAccount(rig);
  });

  const account = awsAccount.accountId;
  const world = (body: Bag) => rig.control("POST", "/world/aws/keys", { account, ...body });
  const synchronize = async () => {
    await rig.api.post("/cckm/aws/synchronization-jobs", { kms: [kms], regions: ["eu-west-1"] });
    await rig.advance(120);
  };
  const tagsOf = async (id: string) => {
    const { aws_param } = await rig.api.get(`/cckm/aws/keys/${id}`);
    const tags = (aws_param as { Tags: { TagKey: string; TagValue: string }[] }).Tags;
    return Object.fromEntries(tags.map(({ TagKey, TagValue }) => [TagKey, TagValue]));
  };

  test("is adopted, changed and compared without them", async () => {
    await world({ region: "eu-west-1", aliases: ["cfn-key"], tags: { ...owned, team: "billing" } });
    await synchronize();
    const args = { kms, region: "eu-west-1", alias: ["cfn-key"], tags: { team: "billing", env: "prod" } };
    const made = await make(rig, "AwsKey", { ...args, adopt: true, onDestroy: "retain" });
    expect(made.state.tags).toEqual({ team: "billing", env: "prod" });
    expect(await tagsOf(made.id)).toEqual({ ...owned, team: "billing", env: "prod" });

    // CloudFormation changes its tag, and AWS adds another one.
    const now = { "aws:cloudformation:stack-name": "billing-2", "aws:cloudformation:stack-id": "arn:x" };
    await world({ key: "cfn-key", tags: { ...now, team: "billing", env: "prod" } });
    await synchronize();
    const sent: string[] = [];
    const ear = (api: Api): Api => ({
      ...api,
      post: (path, ...rest) => {
        sent.push(path.split("/").pop()!);
        return api.post(path, ...rest);
      },
    });
    const lifecycle = rig.lifecycle("AwsKey", undefined, ear);
    const seen = await lifecycle.read(made.id, made.state);
    expect(lifecycle.diff(seen!.state, made.inputs)).toMatchObject({ changes: false });

    const { inputs } = lifecycle.check(made.inputs, { ...made.inputs, tags: { env: "prod" } });
    const { state } = await lifecycle.update(made.id, seen!.state, inputs);
    expect(state.tags).toEqual({ env: "prod" });
    expect(sent).toEqual(["remove-tags"]);
    expect(await tagsOf(made.id)).toEqual({ ...now, env: "prod" });
  });

  test.each<[string, Bag, string]>([
    ["a tag of AWS", { "aws:owner": "x" }, "tags.aws:owner: cannot be set: AWS writes tags"],
    ["one in capitals", { "AWS:owner": "x" }, "tags.AWS:owner: cannot be set"],
    ["the service's own tag", { cckm_policy_template_id: "x" }, "tags.cckm_policy_template_id: cannot be set"],
    ["an empty key", { "": "x" }, "tags.: is not a valid key: must have 1 to 128 characters"],
    ["a key of 129 characters", { ["k".repeat(129)]: "x" }, `tags.${"k".repeat(129)}: is not a valid key`],
    ["a value of 257 characters", { k: "v".repeat(257) }, "tags.k: must have at most 256 characters"],
    ["51 tags", Object.fromEntries([...Array(51).keys()].map((one) => [`k${one}`, "v"])), "tags: must hold at most 50"],
  ])("%s is refused in the program", (_what, tags, expected) => {
    const { failures } = rig.lifecycle("AwsKey").check({}, { kms, region: "eu-west-1", tags });
    expect(failures.map(({ property, reason }) => `${property}: ${reason}`)).toEqual([
      expect.stringContaining(expected) as string,
    ]);
  });
});

test("tag defaults of a compartment in Oracle Cloud stay where the program says nothing of defined tags", async () => {
  const rig = await startRig();
  try {
    const tagDefaults = { Finance: { CostCenter: "W1234" } };
    await rig.control("POST", "/world/oci/tenancies", { tenancy: ociWorld.tenancy, tagDefaults });
    const made = await make(rig, "OciKey", { vault: await makeOciVault(rig), name: "orders" });
    const lifecycle = rig.lifecycle("OciKey");
    expect(lifecycle.diff(made.state, made.inputs)).toMatchObject({ changes: false });
    const tags = async () => (await rig.api.get(`/cckm/oci/keys/${made.id}`)).oci_params;
    const { state } = await lifecycle.update(made.id, made.state, { ...made.inputs, freeformTags: { team: "b" } });
    expect(await tags()).toMatchObject({ defined_tags: tagDefaults, freeform_tags: { team: "b" } });
    await lifecycle.update(made.id, state, { ...made.inputs, definedTags: {} });
    expect(((await tags()) as Bag).defined_tags).toEqual({});
  } finally {
    await rig.close();
  }
});

test("labels of Google's own stay when the others change", async () => {
  const rig = await startRig();
  try {
    const keyRing = await makeRing(rig);
    const key = `${paymentsRing}/cryptoKeys/k`;
    const made = await make(rig, "GoogleKey", { keyRing, keyName: "k", labels: { team: "a" } });
    const labels = { team: "a", "goog-terraform-provisioned": "true" };
    await rig.control("POST", "/world/google/keys", { key, labels });
    await rig.api.post(`/cckm/google/keys/${made.id}/refresh`, undefined, { expect: "text" });
    await rig.advance(5);
    const lifecycle = rig.lifecycle("GoogleKey");
    const seen = await lifecycle.read(made.id, made.state);
    expect(lifecycle.diff(seen!.state, made.inputs)).toMatchObject({ changes: false });
    const { inputs } = lifecycle.check(made.inputs, { ...made.inputs, labels: { team: "b" } });
    const { state } = await lifecycle.update(made.id, seen!.state, inputs);
    expect(state.labels).toEqual({ team: "b" });
    const { gcp_params } = await rig.api.get(`/cckm/google/keys/${made.id}`);
    expect((gcp_params as Bag).labels).toMatchObject({ team: "b", "goog-terraform-provisioned": "true" });
    const { failures } = lifecycle.check({}, { ...made.inputs, labels: { "goog-x": "y" } });
    expect(failures.map(({ property }) => property)).toEqual(["labels.goog-x"]);
  } finally {
    await rig.close();
  }
});

test.each(["VaultKey", "ExternalCmKey"])(
  "labels of the service's own stay when the others of a %s change",
  async (type) => {
    const rig = await startRig();
    try {
      const args = await (fixtures[type] as CompleteFixture).args(rig);
      const made = await make(rig, type, { ...args, labels: { team: "a" } });
      const path = `${definitionOf(type).path.replace(/\/$/, "")}/${made.id}`;
      const own = { "ncryptify-reserved/owner": "cckm" };
      await rig.api.patch(path, { labels: own });
      const lifecycle = rig.lifecycle(type);
      const seen = await lifecycle.read(made.id, made.state);
      expect(seen!.state.labels).toEqual({ team: "a" });
      expect(lifecycle.diff(seen!.state, made.inputs)).toMatchObject({ changes: false });
      const { inputs } = lifecycle.check(made.inputs, { ...made.inputs, labels: { env: "b" } });
      const { state } = await lifecycle.update(made.id, seen!.state, inputs);
      expect(state.labels).toEqual({ env: "b" });
      const { labels, cm_key_params } = await rig.api.get(path);
      expect(labels ?? (cm_key_params as Bag).labels).toEqual({ ...own, env: "b" });
      const { failures } = lifecycle.check({}, { ...made.inputs, labels: own });
      expect(failures.map(({ property }) => property)).toEqual(["labels.ncryptify-reserved/owner"]);
    } finally {
      await rig.close();
    }
  },
);
