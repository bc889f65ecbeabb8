import { organizationId, salesforce } from "./systems/rows/salesforce";
import { SystemClient } from "./systems/system";
import { each, idOf, listOf, withEmulator, type Client, type Loose, type Reply } from "./client";

const day = 86_400;

const shared = withEmulator();

async function addOrganization(client: Client): Promise<string> {
  return idOf(await (await SystemClient.of(client, salesforce)).container());
}

/** Changes made in Salesforce itself. */
const behind = (what: string, body: object): Promise<Reply> =>
  shared.client.raw("POST", `/emulator/world/salesforce/${what}`, body);

describe("tenant secrets", () => {
  const make = (organization_id: string, type: string): Promise<Loose> =>
    shared.client.ok("POST", "/cckm/sfdc/keys", { organization_id, Type: type });
  const act = (key: Loose, verb: string): Promise<Reply> => shared.client.post(`/cckm/sfdc/keys/${idOf(key)}/${verb}`);
  const read = (key: Loose): Promise<Loose> => shared.client.ok("GET", `/cckm/sfdc/keys/${idOf(key)}`);

  test.each(["Data", "EventBus", "SearchIndex", "DeterministicData", "Analytics"])("of the type %s", async (type) => {
    const made = await make(await addOrganization(shared.client), type);
    expect(made).toMatchObject({ type, status: "ACTIVE", cloud_name: "sfdc", key_material_origin: "native" });
    expect(made.uri).toBe(`kylo:kylo:cckm:Tenant_Secret:${idOf(made)}`);
    expect(made.sfdc_params).toMatchObject({ salesforce_id: expect.stringMatching(/^02G/) as string });
  });

  test("archive the previous one, are destroyed, imported again, and deleted", async () => {
    const organization = await addOrganization(shared.client);
    const first = await make(organization, "Data");
    expect((await act(first, "destroy")).body.message).toContain("only ARCHIVED");
    const second = await make(organization, "Data");
    expect([await read(first), await read(second)]).toMatchObject([{ status: "ARCHIVED" }, { status: "ACTIVE" }]);
    for (const verb of ["import", "delete-backup"]) expect((await act(first, verb)).status).toBe(400);
    expect((await act(first, "activate")).body.message).toContain("cache-only");
    expect((await act(first, "destroy")).body).toMatchObject({ status: "DESTROYED" });
    expect((await act(first, "import")).body).toMatchObject({ status: "ARCHIVED" });
    await act(first, "destroy");
    expect((await act(first, "delete-backup")).status).toBe(200);
    expect((await act(first, "import")).status).toBe(404);
  });

  test("take material of the vault, wrapped under a certificate of the organization", async () => {
    const { client } = shared;
    const organization_id = await addOrganization(client);
    await client.ok("POST", "/vault/keys2/", { name: "mine", algorithm: "aes", size: 256 });
    await client.ok("POST", "/vault/keys2/", { name: "small", algorithm: "aes", size: 128 });
    const certificate = await client.ok("POST", "/cckm/sfdc/certificates", { organization_id, name: "Upload" });
    expect(certificate).toMatchObject({ name: "Upload", sfdc_param: { KeySize: 4096 } });
    const duplicate = { organization_id, name: "Upload" };
    expect((await client.post("/cckm/sfdc/certificates", duplicate)).status).toBe(409);
    const body = { organization_id, type: "Data", source_key_identifier: "mine", certificate_id: certificate.id };
    const made = await client.ok("POST", "/cckm/sfdc/keys/upload", { ...body, key_derivation_mode: "NONE" });
    expect(made).toMatchObject({
      status: "ACTIVE",
      key_material_origin: "cckm",
      source_key_tier: "local",
      sfdc_params: { source: "UPLOADED", key_derivation_mode: "NONE" },
    });
    const refused: [object, number][] = [
      [{ certificate_id: "" }, 400],
      [{ certificate_id: "nope" }, 400],
      [{ source_key_identifier: "small" }, 400],
      [{ source_key_identifier: "nope" }, 400],
      [{ key_derivation_mode: "SOME" }, 400],
      [{ type: "Everything" }, 400],
      [{ organization_id: "nope" }, 400],
    ];
    for (const [change, status] of refused)
      expect((await client.post("/cckm/sfdc/keys/upload", { ...body, ...change })).status).toBe(status);
  });

  test("may stay outside Salesforce as cache-only keys", async () => {
    const { client } = shared;
    const organization_id = await addOrganization(client);
    await client.ok("POST", "/vault/keys2/", { name: "mine", algorithm: "aes", size: 256 });
    const certificate = await client.ok("POST", "/cckm/sfdc/certificates", { organization_id, name: "Upload" });
    const endpoint = await client.ok("POST", "/cckm/sfdc/endpoints", {
      organization_id,
      name: "keys",
      url_hostname: "cm.example.com",
      password_authentication: { username: "sf", password: "Endpoint-Secret" },
    });
    expect(endpoint.endpoint_url).toBe(`https://cm.example.com/api/v1/cckm/sfdc/endpoints/${idOf(endpoint)}/keys/`);
    expect(JSON.stringify(endpoint)).not.toContain("Endpoint-Secret");
    const patched = { url_hostname: "cm2.example.com" };
    expect(await client.ok("PATCH", "/cckm/sfdc/endpoints/keys", patched)).toMatchObject(patched);
    const credentials = await client.ok("POST", "/cckm/sfdc/get-named-credentials", { organization_id });
    const sfdc_named_credential_id = each(credentials, "id")[0];
    const body = { organization_id, type: "Data", source_key_identifier: "mine", certificate_id: certificate.id };
    expect((await client.post("/cckm/sfdc/upload-cache-only-key", body)).status).toBe(400);
    const upload = { ...body, sfdc_named_credential_id };
    const first = await client.ok("POST", "/cckm/sfdc/upload-cache-only-key", upload);
    const second = await client.ok("POST", "/cckm/sfdc/upload-cache-only-key", upload);
    expect((await act(first, "activate")).body).toMatchObject({ status: "ACTIVE" });
    expect(await read(second)).toMatchObject({ status: "ARCHIVED" });
    expect(await client.ok("GET", `/cckm/sfdc/endpoints/keys/keys/${idOf(first)}`)).toEqual({ kid: first.id });
    expect((await client.delete("/cckm/sfdc/endpoints/keys")).status).toBe(204);
  });

  test("rotate on a schedule, which follows the ACTIVE one", async () => {
    const { client } = shared;
    const organization = await addOrganization(client);
    const [data, search] = [await make(organization, "Data"), await make(organization, "SearchIndex")];
    const schedule = await client.ok("POST", "/scheduler/job-configs", {
      name: "daily",
      operation: "cckm_key_rotation",
      run_at: "0 0 * * *",
      cckm_key_rotation_params: { cloud_name: "sfdc" },
    });
    const bind = { auto_rotate: true, job_config_id: schedule.id };
    const bound = await client.ok("PATCH", `/cckm/sfdc/keys/${idOf(data)}`, bind);
    expect(bound).toMatchObject({ auto_rotate: true, labels: { job_config_id: schedule.id } });
    const uploaded = { ...bind, auto_rotate_key_source: "local" };
    expect((await client.patch(`/cckm/sfdc/keys/${idOf(search)}`, uploaded)).status).toBe(400);
    await client.advance(day);
    const archived = await read(data);
    expect(archived).toMatchObject({ status: "ARCHIVED", auto_rotate: false });
    expect(archived.labels).toEqual({});
    const active = listOf((await client.ok("GET", "/cckm/sfdc/keys?type=Data&status=ACTIVE")).resources);
    expect(active).toMatchObject([{ auto_rotate: true, sfdc_params: { version: 2 } }]);
    const free = await client.ok("PATCH", `/cckm/sfdc/keys/${idOf(active[0]!)}`, { auto_rotate: false });
    expect(free.auto_rotate).toBe(false);
    expect(free.labels).toEqual({});
    expect((await client.patch(`/cckm/sfdc/keys/${idOf(data)}`, bind)).status).toBe(400);
  });

  test("are read again when they are downloaded, with changes made in Salesforce itself", async () => {
    const own = await SystemClient.of(shared.client, salesforce);
    const data = await make(idOf(await own.container()), "Data");
    await behind("keys", { organization: organizationId, type: "Data", source: "UPLOADED" });
    expect(await read(data)).toMatchObject({ status: "ACTIVE" });
    await own.refresh();
    expect(await read(data)).toMatchObject({ status: "ARCHIVED" });
    const keys = await own.client.ok("GET", "/cckm/sfdc/keys?limit=100&status=ACTIVE");
    expect(each(keys, "type").sort()).toEqual(["Data", "DeterministicData", "EventBus", "SearchIndex"]);
    await behind("keys", { organization: organizationId, key: data.sfdc_params?.salesforce_id, delete: true });
    await own.refresh();
    expect(await read(data)).toMatchObject({ status: "DESTROYED", gone: true });
  });

  test("leave certificates to a synchronization of their own", async () => {
    const { client } = shared;
    await addOrganization(client);
    await client.ok("POST", "/cckm/sfdc/certificates/synchronization-jobs", { synchronize_all: true });
    await client.advance(1);
    expect(each(await client.ok("GET", "/cckm/sfdc/certificates"), "name")).toEqual(["BYOK_2026", "Legacy_2048"]);
  });

  test("are reported on", async () => {
    const { client } = shared;
    const organization = await addOrganization(client);
    await make(organization, "Data");
    const report = await client.ok("POST", "/cckm/sfdc/reports", {
      name: "r",
      sfdc_cloud_param: [{ organization }],
    });
    expect(report).toMatchObject({ report_type: "key-report", overall_status: "in_progress" });
    await client.advance(1);
    const contents = await client.ok("GET", `/cckm/sfdc/reports/${idOf(report)}/contents`);
    expect(contents.resources).toEqual([expect.objectContaining({ key_name: "Data 1", operation: "create" })]);
  });
});

test("issuers are stored unchanged", async () => {
  const { client } = shared;
  const made = await client.ok("POST", "/cckm/sfdc/issuers", { name: "i", jwksURI: "https://a" });
  expect(await client.ok("PATCH", `/cckm/sfdc/issuers/${idOf(made)}`, { jwksURI: "https://b" })).toMatchObject({
    name: "i",
    jwksURI: "https://b",
  });
  expect((await client.ok("GET", "/cckm/sfdc/issuers")).total).toBe(1);
  expect((await client.delete(`/cckm/sfdc/issuers/${idOf(made)}`)).status).toBe(204);
});
