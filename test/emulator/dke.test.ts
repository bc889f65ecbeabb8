import { day } from "./awsKey";
import { idOf, withEmulator, type Loose } from "./client";

const shared = withEmulator();
const root = "/cckm/microsoft/dke";
const tenantId = "5f0a1c9e-7d6b-4c7e-9f0e-2b1f4b6d8a10";
const staff = {
  name: "staff",
  tenant_id: tenantId,
  authorization_type: "email",
  authorized_email_addresses: ["*@example.com"],
};

async function makeEndpoint(more: object = {}): Promise<Loose> {
  await shared.client.ok("POST", `${root}/auth-tenants`, staff);
  const body = { name: "board", key_uri_hostname: "keys.example.com", auth_tenants: ["staff"], ...more };
  return shared.client.ok("POST", `${root}/endpoints`, { algorithm: "RSA_DECRYPT_OAEP_2048_SHA256", ...body });
}

const act = (id: string, action: string, body?: object) =>
  shared.client.post(`${root}/endpoints/${id}/${action}`, body);

describe("an authorized tenant", () => {
  test("fills in its issuer, and cannot be deleted while an endpoint uses it", async () => {
    const { client } = shared;
    const endpoint = await makeEndpoint();
    const tenant = await client.ok("GET", `${root}/auth-tenants/staff`);
    expect(tenant).toMatchObject({ issuer: `https://sts.windows.net/${tenantId}/`, authorization_type: "email" });
    expect((await client.delete(`${root}/auth-tenants/staff`)).status).toBe(409);
    await act(idOf(endpoint), "archive");
    expect((await client.delete(`${root}/endpoints/board`)).status).toBe(204);
    expect((await client.delete(`${root}/auth-tenants/staff`)).status).toBe(204);
  });

  test.each([
    ["no name", { name: "" }],
    ["no tenant", { tenant_id: "nobody" }],
    ["no type", { authorization_type: undefined }],
    ["no addresses", { authorized_email_addresses: [] }],
    ["no roles", { authorization_type: "role" }],
    ["roles without a connection", { authorization_type: "role", authorized_roles: ["Global Reader"] }],
    ["a connection that doesn't exist", { connection: "azure" }],
    ["an invalid issuer address", { issuer: "microsoft" }],
  ])("is refused with %s", async (_what, body) => {
    expect((await shared.client.post(`${root}/auth-tenants`, { ...staff, ...body })).status).toBe(400);
  });
});

describe("an endpoint", () => {
  test("has a key at its address, which Office gets while it is enabled", async () => {
    const { client } = shared;
    const endpoint = await makeEndpoint();
    expect(endpoint).toMatchObject({ status: "Enabled", key_type: "asymmetric", auto_rotate: false });
    expect(endpoint.kek_name).toBe(`ks-${String(endpoint.kek_id)}`);
    const dataPlane = `/api/v1/cckm/microsoft/dke-data-plane/endpoints/${idOf(endpoint)}/keys`;
    expect(endpoint.key_uri).toBe(`https://keys.example.com${dataPlane}/${String(endpoint.kek_name)}`);
    const path = endpoint.key_uri!.replace("https://keys.example.com", "");
    const reply = await client.raw("GET", path);
    expect(reply.body).toMatchObject({ key: { kty: "RSA", n: expect.any(String) } });
    expect((await client.raw("GET", path)).body.key).toEqual(reply.body.key);
    await act(idOf(endpoint), "disable");
    expect((await client.raw("GET", path)).status).toBe(403);
  });

  test("is rotated by hand and by schedule; older versions still respond", async () => {
    const { client } = shared;
    const endpoint = await makeEndpoint();
    const rotated = (await act(idOf(endpoint), "rotate")).body;
    expect(rotated.kek_id).not.toBe(endpoint.kek_id);
    expect((await client.raw("GET", endpoint.key_uri!.replace("https://keys.example.com", ""))).status).toBe(200);
    const params = { cckm_key_rotation_params: { cloud_name: "Microsoft DKE", rotation_after: "20d" } };
    const body = { name: "monthly", operation: "cckm_key_rotation", run_at: "0 3 1 * *", ...params };
    const config = await client.ok("POST", "/scheduler/job-configs", body);
    const bound = await act(idOf(endpoint), "enable-key-rotation-job", { job_config_id: idOf(config) });
    expect(bound.body).toMatchObject({ auto_rotate: true, labels: { job_config_id: idOf(config) } });
    await client.advance(70 * day);
    const later = await client.ok("GET", `${root}/endpoints/board`);
    expect([2, 3, 4]).toContain(Number(later.kek_version));
    expect(later.kek_id).not.toBe(rotated.kek_id);
    const free = (await act(idOf(endpoint), "disable-key-rotation-job")).body;
    expect(free.auto_rotate).toBe(false);
    expect(free.labels).toEqual({});
  });

  test("and its tenant are changed in place", async () => {
    const { client } = shared;
    const endpoint = await makeEndpoint();
    const change = { key_uri_hostname: "dke.example.com" };
    expect(await client.ok("PATCH", `${root}/endpoints/${idOf(endpoint)}`, change)).toMatchObject({
      name: "board",
      key_uri: endpoint.key_uri!.replace("keys.example.com", "dke.example.com"),
    });
    const authorized_email_addresses = ["*@shop.example.com"];
    const tenant = await client.ok("PATCH", `${root}/auth-tenants/staff`, { authorized_email_addresses });
    expect(tenant).toMatchObject({ tenant_id: tenantId, authorized_email_addresses });
  });

  test("that is archived can only be read, recovered and deleted", async () => {
    const { client } = shared;
    const id = idOf(await makeEndpoint());
    expect((await client.delete(`${root}/endpoints/${id}`)).status).toBe(409);
    expect((await act(id, "recover")).status).toBe(409);
    expect((await act(id, "archive")).body).toMatchObject({ status: "Archived" });
    for (const action of ["enable", "disable", "rotate", "archive"]) expect((await act(id, action)).status).toBe(409);
    expect((await client.patch(`${root}/endpoints/${id}`, { description: "x" })).status).toBe(409);
    expect((await client.ok("GET", `${root}/endpoints?status=Archived`)).total).toBe(1);
    expect((await act(id, "recover")).body).toMatchObject({ status: "Enabled" });
    await act(id, "archive");
    expect((await client.delete(`${root}/endpoints/${id}`)).status).toBe(204);
  });

  test.each([
    ["no host", { key_uri_hostname: "" }],
    ["a host with a path", { key_uri_hostname: "keys.example.com/x" }],
    ["an unknown algorithm", { algorithm: "AES" }],
    ["no tenant", { auth_tenants: [] }],
    ["a tenant that doesn't exist", { auth_tenants: ["nobody"] }],
    ["a key that doesn't exist", { kek_id: "abc" }],
  ])("is refused with %s", async (_what, body) => {
    await expect(makeEndpoint(body)).rejects.toThrow(/: 400 /);
  });
});
