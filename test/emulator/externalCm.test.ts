import { demoCertificates } from "../../emulator/shared/demoCertificates";
import { awsContainer, each, idOf, listOf, withEmulator, type Client, type Loose } from "./client";

const shared = withEmulator();
const servers = "/connectionmgmt/services/external-cm";
const root = "/connectionmgmt/services/cm/connections";
const retail = "3f6f2a52-2d0e-4f5e-9a53-4f1c5b3f7a10";
const logistics = "8b1df7d4-6c1e-4b0d-8f8e-0f7c9f0d2e11";
const node = (hostname: string): object => ({ hostname, server_certificate: demoCertificates[hostname] });
const [paris, lyon] = [node("cm-paris.example.com"), node("cm-lyon.example.com")];
const login = { name: "cm", username: "cckm", password: "Cm-Demo-Password-1", nodes: [paris] };

const world = (what: string, body: object): ReturnType<Client["raw"]> =>
  shared.client.raw("POST", `/emulator/world/externalCm/${what}`, body);

async function connect(client: Client, body: object = {}): Promise<string> {
  const made = await client.ok("POST", root, { ...login, ...body });
  await client.ok("POST", `${root}/${idOf(made)}/test`);
  return idOf(made);
}

/** A tested connection and the domain "retail". */
async function container(client: Client): Promise<string> {
  const connection = await connect(client);
  const added = await client.ok("POST", "/cckm/external-cm/add-domains", { connection, domains: [retail] });
  return idOf(listOf(added.domains)[0]!);
}

async function refresh(client: Client, body: object): Promise<Loose> {
  const job = await client.ok("POST", "/cckm/external-cm/refresh", body);
  await client.advance(2);
  return client.ok("GET", `/cckm/external-cm/refresh/${idOf(job)}`);
}

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
    await connect(client, { nodes: [{ hostname: "cm-paris.example.com" }] });
    expect((await client.delete(path)).status).toBe(409);
    expect((await client.delete(`${root}/cm`)).status).toBe(204);
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

describe("connections to other managers", () => {
  const bare = [{ hostname: "cm-lyon.example.com" }];

  test.each([
    ["the right login", {}, undefined],
    ["a domain", { domain: "retail" }, undefined],
    ["a wrong password", { password: "wrong" }, "Wrong username or password"],
    ["an unknown domain", { domain: "nowhere" }, "not in the domain nowhere"],
    ["an unknown host", { nodes: [{ ...paris, hostname: "x.example.com" }] }, "no such host"],
    ["a node without a trusted server", { nodes: bare }, "signed by unknown authority"],
    ["nodes of two clusters", { nodes: [paris, node("cm-partner.example.net")] }, "different clusters"],
  ])("are tested with %s", async (_name, body, error) => {
    const { client } = shared;
    const expected =
      error === undefined
        ? { connection_ok: true }
        : { connection_ok: false, connection_error: expect.stringContaining(error) };
    const sent = { ...login, ...body };
    expect(await client.ok("POST", "/connectionmgmt/services/cm/connection-test", sent)).toEqual(expected);
    await client.ok("POST", root, sent);
    expect(await client.ok("POST", `${root}/cm/test`)).toEqual(expected);
  });

  test("trust a node through the server that names it", async () => {
    const { client } = shared;
    await client.ok("POST", servers, { name: "subsidiary", nodes: [lyon] });
    await connect(client, { nodes: bare });
    expect(await client.ok("GET", `${root}/cm`)).toMatchObject({ last_connection_ok: true, username: "cckm" });
    const changed = await client.ok("PATCH", `${root}/cm`, { nodes: [...bare, paris], domain: "logistics" });
    expect(changed).toMatchObject({ domain: "logistics" });
    expect(changed).not.toHaveProperty("last_connection_ok");
    expect(await client.ok("POST", `${root}/cm/test`)).toEqual({ connection_ok: true });
  });
});

