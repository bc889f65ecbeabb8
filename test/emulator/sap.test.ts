import { each, idOf, listOf, withEmulator, type Client, type Reply } from "./client";

const tenant = "acme-prod";
const hana = "1f0c7d62-5a0e-4a2f-9c3b-2d6f0b7a1e01";
const s4h = "7c2a9e14-83d5-4d0b-8f57-9b1e4c6d2f02";
const api_endpoint = "https://kms-eu10.datacustodian.example.com/kms/v2";
const user_credentials = { user: "cckm-operator", secret: "Sap-Demo-Secret-1", tenant };
const technical_user_credentials = { api_key: "b1f4c1a0-TECHNICAL-EXAMPLE", secret: "Sap-Demo-Technical-1" };
const byUser = { api_endpoint, user_credentials };
const byTechnicalUser = { api_endpoint, technical_user_credentials };
const services = "/connectionmgmt/services/sap-dc";

const shared = withEmulator();

async function connect(client: Client, name = "custodian"): Promise<string> {
  const made = await client.ok("POST", `${services}/connections`, { name, ...byUser });
  expect(await client.ok("POST", `${services}/connections/${idOf(made)}/test`)).toEqual({ connection_ok: true });
  return idOf(made);
}

async function addGroup(client: Client): Promise<string> {
  const connection = await connect(client);
  const added = await client.ok("POST", "/cckm/sap/add-groups", { connection, group_id: [hana] });
  return idOf(listOf(added.groups)[0]!);
}

/** Changes made in SAP itself. */
const behind = (what: string, body: object): Promise<Reply> =>
  shared.client.raw("POST", `/emulator/world/sap/${what}`, body);

beforeEach(async () => {
  await behind("tenants", { tenant, testSeconds: 0 });
});

describe("SAP connections", () => {
  test.each([
    ["a user", byUser, { user_credentials: { user: "cckm-operator", tenant } }],
    ["a technical user", byTechnicalUser, { technical_user_credentials: { api_key: "b1f4c1a0-TECHNICAL-EXAMPLE" } }],
  ])("log in as %s, and never return the secret", async (_name, body, shown) => {
    const { client } = shared;
    const made = await client.ok("POST", `${services}/connections`, { name: "c", ...body });
    expect(made).toMatchObject({ service: "sap-dc", category: "cloud", api_endpoint, ...shown });
    expect(JSON.stringify(made)).not.toMatch(/Sap-Demo/);
    expect(await client.ok("POST", `${services}/connections/c/test`)).toEqual({ connection_ok: true });
  });

  test.each([
    ["an unknown user", { user_credentials: { ...user_credentials, user: "x" } }, "401 Unauthorized"],
    ["a user of another tenant", { user_credentials: { ...user_credentials, tenant: "acme-test" } }, "401 Unauth"],
    ["a wrong secret", { user_credentials: { ...user_credentials, secret: "x" } }, "wrong credentials"],
    ["an unknown host", { api_endpoint: "https://nowhere.example.com/kms/v2" }, "no such host"],
  ])("fail their test with %s", async (_name, body, text) => {
    const refused = { connection_ok: false, connection_error: expect.stringContaining(text) };
    expect(await shared.client.ok("POST", `${services}/connection-test`, { ...byUser, ...body })).toEqual(refused);
  });

  test.each([
    ["no endpoint", { api_endpoint: "" }],
    ["an endpoint of another service", { api_endpoint: "https://kms.example.com/v1" }],
    ["no credentials", { user_credentials: {} }],
    ["both kinds of credentials", { technical_user_credentials }],
    ["half of the credentials", { user_credentials: { user: "x", tenant } }],
  ])("are refused with %s", async (_name, body) => {
    expect((await shared.client.post(`${services}/connections`, { name: "c", ...byUser, ...body })).status).toBe(400);
  });

  test("change from one type of credentials to the other, and are untested then", async () => {
    const { client } = shared;
    await connect(client);
    const path = `${services}/connections/custodian`;
    const changed = await client.ok("PATCH", path, { user_credentials: {}, technical_user_credentials });
    expect(changed).toMatchObject({ technical_user_credentials: { api_key: technical_user_credentials.api_key } });
    for (const field of ["user_credentials", "last_connection_ok"]) expect(changed).not.toHaveProperty(field);
    expect(await client.ok("POST", `${path}/test`)).toEqual({ connection_ok: true });
  });
});

