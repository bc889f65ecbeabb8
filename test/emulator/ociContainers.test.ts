import { ociWorld, protectedUser } from "./systems/ociWorld";
import { each, idOf, listOf, withEmulator, type Loose } from "./client";
import { ociConnection, ociVault } from "./oci";
import { oci, ociCredentials } from "./systems/rows/oci";
import { SystemClient } from "./systems/system";

const shared = withEmulator();

test("a connection needs the pass phrase of its private key", async () => {
  const tried = (body: object) => shared.client.ok("POST", "/connectionmgmt/services/oci/connection-test", body);
  const { userOcid: user_ocid, fingerprint, credentials } = protectedUser;
  const body = { ...ociCredentials, user_ocid, fingerprint, credentials: { key_file: credentials.keyFile } };
  expect((await tried(body)).connection_error).toMatch(/pass phrase/);
  const right = { key_file: credentials.keyFile, pass_phrase: credentials.passPhrase };
  expect(await tried({ ...body, credentials: right })).toEqual({ connection_ok: true });
});

describe("lookups", () => {
  const ask = (path: string, body: object) => shared.client.ok("POST", `/cckm/oci/${path}`, body);

  test("show regions, tags and buckets", async () => {
    const connection = await ociConnection(shared.client);
    expect(await ask("get-subscribed-regions", { connection })).toEqual({
      regions: ["eu-frankfurt-1", "uk-london-1", "us-ashburn-1"],
    });
    const tags = await ask("get-defined-tags", { connection });
    expect(listOf(tags.data).map(({ namespace }) => namespace)).toEqual(["Operations", "Oracle-Tags"]);
    const place = { connection, compartment_id: ociWorld.security };
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

test("a vault of Oracle Cloud itself cannot be blocked", async () => {
  const { vault } = await ociVault(shared.client);
  expect((await shared.client.post(`/cckm/oci/vaults/${vault}/block`)).status).toBe(400);
});

test("a synchronization downloads keys of every type and state, and reads them again", async () => {
  const { client } = shared;
  const own = await SystemClient.of(client, oci);
  const vault = idOf(await own.container());
  await own.refresh(vault);
  const byName = async (name: string) =>
    listOf((await client.ok("GET", `/cckm/oci/keys?key_name=${name}`)).resources)[0];
  expect(await byName("old-archive")).toMatchObject({ oci_params: { lifecycle_state: "DISABLED" } });
  expect(await byName("legacy-export")).toMatchObject({ oci_params: { lifecycle_state: "PENDING_DELETION" } });
  expect(await byName("own-material")).toMatchObject({ key_material_origin: "unknown" });
  await own.change(["keys", { vault: "shared", key: "customer-db", rotate: true, enabled: false }]);
  await own.refresh();
  const changed = await byName("customer-db");
  expect(changed).toMatchObject({ gone: false, oci_params: { lifecycle_state: "DISABLED" } });
  expect(await own.count(`/cckm/oci/keys/${idOf(changed!)}/versions`)).toBe(4);
  expect(await own.count(`/cckm/oci/keys?cckm_vault_id=${vault}&algorithm=RSA`)).toBe(1);
});
