import { each, idOf, withEmulator, type Client, type Reply } from "./client";

const organizationId = "00D5g000008XyZaEAK";
const password = {
  cloud_name: "Salesforce Cloud",
  client_id: "3MVG9EXAMPLEACMEPRODUCTION",
  client_secret: "4A1B2C3D4E5F60718293EXAMPLE",
  username: "keys@acme.example",
  password: "Sf-Demo-Passw0rd",
};
const clientOnly = { ...password, username: "", password: "", domain_name: "acme.my.salesforce.com" };
const byCertificate = { ...password, client_secret: "", password: "", is_certificate_used: true };
const services = "/connectionmgmt/services/salesforce";

const shared = withEmulator();

async function connect(client: Client, name = "acme"): Promise<string> {
  const made = await client.ok("POST", `${services}/connections`, { name, ...password });
  expect(await client.ok("POST", `${services}/connections/${idOf(made)}/test`)).toEqual({ connection_ok: true });
  return idOf(made);
}

async function addOrganization(client: Client): Promise<string> {
  const connection = await connect(client);
  const body = { connection, sfdc_org_id: organizationId };
  return idOf(await client.ok("POST", "/cckm/sfdc/add-organizations", body));
}

/** Changes made in Salesforce itself. */
const behind = (what: string, body: object): Promise<Reply> =>
  shared.client.raw("POST", `/emulator/world/salesforce/${what}`, body);

beforeEach(async () => {
  await behind("organizations", { organizationId, testSeconds: 0 });
});

describe("Salesforce connections", () => {
  test.each([
    ["a user with a password", password],
    ["a client that logs in as itself", clientOnly],
    ["a client with a certificate", byCertificate],
  ])("log in as %s", async (_name, body) => {
    const { client } = shared;
    const made = await client.ok("POST", `${services}/connections`, { name: "c", ...body });
    expect(made).toMatchObject({ service: "salesforce", category: "cloud", cert_duration: 730 });
    for (const secret of [password.client_secret, password.password])
      expect(JSON.stringify(made)).not.toContain(secret);
    expect(await client.ok("POST", `${services}/connections/c/test`)).toEqual({ connection_ok: true });
    expect(await client.ok("GET", `${services}/connections/c`)).toMatchObject({ last_connection_ok: true });
  });

  test.each([
    ["an unknown client", { client_id: "nobody" }, "invalid_client_id"],
    ["a wrong client secret", { client_secret: "wrong" }, "invalid_client:"],
    ["a wrong password", { password: "wrong" }, "authentication failure"],
    ["the wrong cloud", { cloud_name: "Salesforce Sandbox Cloud" }, "invalid_client_id"],
    [
      "a domain of another organization",
      { ...clientOnly, domain_name: "other.my.salesforce.com" },
      "no client credentials",
    ],
    ["a certificate of an unknown user", { ...byCertificate, username: "x" }, "hasn't approved"],
  ])("fail their test with %s", async (_name, body, text) => {
    const refused = { connection_ok: false, connection_error: expect.stringContaining(text) };
    expect(await shared.client.ok("POST", `${services}/connection-test`, { ...password, ...body })).toEqual(refused);
  });

  test.each([
    ["no cloud", { cloud_name: "" }],
    ["no client", { client_id: "" }],
    ["a user without a password", { password: "" }],
    ["neither a user nor a domain", { username: "", password: "" }],
    ["no secret and no certificate", { client_secret: "" }],
    ["a certificate without a user", { ...byCertificate, username: "" }],
    ["mutual TLS without a certificate", { enable_mutual_tls: true }],
    ["an invalid certificate", { certificate: "-----BEGIN nothing" }],
  ])("are refused with %s", async (_name, body) => {
    expect((await shared.client.post(`${services}/connections`, { name: "c", ...password, ...body })).status).toBe(400);
  });

  test("get a new certificate on demand, and are untested then", async () => {
    const { client } = shared;
    const made = await client.ok("POST", `${services}/connections`, { name: "c", ...byCertificate });
    expect(made.certificate).toContain("BEGIN CERTIFICATE");
    await client.ok("POST", `${services}/connections/c/test`);
    const again = await client.ok("PATCH", `${services}/connections/c`, { regenerate_certificate: true });
    expect(again.certificate_thumbprint).not.toBe(made.certificate_thumbprint);
    expect(again).not.toHaveProperty("last_connection_ok");
  });

  test("take time to test", async () => {
    const { client } = shared;
    await behind("organizations", { organizationId, testSeconds: 20, readyAfterSeconds: 10 });
    await client.ok("POST", `${services}/connections`, { name: "c", ...password });
    const pending = client.ok("POST", `${services}/connections/c/test`);
    await client.raw("GET", "/emulator/health");
    await client.advance(21);
    expect(await pending).toEqual({ connection_ok: true });
  });
});

