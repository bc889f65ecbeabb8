import { awsContainer, each, idOf, listOf, withEmulator, type Client, type Loose } from "./client";
import { bare, externalCm, lyon, paris, retail } from "./systems/rows/externalCm";
import { SystemClient } from "./systems/system";

const shared = withEmulator();
const servers = "/connectionmgmt/services/external-cm";
let own: SystemClient;
beforeEach(async () => {
  own = await SystemClient.of(shared.client, externalCm);
});

/** A tested connection and the domain "retail". */
const container = async (): Promise<string> => idOf(await own.container());

describe("external CM servers", () => {
  test("have nodes and CAs, and cannot be deleted while a connection trusts them", async () => {
    const { client } = shared;
    const made = await client.ok("POST", servers, { name: "subsidiary", nodes: [paris] });
    const path = `${servers}/${idOf(made)}`;
    expect(made).toMatchObject({ name: "subsidiary", nodes: [paris], trusted_cas: [] });
    const added = await client.ok("POST", `${path}/nodes`, lyon);
    expect(await client.ok("GET", `${path}/nodes/${idOf(added)}`)).toMatchObject(lyon);
    expect((await client.post(`${path}/nodes`, lyon)).status).toBe(400);
    const other = { hostname: "cm-nice.example.com" };
    expect(await client.ok("PATCH", `${path}/nodes/${idOf(added)}`, other)).toMatchObject({ ...lyon, ...other });
    expect((await client.delete(`${path}/nodes/${idOf(added)}`)).status).toBe(204);
    const [last] = listOf((await client.ok("GET", path)).nodes);
    expect((await client.delete(`${path}/nodes/${idOf(last!)}`)).status).toBe(409);
    const ca = await client.ok("POST", `${path}/ca`, { ca_id: "ca-1" });
    expect((await client.post(`${path}/ca`, { ca_id: "ca-1" })).status).toBe(409);
    expect(await client.ok("GET", path)).toMatchObject({ trusted_cas: [{ ca_id: "ca-1" }] });
    expect((await client.delete(`${path}/ca/${idOf(ca)}`)).status).toBe(204);
    expect((await client.delete(`${path}/ca/${idOf(ca)}`)).status).toBe(404);
    await own.connect("cm", { nodes: [{ hostname: "cm-paris.example.com" }] });
    expect((await client.delete(path)).status).toBe(409);
    expect((await client.delete(`${own.connections}/cm`)).status).toBe(204);
    expect((await client.delete(path)).status).toBe(204);
  });

  test.each([
    ["no name", { name: "" }, 400],
    ["no nodes", { nodes: [] }, 400],
    ["a node without a certificate", { nodes: [{ hostname: "a" }] }, 400],
    ["a name that is taken", { name: "subsidiary" }, 409],
    ["a node of another server", { nodes: [paris] }, 409],
  ])("are refused with %s", async (_name, body, status) => {
    const { client } = shared;
    await client.ok("POST", servers, { name: "subsidiary", nodes: [paris] });
    expect((await client.post(servers, { name: "other", nodes: [lyon], ...body })).status).toBe(status);
  });
});

test("a connection trusts a node through the server that names it", async () => {
  const { client } = shared;
  await client.ok("POST", servers, { name: "subsidiary", nodes: [lyon] });
  await own.connect("cm", { nodes: [bare] });
  const changed = await client.ok("PATCH", `${own.connections}/cm`, { nodes: [bare, paris], domain: "logistics" });
  expect(changed).toMatchObject({ domain: "logistics" });
  expect(changed).not.toHaveProperty("last_connection_ok");
  expect(await own.test("cm")).toMatchObject({ last_connection_ok: true });
});

