import { ociWorld, protectedUser } from "../lifecycle/fixtures/oci";
import { each, idOf, listOf, withEmulator, type Loose } from "./client";
import { changeWorld, connectionsPath, ociConnection, ociCredentials, ociVault } from "./oci";

const shared = withEmulator();

describe("a connection", () => {
  const test_ = (body: object) => shared.client.post("/connectionmgmt/services/oci/connection-test", body);

  test.each([
    ["the right key", {}, undefined],
    ["an unknown user", { user_ocid: "ocid1.user.oc1..nobody" }, /NotAuthenticated.*user/],
    ["an unknown tenancy", { tenancy_ocid: "ocid1.tenancy.oc1..nobody" }, /NotAuthenticated.*tenancy/],
    ["another fingerprint", { fingerprint: protectedUser.fingerprint }, /NotAuthenticated.*fingerprint/],
    ["another key", { credentials: { key_file: "-----BEGIN PRIVATE KEY-----\nno" } }, /NotAuthenticated/],
    ["a string that is not a key", { credentials: { key_file: "secret" } }, /not a private key in PEM form/],
    ["a region without subscription", { region: "ap-tokyo-1" }, /not subscribed to the region ap-tokyo-1/],
  ])("is tested with %s", async (_name, change, error) => {
    const { status, body } = await test_({ ...ociCredentials, ...change });
    expect(status).toBe(200);
    expect(body).toMatchObject({ connection_ok: error === undefined });
    if (error) expect(body.connection_error).toMatch(error);
  });

  test("needs the pass phrase of its private key", async () => {
    const { userOcid: user_ocid, fingerprint, credentials } = protectedUser;
    const body = { ...ociCredentials, user_ocid, fingerprint, credentials: { key_file: credentials.keyFile } };
    expect((await test_(body)).body.connection_error).toMatch(/pass phrase/);
    const right = { key_file: credentials.keyFile, pass_phrase: credentials.passPhrase };
    expect((await test_({ ...body, credentials: right })).body).toEqual({ connection_ok: true });
  });

  test.each([
    ["region", { region: "" }],
    ["tenancy_ocid", { tenancy_ocid: "ocid1.user.oc1..a" }],
    ["fingerprint", { fingerprint: null }],
    ["credentials", { credentials: undefined }],
    ["credentials.key_file", { credentials: { pass_phrase: "x" } }],
  ])("is refused without a proper %s", async (name, change) => {
    const { status, body } = await shared.client.post(connectionsPath, { name: "c", ...ociCredentials, ...change });
    expect([status, body.codeDesc]).toEqual([400, expect.stringContaining(name)]);
  });

  test("never returns its key, is untested after a change, and cannot be deleted while it is used", async () => {
    const { client } = shared;
    const { connection } = await ociVault(client);
    const path = `${connectionsPath}/${connection}`;
    expect(JSON.stringify(await client.ok("GET", path))).not.toContain("PRIVATE KEY");
    expect((await client.delete(path)).body.codeDesc).toContain("oci-vaults");
    expect(await client.ok("PATCH", path, { region: "uk-london-1" })).not.toHaveProperty("last_connection_ok");
    const body = { connection, region: "us-ashburn-1", vault_id: [ociWorld.analytics] };
    expect(await client.post("/cckm/oci/add-vaults", body)).toMatchObject({ status: 409 });
  });
});

