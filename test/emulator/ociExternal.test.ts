import { ociWorld } from "./systems/ociWorld";
import { idOf, withEmulator } from "./client";
import { ociConnection } from "./oci";

const shared = withEmulator();
const ok = (method: string, path: string, body?: object) => shared.client.ok(method, path, body);

const issuerBody = {
  name: "idcs",
  openid_config_url: "https://idcs.example.com/.well-known/openid-configuration",
  jwks_uri_protected: false,
};
let issuer: string;
let connection: string;
beforeEach(async () => {
  connection = await ociConnection(shared.client);
  issuer = idOf(await ok("POST", "/cckm/oci/issuers", issuerBody));
});

const vaultBody = (more: object = {}) => ({
  vault_name: "held",
  endpoint_url_hostname: "cm.example.com",
  client_application_id: "app-1",
  issuer_id: issuer,
  connection,
  ...more,
});
const makeVault = (more?: object) => ok("POST", "/cckm/oci/create-external-vault", vaultBody(more));

describe("an issuer", () => {
  test("reads its URLs from the OpenID configuration, and never returns a secret", async () => {
    const path = `/cckm/oci/issuers/${issuer}`;
    expect(await ok("GET", path)).toMatchObject({ issuer: "https://idcs.example.com", jwks_uri: expect.any(String) });
    const login = { jwks_uri_protected: true, client_id: "me", client_secret: "hush" };
    expect(JSON.stringify(await ok("PATCH", path, login))).not.toContain("hush");
    expect(await ok("GET", path)).toMatchObject({ jwks_uri_protected: true, client_id: "me" });
  });

  test.each([
    ["no URL at all", { openid_config_url: "" }, 400],
    ["both kinds of URLs", { issuer: "x", jwks_uri: "https://x" }, 400],
    ["a protected URL without a login", { jwks_uri_protected: true }, 400],
    ["no value for protection", { jwks_uri_protected: null }, 400],
    ["a name that is taken", {}, 409],
  ])("with %s is refused", async (_name, more, status) => {
    expect((await shared.client.post("/cckm/oci/issuers", { ...issuerBody, ...more })).status).toBe(status);
  });

  test("cannot be deleted while a vault uses it", async () => {
    const vault = await makeVault();
    expect((await shared.client.delete(`/cckm/oci/issuers/${issuer}`)).body.codeDesc).toContain("held");
    await shared.client.delete(`/cckm/oci/vaults/${idOf(vault)}`);
    expect((await shared.client.delete(`/cckm/oci/issuers/${issuer}`)).status).toBe(204);
  });
});

describe("an external vault", () => {
  test("has an endpoint, is changed, blocked and unblocked", async () => {
    const vault = await makeVault({ policy: "package oci" });
    const path = `/cckm/oci/vaults/${idOf(vault)}`;
    expect(vault).toMatchObject({
      vault_type: "EXTERNAL",
      tenancy: "acme-production",
      endpoint_url: `https://cm.example.com:443/api/v1/cckm/oci/ekm/v1/vaults/${idOf(vault)}`,
      state: "ACTIVE",
      blocked: false,
    });
    expect(await ok("PATCH", path, { endpoint_url_port: 8443, vault_name: "kept" })).toMatchObject({
      vault_name: "kept",
      endpoint_url: expect.stringContaining(":8443/"),
      policy: "package oci",
    });
    expect(await ok("POST", `${path}/block`)).toMatchObject({ state: "BLOCKED", blocked: true });
    expect((await ok("GET", "/cckm/oci/vaults?state=BLOCKED")).total).toBe(1);
    expect(await ok("POST", `${path}/unblock`)).toMatchObject({ state: "ACTIVE", blocked: false });
    const refresh = { vaults: [idOf(vault)] };
    expect((await shared.client.post("/cckm/oci/synchronization-jobs", refresh)).status).toBe(400);
  });

  test("may belong to a tenancy without a connection", async () => {
    await ok("POST", "/cckm/oci/add-tenancy", { tenancy_ocid: "ocid1.tenancy.oc1..x", tenancy: "far" });
    expect(await makeVault({ connection: undefined, tenancy: "far" })).toMatchObject({
      tenancy: "far",
      connection: "",
    });
  });

  test.each([
    ["no tenancy", { connection: undefined }, 400],
    ["an unknown tenancy", { connection: undefined, tenancy: "nowhere" }, 400],
    ["an unknown issuer", { issuer_id: "nobody" }, 400],
    ["a port out of range", { endpoint_url_port: 70000 }, 400],
    ["a tier that cannot hold source keys", { source_key_tier: "dsm" }, 400],
    ["a partition without Luna", { partition_id: "p" }, 400],
  ])("with %s is refused", async (_name, more, status) => {
    expect((await shared.client.post("/cckm/oci/create-external-vault", vaultBody(more))).status).toBe(status);
  });
});

describe("an external key", () => {
  const source = async (name: string, size = 256) =>
    idOf(await ok("POST", "/vault/keys2/", { name, algorithm: "aes", size }));

  test("uses a source key, which a new version changes", async () => {
    const vault = idOf(await makeVault());
    const first = await source("one");
    const body = { vault, name: "payroll", source_key_identifier: first, source_key_tier: "local" };
    const key = await ok("POST", "/cckm/oci/create-external-key", body);
    const path = `/cckm/oci/keys/${idOf(key)}`;
    expect(key).toMatchObject({ cckm_vault_id: vault, hyok_key_params: { name: "payroll", state: "ACTIVE" } });
    expect(await ok("PATCH", path, { name: "salaries", policy: "package oci" })).toMatchObject({
      hyok_key_params: { name: "salaries", policy: "package oci" },
    });
    expect(await ok("POST", `${path}/block`)).toMatchObject({ hyok_key_params: { state: "BLOCKED", blocked: true } });
    expect((await ok("GET", "/cckm/oci/keys?blocked=true")).total).toBe(1);
    const again = { source_key_identifier: await source("two"), source_key_tier: "local" };
    expect(await ok("POST", `${path}/versions`, again)).toMatchObject({ hyok_key_version_params: { state: "ACTIVE" } });
    expect((await ok("GET", `${path}/versions`)).total).toBe(2);
    for (const verb of ["disable", "schedule-deletion", "refresh"]) {
      expect((await shared.client.post(`${path}/${verb}`, { days: 7 })).status).toBe(400);
    }
    expect((await shared.client.delete(path)).status).toBe(204);
    expect((await ok("GET", `/vault/keys2/${first}`)).state).toBe("Active");
  });

  test("needs an AES-256 source of the vault's tier, and an external vault", async () => {
    const vault = idOf(await makeVault({ source_key_tier: "hsm-luna" }));
    const body = { vault, name: "x", source_key_tier: "local", source_key_identifier: await source("one") };
    expect((await shared.client.post("/cckm/oci/create-external-key", body)).body.codeDesc).toMatch(/hsm-luna only/);
    const other = idOf(await makeVault({ vault_name: "other" }));
    const small = { ...body, vault: other, source_key_identifier: await source("small", 128) };
    expect((await shared.client.post("/cckm/oci/create-external-key", small)).body.codeDesc).toMatch(/256 bits/);
    const added = { connection, region: "us-ashburn-1", vault_id: [ociWorld.analytics] };
    await ok("POST", "/cckm/oci/add-vaults", added);
    const elsewhere = { ...body, vault: ociWorld.analytics };
    expect((await shared.client.post("/cckm/oci/create-external-key", elsewhere)).status).toBe(400);
  });
});