describe("external CM domains", () => {
  test("are added in an envelope, and found by name", async () => {
    const { body } = await own.add(await own.connect());
    const [{ id, uri, connection }] = listOf(body.domains) as [Loose];
    expect([uri, connection]).toEqual([`kylo:kylo:cckm:external-cm-domain:${String(id)}`, own.name]);
    const found = await own.client.ok("GET", `${externalCm.containers.path}/retail`);
    expect(found).toMatchObject({ id, cm_domain: { domain_id: retail } });
  });

  test("are read again by a refresh, with the versions of their keys, even ten thousand", async () => {
    const { client } = shared;
    const domain = await container();
    await own.refresh(domain);
    await own.change(["keys", { domainId: retail, key: "web-shop", rotate: true }]);
    await own.change(["keys", { domainId: retail, name: "many", count: 10_000 }]);
    await own.refresh();
    expect(await own.count(`/cckm/external-cm/keys?domain_id=${domain}`)).toBe(10_007);
    const [rotated] = listOf((await client.ok("GET", "/cckm/external-cm/keys?key_name=web-shop")).resources);
    expect(rotated).toMatchObject({ gone: false, cm_key_params: { version: 2, key_state: "Active" } });
    const versions = await client.ok("GET", `/cckm/external-cm/keys/${idOf(rotated!)}/versions`);
    expect(each(versions, "cm_key_params").map((one) => (one as Loose).version)).toEqual([0, 1, 2]);
  });
});

describe("external CM keys", () => {
  test("are created, changed, rotated and deleted on the other manager", async () => {
    const { client } = shared;
    const domainId = await container();
    const made = await client.ok("POST", "/cckm/external-cm/keys", { domainId, name: "orders", labels: { a: "1" } });
    expect(made).toMatchObject({
      uri: `kylo:kylo:cckm:external-cm-key:${idOf(made)}`,
      domain_id: domainId,
      gone: false,
      refreshed_at: expect.any(String),
      cm_key_params: {
        ...{ key_name: "orders", key_id: expect.stringMatching(/^[0-9a-f]{64}$/), object_type: "Symmetric Key" },
        ...{ algorithm: "AES", key_size: 256, version: 0, key_state: "Active", key_usage_mask: 12 },
        ...{ unexportable: false, undeletable: false, never_exported: true, never_exportable: false },
      },
    });
    const path = `/cckm/external-cm/keys/${idOf(made)}`;
    const changes = { description: "d", labels: { a: null, b: "2" }, undeletable: true, name: "ignored" };
    expect(await client.ok("PATCH", path, changes)).toMatchObject({
      cm_key_params: { key_name: "orders", description: "d", labels: { b: "2" } },
    });
    const version = await client.ok("POST", `${path}/versions`);
    expect(version).toMatchObject({ cm_key_params: { key_name: "orders", version: 1 } });
    expect(await client.ok("GET", path)).toMatchObject({ id: made.id, cm_key_params: version.cm_key_params! });
    expect((await client.ok("GET", `${path}/versions`)).total).toBe(2);
    expect((await client.post(`${path}/delete`)).status).toBe(403);
    await client.ok("PATCH", path, { undeletable: false });
    expect(await client.ok("POST", `${path}/delete`)).toMatchObject({ gone: true });
    expect((await client.post(`${path}/delete`)).status).toBe(400);
    expect((await client.delete(path)).status).toBe(204);
    expect((await client.get(path)).status).toBe(404);
  });

  test("provide material for keys in a cloud while they are active and exportable", async () => {
    const { client } = shared;
    const domain = await container();
    await awsContainer(client);
    await own.refresh(domain);
    const upload = (source_key_identifier: unknown): ReturnType<Client["post"]> =>
      client.post("/cckm/aws/upload-key", {
        kms: "prod",
        region: "eu-west-1",
        source_key_tier: "external-cm",
        source_key_identifier,
      });
    expect(await upload("web-shop")).toMatchObject({ status: 201, body: { key_source_container_name: "retail" } });
    expect((await upload("root-of-trust")).body.message).toContain("cannot be exported");
    expect((await upload("pos-terminals")).body.message).toContain("Deactivated");
  });
});
