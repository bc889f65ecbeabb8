import { Key } from "../emulator/awsKey";
import { awsContainer, idOf, listOf, withEmulator, type Loose } from "../emulator/client";

/**
 * Facts about the material of multi-Region keys of AWS, from other clients of the service and their
 * tests.
 */

const shared = withEmulator();
const regions = ["eu-west-1", "eu-central-1"];

let [primary, replica, first, second] = [] as unknown as [Key, Key, string, string];
beforeEach(async () => {
  const { client } = shared;
  await awsContainer(client, regions);
  [first, second] = [await source("first"), await source("second")];
  primary = await Key.create(client, { aws_param: { Origin: "EXTERNAL", MultiRegion: true } });
  await primary.act("import-material", { source_key_identifier: first });
  replica = new Key(client, await primary.act("replicate-key", { replica_region: "eu-central-1" }));
  await client.advance(3);
});

const source = async (name: string) => idOf(await shared.client.ok("POST", "/vault/keys2/", { name }));
const status = () => shared.client.ok("GET", `/cckm/aws/keys/${primary.id}/rotate-material/status`);
const states = async (key: Key) =>
  listOf((await key.rotations()).resources).map(({ aws_param }) => (aws_param as Loose).KeyMaterialState);

test("a replica of a key with imported material has the material, and an entry in its rotation history", async () => {
  expect(await replica.read()).toMatchObject({ aws_param: { KeyState: "Enabled" }, local_key_id: first });
  expect(await states(replica)).toEqual(["CURRENT"]);
  const [entry] = listOf((await replica.rotations()).resources);
  expect(entry).toMatchObject({ source_key_identifier: first });
});

test("new material for a primary with replicas is accepted; only the status tells that it is not in use yet", async () => {
  expect((await primary.act("rotate-material", { source_key_identifier: second })).id).toBe(primary.id);
  await shared.client.advance(3);
  const outcome = await status();
  expect(outcome).toMatchObject({ overall_status: "failed" });
  expect(outcome.error_details).toContain("has not been imported");
});

test("material that the primary has had before is told by the status, too", async () => {
  for (let time = 1; time <= 2; time++) {
    await primary.act("rotate-material", { source_key_identifier: second });
    await shared.client.advance(3);
  }
  expect(await status()).toMatchObject({ overall_status: "failed" });
  expect((await status()).error_details).toContain("is already associated with KMS key");
});

test("a replica that lacks the new material has an entry for it, which waits for its import", async () => {
  await primary.act("rotate-material", { source_key_identifier: second });
  await shared.client.advance(3);
  const [entry] = listOf((await shared.client.ok("GET", `/cckm/aws/keys/${replica.id}/rotations`)).resources);
  expect(entry?.aws_param).toMatchObject({
    ImportState: "PENDING_IMPORT",
    KeyMaterialState: "PENDING_MULTI_REGION_IMPORT_AND_ROTATION",
  });
  expect(await replica.read()).toMatchObject({ aws_param: { KeyState: "Enabled" } });
});

test("a replica takes material that its primary knows, and then the rotation succeeds", async () => {
  const { client } = shared;
  await primary.act("rotate-material", { source_key_identifier: second });
  await client.advance(3);
  const existing = { source_key_identifier: second, import_type: "EXISTING_KEY_MATERIAL" };
  const unknown = await replica.refused("import-material", {
    ...existing,
    source_key_identifier: await source("third"),
  });
  expect(unknown.status).toBe(400);
  await replica.act("import-material", existing);
  await primary.act("rotate-material", {});
  await client.advance(3);
  expect(await status()).toMatchObject({ overall_status: "success" });
  expect(await primary.read()).toMatchObject({ local_key_id: second });
});

test("replicas become CURRENT within seconds, without a refresh of the primary", async () => {
  const { client } = shared;
  await primary.act("rotate-material", { source_key_identifier: second });
  await replica.act("import-material", { source_key_identifier: second, import_type: "EXISTING_KEY_MATERIAL" });
  await primary.act("rotate-material", {});
  await client.advance(3);
  expect(await states(replica)).toEqual(["NON_CURRENT", "CURRENT"]);
  const current = async (key: Key) => ((await key.read())["aws_param"] as Loose)["CurrentKeyMaterialId"];
  expect(await current(replica)).toBe(await current(primary));
});

test("a replica that lost its material gets it back while new material waits", async () => {
  await primary.act("rotate-material", { source_key_identifier: second });
  expect(await replica.act("delete-material", {})).toMatchObject({ aws_param: { KeyState: "PendingImport" } });
  const existing = { source_key_identifier: first, import_type: "EXISTING_KEY_MATERIAL" };
  expect(await replica.act("import-material", existing)).toMatchObject({ aws_param: { KeyState: "Enabled" } });
});

test("refreshing a primary renews the rotation records of its replicas", async () => {
  const { client } = shared;
  const existing = { source_key_identifier: second, import_type: "EXISTING_KEY_MATERIAL" };
  await primary.act("import-material", { ...existing, import_type: "NEW_KEY_MATERIAL" });
  await replica.act("import-material", existing);
  await primary.act("rotate-material", {});
  await client.advance(3);
  await primary.act("refresh");
  await client.advance(3);
  expect((await states(replica)).sort()).toEqual(["CURRENT", "NON_CURRENT"]);
});
