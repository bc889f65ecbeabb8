import { certificate } from "../lifecycle/fixtures/sap";
import { hana, sap, tenant } from "./systems/rows/sap";
import { SystemClient } from "./systems/system";
import { each, idOf, listOf, withEmulator, type Client, type Loose, type Reply } from "./client";

const day = 86_400;

const shared = withEmulator();

async function addGroup(client: Client): Promise<string> {
  return idOf(await (await SystemClient.of(client, sap)).container());
}

/** Changes made in SAP itself. */
const behind = (what: string, body: object): Promise<Reply> =>
  shared.client.raw("POST", `/emulator/world/sap/${what}`, body);

describe("keys", () => {
  const aes = { name: "orders", type: "AES", size: 256, operations: ["ENCRYPT", "DECRYPT"] };
  const make = async (body: object = {}): Promise<Loose> =>
    shared.client.ok("POST", "/cckm/sap/keys", { group: hana, ...aes, ...body });
  const path = (key: Loose): string => `/cckm/sap/keys/${idOf(key)}`;
  let group = "";

  beforeEach(async () => {
    group = await addGroup(shared.client);
  });

  test.each([
    ["AES", {}],
    ["RSA", { type: "RSA", size: 3072, operations: ["SIGN", "VERIFY", "WRAP", "UNWRAP"] }],
    ["EC", { type: "EC", size: undefined, curve: "NistP384", operations: ["SIGN", "VERIFY"] }],
  ])("of the type %s", async (type, body) => {
    const made = await make(body);
    expect(made).toMatchObject({
      tenant,
      cloud_name: "sap",
      key_material_origin: "native",
      version_count: 1,
      sap_param: { type, name: "orders", enabled: true, exportable: false, role: "MASTER_KEY", groupId: hana },
    });
    expect(made.uri).toBe(`kylo:kylo:cckm:sap-key:orders-${idOf(made)}`);
  });

  test.each([
    ["a name that is taken in SAP", { name: "hana-master" }, 409],
    ["an unknown operation", { operations: ["DANCE"] }, 400],
    ["an operation that does not fit", { operations: ["SIGN"] }, 400],
    ["no size", { size: undefined }, 400],
    ["a size that does not fit", { size: 2048 }, 400],
    ["an unknown curve", { type: "EC", curve: "P-1", operations: ["SIGN"] }, 400],
  ])("are refused with %s", async (_name, body, status) => {
    const whole = { group: hana, ...aes, ...body };
    expect((await shared.client.post("/cckm/sap/keys", whole)).status).toBe(status);
  });

  test("are updated, and are deleted in SAP or only removed from the service", async () => {
    const { client } = shared;
    const key = await make();
    const change = { name: "renamed", description: "d", enabled: false, exportable: true, operations: ["WRAP"] };
    expect(await client.ok("PATCH", path(key), change)).toMatchObject({ sap_param: change });
    expect(await client.ok("PATCH", path(key), { description: "" })).toMatchObject({ sap_param: { description: "" } });
    expect((await client.patch(path(key), { name: "hana-master" })).status).toBe(409);
    expect((await client.post(`${path(key)}/delete-backup`)).status).toBe(400);
    expect((await client.delete(path(key))).status).toBe(204);
    const synchronized = await client.ok("POST", "/cckm/sap/synchronization-jobs", { groups: [hana] });
    await client.advance(1);
    expect(await client.ok("GET", `/cckm/sap/synchronization-jobs/${idOf(synchronized)}`)).toMatchObject({
      overall_status: "completed",
      groups: [group],
    });
    const [again] = listOf((await client.ok("GET", "/cckm/sap/keys?name=renamed")).resources);
    expect(await client.ok("POST", `${path(again!)}/delete`)).toMatchObject({ status: "DELETED", gone: true });
    expect((await client.post(`${path(again!)}/delete`)).status).toBe(409);
    expect((await client.post(`${path(again!)}/delete-backup`)).status).toBe(200);
    expect((await client.get(path(again!))).status).toBe(404);
  });

  test("take material of the vault", async () => {
    const { client } = shared;
    await client.ok("POST", "/vault/keys2/", { name: "mine", algorithm: "aes", size: 256 });
    await client.ok("POST", "/vault/keys2/", { name: "curve", algorithm: "ec", curveid: "secp384r1" });
    const upload = { group: hana, name: "mine", type: "AES", operations: ["ENCRYPT"], source_key_identifier: "mine" };
    const made = await client.ok("POST", "/cckm/sap/upload-key", upload);
    expect(made).toMatchObject({
      key_material_origin: "cckm",
      source_key_tier: "local",
      backup: true,
      sap_param: { size: 256 },
    });
    expect(
      await client.ok("POST", "/cckm/sap/upload-key", {
        ...upload,
        name: "curve",
        type: "EC",
        operations: ["SIGN"],
        source_key_identifier: "curve",
      }),
    ).toMatchObject({ sap_param: { curve: "NistP384" } });
    const wrongType = { ...upload, name: "other", type: "RSA", operations: ["SIGN"] };
    for (const body of [wrongType, { ...upload, name: "other", source_key_identifier: "" }])
      expect((await client.post("/cckm/sap/upload-key", body)).status).toBe(400);
  });

  test("have versions, which start disabled", async () => {
    const { client } = shared;
    const key = await make();
    const added = await client.ok("POST", `${path(key)}/versions`, { is_native: true });
    expect(added).toMatchObject({ version: 2, enabled: false, origin: "native", cloud_name: "SAP" });
    expect(added.uri).toMatch(/:cckm:SAP_KEY_VERSION:/);
    expect(added).toMatchObject({ groupId: hana, tenant, meta: { creatorId: expect.any(String) as string } });
    const enabled = await client.ok("PATCH", `${path(key)}/versions/${idOf(added)}`, { enabled: true });
    expect(enabled).toMatchObject({ enabled: true });
    const byOwnId = `${path(key)}/versions/${String(added.version_id)}`;
    expect(await client.ok("GET", byOwnId)).toMatchObject({ id: added.id, enabled: true });
    await client.ok("POST", "/vault/keys2/", { name: "small", algorithm: "aes", size: 128 });
    const small = { source_key_identifier: "small" };
    expect((await client.post(`${path(key)}/versions`, small)).status).toBe(400);
    expect((await client.ok("GET", `${path(key)}/versions?enabled=true`)).total).toBe(2);
    expect(await client.ok("GET", path(key))).toMatchObject({ version_count: 2 });
    const stranger = await make({ name: "stranger" });
    expect((await client.get(`${path(stranger)}/versions/${idOf(added)}`)).status).toBe(404);
  });

  test.each([
    ["native", { key_material_origin: "native" }],
    ["ciphertrust", { key_material_origin: "cckm", source_key_tier: "local" }],
  ])("rotate on a schedule with material of %s", async (auto_rotate_key_source, expected) => {
    const { client } = shared;
    const [key, disabled] = [await make(), await make({ name: "disabled" })];
    await client.ok("PATCH", path(disabled), { enabled: false });
    const { id: job_config_id } = await client.ok("POST", "/scheduler/job-configs", {
      name: "weekly",
      operation: "cckm_key_rotation",
      run_at: "0 0 * * 0",
      cckm_key_rotation_params: { cloud_name: "sap", rotation_after: "10d" },
    });
    for (const one of [key, disabled])
      await client.ok("POST", `${path(one)}/enable-auto-rotation`, { job_config_id, auto_rotate_key_source });
    await client.advance(18 * day);
    expect(await client.ok("GET", path(key))).toMatchObject({
      ...expected,
      auto_rotate: true,
      version_count: 2,
      sap_param: { versions: [{ enabled: true }, { enabled: true, version: 2 }] },
    });
    expect(await client.ok("GET", path(disabled))).toMatchObject({ version_count: 1 });
    const free = await client.ok("POST", `${path(key)}/disable-auto-rotation`);
    expect(free.auto_rotate).toBe(false);
    expect(free.labels).toEqual({});
  });

  test.each([
    ["no schedule", { job_config_id: "" }],
    ["no source", { auto_rotate_key_source: "" }],
    ["an unknown source", { auto_rotate_key_source: "moon" }],
    ["a partition that is not named", { auto_rotate_key_source: "hsm-luna" }],
    ["a schedule of another cloud", { job_config_id: "elsewhere" }],
  ])("are not bound with %s", async (_name, body) => {
    const { client } = shared;
    const key = await make();
    const config = { operation: "cckm_key_rotation", run_at: "0 0 * * 0" };
    for (const [name, cloud_name] of [
      ["here", "sap"],
      ["elsewhere", "sfdc"],
    ])
      await client.ok("POST", "/scheduler/job-configs", { ...config, name, cckm_key_rotation_params: { cloud_name } });
    const whole = { job_config_id: "here", auto_rotate_key_source: "native", ...body };
    expect((await client.post(`${path(key)}/enable-auto-rotation`, whole)).status).toBe(400);
  });

  test("show changes made in SAP after a synchronization, not before", async () => {
    const { client } = shared;
    const key = await make();
    await behind("keys", { group: hana, key: "orders", enabled: false, rotate: true });
    expect(await client.ok("GET", path(key))).toMatchObject({ version_count: 1, sap_param: { enabled: true } });
    await client.ok("POST", "/cckm/sap/synchronization-jobs", { synchronize_all: true });
    await client.advance(1);
    expect(await client.ok("GET", path(key))).toMatchObject({ version_count: 2, sap_param: { enabled: false } });
    expect((await client.ok("GET", "/cckm/sap/keys")).total).toBe(7);
    await behind("keys", { group: hana, key: "orders", delete: true });
    await client.ok("POST", "/cckm/sap/synchronization-jobs", { synchronize_all: true });
    await client.advance(1);
    expect(await client.ok("GET", path(key))).toMatchObject({ status: "DELETED", gone: true });
  });

  test("are downloaded on a schedule, and reported on", async () => {
    const { client } = shared;
    await client.ok("POST", "/scheduler/job-configs", {
      name: "nightly",
      operation: "cckm_synchronization",
      run_at: "0 0 * * *",
      cckm_synchronization_params: { cloud_name: "sap", groups: [group] },
    });
    const key = await make();
    await client.ok("PATCH", path(key), { description: "seen" });
    await client.advance(day);
    expect((await client.ok("GET", "/cckm/sap/keys")).total).toBe(7);
    const body = { name: "r", report_type: "key-report", sap_params: [{ group }] };
    const start_time = "2020-01-01T00:00:00Z";
    const report = await client.ok("POST", "/cckm/sap/reports", { ...body, start_time });
    await client.advance(1);
    const rows = await client.ok("GET", `/cckm/sap/reports/${idOf(report)}/contents?key_name=orders`);
    expect(each(rows, "operation")).toEqual(["create", "patch"]);
  });
});