describe("external CM domains", () => {
  test("are looked up, added by id, changed and removed", async () => {
    const { client } = shared;
    const connection = await connect(client);
    const offered = await client.ok("POST", "/cckm/external-cm/get-domains", { connection: "cm" });
    expect(listOf(offered.domains).map(({ id, name }) => [id, name])).toEqual([
      [retail, "retail"],
      [logistics, "logistics"],
    ]);
    const added = await client.ok("POST", "/cckm/external-cm/add-domains", { connection, domains: [retail] });
    expect(added).toMatchObject({
      uri: expect.any(String),
      domains: [{ name: "retail", domain_id: retail, connection }],
    });
    const path = "/cckm/external-cm/domains/retail";
    await connect(client, { name: "other", domain: "logistics" });
    expect((await client.patch(path, { connection: "other" })).status).toBe(400);
    const better = await connect(client, { name: "better", domain: "retail" });
    expect(await client.ok("PATCH", path, { connection: "better" })).toMatchObject({ connection: better });
    const acls = [{ group: "CCKM Users", permit: true, actions: ["keycreate"] }];
    expect(await client.ok("POST", `${path}/update-acls`, { acls })).toMatchObject({
      acls: [{ actions: ["keycreate", "view"] }],
    });
    expect((await client.delete(`${root}/better`)).status).toBe(409);
    expect(each(await client.ok("GET", "/cckm/external-cm/domains?connection=better"), "name")).toEqual(["retail"]);
    expect((await client.delete(path)).status).toBe(204);
  });

  test.each([
    ["no domains", { domains: [] }, 400],
    ["an unknown domain", { domains: ["nope"] }, 400],
    ["a domain that was already added", { domains: [retail] }, 409],
    ["an unknown connection", { connection: "nope", domains: [logistics] }, 400],
  ])("are refused with %s", async (_name, body, status) => {
    const { client } = shared;
    await container(client);
    expect((await client.post("/cckm/external-cm/add-domains", { connection: "cm", ...body })).status).toBe(status);
  });

  test("are refreshed on demand, but not by the scheduler", async () => {
    const { client } = shared;
    const domain = await container(client);
    expect(await refresh(client, { domains: [domain] })).toMatchObject({ overall_status: "completed" });
    expect((await client.ok("GET", `/cckm/external-cm/keys?domainId=${domain}`)).total).toBe(7);
    await world("keys", { domainId: retail, key: "web-shop", rotate: true });
    await world("keys", { domainId: retail, key: "request-mac", delete: true });
    await world("keys", { domainId: retail, name: "many", count: 10_000 });
    await refresh(client, { synchronize_all: true });
    expect((await client.ok("GET", "/cckm/external-cm/keys")).total).toBe(10_007);
    expect(each(await client.ok("GET", "/cckm/external-cm/keys?gone=true"), "name")).toEqual(["request-mac"]);
    const [rotated] = listOf((await client.ok("GET", "/cckm/external-cm/keys?name=web-shop")).resources);
    expect(rotated).toMatchObject({ version: 2, state: "Active" });
    const versions = await client.ok("GET", `/cckm/external-cm/keys/${idOf(rotated!)}/versions`);
    expect(each(versions, "version")).toEqual([0, 1, 2]);
    const params = { cloud_name: "external-cm", synchronize_all: true };
    const config = { name: "n", operation: "cckm_synchronization", run_at: "0 1 * * *" };
    const refused = await client.post("/scheduler/job-configs", { ...config, cckm_synchronization_params: params });
    expect(refused.status).toBe(400);
    await world("managers", { name: "subsidiary", removeUsers: ["cckm"] });
    expect((await refresh(client, { domains: [domain] })).overall_status).toBe("failed");
  });
});

describe("external CM keys", () => {
  test("are created, changed, rotated and deleted on the other manager", async () => {
    const { client } = shared;
    const domainId = await container(client);
    const made = await client.ok("POST", "/cckm/external-cm/keys", { domainId, name: "orders", labels: { a: "1" } });
    expect(made).toMatchObject({ domainId, algorithm: "AES", size: 256, version: 0, state: "Active", usageMask: 12 });
    const path = `/cckm/external-cm/keys/${idOf(made)}`;
    const changes = { description: "d", labels: { a: null, b: "2" }, undeletable: true, name: "ignored" };
    expect(await client.ok("PATCH", path, changes)).toMatchObject({
      name: "orders",
      description: "d",
      labels: { b: "2" },
    });
    const version = await client.ok("POST", `${path}/versions`);
    expect(version).toMatchObject({ name: "orders", version: 1 });
    expect(await client.ok("GET", path)).toMatchObject({ id: made.id, version: 1, keyId: version.keyId });
    expect((await client.ok("GET", `${path}/versions`)).total).toBe(2);
    expect((await client.post(`${path}/delete`)).status).toBe(403);
    await client.ok("PATCH", path, { undeletable: false });
    expect(await client.ok("POST", `${path}/delete`)).toMatchObject({ gone: true });
    expect((await client.post(`${path}/delete`)).status).toBe(400);
    expect((await client.delete(path)).status).toBe(204);
    expect((await client.get(path)).status).toBe(404);
  });

  test.each([
    ["no name", { name: "" }, 400],
    ["a name with a bracket", { name: "a<b" }, 400],
    ["an unknown algorithm", { algorithm: "rot13" }, 400],
    ["RSA without a size", { algorithm: "rsa" }, 400],
    ["an unknown domain", { domainId: "nope" }, 400],
    ["a name that is taken", { name: "loyalty-cards" }, 409],
  ])("are refused with %s", async (_name, body, status) => {
    const domainId = await container(shared.client);
    expect((await shared.client.post("/cckm/external-cm/keys", { domainId, name: "a", ...body })).status).toBe(status);
  });

  test("provide material for keys in a cloud while they are active and exportable", async () => {
    const { client } = shared;
    const domain = await container(client);
    await awsContainer(client);
    await refresh(client, { domains: [domain] });
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
