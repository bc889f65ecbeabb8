import { day, Key } from "./awsKey";
import { awsContainer, each, idOf, listOf, withEmulator, type Loose, type Reply } from "./client";

const shared = withEmulator();

/** A container exists before every test. */
beforeEach(() => awsContainer(shared.client));

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

  test("is imported, deleted, imported again and expires on its date", async () => {
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
  test("moves aliases, tags and description, and links the old key with the new one", async () => {
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

  test("keeps an alias on the old key and disables its encryption on request; imports its own material", async () => {
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

  test("have replicas that are created within a poll", async () => {
    const { primary, replica } = await family();
    expect(await replica.read()).toMatchObject({ aws_param: { KeyState: "Creating" } });
    expect(await replica.read()).toMatchObject({
      aws_param: { KeyState: "Enabled", MultiRegionConfiguration: { MultiRegionKeyType: "REPLICA" } },
    });
    const configuration = (await primary.read()).aws_param?.MultiRegionConfiguration;
    expect(configuration).toMatchObject({ MultiRegionKeyType: "PRIMARY", ReplicaKeys: [{ Region: "us-east-1" }] });
    expect((await primary.refused("replicate-key", { replica_region: "us-east-1" })).status).toBe(409);
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

  test("swap their primary, and wait for their replicas before they are deleted", async () => {
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
    expect(await replica.read()).toMatchObject({ aws_param: { KeyState: "Enabled" } });
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
