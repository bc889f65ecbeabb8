import { ociWorld } from "./systems/ociWorld";
import { day } from "./awsKey";
import { each, idOf, listOf, withEmulator } from "./client";
import { untilNextFirst } from "./monthly";
import { changeWorld, OciKey, ociVault } from "./oci";

const shared = withEmulator();
let vault: string;
beforeEach(async () => {
  ({ vault } = await ociVault(shared.client));
});

const create = (more?: object) => OciKey.create(shared.client, vault, more);

test("a new key is CREATING in the response and in the first poll, then ENABLED", async () => {
  const { client } = shared;
  const made = await client.ok("POST", "/cckm/oci/keys", OciKey.request(vault, { freeform_tags: { team: "a" } }));
  expect(made).toMatchObject({
    cckm_vault_id: vault,
    vault_id: ociWorld.shared,
    key_material_origin: "native",
    compartment_name: "security",
    oci_params: { lifecycle_state: "CREATING", display_name: "orders", freeform_tags: { team: "a" }, length: 32 },
  });
  const key = new OciKey(client, idOf(made));
  expect([await key.state(), await key.state()]).toEqual(["CREATING", "ENABLED"]);
  const second = await client.ok("POST", "/cckm/oci/keys", OciKey.request(vault));
  await client.advance(3);
  expect((await client.ok("GET", "/cckm/oci/keys?key_name=orders&lifecycle_state=ENABLED")).total).toBe(2);
  expect(idOf(second)).not.toBe(key.id);
});

test.each([
  ["a length that its algorithm lacks", { length: 256 }, /length must be one of 16, 24, 32/],
  ["an ECDSA key without a curve", { algorithm: "ECDSA", length: 32 }, /curve_id is required/],
  ["a curve of another length", { algorithm: "ECDSA", length: 48, curve_id: "NIST_P256" }, /32 bytes/],
  ["a curve for AES", { curve_id: "NIST_P256" }, /ECDSA keys only/],
  ["no protection mode", { protection_mode: "" }, /protection_mode is required/],
  ["an unknown compartment", { compartment_id: "ocid1.compartment.oc1..x" }, /NotAuthorizedOrNotFound/],
  ["an unknown vault", { vault: "nobody" }, /no OCI vault nobody/],
  ["tags that are not maps", { defined_tags: { Operations: "x" } }, /defined_tags/],
])("a key with %s is refused", async (_name, more, reason) => {
  const { status, body } = await shared.client.post("/cckm/oci/keys", OciKey.request(vault, more));
  expect([status, body.codeDesc]).toEqual([400, expect.stringMatching(reason)]);
});

test.each([
  ["disable", undefined, "DISABLING", "DISABLED"],
  ["schedule-deletion", { days: 7 }, "SCHEDULING_DELETION", "PENDING_DELETION"],
  ["change-compartment", { compartment_id: ociWorld.payments }, "CHANGING_COMPARTMENT", "ENABLED"],
])("%s goes through a transitional state, in which everything else is refused", async (verb, body, passing, then) => {
  const key = await create();
  expect(await key.act(verb, body)).toMatchObject({ oci_params: { lifecycle_state: passing } });
  const refused = await key.refused("disable");
  expect([refused.status, refused.body.codeDesc]).toEqual([409, expect.stringContaining("IncorrectState")]);
  expect((await key.settled()).oci_params!.lifecycle_state).toBe(then);
});

test("name and tags can be updated; a disabled key refuses that, and an enabled one is not enabled again", async () => {
  const { client } = shared;
  const key = await create();
  const patch = (body: object) => client.patch(`/cckm/oci/keys/${key.id}`, body);
  const { body } = await patch({ display_name: "all-orders", defined_tags: { Operations: { Stage: "test" } } });
  expect(body).toMatchObject({ oci_params: { lifecycle_state: "UPDATING", display_name: "all-orders" } });
  expect(await key.settled()).toMatchObject({ oci_params: { defined_tags: { Operations: { Stage: "test" } } } });
  await key.act("disable");
  await key.settled();
  expect((await patch({ display_name: "no" })).status).toBe(409);
  expect(await key.act("enable")).toMatchObject({ oci_params: { lifecycle_state: "ENABLING" } });
});

test("a deletion can be canceled, and otherwise removes the key on its date", async () => {
  const { client } = shared;
  const key = await create();
  expect((await key.refused("schedule-deletion", { days: 6 })).status).toBe(400);
  await key.act("schedule-deletion", { days: 7 });
  await key.settled();
  expect(await key.act("cancel-deletion")).toMatchObject({ oci_params: { lifecycle_state: "CANCELLING_DELETION" } });
  expect((await key.settled()).oci_params!.lifecycle_state).toBe("ENABLED");
  await key.act("schedule-deletion", { days: 7 });
  await client.advance(8 * day);
  expect((await key.refused("cancel-deletion")).body.codeDesc).toContain("NotAuthorizedOrNotFound");
  expect(await key.act("refresh")).toMatchObject({ gone: true });
  expect((await key.refused("restore")).body.codeDesc).toContain("no backup");
});