describe("lookups", () => {
  const ask = (path: string, body: object) => shared.client.ok("POST", `/cckm/oci/${path}`, body);

  test("show regions, compartments, tags, vaults and buckets", async () => {
    const connection = await ociConnection(shared.client);
    expect(await ask("get-subscribed-regions", { connection })).toEqual({
      regions: ["eu-frankfurt-1", "uk-london-1", "us-ashburn-1"],
    });
    const tags = await ask("get-defined-tags", { connection });
    expect(listOf(tags.data).map(({ namespace }) => namespace)).toEqual(["Operations", "Oracle-Tags"]);
    const place = { connection, compartment_id: ociWorld.security };
    const vaults = await ask("get-vaults", { ...place, region: "eu-frankfurt-1" });
    expect(vaults).toMatchObject({
      data: [{ vault_id: ociWorld.shared, display_name: "shared", vault_type: "DEFAULT" }],
    });
    const buckets = await ask("storage/list-buckets", place);
    expect(listOf(buckets.data).map(({ name }) => name)).toEqual(["key-backups", "key-archive"]);
  });

  test("come in pages", async () => {
    const connection = await ociConnection(shared.client);
    const names: Loose[] = [];
    let next: Loose | undefined;
    do {
      const page = await ask("get-compartments", { connection, limit: 2, ociNextPage: next });
      names.push(...listOf(page.data).map(({ name }) => name!));
      next = page.ociNextPage;
    } while (next !== undefined);
    expect(names).toEqual(["root", "security", "payments", "payments-eu", "sandbox"]);
  });

  test.each([
    ["get-vaults", { region: "eu-frankfurt-1" }, /compartment_id is required/],
    ["get-vaults", { compartment_id: ociWorld.security }, /region is required/],
    ["get-vaults", { compartment_id: "ocid1.compartment.oc1..x", region: "eu-frankfurt-1" }, /NotAuthorizedOrNotFound/],
    ["get-compartments", { ociNextPage: "nonsense" }, /ociNextPage/],
    ["get-subscribed-regions", { connection: "nobody" }, /no OCI connection nobody/],
  ])("%s rejects what it cannot return", async (path, body, reason) => {
    const connection = await ociConnection(shared.client);
    const { status, body: refused } = await shared.client.post(`/cckm/oci/${path}`, { connection, ...body });
    expect([status, refused.codeDesc]).toEqual([400, expect.stringMatching(reason)]);
  });
});

test("tenancies and compartments are added once, by connection or by their own ids", async () => {
  const { client } = shared;
  const connection = await ociConnection(client);
  const tenancy = await client.ok("POST", "/cckm/oci/add-tenancy", { connection });
  expect(tenancy).toMatchObject({ tenancy: "acme-production", tenancy_ocid: ociWorld.tenancy, connection });
  expect((await client.post("/cckm/oci/add-tenancy", { connection })).status).toBe(409);
  expect((await client.post("/cckm/oci/add-tenancy", { connection, tenancy: "x" })).status).toBe(400);
  const other = { tenancy_ocid: "ocid1.tenancy.oc1..other", tenancy: "other" };
  expect(await client.ok("POST", "/cckm/oci/add-tenancy", other)).toMatchObject(other);
  expect((await client.ok("GET", "/cckm/oci/tenancy?tenancy=other")).total).toBe(1);
  const body = { connection, compartment_id: [ociWorld.security, ociWorld.payments] };
  const { compartments } = await client.ok("POST", "/cckm/oci/add-compartments", body);
  expect(listOf(compartments).map(({ name }) => name)).toEqual(["security", "payments"]);
  expect((await client.post("/cckm/oci/add-compartments", body)).status).toBe(409);
  expect((await client.delete(`/cckm/oci/compartments/${idOf(listOf(compartments)[0]!)}`)).status).toBe(204);
  expect((await client.delete(`/cckm/oci/tenancy/${idOf(tenancy)}`)).status).toBe(204);
  expect(each(await client.ok("GET", "/cckm/oci/compartments"), "name")).toEqual(["payments"]);
});

describe("a vault", () => {
  test("shows the fields of Oracle Cloud, and keeps access lists that merge", async () => {
    const { client } = shared;
    const { vault, connection } = await ociVault(client);
    const path = `/cckm/oci/vaults/${vault}`;
    expect(await client.ok("GET", path)).toMatchObject({
      connection,
      vault_id: ociWorld.shared,
      display_name: "shared",
      compartment_name: "security",
      tenancy: "acme-production",
      lifecycle_state: "ACTIVE",
      vault_type: "DEFAULT",
    });
    const permit = (actions: string[], permit = true) =>
      client.ok("POST", `${path}/update-acls`, { acls: [{ group: "CCKM Users", permit, actions }] });
    expect(await permit(["keycreate"])).toMatchObject({
      acls: [{ group: "CCKM Users", actions: ["keycreate", "view"] }],
    });
    expect(await permit(["keycreate"], false)).toMatchObject({ acls: [{ group: "CCKM Users", actions: ["view"] }] });
    expect((await client.post(`${path}/block`)).status).toBe(400);
  });

  test.each([
    ["of another region", { region: "uk-london-1" }, 400],
    ["that does not exist", { vault_id: ["ocid1.vault.oc1.eu-frankfurt-1.none"] }, 400],
    ["with half a bucket", { bucket_name: "key-backups" }, 400],
    ["with an unknown bucket", { bucket_name: "nope", bucket_namespace: "acmeprod" }, 400],
    ["that was already added", {}, 409],
  ])("%s is refused", async (_name, change, status) => {
    const { connection } = await ociVault(shared.client);
    const body = { connection, region: "eu-frankfurt-1", vault_id: [ociWorld.shared], ...change };
    expect((await shared.client.post("/cckm/oci/add-vaults", body)).status).toBe(status);
  });

  test("removes its keys' records when it is deleted, and changes nothing in Oracle Cloud", async () => {
    const { client } = shared;
    const { vault } = await ociVault(client);
    const before = (await client.raw("GET", "/emulator/world")).body;
    await client.ok("POST", "/cckm/oci/synchronization-jobs", { vaults: [vault] });
    await client.advance(1);
    expect((await client.ok("GET", "/cckm/oci/keys")).total).toBe(7);
    expect((await client.delete(`/cckm/oci/vaults/${vault}`)).status).toBe(204);
    expect((await client.ok("GET", "/cckm/oci/keys")).total).toBe(0);
    expect((await client.raw("GET", "/emulator/world")).body.oci).toEqual(before.oci);
  });
});

