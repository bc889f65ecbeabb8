import { createDecipheriv, randomBytes } from "node:crypto";
import { idOf, withEmulator, type Loose } from "./client";

const shared = withEmulator();
const path = "/cckm/ekm/endpoints";
const client = "service-402817365510@gcp-sa-ekms.iam.gserviceaccount.com";
const endpoint = { name: "orders", keyURIHostname: "keys.example.com", policy: { basic: { clients: [client] } } };

const create = (body: object = {}): Promise<Loose> => shared.client.ok("POST", path, { ...endpoint, ...body });

test("an endpoint requires a Google project", async () => {
  expect((await shared.client.post(path, endpoint)).status).toBe(409);
});

describe("EKM endpoints", () => {
  beforeEach(() => shared.client.ok("POST", "/cckm/google/projects", { project_id: "acme-prod" }));

  test("are created with a key in the vault, and show its URI for Google", async () => {
    const made = await create({ meta: { a: 1 } });
    expect(made).toMatchObject({
      name: "orders",
      keyURI: `https://keys.example.com/api/v1${path}/${idOf(made)}`,
      keyPath: `api/v1${path}/${idOf(made)}`,
      key_type: "symmetric",
      algorithm: "AES256",
      endpoint_type: "ekm",
      raw_policy_enabled: false,
      raw_policy: expect.stringContaining(client),
      kekVersion: 0,
      enabled: true,
      meta: { a: 1 },
    });
    expect(await shared.client.ok("GET", `/vault/keys2/${made.kekID}`)).toMatchObject({
      name: made.kekName,
      size: 256,
    });
    expect(await shared.client.ok("GET", `${path}?key_type=symmetric&enabled=true`)).toMatchObject({ total: 1 });
  });

  test.each([
    ["no name", { name: "" }, 400],
    ["a name that is taken", { name: "taken" }, 409],
    ["a URI instead of a host name", { keyURIHostname: "https://x" }, 400],
    ["no policy", { policy: null }, 400],
    ["no clients", { policy: { basic: { clients: [] } } }, 400],
    [
      "required justifications without reasons",
      { policy: { basic: { clients: [client], justification_required: true } } },
      400,
    ],
    ["an unknown reason", { policy: { basic: { clients: [client], justification_reason: ["WHY"] } } }, 400],
    ["raw without Rego", { raw_policy_enabled: true }, 400],
    ["a signing key without algorithm", { key_type: "asymmetric" }, 400],
    ["an algorithm of the other type", { algorithm: "EC_SIGN_P256_SHA256" }, 400],
    ["confidential machines on a plain endpoint", { cvm_required_for_encrypt: true }, 400],
    ["an unknown key", { existing_key_id: "nope" }, 400],
  ])("are refused with %s", async (_name, body, status) => {
    await create({ name: "taken" });
    expect((await shared.client.post(path, { ...endpoint, ...body })).status).toBe(status);
  });

  test("are updated in place, directly and through their policy", async () => {
    await create();
    const policy = { rego: "package ekm" };
    const changed = await shared.client.ok("PATCH", `${path}/orders`, {
      name: "other",
      key_type: "asymmetric",
      keyURIHostname: "keys.example.com:8443",
      raw_policy_enabled: true,
      policy,
      meta: { b: 2 },
    });
    expect(changed).toMatchObject({ name: "orders", key_type: "symmetric", raw_policy: "package ekm", meta: { b: 2 } });
    expect(await shared.client.ok("GET", `${path}/orders/policies`)).toEqual(policy);
    const basic = {
      clients: ["a@example.com"],
      justification_required: true,
      justification_reason: ["REASON_UNSPECIFIED"],
    };
    expect(await shared.client.ok("PATCH", `${path}/orders/policies`, { basic })).toMatchObject({ basic });
    expect(await shared.client.ok("GET", `${path}/orders`)).toMatchObject({ raw_policy_enabled: false });
    expect((await shared.client.patch(`${path}/orders`, { raw_policy_enabled: true })).status).toBe(400);
    expect((await shared.client.post(`${path}/orders/destroy`)).status).toBe(409);
    expect((await shared.client.delete(`${path}/orders`)).status).toBe(204);
    expect((await shared.client.get(`${path}/orders`)).status).toBe(404);
  });

  test("wrap with the material that was imported: it opens elsewhere, too", async () => {
    const secret = randomBytes(32);
    const imported = { name: "imported", usageMask: 12, material: secret.toString("hex") };
    await shared.client.ok("POST", "/vault/keys2/", imported);
    const { id } = await create({ existing_key_id: "imported" });
    const body = { plaintext: Buffer.from("secret").toString("base64") };
    const { wrappedBlob } = (await shared.client.post(`${path}/${id}:wrap`, body)).body;
    // Version, nonce and tag come first.
    const blob = Buffer.from(String(wrappedBlob), "base64");
    const decipher = createDecipheriv("aes-256-gcm", secret, blob.subarray(4, 16)).setAuthTag(blob.subarray(16, 32));
    expect(Buffer.concat([decipher.update(blob.subarray(32)), decipher.final()]).toString()).toBe("secret");
  });

  test("wrap and unwrap while they are enabled, including data wrapped by an older version", async () => {
    const { id } = await create();
    const call = (verb: string, body: object) => shared.client.post(`${path}/${id}:${verb}`, body);
    const plaintext = Buffer.from("secret").toString("base64");
    const { wrappedBlob } = (await call("wrap", { plaintext })).body;
    expect(await shared.client.ok("POST", `${path}/${id}/rotate`)).toMatchObject({ kekVersion: 1 });
    expect((await call("unwrap", { wrappedBlob })).body).toEqual({ plaintext });
    expect((await call("unwrap", { wrappedBlob: "AAAA" })).status).toBe(400);
    expect((await call("getPublicKey", {})).status).toBe(400);
    await shared.client.ok("POST", `${path}/${id}/disable`);
    expect((await call("unwrap", { wrappedBlob })).status).toBe(403);
    expect(await shared.client.ok("POST", `${path}/${id}/enable`)).toMatchObject({ enabled: true });
    expect((await call("unwrap", { wrappedBlob })).status).toBe(200);
  });

  test("require a justification that their policy accepts", async () => {
    const basic = {
      clients: [client],
      justification_required: true,
      justification_reason: ["CUSTOMER_INITIATED_ACCESS"],
    };
    const { id } = await create({ policy: { basic } });
    const wrap = (reason: string) =>
      shared.client.post(`${path}/${id}:wrap`, {
        plaintext: "AA==",
        additionalContext: { accessReasonContext: { reason } },
      });
    expect((await wrap("CUSTOMER_INITIATED_ACCESS")).status).toBe(200);
    expect((await wrap("THIRD_PARTY_DATA_REQUEST")).status).toBe(403);
  });

  test("use an existing vault key, if it fits, and return the public key of a pair", async () => {
    const pair = await shared.client.ok("POST", "/vault/keys2/", {
      name: "pair",
      algorithm: "ec",
      curveid: "prime256v1",
    });
    const existing_key_id = idOf(pair);
    expect((await shared.client.post(path, { ...endpoint, existing_key_id })).status).toBe(400);
    const made = await create({ existing_key_id, key_type: "asymmetric", algorithm: "EC_SIGN_P256_SHA256" });
    expect(made).toMatchObject({ kekName: "pair", kekID: existing_key_id });
    expect((await shared.client.ok("POST", `${path}/orders:getPublicKey`)).pem).toContain("BEGIN PUBLIC KEY");
  });

  test("rotate on their schedule, while they are enabled", async () => {
    const { id } = await create();
    const config = await shared.client.ok("POST", "/scheduler/job-configs", {
      name: "nightly",
      operation: "cckm_key_rotation",
      run_at: "0 3 * * *",
      cckm_key_rotation_params: { cloud_name: "ekm" },
    });
    const bound = await shared.client.ok("PATCH", `${path}/${id}`, { job_config_id: config.id });
    expect(bound).toMatchObject({ labels: { job_config_id: config.id }, job_config_id: config.id });
    const version = async () => (await shared.client.ok("GET", `${path}/${id}`)).kekVersion;
    await shared.client.advance(86_400);
    expect(await version()).toBe(1);
    await shared.client.ok("POST", `${path}/${id}/disable`);
    await shared.client.advance(86_400);
    expect(await version()).toBe(1);
    expect((await shared.client.ok("PATCH", `${path}/${id}`, { job_config_id: "" })).labels).toEqual({});
    expect((await shared.client.patch(`${path}/${id}`, { job_config_id: "nope" })).status).toBe(400);
  });
});

test.each(["cryptospaces", "issuers"])("%s are stored unchanged", async (what) => {
  const at = `/cckm/ekm/${what}`;
  const { id } = await shared.client.ok("POST", at, { name: "one", anything: { a: [1] } });
  expect(await shared.client.ok("PATCH", `${at}/${id}`, { more: true })).toMatchObject({
    anything: { a: [1] },
    more: true,
  });
  expect(await shared.client.ok("GET", at)).toMatchObject({ total: 1 });
  if (what === "cryptospaces") {
    expect(await shared.client.ok("POST", `${at}/${id}/block`)).toMatchObject({ blocked: true });
    expect(await shared.client.ok("POST", `${at}/${id}/unblock`)).toMatchObject({ blocked: false });
  }
  expect((await shared.client.delete(`${at}/${id}`)).status).toBe(204);
});
