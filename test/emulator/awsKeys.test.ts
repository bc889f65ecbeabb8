import { specNames } from "../../emulator/systems/aws/cloud/specs";
import { day, Key } from "./awsKey";
import { accountId, awsContainer, each, idOf, listOf, withEmulator, type Loose } from "./client";

const shared = withEmulator();

/** A container exists before every test. */
beforeEach(() => awsContainer(shared.client));

const tag = (TagKey: string) => ({ TagKey, TagValue: "" });
const tags = (count: number) => Array.from({ length: count }, (_, at) => tag(`tag-${at}`));

/** A policy whose form AWS leaves as it is. */
const policy = (Id: string) => ({
  Version: "2012-10-17",
  Id,
  Statement: [{ Effect: "Allow", Principal: "*", Action: "kms:*", Resource: "*" }],
});

describe("creating a key", () => {
  test.each([
    [
      "symmetric by default",
      {},
      {
        key_type: "symmetric",
        aws_param: { KeyUsage: "ENCRYPT_DECRYPT", Origin: "AWS_KMS", KeyState: "Enabled", Enabled: true },
      },
    ],
    [
      "RSA",
      { CustomerMasterKeySpec: "RSA_2048" },
      { key_type: "asymmetric", aws_param: { KeyUsage: "ENCRYPT_DECRYPT" } },
    ],
    [
      "ECC",
      { CustomerMasterKeySpec: "ECC_NIST_P256" },
      { key_type: "asymmetric", aws_param: { KeyUsage: "SIGN_VERIFY", SigningAlgorithms: ["ECDSA_SHA_256"] } },
    ],
    [
      "HMAC",
      { CustomerMasterKeySpec: "HMAC_512" },
      { key_type: "hmac", aws_param: { KeyUsage: "GENERATE_VERIFY_MAC", MacAlgorithmSpec: ["HMAC_SHA_512"] } },
    ],
    ["of external origin", { Origin: "EXTERNAL" }, { aws_param: { KeyState: "PendingImport", Enabled: false } }],
    [
      "multi-region",
      { MultiRegion: true },
      {
        aws_param: {
          KeyID: expect.stringMatching(/^mrk-/),
          MultiRegionConfiguration: { MultiRegionKeyType: "PRIMARY" },
        },
      },
    ],
    [
      "with tags",
      { Tags: [{ TagKey: "a", TagValue: "b" }] },
      { aws_param: { Tags: [{ TagKey: "a", TagValue: "b" }] } },
    ],
    ["with a policy", { Policy: policy("1") }, { aws_param: { Policy: policy("1") } }],
    [
      "with names in another case",
      { description: "d", policy: policy("1") },
      { aws_param: { Description: "d", Policy: policy("1") } },
    ],
  ])("%s", async (_name, aws_param, expected) => {
    const { record } = await Key.create(shared.client, { aws_param });
    expect(record).toMatchObject({
      region: "eu-west-1",
      kms: "prod",
      cloud_name: "aws",
      gone: false,
      ...expected,
    });
    expect(record.labels).toEqual({});
    expect(record).toMatchObject({ aws_param: { AWSAccountId: accountId, KeyManager: "CUSTOMER" } });
    expect(record.aws_param?.KeyID).toBe(record.aws_param?.KeyId);
  });

  test.each([
    ["an unknown container", { kms: "nope" }, 400],
    ["a region outside the container", { region: "eu-central-1" }, 400],
    ["no region", { region: "" }, 400],
    ["an unknown spec", { aws_param: { CustomerMasterKeySpec: "DES" } }, 400],
    ["a usage that doesn't fit", { aws_param: { CustomerMasterKeySpec: "HMAC_256", KeyUsage: "SIGN_VERIFY" } }, 400],
    ["an invalid alias", { aws_param: { Alias: "a b" } }, 400],
    ["an alias reserved by AWS", { aws_param: { Alias: "aws/orders" } }, 400],
    ["an alias in use by a key in the cloud", { aws_param: { Alias: "payments" } }, 409],
    ["both policy and users", { aws_param: { Policy: {} }, key_users: ["alice"] }, 400],
    ["an unknown template", { policytemplate: "nope" }, 400],
    ["two tags of one key", { aws_param: { Tags: [tag("a"), tag("b"), tag("a")] } }, 400],
    ["51 tags", { aws_param: { Tags: tags(51) } }, 400],
    ["a description of 8193 characters", { aws_param: { Description: "d".repeat(8193) } }, 400],
  ])("is refused with %s", async (_name, body, status) => {
    const request = { kms: "prod", region: "eu-west-1", aws_param: { Alias: "orders" }, ...body };
    expect((await shared.client.post("/cckm/aws/keys", request)).status).toBe(status);
    expect((await shared.client.ok("GET", "/cckm/aws/keys")).total).toBe(0);
  });

  test("turns lists of users and roles into ARNs and a policy", async () => {
    const more = { key_users: ["alice"], key_admins_roles: ["KeyAdministrator"], external_accounts: ["210987654321"] };
    const { record } = await Key.create(shared.client, { aws_param: {}, more });
    expect(record).toMatchObject({
      key_users: [`arn:aws:iam::${accountId}:user/alice`],
      key_admins_roles: [`arn:aws:iam::${accountId}:role/KeyAdministrator`],
      external_accounts: ["210987654321"],
    });
    expect(JSON.stringify(record.aws_param?.Policy)).toContain("arn:aws:iam::210987654321:root");
  });
});