describe("a synchronization", () => {
  const run = async (body: object): Promise<Loose> => {
    const job = await shared.client.ok("POST", "/cckm/oci/synchronization-jobs", body);
    await shared.client.advance(2);
    return shared.client.ok("GET", `/cckm/oci/synchronization-jobs/${idOf(job)}`);
  };

  test("downloads keys of every type and state, and marks deleted ones", async () => {
    const { client } = shared;
    const { vault } = await ociVault(client);
    expect(await run({ vaults: [vault] })).toMatchObject({ overall_status: "completed", cloud_name: "oci" });
    const byName = async (name: string) =>
      listOf((await client.ok("GET", `/cckm/oci/keys?key_name=${name}`)).resources)[0];
    expect(await byName("old-archive")).toMatchObject({ oci_params: { lifecycle_state: "DISABLED" } });
    expect(await byName("legacy-export")).toMatchObject({ oci_params: { lifecycle_state: "PENDING_DELETION" } });
    expect(await byName("own-material")).toMatchObject({ key_material_origin: "unknown" });
    await changeWorld(client, "keys", { vault: "shared", key: "invoices", delete: true });
    await changeWorld(client, "keys", { vault: "shared", key: "customer-db", rotate: true, enabled: false });
    await run({ synchronize_all: true });
    expect(await byName("invoices")).toMatchObject({ gone: true });
    const changed = await byName("customer-db");
    expect(changed).toMatchObject({ gone: false, oci_params: { lifecycle_state: "DISABLED" } });
    expect((await client.ok("GET", `/cckm/oci/keys/${idOf(changed!)}/versions`)).total).toBe(4);
    expect((await client.ok("GET", "/cckm/oci/keys?gone=true")).total).toBe(1);
    expect((await client.ok("GET", `/cckm/oci/keys?cckm_vault_id=${vault}&algorithm=RSA`)).total).toBe(1);
  });

  test.each([
    ["neither vaults nor all", {}],
    ["an unknown vault", { vaults: ["nobody"] }],
  ])("of %s is refused", async (_name, body) => {
    expect((await shared.client.post("/cckm/oci/synchronization-jobs", body)).status).toBe(400);
  });

  test("fails with the reason when the API key no longer works, and can be canceled", async () => {
    const { client } = shared;
    const { vault } = await ociVault(client);
    const users = [ociCredentials.user_ocid];
    await changeWorld(client, "tenancies", { tenancy: ociWorld.tenancy, syncSeconds: 100 });
    const job = await client.ok("POST", "/cckm/oci/synchronization-jobs", { vaults: [vault] });
    expect((await client.post("/cckm/oci/synchronization-jobs", { vaults: [vault] })).status).toBe(409);
    const cancelled = await client.ok("POST", `/cckm/oci/synchronization-jobs/${idOf(job)}/cancel`);
    expect(cancelled).toMatchObject({ overall_status: "cancelled" });
    await changeWorld(client, "tenancies", { tenancy: ociWorld.tenancy, syncSeconds: null, removeUsers: users });
    const failed = await run({ vaults: [vault] });
    expect(failed.overall_status).toBe("failed");
    expect(failed.detailed_status![vault]).toContain("unknown user");
  });
});
