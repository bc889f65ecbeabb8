import { demoCertificates } from "../../emulator/shared/demoCertificates";
import { awsContainer, each, idOf, listOf, withEmulator, type Client, type Loose } from "./client";

const shared = withEmulator();
const root = "/connectionmgmt/services/dsm/connections";
const node = (hostname: string): object => ({ hostname, server_certificate: demoCertificates[hostname] });
const [one, two] = [node("dsm-1.example.com"), node("dsm-2.example.com")];
const login = { name: "dsm", username: "cckm", password: "Dsm-Demo-Password-1", nodes: [one] };
const params = { name: "orders", algorithm: "AES256" };

const world = (what: string, body: object): ReturnType<Client["raw"]> =>
  shared.client.raw("POST", `/emulator/world/dsm/${what}`, { manager: "headquarters", ...body });

async function connect(client: Client, body: object = {}): Promise<string> {
  const made = await client.ok("POST", root, { ...login, ...body });
  await client.ok("POST", `${root}/${idOf(made)}/test`);
  return idOf(made);
}

/** A tested connection and the domain "databases". */
async function container(client: Client): Promise<string> {
  const connection = await connect(client);
  const added = await client.ok("POST", "/cckm/dsm/add-domains", { connection, domains: [1001] });
  return idOf(listOf(added)[0]!);
}

async function refresh(client: Client, body: object): Promise<Loose> {
  const job = await client.ok("POST", "/cckm/dsm/refresh", body);
  await client.advance(2);
  return client.ok("GET", `/cckm/dsm/refresh/${idOf(job)}`);
}

describe("DSM connections", () => {
  test.each([
    ["the right login", {}, undefined],
    ["both nodes", { nodes: [one, two] }, undefined],
    ["a wrong password", { password: "wrong" }, "login failed"],
    ["an unknown host", { nodes: [{ ...one, hostname: "x.example.com" }] }, "no such host"],
    ["another certificate", { nodes: [{ ...two, hostname: "dsm-1.example.com" }] }, "another certificate"],
    ["a domain that does not exist", { domain_id: "7" }, "no access"],
    ["a restricted user without a domain", { username: "finance", password: "Dsm-Demo-Password-2" }, "needs a domain"],
    ["a restricted user", { username: "finance", password: "Dsm-Demo-Password-2", domain_id: "1002" }, undefined],
  ])("are tested with %s", async (_name, body, error) => {
    const { client } = shared;
    const expected =
      error === undefined
        ? { connection_ok: true }
        : { connection_ok: false, connection_error: expect.stringContaining(error) };
    const sent = { ...login, ...body };
    expect(await client.ok("POST", "/connectionmgmt/services/dsm/connection-test", sent)).toEqual(expected);
    const made = await client.ok("POST", root, sent);
    expect(JSON.stringify(made)).not.toContain(sent.password);
    expect(await client.ok("POST", `${root}/dsm/test`)).toEqual(expected);
  });

  test.each([
    ["no nodes", { nodes: [] }],
    ["a node without a certificate", { nodes: [{ hostname: "dsm-1.example.com" }] }],
    ["an invalid certificate", { nodes: [{ hostname: "a", server_certificate: "b" }] }],
    ["a node twice", { nodes: [one, one] }],
    ["no user", { username: "" }],
  ])("are refused with %s", async (_name, body) => {
    expect((await shared.client.post(root, { ...login, ...body })).status).toBe(400);
  });

  test("have nodes of their own, of which one must stay", async () => {
    const { client } = shared;
    await connect(client);
    const path = `${root}/dsm/nodes`;
    const [first] = listOf((await client.ok("GET", path)).resources);
    const second = await client.ok("POST", path, two);
    expect(await client.ok("GET", `${root}/dsm`)).not.toHaveProperty("last_connection_ok");
    expect(await client.ok("GET", `${path}/${idOf(second)}`)).toMatchObject(two);
    const renamed = { hostname: "dsm-3.example.com" };
    expect(await client.ok("PATCH", `${path}/${idOf(second)}`, renamed)).toMatchObject({ ...two, ...renamed });
    expect((await client.post(path, one)).status).toBe(400);
    expect((await client.delete(`${path}/${idOf(first!)}`)).status).toBe(204);
    expect((await client.delete(`${path}/${idOf(second)}`)).status).toBe(409);
    expect((await client.get(`${path}/${idOf(first!)}`)).status).toBe(404);
  });
});