test("AWS takes 50 tags of a key and 8192 characters of description, also later", async () => {
  const most = { Tags: tags(50), Description: "d".repeat(8192) };
  const key = await Key.create(shared.client, { aws_param: most });
  expect(listOf((await key.read()).aws_param?.Tags)).toHaveLength(50);
  const added = (...names: string[]) => ({ tags: names.map((tag_key) => ({ tag_key, tag_value: "" })) });
  expect((await key.refused("add-tags", added("one-more"))).status).toBe(400);
  expect((await key.refused("add-tags", added("tag-1", "tag-1"))).status).toBe(400);
  expect((await key.refused("update-description", { description: "d".repeat(9000) })).status).toBe(400);
  await key.act("add-tags", added("tag-1"));
  expect((await key.read()).aws_param).toMatchObject({ Description: most.Description });
});

describe("the life of a key", () => {
  test("enabled, disabled, and scheduled for deletion", async () => {
    const key = await Key.create(shared.client);
    expect(await key.act("disable")).toMatchObject({ aws_param: { KeyState: "Disabled", Enabled: false } });
    expect(await key.act("enable")).toMatchObject({ aws_param: { KeyState: "Enabled" } });
    for (const days of [undefined, 6, 31]) expect((await key.refused("schedule-deletion", { days })).status).toBe(400);
    const doomed = await key.act("schedule-deletion", { days: 7 });
    expect(doomed).toMatchObject({
      deletion_date: doomed.aws_param?.DeletionDate,
      aws_param: { KeyState: "PendingDeletion", Enabled: false },
    });
    for (const verb of ["schedule-deletion", "enable", "disable"]) {
      const again = await key.refused(verb, { days: 7 });
      expect(again).toMatchObject({ status: 400, body: { message: expect.stringContaining("is pending deletion") } });
    }
    const saved = await key.act("cancel-deletion");
    expect(saved).toMatchObject({ aws_param: { KeyState: "Disabled" } });
    expect(saved).not.toHaveProperty("deletion_date");
  });

  test("is deleted in AWS on its date, and is gone after a synchronization", async () => {
    const { client } = shared;
    const key = await Key.create(client);
    await key.act("schedule-deletion", { days: 7 });
    expect(
      (await client.post("/cckm/aws/keys", { kms: "prod", region: "eu-west-1", aws_param: { Alias: "orders" } }))
        .status,
    ).toBe(409);
    await client.advance(7 * day + 1);
    expect(await key.read()).toMatchObject({ gone: false, aws_param: { KeyState: "PendingDeletion" } });
    await client.ok("POST", "/cckm/aws/synchronization-jobs", { kms: ["prod"] });
    await client.advance(1);
    expect(await key.read()).toMatchObject({ gone: true });
    expect(
      await client.ok("POST", "/cckm/aws/keys", { kms: "prod", region: "eu-west-1", aws_param: { Alias: "orders" } }),
    ).toBeTruthy();
    expect((await client.delete(`/cckm/aws/keys/${key.id}`)).status).toBe(204);
    expect((await client.get(`/cckm/aws/keys/${key.id}`)).status).toBe(404);
  });

  test("description, aliases and tags", async () => {
    const key = await Key.create(shared.client);
    expect(await key.act("update-description", { description: "new" })).toMatchObject({
      aws_param: { Description: "new" },
    });
    expect((await key.refused("update-description", { description: "" })).status).toBe(400);
    expect(await key.act("add-alias", { alias: "second" })).toMatchObject({
      aws_param: { Alias: ["alias/orders", "alias/second"] },
    });
    expect((await key.refused("add-alias", { alias: "second" })).status).toBe(409);
    expect(await key.act("delete-alias", { alias: "orders" })).toMatchObject({
      aws_param: { Alias: ["alias/second"] },
    });
    expect((await key.refused("delete-alias", { alias: "orders" })).body).toMatchObject({
      message: expect.stringContaining("NotFoundException"),
    });
    const tags = [
      { tag_key: "a", tag_value: "1" },
      { tag_key: "b", tag_value: "2" },
    ];
    expect(listOf((await key.act("add-tags", { tags })).aws_param?.Tags)).toHaveLength(2);
    expect(await key.act("remove-tags", { tags: ["a"] })).toMatchObject({
      aws_param: { Tags: [{ TagKey: "b", TagValue: "2" }] },
    });
    expect((await key.refused("add-tags", { tags: [] })).status).toBe(400);
    const verify = (alias: string): Promise<Loose> =>
      shared.client.ok("POST", "/cckm/aws/alias/verify", { alias, region: "eu-west-1", kms: "prod" });
    expect([(await verify("second")).exists, (await verify("orders")).exists]).toEqual([true, false]);
  });

  test("a policy of its own, and policy templates", async () => {
    const { client } = shared;
    const key = await Key.create(client);
    expect(await key.act("policy", { Policy: policy("2") })).toMatchObject({
      aws_param: { Policy: policy("2") },
    });
    expect(await key.act("policy", {})).toMatchObject({ aws_param: { Policy: { Id: "key-default-1" } } });
    const template = await client.ok("POST", "/cckm/aws/templates", { name: "t", kms: "prod", key_users: ["alice"] });
    expect(template).toMatchObject({
      is_verified: false,
      account_id: accountId,
      kms_name: "prod",
      key_users: ["alice"],
    });
    const tagged = await key.act("policy", { policytemplate: "t" });
    expect(tagged).toMatchObject({
      aws_param: { Tags: [{ TagKey: "cckm_policy_template_id", TagValue: idOf(template) }] },
    });
    expect((await client.ok("GET", `/cckm/aws/keys?cckm_policy_template_id=${idOf(template)}`)).total).toBe(1);
    expect((await client.patch("/cckm/aws/templates/t", { key_users: [] })).status).toBe(400);
    const pushed = await client.ok("PATCH", "/cckm/aws/templates/t", { key_users: ["bob"], auto_push: true });
    expect(pushed).toMatchObject({ is_verified: true, key_users: ["bob"] });
    expect(await key.read()).toMatchObject({ key_users: [`arn:aws:iam::${accountId}:user/bob`] });
    const refused = await client.delete("/cckm/aws/templates/t");
    expect(refused).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining("has one or more key associated") },
    });
    await key.act("policy", { Policy: policy("3") });
    expect((await client.delete("/cckm/aws/templates/t")).status).toBe(204);
  });

  test("rotation by AWS itself", async () => {
    const { client } = shared;
    const key = await Key.create(client);
    expect(await key.act("enable-auto-rotation", {})).toMatchObject({
      aws_param: { KeyRotationEnabled: true, RotationPeriodInDays: 365 },
    });
    const enabled = await key.act("enable-auto-rotation", { rotation_period_in_days: 90 });
    expect(await key.act("get-key-rotation-status")).toMatchObject({
      KeyRotationEnabled: true,
      RotationPeriodInDays: 90,
    });
    await client.advance(91 * day);
    await key.act("refresh", {});
    await key.read();
    const later = await key.read();
    expect(later.aws_param?.CurrentKeyMaterialId).not.toBe(enabled.aws_param?.CurrentKeyMaterialId);
    expect(each(await key.rotations(), "aws_param").at(-1)).toMatchObject({
      RotationType: "AUTOMATIC",
      KeyMaterialState: "CURRENT",
    });
    expect(await key.act("disable-auto-rotation")).toMatchObject({ aws_param: { KeyRotationEnabled: false } });
    await key.act("disable");
    expect((await key.refused("enable-auto-rotation")).body).toMatchObject({
      message: expect.stringContaining("DisabledException"),
    });
  });

  /** The object identifier of algorithm or curve, and the length, of a SubjectPublicKeyInfo. */
  const publicKeys: Readonly<Record<string, readonly [identifier: string, bytes: number]>> = {
    RSA_2048: ["06092a864886f70d010101", 294],
    RSA_3072: ["06092a864886f70d010101", 422],
    RSA_4096: ["06092a864886f70d010101", 550],
    ECC_NIST_P256: ["06082a8648ce3d030107", 91],
    ECC_NIST_P384: ["06052b81040022", 120],
    ECC_NIST_P521: ["06052b81040023", 158],
    ECC_SECG_P256K1: ["06052b8104000a", 88],
    SM2: ["06082a811ccf5501822d", 91],
    ECC_NIST_EDWARDS25519: ["06032b6570", 44],
    ML_DSA_44: ["0609608648016503040311", 1334],
    ML_DSA_65: ["0609608648016503040312", 1974],
    ML_DSA_87: ["0609608648016503040313", 2614],
  };

  test.each(specNames)("the public key of %s, if it is asymmetric", async (spec) => {
    const { id, record } = await Key.create(shared.client, { aws_param: { CustomerMasterKeySpec: spec } });
    const { status, body } = await shared.client.get(`/cckm/aws/keys/${id}/download-public-key`);
    const expected = publicKeys[spec];
    expect([status, record.key_type === "asymmetric"]).toEqual(expected ? [200, true] : [400, false]);
    if (!expected) return;
    const der = Buffer.from(String(body).replace(/-----.*-----|\s/g, ""), "base64");
    expect(der.toString("hex", 0, 40)).toContain(expected[0]);
    expect(der).toHaveLength(expected[1]);
  });

  test("public keys of asymmetric keys", async () => {
    const { client } = shared;
    const rsa = await Key.create(client, { aws_param: { CustomerMasterKeySpec: "ECC_NIST_P384" } });
    const pem = await client.get(`/cckm/aws/keys/${rsa.id}/download-public-key`);
    expect(pem.body).toContain("BEGIN PUBLIC KEY");
    expect((await client.get(`/cckm/aws/keys/${rsa.id}/download-public-key`)).body).toBe(pem.body);
    const symmetric = await Key.create(client);
    expect((await client.get(`/cckm/aws/keys/${symmetric.id}/download-public-key`)).status).toBe(400);
  });
});