describe("groups", () => {
  test("are looked up page by page, and added several at a time", async () => {
    const { client } = shared;
    const connection = await connect(client);
    const page = async (body: object): Promise<unknown[]> =>
      listOf((await client.ok("POST", "/cckm/sap/get-groups", { connection, ...body })).value).map(({ id }) => id);
    expect(await page({})).toEqual([hana, s4h]);
    expect([await page({ top: 1 }), await page({ top: 1, skip: 1 })]).toEqual([[hana], [s4h]]);
    const added = await client.ok("POST", "/cckm/sap/add-groups", { connection, group_id: [hana, s4h] });
    expect(added).toMatchObject({
      createdAt: expect.any(String),
      groups: [
        { name: "hana-production", group_id: hana, application: "HANA", tenant, cloud_name: "sap" },
        { name: "s4h-production", application: "S4H", provider: "Azure" },
      ],
    });
    expect(listOf(added.groups)[0]?.uri).toMatch(/^kylo:kylo:cckm:sap-group:/);
    expect(each(await client.ok("GET", "/cckm/sap/groups?application=S4H"), "group_id")).toEqual([s4h]);
    expect((await client.post("/cckm/sap/add-groups", { connection, group_id: [hana] })).status).toBe(409);
    expect((await client.delete(`${services}/connections/custodian`)).status).toBe(409);
    const [applications, reach] = await Promise.all([
      client.ok("GET", "/cckm/sap/applications"),
      client.ok("POST", "/cckm/sap/get-service-connectability", { connection }),
    ]);
    expect(listOf(applications.value).map(({ name }) => name)).toEqual(["HANA", "S4H"]);
    expect(reach).toMatchObject({ connectable: true });
  });

  test.each([
    ["an unknown connection", { connection: "nope" }, 400],
    ["no list", { group_id: [] }, 400],
    ["a string instead of a list", { group_id: hana }, 400],
    ["a group of another tenant", { group_id: ["e5b7d3f8-20c4-4b69-a1d2-6f3c8e9b4a03"] }, 400],
  ])("are refused with %s", async (_name, body, status) => {
    await connect(shared.client);
    const whole = { connection: "custodian", group_id: [hana], ...body };
    expect((await shared.client.post("/cckm/sap/add-groups", whole)).status).toBe(status);
    expect((await shared.client.ok("GET", "/cckm/sap/groups")).total).toBe(0);
  });

  test("need a connection that is ready", async () => {
    const { client } = shared;
    await client.ok("POST", `${services}/connections`, { name: "c", ...byUser });
    const refused = await client.post("/cckm/sap/add-groups", { connection: "c", group_id: [hana] });
    expect(refused).toMatchObject({ status: 409, body: { message: expect.stringContaining("has not been tested") } });
  });

  test("move to another connection, are shared, and are removed without touching SAP", async () => {
    const { client } = shared;
    const id = await addGroup(client);
    const other = await connect(client, "other");
    expect(await client.ok("PATCH", `/cckm/sap/groups/${id}`, { connection: "other" })).toMatchObject({
      connection: other,
    });
    const acls = [{ group: "CCKM Users", permit: true, actions: ["keycreate"] }];
    expect(await client.ok("POST", `/cckm/sap/groups/${id}/update-acls`, { acls })).toMatchObject({
      acls: [{ group: "CCKM Users", actions: ["keycreate", "view"] }],
    });
    expect((await client.delete(`/cckm/sap/groups/${id}`)).status).toBe(204);
    expect(JSON.stringify((await client.raw("GET", "/emulator/world")).body)).toContain("hana-master");
  });
});
