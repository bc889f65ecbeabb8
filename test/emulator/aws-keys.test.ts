import {
  accountId,
  awsContainer,
  each,
  idOf,
  listOf,
  withEmulator,
  type Client,
  type Loose,
  type Reply,
} from "./client";

const shared = withEmulator();
const day = 86_400;

interface KeyOptions {
  readonly aws_param?: object;
  readonly region?: string;
  readonly more?: object;
}

/** A key with the methods that tests need most. */
class Key {
  constructor(
    readonly client: Client,
    readonly record: Loose,
  ) {}

  static async create(
    client: Client,
    { aws_param = { Alias: "orders" }, region = "eu-west-1", more = {} }: KeyOptions = {},
  ): Promise<Key> {
    return new Key(client, await client.ok("POST", "/cckm/aws/keys", { kms: "prod", region, aws_param, ...more }));
  }

  get id(): string {
    return idOf(this.record);
  }

  act = (verb: string, body?: object): Promise<Loose> =>
    this.client.ok("POST", `/cckm/aws/keys/${this.id}/${verb}`, body);
  refused = (verb: string, body?: object): Promise<Reply> =>
    this.client.post(`/cckm/aws/keys/${this.id}/${verb}`, body);
  read = (): Promise<Loose> => this.client.ok("GET", `/cckm/aws/keys/${this.id}`);
  rotations = (): Promise<Loose> => this.client.ok("GET", `/cckm/aws/keys/${this.id}/rotations?limit=-1`);
}

/** A container is there before every test. */
beforeEach(() => awsContainer(shared.client));