describe("DSM domains", () => {
  test("are looked up, added by number, changed and removed", async () => {
    const { client } = shared;
    const connection = await connect(client);
    const offered = listOf(await client.ok("POST", "/cckm/dsm/get-domains", { connection: "dsm" }));
    expect(offered.map(({ id, name }) => [id, name])).toEqual([
      [1001, "databases"],
      [1002, "finance"],
      [1003, "laboratory"],
    ]);
    const added = listOf(await client.ok("POST", "/cckm/dsm/add-domains", { connection, domains: [1001, 1002] }));
    expect(added).toMatchObject([
      { connection, acls: [], dsm_params: { id: 1001, name: "databases", adminType: "ALL_ADMIN", kmipEnabled: true } },
      { dsm_params: { id: 1002 } },
    ]);
    const path = `/cckm/dsm/domains/${idOf(added[0]!)}`;
    const restricted = { username: "finance", password: "Dsm-Demo-Password-2", domain_id: "1002" };
    await connect(client, { name: "finance", ...restricted });
    expect(await client.ok("POST", "/cckm/dsm/get-domains", { connection: "finance" })).toHaveLength(1);
    expect((await client.patch(path, { connection: "finance" })).status).toBe(400);
    const other = await connect(client, { name: "other" });
    expect(await client.ok("PATCH", path, { connection: "other" })).toMatchObject({ connection: other });
    expect(each(await client.ok("GET", "/cckm/dsm/domains?connection=other"), "connection")).toEqual([other]);
    const { user_id } = await client.ok("GET", "/usermgmt/users/self");
    const acls = [{ user_id, permit: true, actions: ["keycreate"] }];
    expect(await client.ok("POST", `${path}/update-acls`, { acls })).toMatchObject({
      acls: [{ user_id, actions: ["keycreate", "view"] }],
    });
    expect((await client.delete(`${root}/other`)).status).toBe(409);
    expect((await client.delete(path)).status).toBe(204);
    expect((await client.delete(`${root}/other`)).status).toBe(204);
  });

  test.each([
    ["strings instead of numbers", { domains: ["1001"] }, 400],
    ["no domains", { domains: [] }, 400],
    ["a domain that the user cannot see", { domains: [9999] }, 400],
    ["a domain that was already added", { domains: [1001] }, 409],
    ["another kind of connection", { connection: "aws", domains: [1001] }, 400],
  ])("are refused with %s", async (_name, body, status) => {
    const { client } = shared;
    await container(client);
    await awsContainer(client);
    expect((await client.post("/cckm/dsm/add-domains", { connection: "dsm", ...body })).status).toBe(status);
  });

  test("are refused on a connection that is not ready", async () => {
    await shared.client.ok("POST", root, login);
    const refused = await shared.client.post("/cckm/dsm/add-domains", { connection: "dsm", domains: [1001] });
    expect(refused).toMatchObject({ status: 409, body: { message: expect.stringContaining("not been tested") } });
  });

  test("are refreshed, on demand and by schedule", async () => {
    const { client } = shared;
    const domain = await container(client);
    expect(await refresh(client, { domains: [domain] })).toMatchObject({ overall_status: "completed" });
    const all = await client.ok("GET", `/cckm/dsm/keys?domain_id=${domain}`);
    expect(all.total).toBe(6);
    await world("keys", { domainId: 1001, key: "mssql-ekm", delete: true });
    await world("keys", { domainId: 1001, key: "oracle-tde", description: "new" });
    await world("keys", { domainId: 1001, name: "many", count: 10_000 });
    await client.ok("POST", "/scheduler/job-configs", {
      name: "nightly",
      operation: "cckm_synchronization",
      run_at: "0 1 * * *",
      cckm_synchronization_params: { cloud_name: "dsm", synchronize_all: true },
    });
    await client.advance(86_400);
    expect((await client.ok("GET", "/cckm/dsm/keys")).total).toBe(10_006);
    expect(each(await client.ok("GET", "/cckm/dsm/keys?gone=true"), "domain_name")).toEqual(["databases"]);
    const [changed] = listOf((await client.ok("GET", "/cckm/dsm/keys?name=oracle-tde")).resources);
    expect(changed).toMatchObject({ dsm_params: { description: "new" } });
    await world("managers", { manager: undefined, name: "headquarters", removeUsers: ["cckm"] });
    expect(JSON.stringify((await refresh(client, { domains: [domain] })).detailed_status)).toContain("login failed");
  });
});