test("a key of a vault with a bucket is restored from its backup", async () => {
  const { client } = shared;
  await client.ok("PATCH", `/cckm/oci/vaults/${vault}`, { bucket_name: "key-backups", bucket_namespace: "acmeprod" });
  const key = await create();
  await changeWorld(client, "keys", { vault: "shared", key: "orders", delete: true });
  expect(await key.act("refresh")).toMatchObject({ gone: true });
  expect(await key.act("restore")).toMatchObject({ gone: false, oci_params: { lifecycle_state: "RESTORING" } });
  expect((await key.settled()).oci_params!.lifecycle_state).toBe("ENABLED");
  await key.act("delete-backup");
  expect((await key.refused("delete-backup")).status).toBe(400);
  expect((await key.refused("restore")).status).toBe(409);
});

describe("imported material", () => {
  const source = async (body: object) => idOf(await shared.client.ok("POST", "/vault/keys2/", body));
  const upload = (body: object) =>
    shared.client.post("/cckm/oci/upload-key", { ...OciKey.request(vault), source_key_tier: "local", ...body });

  test.each([
    ["AES", { name: "s", algorithm: "aes", size: 256 }, { algorithm: "AES", length: 32 }],
    ["RSA", { name: "s", algorithm: "rsa", size: 3072 }, { algorithm: "RSA", length: 384 }],
    [
      "EC",
      { name: "s", algorithm: "ec", curveid: "secp384r1" },
      { algorithm: "ECDSA", length: 48, curve_id: "NIST_P384" },
    ],
  ])("an %s key is uploaded with its own type", async (_name, wanted, params) => {
    const id = await source(wanted);
    const { body } = await upload({ source_key_identifier: id });
    expect(body).toMatchObject({ key_material_origin: "cckm", oci_params: params });
    const key = new OciKey(shared.client, idOf(body));
    expect((await key.versions()).resources![0 as never]).toMatchObject({
      source_key_identifier: id,
      source_key_tier: "local",
      oci_key_version_params: { origin: "EXTERNAL" },
    });
  });

  test("material that does not fit, or has no source, is rejected", async () => {
    const odd = await source({ name: "odd", algorithm: "hmac-sha256" });
    expect((await upload({ source_key_identifier: odd })).body.codeDesc).toMatch(/does not fit any OCI key/);
    expect((await upload({ source_key_identifier: "nobody" })).status).toBe(400);
    expect((await upload({ source_key_identifier: odd, source_key_tier: "cloud" })).status).toBe(400);
  });

  test("versions have new material, and all but the current one can be deleted", async () => {
    const { client } = shared;
    const key = await create();
    const path = `/cckm/oci/keys/${key.id}/versions`;
    const first = idOf(listOf((await key.versions()).resources)[0]!);
    const wrong = await source({ name: "rsa", algorithm: "rsa", size: 2048 });
    expect((await client.post(path, {})).status).toBe(400);
    const tier = { is_native: false, source_key_tier: "local" };
    expect((await client.post(path, { ...tier, source_key_identifier: wrong })).body.codeDesc).toMatch(/does not fit/);
    const right = await source({ name: "aes", algorithm: "aes", size: 256 });
    const second = await client.ok("POST", path, { ...tier, source_key_identifier: right });
    expect(second).toMatchObject({
      source_key_identifier: right,
      oci_key_version_params: { lifecycle_state: "CREATING" },
    });
    await key.settled();
    const third = idOf(await client.ok("POST", path, { is_native: true }));
    const now = await key.settled();
    const current = (await client.ok("GET", `${path}/${third}/`)).oci_key_version_params!.version_id;
    expect(now.oci_params!.current_key_version).toBe(current);
    const refused = await client.post(`${path}/${third}/schedule-deletion`, { days: 7 });
    expect(refused.body.codeDesc).toContain("cannot be deleted because it is the current key version");
    const deleting = await client.ok("POST", `${path}/${first}/schedule-deletion`, { days: 7 });
    expect(deleting).toMatchObject({ oci_key_version_params: { lifecycle_state: "SCHEDULING_DELETION" } });
    await key.settled();
    await client.ok("POST", `${path}/${first}/cancel-deletion`);
    await key.settled();
    await client.ok("POST", `${path}/${first}/schedule-deletion`, { days: 7 });
    await client.advance(8 * day);
    await key.act("refresh");
    expect(each(await key.versions("&gone=true"), "id")).toEqual([first]);
    expect((await key.versions("&origin=EXTERNAL")).total).toBe(1);
  });
});