describe("making a key", () => {
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
    ["with a policy", { Policy: { Version: "1" } }, { aws_param: { Policy: { Version: "1" } } }],
    [
      "with names in another case",
      { description: "d", policy: { Version: "1" } },
      { aws_param: { Description: "d", Policy: { Version: "1" } } },
    ],
  ])("%s", async (_name, aws_param, expected) => {
    const { record } = await Key.create(shared.client, { aws_param });
    expect(record).toMatchObject({
      region: "eu-west-1",
      kms: "prod",
      cloud_name: "aws",
      gone: false,
      labels: {},
      ...expected,
    });
    expect(record).toMatchObject({ aws_param: { AWSAccountId: accountId, KeyManager: "CUSTOMER" } });
    expect(record.aws_param?.KeyID).toBe(record.aws_param?.KeyId);
  });

  test.each([
    ["an unknown container", { kms: "nope" }, 400],
    ["a region outside the container", { region: "eu-central-1" }, 400],
    ["no region", { region: "" }, 400],
    ["an unknown spec", { aws_param: { CustomerMasterKeySpec: "DES" } }, 400],
    ["a usage that doesn't fit", { aws_param: { CustomerMasterKeySpec: "HMAC_256", KeyUsage: "SIGN_VERIFY" } }, 400],
    ["a strange alias", { aws_param: { Alias: "a b" } }, 400],
    ["an alias of AWS's own", { aws_param: { Alias: "aws/orders" } }, 400],
    ["an alias that a key in the cloud holds", { aws_param: { Alias: "payments" } }, 409],
    ["both policy and users", { aws_param: { Policy: {} }, key_users: ["alice"] }, 400],
    ["an unknown template", { policytemplate: "nope" }, 400],
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

describe("the life of a key", () => {
  test("enabled, disabled, and on its way out", async () => {
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

  test("ends in AWS on its date, and is gone after a synchronization", async () => {
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
    expect(await key.act("policy", { Policy: { Version: "2" } })).toMatchObject({
      aws_param: { Policy: { Version: "2" } },
    });
    expect((await key.refused("policy", {})).status).toBe(400);
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
    await key.act("policy", { Policy: { Version: "3" } });
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

describe("material", () => {
  test("of AWS's own is rotated on demand, one poll later", async () => {
    const key = await Key.create(shared.client);
    const before = key.record.aws_param?.CurrentKeyMaterialId;
    expect((await key.act("rotate-material")).aws_param?.CurrentKeyMaterialId).toBe(before);
    expect((await key.read()).aws_param?.CurrentKeyMaterialId).toBe(before);
    const after = await key.read();
    expect(after.aws_param?.CurrentKeyMaterialId).not.toBe(before);
    const history = await key.rotations();
    expect(history.total).toBe(2);
    expect(each(history, "aws_param")).toMatchObject([
      { KeyMaterialState: "NON_CURRENT", RotationType: "" },
      { KeyMaterialState: "CURRENT", RotationType: "ON_DEMAND" },
    ]);
    expect(await shared.client.ok("GET", `/cckm/aws/keys/${key.id}/rotate-material/status`)).toMatchObject({
      overall_status: "success",
    });
    expect((await shared.client.ok("GET", `/cckm/aws/keys/${key.id}/rotations?KeyMaterialState=CURRENT`)).total).toBe(
      1,
    );
  });

  test("is imported, deleted, imported again and ends on its date", async () => {
    const { client } = shared;
    const key = await Key.create(client, { aws_param: { Origin: "EXTERNAL" } });
    expect((await key.refused("enable")).body).toMatchObject({ message: expect.stringContaining("is pending import") });
    const imported = await key.act("import-material", {});
    expect(imported).toMatchObject({
      key_material_origin: "cckm",
      key_source: "local",
      aws_param: { KeyState: "Enabled", ExpirationModel: "KEY_MATERIAL_DOES_NOT_EXPIRE" },
    });
    expect((await client.ok("GET", `/vault/keys2/${String(imported.local_key_id)}`)).name).toBe(
      imported.local_key_name,
    );
    expect(await key.act("delete-material", {})).toMatchObject({ aws_param: { KeyState: "PendingImport" } });
    const [entry] = listOf((await key.rotations()).resources);
    expect(entry).toMatchObject({ last_import_status: "Success", aws_param: { ImportState: "PENDING_IMPORT" } });
    const valid_to = new Date(Date.now() + 10 * day * 1000).toISOString();
    const again = {
      key_material_id: entry?.aws_param?.KeyMaterialId,
      import_type: "EXISTING_KEY_MATERIAL",
      key_expiration: true,
    };
    expect((await key.refused("import-material", again)).status).toBe(400);
    expect(await key.act("import-material", { ...again, valid_to })).toMatchObject({
      aws_param: { KeyState: "Enabled", ValidTo: valid_to, ExpirationModel: "KEY_MATERIAL_EXPIRES" },
    });
    await client.advance(11 * day);
    await key.act("refresh");
    await key.read();
    expect(await key.read()).toMatchObject({ aws_param: { KeyState: "PendingImport" } });
  });

  test("of external keys is rotated in two steps or in one", async () => {
    const { client } = shared;
    const key = await Key.create(client, { aws_param: { Origin: "EXTERNAL" } });
    await key.act("import-material", {});
    expect((await key.refused("rotate-material")).body).toMatchObject({
      message: expect.stringContaining("has not been imported"),
    });
    for (const name of ["first", "second"]) await client.ok("POST", "/vault/keys2", { name });
    await key.act("import-material", { source_key_identifier: "first", import_type: "NEW_KEY_MATERIAL" });
    expect(each(await key.rotations(), "aws_param")).toMatchObject([
      { KeyMaterialState: "CURRENT" },
      { KeyMaterialState: "PENDING_ROTATION" },
    ]);
    await key.act("rotate-material");
    await key.act("rotate-material", { source_key_identifier: "second" });
    const entries = listOf((await key.rotations()).resources);
    expect(entries.map((entry) => [entry.source_key_name, entry.aws_param?.KeyMaterialState]).slice(1)).toEqual([
      ["first", "NON_CURRENT"],
      ["second", "CURRENT"],
    ]);
    const reused = await key.refused("rotate-material", { source_key_identifier: "first" });
    expect(reused.body).toMatchObject({ message: expect.stringContaining("is already associated with KMS key") });
  });

  test("comes from a vault key at upload", async () => {
    const { client } = shared;
    await client.ok("POST", "/vault/keys2", { name: "aes" });
    await client.ok("POST", "/vault/keys2", { name: "small", size: 128 });
    await client.ok("POST", "/vault/keys2", { name: "curve", algorithm: "ec", curveid: "prime256v1" });
    const upload = (source_key_identifier: string, more: object = {}): Promise<Reply> =>
      client.post("/cckm/aws/upload-key", { kms: "prod", region: "eu-west-1", source_key_identifier, ...more });
    const uploaded = await upload("aes", { aws_param: { Alias: "byok" }, source_key_tier: "local" });
    expect(uploaded).toMatchObject({
      status: 201,
      body: {
        key_material_origin: "cckm",
        local_key_name: "aes",
        aws_param: { Origin: "EXTERNAL", KeyState: "Enabled" },
      },
    });
    expect(await upload("curve")).toMatchObject({
      status: 201,
      body: { aws_param: { CustomerMasterKeySpec: "ECC_NIST_P256" } },
    });
    expect((await upload("small")).status).toBe(400);
    expect((await upload("nope")).status).toBe(400);
    expect((await upload("aes", { source_key_tier: "dsm" })).status).toBe(400);
    expect((await upload("aes", { key_expiration: true })).status).toBe(400);
  });
});

describe("rotation to a new key", () => {
  test("moves aliases, tags and description, and links old and new", async () => {
    const { client } = shared;
    const old = await Key.create(client, {
      aws_param: { Alias: "orders", Description: "d", Tags: [{ TagKey: "a", TagValue: "b" }] },
    });
    const fresh = await old.act("rotate", {});
    expect(fresh).toMatchObject({
      rotated_from: old.id,
      aws_param: { Alias: ["alias/orders"], Description: "d", Tags: [{ TagKey: "a" }] },
    });
    expect(await old.read()).toMatchObject({
      rotated_to: idOf(fresh),
      rotated_at: expect.any(String),
      aws_param: { Alias: [], KeyState: "Enabled" },
    });
    expect((await old.refused("rotate")).status).toBe(409);
  });

  test("keeps an alias on the old key and takes encryption from it on request; brings its own material", async () => {
    const { client } = shared;
    await client.ok("POST", "/vault/keys2", { name: "source" });
    const old = await Key.create(client);
    const both = { disable_encrypt: true, disable_encrypt_on_all_accounts: true };
    expect((await old.refused("rotate", both)).status).toBe(400);
    const fresh = await old.act("rotate", {
      retain_alias: true,
      disable_encrypt: true,
      source_key_id: "source",
      description: "new",
    });
    expect(fresh).toMatchObject({
      key_material_origin: "cckm",
      local_key_name: "source",
      aws_param: { Origin: "EXTERNAL", Description: "new" },
    });
    const before = await old.read();
    expect(before.aws_param?.Alias).toEqual([expect.stringMatching(/^alias\/orders-rotated-\d+$/)]);
    expect(JSON.stringify(before.aws_param?.Policy)).toContain("Deny");
  });
});

describe("multi-region keys", () => {
  async function family(): Promise<{ primary: Key; replica: Key }> {
    const { client } = shared;
    const primary = await Key.create(client, { aws_param: { Alias: "orders", MultiRegion: true } });
    const record = await primary.act("replicate-key", { replica_region: "us-east-1", aws_param: { Alias: "orders" } });
    expect(record).toMatchObject({
      region: "us-east-1",
      aws_param: { KeyState: "Creating", KeyID: primary.record.aws_param?.KeyID },
    });
    return { primary, replica: new Key(client, record) };
  }

  test("have replicas that take a poll to come up", async () => {
    const { primary, replica } = await family();
    expect(await replica.read()).toMatchObject({ aws_param: { KeyState: "Creating" } });
    expect(await replica.read()).toMatchObject({
      aws_param: { KeyState: "Enabled", MultiRegionConfiguration: { MultiRegionKeyType: "REPLICA" } },
    });
    const configuration = (await primary.read()).aws_param?.MultiRegionConfiguration;
    expect(configuration).toMatchObject({ MultiRegionKeyType: "PRIMARY", ReplicaKeys: [{ Region: "us-east-1" }] });
    expect((await primary.refused("replicate-key", { replica_region: "us-east-1" })).status).toBe(400);
    const wrong = await replica.refused("update-primary-region", { PrimaryRegion: "us-east-1" });
    expect(wrong.body).toMatchObject({ message: expect.stringContaining("is not a multi-Region primary key") });
    expect(
      (
        await shared.client.ok(
          "GET",
          `/cckm/aws/keys?keyid=${String(primary.record.aws_param?.KeyID)}&region=us-east-1`,
        )
      ).total,
    ).toBe(1);
  });

  test("swap their primary, and wait for their replicas when they go", async () => {
    const { client } = shared;
    const { primary, replica } = await family();
    await primary.act("update-primary-region", { PrimaryRegion: "us-east-1" });
    for (const key of [primary, replica]) await key.read();
    expect(await replica.read()).toMatchObject({
      aws_param: { MultiRegionConfiguration: { MultiRegionKeyType: "PRIMARY" } },
    });
    expect(await primary.read()).toMatchObject({
      aws_param: { MultiRegionConfiguration: { MultiRegionKeyType: "REPLICA" } },
    });
    expect(await replica.act("schedule-deletion", { days: 7 })).toMatchObject({
      aws_param: { KeyState: "PendingReplicaDeletion" },
    });
    await primary.act("schedule-deletion", { days: 7 });
    await client.advance(8 * day);
    await replica.act("refresh");
    await replica.read();
    expect(await replica.read()).toMatchObject({ aws_param: { KeyState: "PendingDeletion" } });
  });

  test("of external origin rotate once every region has the material", async () => {
    const { client } = shared;
    for (const name of ["one", "two"]) await client.ok("POST", "/vault/keys2", { name });
    const primary = await Key.create(client, { aws_param: { MultiRegion: true, Origin: "EXTERNAL" } });
    await primary.act("import-material", { source_key_identifier: "one" });
    const replica = new Key(client, await primary.act("replicate-key", { replica_region: "us-east-1" }));
    await replica.read();
    expect(await replica.read()).toMatchObject({ aws_param: { KeyState: "PendingImport" } });
    await replica.act("import-material", { source_key_identifier: "one" });
    await primary.act("import-material", { source_key_identifier: "two" });
    const state = async (): Promise<unknown> =>
      (each(await primary.rotations(), "aws_param").at(-1) as Loose).KeyMaterialState;
    expect(await state()).toBe("PENDING_MULTI_REGION_IMPORT_AND_ROTATION");
    await replica.act("import-material", { source_key_identifier: "two" });
    expect(await state()).toBe("PENDING_ROTATION");
    await primary.act("rotate-material");
    for (const key of [primary, replica]) await key.read();
    expect(await state()).toBe("CURRENT");
  });
});

describe("many keys", () => {
  test("are changed by a bulk job, which tells what each one said", async () => {
    const { client } = shared;
    const [a, b] = [await Key.create(client), await Key.create(client, { aws_param: { Origin: "EXTERNAL" } })];
    const job = await client.ok("POST", "/cckm/aws/bulkjob", { keys: [a.id, b.id], operation: "disablekey" });
    expect(job).toMatchObject({ overall_status: "in_progress" });
    await client.advance(1);
    const done = await client.ok("GET", `/cckm/aws/bulkjob/${idOf(job)}`);
    expect(done).toMatchObject({
      overall_status: "failed",
      detailed_status: { [a.id]: "success", [b.id]: expect.stringContaining("pending import") },
    });
    expect(await a.read()).toMatchObject({ aws_param: { KeyState: "Disabled" } });
    const cancelled = await client.ok("POST", "/cckm/aws/bulkjob", { keys: [a.id], operation: "enablekey" });
    await client.ok("POST", `/cckm/aws/bulkjob/${idOf(cancelled)}/cancel`);
    await client.advance(1);
    expect(await a.read()).toMatchObject({ aws_param: { KeyState: "Disabled" } });
    expect((await client.post("/cckm/aws/bulkjob", { keys: [a.id], operation: "schedulekeydeletion" })).status).toBe(
      400,
    );
  });

  test("are found by what they are", async () => {
    const { client } = shared;
    await Key.create(client, { aws_param: { Alias: "a", Tags: [{ TagKey: "team", TagValue: "x" }] } });
    await Key.create(client, { aws_param: { Alias: "b", CustomerMasterKeySpec: "RSA_2048" }, region: "us-east-1" });
    const total = async (query: string): Promise<unknown> => (await client.ok("GET", `/cckm/aws/keys?${query}`)).total;
    const rows = [
      "alias=a",
      "alias=alias/a",
      "region=us-east-1",
      "keyusage=ENCRYPT_DECRYPT",
      "CustomerMasterKeySpec=RSA*",
      "enabled=true",
      "kms=prod",
      "gone=true",
      "tags=%7B%22team%22%3A%22x%22%7D",
      "rotation_job_enabled=false",
      "keystate=Enabled&keystate=Disabled",
      "multi_region=false",
      "origin=EXTERNAL",
    ];
    const totals = await Promise.all(rows.map(total));
    expect(Object.fromEntries(rows.map((row, index) => [row, totals[index]]))).toEqual({
      "alias=a": 1,
      "alias=alias/a": 1,
      "region=us-east-1": 1,
      "keyusage=ENCRYPT_DECRYPT": 2,
      "CustomerMasterKeySpec=RSA*": 1,
      "enabled=true": 2,
      "kms=prod": 2,
      "gone=true": 0,
      "tags=%7B%22team%22%3A%22x%22%7D": 1,
      "rotation_job_enabled=false": 2,
      "keystate=Enabled&keystate=Disabled": 2,
      "multi_region=false": 2,
      "origin=EXTERNAL": 0,
    });
  });
});

test("what AWS and the account know can be asked", async () => {
  const { client } = shared;
  expect(await client.ok("POST", "/cckm/aws/accounts", { connection: "aws" })).toMatchObject({
    account_id: accountId,
    regions: expect.arrayContaining(["eu-west-1"]),
  });
  expect((await client.ok("POST", "/cckm/aws/get-all-regions", { connection: "aws" })).regions).toContain("us-west-2");
  expect(await client.ok("POST", "/cckm/aws/get-iam-users", { kms: "prod" })).toMatchObject({
    Users: expect.arrayContaining([expect.objectContaining({ UserName: "alice" })]),
  });
  expect(await client.ok("POST", "/cckm/aws/get-iam-roles", { kms: "prod" })).toMatchObject({
    Roles: expect.any(Array),
  });
  const groups = await client.ok("POST", "/cckm/aws/get-log-groups", {
    kms: "prod",
    region: "eu-west-1",
    cloud_watch_params: { logGroupNamePrefix: "/aws" },
  });
  expect(groups).toEqual({ logGroups: [{ logGroupName: "/aws/lambda/orders" }] });
});