describe("DSM keys", () => {
  test("are created once and never change", async () => {
    const { client } = shared;
    const domain = await container(client);
    const made = await client.ok("POST", "/cckm/dsm/keys", { domain: "databases", dsm_params: params });
    expect(made).toMatchObject({
      domain_id: domain,
      object_type: "symmetric",
      extractable: false,
      dsm_params: { ...params, encryptionMode: "CBC" },
    });
    const path = `/cckm/dsm/keys/${idOf(made)}`;
    expect((await client.patch(path, {})).status).toBe(404);
    expect((await client.post("/cckm/dsm/keys", { domain, dsm_params: params })).status).toBe(409);
    expect(await client.ok("POST", `${path}/delete`)).toMatchObject({ gone: true });
    expect((await client.post(`${path}/delete`)).status).toBe(400);
    expect((await client.delete(path)).status).toBe(204);
    expect((await client.get(path)).status).toBe(404);
    expect((await client.post("/cckm/dsm/keys", { domain, dsm_params: params })).status).toBe(201);
  });

  test.each([
    ["no name", { dsm_params: { algorithm: "AES256" } }],
    ["no parameters", { dsm_params: undefined }],
    ["an algorithm of the other type", { object_type: "asymmetric" }],
    [
      "a mode for a pair",
      { object_type: "asymmetric", dsm_params: { name: "a", algorithm: "RSA2048", encryptionMode: "CBC" } },
    ],
    ["XTS for ARIA", { dsm_params: { name: "a", algorithm: "ARIA256", encryptionMode: "XTS" } }],
    ["an expiration in the past", { dsm_params: { ...params, expirationTime: "2001-01-01T00:00:00Z" } }],
    ["an unknown domain", { domain: "nope" }],
  ])("are refused with %s", async (_name, body) => {
    const domain = await container(shared.client);
    expect((await shared.client.post("/cckm/dsm/keys", { domain, dsm_params: params, ...body })).status).toBe(400);
  });

  test("provide material for keys in a cloud, and for their rotations", async () => {
    const { client } = shared;
    const domain = await container(client);
    await awsContainer(client);
    await refresh(client, { domains: [domain] });
    const place = { kms: "prod", region: "eu-west-1", source_key_tier: "dsm" };
    const locked = await client.post("/cckm/aws/upload-key", { ...place, source_key_identifier: "locked-in" });
    expect(locked).toMatchObject({ status: 400, body: { message: expect.stringContaining("not extractable") } });
    const key = await client.ok("POST", "/cckm/aws/upload-key", {
      ...place,
      source_key_identifier: "byok-orders",
      aws_param: { Alias: "orders" },
    });
    expect(key).toMatchObject({ source_key_tier: "dsm", key_source_container_id: domain });
    const config = await client.ok("POST", "/scheduler/job-configs", {
      name: "yearly",
      operation: "cckm_key_rotation",
      run_at: "0 0 * * *",
      cckm_key_rotation_params: { cloud_name: "aws" },
    });
    await client.ok("POST", `/cckm/aws/keys/${idOf(key)}/enable-rotation-job`, {
      job_config_id: config.id,
      auto_rotate_key_source: "dsm",
      auto_rotate_domain_id: domain,
    });
    await client.advance(86_400);
    const made = listOf((await client.ok("GET", "/cckm/dsm/keys?name=aws-orders-*")).resources);
    expect(made).toMatchObject([{ domain_id: domain, extractable: true }]);
  });
});