describe("a schedule", () => {
  const schedule = async (more: object = {}, name = "monthly") => {
    const params = { cckm_key_rotation_params: { cloud_name: "oci", ...more } };
    const body = { name, operation: "cckm_key_rotation", run_at: "0 3 1 * *", ...params };
    return idOf(await shared.client.ok("POST", "/scheduler/job-configs", body));
  };

  test("rotates the keys bound to it, natively or with material of the service", async () => {
    const { client } = shared;
    const config = await schedule();
    const [native, own] = [await create(), await create({ name: "own" })];
    expect((await native.refused("enable-auto-rotation", { job_config_id: config })).status).toBe(400);
    const bound = await native.act("enable-auto-rotation", { job_config_id: config, auto_rotate_key_source: "native" });
    expect(bound).toMatchObject({
      auto_rotate: true,
      labels: { job_config_id: config, auto_rotate_key_source: "native" },
    });
    await own.act("enable-auto-rotation", { job_config_id: config, auto_rotate_key_source: "ciphertrust" });
    const next = async () => client.advance(untilNextFirst((await client.raw("GET", "/emulator/clock")).body.now));
    await next();
    expect((await native.versions()).total).toBe(2);
    expect((await own.versions("&origin=EXTERNAL")).total).toBe(1);
    await native.act("disable-auto-rotation");
    await next();
    expect([(await native.versions()).total, (await own.versions()).total]).toEqual([2, 3]);
  });

  test("waits until a key is old enough, and skips disabled ones", async () => {
    const { client } = shared;
    const config = await schedule({ rotation_after: "90d" });
    const [key, disabled] = [await create(), await create({ name: "disabled" })];
    const body = { job_config_id: config, auto_rotate_key_source: "native" };
    await key.act("enable-auto-rotation", body);
    await disabled.act("enable-auto-rotation", body);
    await disabled.act("disable");
    await client.advance(70 * day);
    expect((await key.versions()).total).toBe(1);
    await client.advance(60 * day);
    expect([(await key.versions()).total, (await disabled.versions()).total]).toEqual([2, 1]);
  });

  test("of another cloud, or with a source that requires more, is refused", async () => {
    const key = await create();
    const body = { job_config_id: await schedule(), auto_rotate_key_source: "cloud" };
    expect((await key.refused("enable-auto-rotation", body)).status).toBe(400);
    const dsm = await key.refused("enable-auto-rotation", { ...body, auto_rotate_key_source: "dsm" });
    expect([dsm.status, dsm.body.codeDesc]).toEqual([400, expect.stringMatching(/auto_rotate_domain_id|dsm/)]);
  });

  test("refreshes vaults", async () => {
    const { client } = shared;
    const params = { cckm_synchronization_params: { cloud_name: "oci", oci_vaults: [vault] } };
    const body = { name: "nightly", operation: "cckm_synchronization", run_at: "30 2 * * *" };
    expect(
      (await client.post("/scheduler/job-configs", { ...body, cckm_synchronization_params: { cloud_name: "oci" } }))
        .status,
    ).toBe(400);
    await client.ok("POST", "/scheduler/job-configs", { ...body, ...params });
    expect((await client.ok("GET", "/cckm/oci/keys")).total).toBe(0);
    await client.advance(day + 60);
    expect((await client.ok("GET", "/cckm/oci/keys")).total).toBe(7);
  });
});

test("reports contain ages, rotations and operations, as rows and as text", async () => {
  const { client } = shared;
  const key = await create();
  await client.ok("POST", `/cckm/oci/keys/${key.id}/versions`, { is_native: true });
  await key.settled();
  const report = async (report_type: string) => {
    const body = { name: report_type, report_type, oci_params: [{ vaults: [vault] }] };
    const made = await client.ok("POST", "/cckm/oci/reports", body);
    await client.advance(1);
    expect(await client.ok("GET", `/cckm/oci/reports/${idOf(made)}`)).toMatchObject({ overall_status: "completed" });
    return `/cckm/oci/reports/${idOf(made)}`;
  };
  const ages = await client.ok("GET", `${await report("key-aging")}/contents?key_name=orders`);
  expect(ages).toMatchObject({ total: 1, resources: [{ age_in_days: 0, oci_vault_id: ociWorld.shared }] });
  const rotated = await report("key-rotation");
  expect((await client.ok("GET", `${rotated}/contents`)).total).toBe(1);
  expect(String((await client.get(`${rotated}/download`)).body)).toContain("orders");
  expect((await client.ok("GET", `${await report("key-report")}/contents`)).total).toBeGreaterThan(0);
  expect((await client.post("/cckm/oci/reports", { name: "x", report_type: "key-aging" })).status).toBe(400);
  expect((await client.delete(rotated)).status).toBe(204);
});