describe("keys stored outside SAP", () => {
  const keystore = {
    name: "own",
    certificate,
    keystore_url_hostname: "cm.example.com",
    sap_tenant_id: tenant,
  };
  const root = "/cckm/sap/ekm/keystores";

  test("belong to keystores that are blocked, archived, recovered and deleted", async () => {
    const { client } = shared;
    const made = await client.ok("POST", root, keystore);
    expect(made).toMatchObject({ status: "Enabled", blocked: false, enable_success_audit_event: true });
    expect((await client.post(root, keystore)).status).toBe(409);
    expect(await client.ok("PATCH", `${root}/own`, { description: "d" })).toMatchObject({ description: "d" });
    const acls = [{ group: "CCKM Users", actions: ["view"], permit: true }];
    expect(await client.ok("POST", `${root}/own/update-acls`, { acls })).toMatchObject({
      acls: [{ group: "CCKM Users", actions: ["view"] }],
    });
    expect(await client.ok("POST", `${root}/own/block`)).toMatchObject({ blocked: true });
    expect(await client.ok("POST", `${root}/own/unblock`)).toMatchObject({ blocked: false });
    expect((await client.delete(`${root}/own`)).status).toBe(409);
    expect(await client.ok("POST", `${root}/own/archive`)).toMatchObject({ status: "Archived" });
    expect((await client.patch(`${root}/own`, { description: "e" })).status).toBe(409);
    expect(await client.ok("POST", `${root}/own/recover`)).toMatchObject({ status: "Enabled" });
    await client.ok("POST", `${root}/own/archive`);
    expect((await client.delete(`${root}/own`)).status).toBe(204);
  });

  test.each([["name"], ["certificate"], ["keystore_url_hostname"], ["sap_tenant_id"]])(
    "need %s for their keystore",
    async (field) => {
      expect((await shared.client.post(root, { ...keystore, [field]: "" })).status).toBe(400);
    },
  );

  test("are stored unchanged, with their states, versions, references and jobs", async () => {
    const { client } = shared;
    const path = "/cckm/sap/ekm/keys";
    await client.ok("POST", root, keystore);
    const source = await client.ok("POST", "/vault/keys2/", { name: "source", algorithm: "aes" });
    const small = await client.ok("POST", "/vault/keys2/", { name: "small", algorithm: "aes", size: 128 });
    const body = { name: "k", keystore_id: "own", source_key_identifier: idOf(source) };
    const key = await client.ok("POST", path, body);
    expect(key).toMatchObject({ name: "k", status: "Enabled", enabled: true, blocked: false, version_count: 1 });
    for (const wrong of [{ keystore_id: "none" }, { source_key_identifier: idOf(small) }, { source_key_tier: "dsm" }])
      expect((await client.post(path, { ...body, name: "other", ...wrong })).status).toBe(400);
    expect((await client.post(path, body)).status).toBe(409);
    expect(await client.ok("PATCH", `${path}/${idOf(key)}`, { name: "k2" })).toMatchObject({
      name: "k2",
      version_count: 1,
    });
    const act = (verb: string): Promise<Loose> => client.ok("POST", `${path}/${idOf(key)}/${verb}`);
    expect(await act("disable")).toMatchObject({ enabled: false });
    expect(await act("block")).toMatchObject({ blocked: true, enabled: false });
    await client.ok("POST", `${path}/${idOf(key)}/versions`, { source_key_identifier: idOf(source) });
    expect((await client.ok("GET", `${path}/${idOf(key)}/versions`)).total).toBe(2);
    expect((await client.delete(`${path}/${idOf(key)}`)).status).toBe(409);
    expect(await act("archive")).toMatchObject({ status: "Archived" });
    expect((await client.post(`${path}/${idOf(key)}/enable`)).status).toBe(409);
    expect((await client.delete(`${path}/${idOf(key)}`)).status).toBe(204);
    const reference = await client.ok("POST", "/cckm/sap/dkr", { name: "d" });
    expect(await client.ok("PATCH", `/cckm/sap/dkr/${idOf(reference)}`, { name: "e" })).toMatchObject({ name: "e" });
    expect(await client.ok("POST", `/cckm/sap/dkr/${idOf(reference)}/delete`)).toMatchObject({ name: "e" });
    expect((await client.get(`/cckm/sap/dkr/${idOf(reference)}`)).status).toBe(404);
    const job = await client.ok("POST", "/cckm/sap/keys/jobs", { operation: "x" });
    expect(await client.ok("GET", `/cckm/sap/keys/jobs/${idOf(job)}`)).toMatchObject({ overall_status: "completed" });
  });
});