describe("organizations", () => {
  test("are looked up, added, moved to another connection, and removed without touching Salesforce", async () => {
    const { client } = shared;
    const connection = await connect(client);
    const found = await client.ok("POST", "/cckm/sfdc/get-organizations", { connection });
    expect(found).toEqual({
      name: "Acme Corporation",
      organization_id: organizationId,
      connection,
      cloud_name: "sfdc",
      type: "Regular",
    });
    const added = await client.ok("POST", "/cckm/sfdc/add-organizations", { connection, sfdc_org_id: organizationId });
    expect(added).toMatchObject({
      name: "Acme Corporation",
      sfdc_org_id: organizationId,
      cloud_name: "sfdc",
      acls: [],
    });
    expect(added.uri).toBe(`kylo:kylo:cckm:sfdc-organization:${idOf(added)}`);
    expect((await client.delete(`${services}/connections/acme`)).status).toBe(409);
    const other = await connect(client, "other");
    expect(await client.ok("PATCH", `/cckm/sfdc/organizations/${idOf(added)}`, { connection: "other" })).toMatchObject({
      connection: other,
    });
    expect(each(await client.ok("GET", "/cckm/sfdc/organizations?connection=other"), "id")).toEqual([added.id]);
    await client.ok("POST", "/cckm/sfdc/keys", { organization_id: added.id, type: "Data" });
    expect((await client.delete(`/cckm/sfdc/organizations/${idOf(added)}`)).status).toBe(204);
    expect((await client.ok("GET", "/cckm/sfdc/keys")).total).toBe(0);
    expect(JSON.stringify((await client.raw("GET", "/emulator/world")).body)).toContain('"type":"Data","version":1');
  });

  test.each([
    ["an unknown connection", { connection: "nope" }, 400],
    ["no organization", { sfdc_org_id: "" }, 400],
    ["an organization that the connection cannot access", { sfdc_org_id: "00D7Q000004UvWxUAS" }, 400],
  ])("are refused with %s", async (_name, body, status) => {
    await connect(shared.client);
    const whole = { connection: "acme", sfdc_org_id: organizationId, ...body };
    expect((await shared.client.post("/cckm/sfdc/add-organizations", whole)).status).toBe(status);
  });

  test("need a connection that is ready, and are added once", async () => {
    const { client } = shared;
    await client.ok("POST", `${services}/connections`, { name: "acme", ...password });
    const body = { connection: "acme", sfdc_org_id: organizationId };
    expect((await client.post("/cckm/sfdc/add-organizations", body)).body.message).toContain("has not been tested");
    await client.ok("POST", `${services}/connections/acme/test`);
    expect((await client.post("/cckm/sfdc/add-organizations", body)).status).toBe(201);
    expect((await client.post("/cckm/sfdc/add-organizations", body)).status).toBe(409);
  });

  test("keep access lists", async () => {
    const { client } = shared;
    const id = await addOrganization(client);
    const acls = [{ group: "CCKM Users", permit: true, actions: ["keycreate"] }];
    const updated = await client.ok("POST", `/cckm/sfdc/organizations/${id}/update-acls`, { acls });
    expect(updated.acls).toEqual([{ group: "CCKM Users", actions: ["keycreate", "view"] }]);
  });
});
