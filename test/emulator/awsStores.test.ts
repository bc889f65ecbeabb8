import { createCipheriv, randomBytes } from "node:crypto";
import { demoCertificates } from "../../emulator/shared/demoCertificates";
import { Key } from "./awsKey";
import {
  accountId,
  awsContainer,
  each,
  idOf,
  listOf,
  withEmulator,
  type Client,
  type Loose,
  type Reply,
} from "./client";

const shared = withEmulator();
const root = "/cckm/aws/custom-key-stores";
const endpoint = "https://keys.example.com";
const cluster = {
  cloud_hsm_cluster_id: "cluster-kmshsm2eu3a",
  key_store_password: "Kmsuser-Demo-1",
  trust_anchor_certificate: demoCertificates["cluster-kmshsm2eu3a"],
};

beforeEach(async () => {
  await awsContainer(shared.client);
  const held = { unexportable: true, undeletable: true, usageMask: 60 };
  for (const name of ["health", "source"]) await shared.client.ok("POST", "/vault/keys2/", { name, ...held });
});

const xksBody = (more: object = {}): object => ({
  name: "hold",
  kms: "prod",
  region: "eu-west-1",
  aws_param: { xks_proxy_uri_endpoint: endpoint },
  local_hosted_params: { source_key_tier: "local", health_check_key_id: "health", max_credentials: 2 },
  ...more,
});
const hsmBody = (more: object = {}): object => ({
  name: "hsm",
  kms: "prod",
  region: "eu-west-1",
  aws_param: { custom_key_store_type: "AWS_CLOUDHSM", ...cluster, ...more },
});

const make = (body: object): Promise<Loose> => shared.client.ok("POST", root, body);
const act = (id: string, action: string, body?: object): Promise<Reply> =>
  shared.client.post(`${root}/${id}/${action}`, body);
const read = (id: string): Promise<Loose> => shared.client.ok("GET", `${root}/${id}`);
const world = (body: object): Promise<Reply> =>
  shared.client.raw("POST", "/emulator/world/aws/accounts", { accountId, ...body });

async function connected(body: object): Promise<string> {
  const id = idOf(await make(body));
  await act(id, "connect");
  await shared.client.advance(1);
  expect(await read(id)).toMatchObject({ aws_param: { connection_state: "CONNECTED" } });
  return id;
}

const holdKey = (client: Client, store: string, more: object = {}, aws_param: object = {}): Promise<Reply> =>
  client.post("/cckm/aws/create-hyok-key", {
    local_hosted_params: { custom_key_store_id: store, source_key_id: "source", source_key_tier: "local", ...more },
    aws_param,
  });

describe("an external key store", () => {
  test("exists only in the service until it is linked, then connects in the background", async () => {
    const { client } = shared;
    const store = await make(xksBody());
    const id = idOf(store);
    expect(store).toMatchObject({
      type: "LOCAL",
      linked_state: false,
      local_hosted_params: { linked_state: false, blocked: false, max_credentials: 2 },
      aws_param: { connection_state: "DISCONNECTED", xks_proxy_connectivity: "PUBLIC_ENDPOINT" },
    });
    expect(store.secret_access_key).toEqual(expect.any(String));
    expect((await read(id)).secret_access_key).toBeUndefined();
    expect((await act(id, "connect")).status).toBe(400);
    expect(
      (await act(id, "link", { aws_param: { xks_proxy_uri_endpoint: "https://other.example.com" } })).body,
    ).toMatchObject({
      linked_state: true,
      aws_param: {
        xks_proxy_uri_endpoint: "https://other.example.com",
        custom_key_store_id: expect.stringMatching(/^cks-/),
      },
    });
    expect((await act(id, "link")).status).toBe(409);
    expect((await act(id, "connect")).body).toMatchObject({ aws_param: { connection_state: "CONNECTING" } });
    await client.advance(1);
    expect((await client.ok("GET", `${root}?connection_state=CONNECTED`)).total).toBe(1);
    expect((await client.delete(`${root}/${id}`)).status).toBe(400);
    const changed = await client.ok("PATCH", `${root}/${id}`, {
      name: "kept",
      local_hosted_params: { mtls_enabled: true },
    });
    expect(changed).toMatchObject({ name: "kept", local_hosted_params: { mtls_enabled: true } });
    await act(id, "disconnect");
    await client.advance(1);
    expect((await client.delete(`${root}/${id}`)).status).toBe(204);
  });

  test("rotates its credential, keeps as many as allowed, and protects the newest", async () => {
    const { client } = shared;
    const id = idOf(await make(xksBody()));
    const first = await read(id);
    await act(id, "rotate-credential");
    expect(await read(id)).toMatchObject({ credential_version: 2, credential_count: 2 });
    await act(id, "rotate-credential");
    const third = await read(id);
    expect(third).toMatchObject({ credential_version: 3, credential_count: 2 });
    expect(third.access_key_id).not.toBe(first.access_key_id);
    const [old, newest] = listOf((await client.ok("GET", `${root}/${id}/credentials`)).resources);
    expect((await client.delete(`${root}/${id}/credentials/${idOf(newest!)}`)).status).toBe(409);
    expect((await client.delete(`${root}/${id}/credentials/${idOf(old!)}`)).status).toBe(204);
    expect((await client.get(`${root}/${id}/credentials/${idOf(old!)}`)).status).toBe(404);
    const params = { cckm_xks_credential_rotation_params: { cloud_name: "aws" } };
    const job = { name: "c", operation: "cckm_xks_credential_rotation", run_at: "0 3 1 * *", ...params };
    const config = await client.ok("POST", "/scheduler/job-configs", job);
    const body = { job_config_id: idOf(config) };
    expect((await act(id, "enable-credential-rotation-job", body)).status).toBe(400);
    await act(id, "link");
    expect((await act(id, "enable-credential-rotation-job", body)).body).toMatchObject({ labels: body });
    await client.advance(32 * 86_400);
    expect(Number((await read(id)).credential_version)).toBeGreaterThan(3);
    expect((await act(id, "disable-credential-rotation-job")).body.labels).toEqual({});
  });

  test.each([
    ["an address that is not https", xksBody({ aws_param: { xks_proxy_uri_endpoint: "http://keys.example.com" } })],
    [
      "a VPC without its service",
      xksBody({ aws_param: { xks_proxy_uri_endpoint: endpoint, xks_proxy_connectivity: "VPC_ENDPOINT_SERVICE" } }),
    ],
    ["no health key", xksBody({ local_hosted_params: { max_credentials: 2 } })],
    [
      "a health key that does not exist",
      xksBody({ local_hosted_params: { health_check_key_id: "none", max_credentials: 2 } }),
    ],
    ["too many credentials", xksBody({ local_hosted_params: { health_check_key_id: "health", max_credentials: 21 } })],
    ["another region", xksBody({ region: "eu-north-1" })],
    ["an unknown cluster", hsmBody({ cloud_hsm_cluster_id: "cluster-none" })],
    ["a wrong trust anchor", hsmBody({ trust_anchor_certificate: "none" })],
    ["no password", hsmBody({ key_store_password: "" })],
  ])("is refused with %s", async (_what, body) => {
    expect((await shared.client.post(root, body)).status).toBe(400);
  });
});

describe("a CloudHSM store", () => {
  test("fails to connect with a wrong password, and connects with the right one", async () => {
    const { client } = shared;
    const clusters = { kms: "prod", region: "eu-west-1" };
    const unused = () => client.ok("POST", `${root}/get-unused-cloudhsm-clusters`, clusters);
    expect(await unused()).toMatchObject({ Clusters: [{ ClusterId: cluster.cloud_hsm_cluster_id }] });
    const id = idOf(await make(hsmBody({ key_store_password: "wrong" })));
    expect(await unused()).toEqual({ Clusters: [] });
    await act(id, "connect");
    await client.advance(1);
    expect(await read(id)).toMatchObject({
      type: "CloudHSM",
      aws_param: { connection_state: "FAILED", connection_error_details: "INVALID_CREDENTIALS" },
    });
    expect((await act(id, "connect")).status).toBe(400);
    await act(id, "disconnect");
    await client.advance(1);
    await act(id, "connect", { key_store_password: cluster.key_store_password });
    await client.advance(1);
    const key = await client.ok("POST", `${root}/${id}/create-aws-key`, { aws_param: { Alias: "hsm" } });
    expect(key).toMatchObject({ custom_key_store_id: id, aws_param: { Origin: "AWS_CLOUDHSM", KeyState: "Enabled" } });
    expect(JSON.stringify(await client.raw("GET", "/emulator/world").then(({ body }) => body))).not.toContain(
      "Kmsuser",
    );
    expect((await client.post(`/cckm/aws/keys/${idOf(key)}/block`)).status).toBe(400);
    expect((await client.post(`/cckm/aws/keys/${idOf(key)}/rotate`, {})).status).toBe(400);
    expect((await client.delete(`${root}/${id}`)).status).toBe(409);
  });
});

describe("a key that is never stored in AWS", () => {
  test("is empty in AWS until it is linked, blocked by the service, and unavailable without its store", async () => {
    const { client } = shared;
    const store = await connected(xksBody({ linked_state: true }));
    const made = (await holdKey(client, store)).body;
    const key = new Key(client, made);
    expect(made).toMatchObject({ linked_state: false, aws_param: { Alias: [], Tags: [], KeyState: "Enabled" } });
    expect((await key.refused("disable")).status).toBe(400);
    expect(await key.act("link", { aws_param: { Alias: "held" } })).toMatchObject({
      linked_state: true,
      aws_param: { Alias: ["alias/held"], KeyState: "Enabled", Origin: "EXTERNAL_KEY_STORE" },
    });
    expect((await key.refused("link")).status).toBe(409);
    expect(await key.act("block")).toMatchObject({ blocked: true });
    expect((await client.ok("GET", `/cckm/aws/keys/${key.id}/versions`)).total).toBe(1);
    await act(store, "disconnect");
    await client.advance(1);
    await key.act("refresh");
    await client.advance(3);
    expect(await key.read()).toMatchObject({ aws_param: { KeyState: "Unavailable" } });
  });

  test("responds to AWS's calls below its store's address, unless something is blocked", async () => {
    const { client } = shared;
    const store = await connected(xksBody({ linked_state: true }));
    const made = (await holdKey(client, store, { linked_state: true })).body;
    const path = String((await read(store)).aws_param?.xks_proxy_uri_path);
    const item = `${path}/keys/${String(made.aws_param?.XksKeyConfiguration?.Id)}`;
    const ask = (where: string, body: object = {}): Promise<Reply> => client.raw("POST", where, body);
    expect((await ask(`${path}/health`)).body).toMatchObject({ xksProxyFleetSize: 1 });
    expect((await ask(`${item}/metadata`)).body).toMatchObject({ keySpec: "AES_256", keyStatus: "ENABLED" });
    const plaintext = Buffer.from("data key").toString("base64");
    const sealed = (await ask(`${item}/encrypt`, { plaintext, additionalAuthenticatedData: "YWE=" })).body as object;
    expect((await ask(`${item}/decrypt`, { ...sealed, additionalAuthenticatedData: "YWE=" })).body).toEqual({
      plaintext,
    });
    expect((await ask(`${item}/decrypt`, sealed)).body).toMatchObject({ errorName: "InvalidCiphertextException" });
    expect((await ask(`${path}/keys/none/metadata`)).status).toBe(404);
    await client.ok("POST", `/cckm/aws/keys/${idOf(made)}/block`);
    expect((await ask(`${item}/encrypt`, { plaintext })).status).toBe(403);
    await act(store, "block");
    expect((await ask(`${path}/health`)).status).toBe(403);
    expect((await client.ok("GET", `${root}/${store}/health`)).status).toBe("healthy");
  });

  test("opens for AWS what was encrypted elsewhere with the same material", async () => {
    const { client } = shared;
    const [secret, iv] = [randomBytes(32), randomBytes(12)];
    const imported = { name: "imported", unexportable: true, undeletable: true, usageMask: 60 };
    await client.ok("POST", "/vault/keys2/", { ...imported, material: secret.toString("hex") });
    const store = await connected(xksBody({ linked_state: true }));
    const made = (await holdKey(client, store, { linked_state: true, source_key_id: "imported" })).body;
    const path = String((await read(store)).aws_param?.xks_proxy_uri_path);
    const cipher = createCipheriv("aes-256-gcm", secret, iv);
    const ciphertext = Buffer.concat([cipher.update("data key"), cipher.final()]).toString("base64");
    const where = `${path}/keys/${String(made.aws_param?.XksKeyConfiguration?.Id)}/decrypt`;
    const sealed = { ciphertext, authenticationTag: cipher.getAuthTag().toString("base64") };
    const opened = await client.raw("POST", where, { ...sealed, initializationVector: iv.toString("base64") });
    expect(opened.body).toEqual({ plaintext: Buffer.from("data key").toString("base64") });
  });

  test.each([
    ["an unknown store", { custom_key_store_id: "none" }],
    ["another tier than the store's", { source_key_tier: "hsm-luna" }],
    ["an unknown source", { source_key_id: "none" }],
    ["a link, in a store that AWS doesn't know", { linked_state: true }],
  ])("is refused with %s", async (_what, more) => {
    const id = idOf(await make(xksBody()));
    expect((await holdKey(shared.client, id, more)).status).toBe(400);
  });
});

test("stores created in AWS are added by a synchronization, with their keys", async () => {
  const { client } = shared;
  const id = await connected(hsmBody());
  await client.ok("POST", `${root}/${id}/create-aws-key`, { aws_param: { Alias: "hsm" } });
  // Another domain knows nothing of them.
  const admin = await client.ok("GET", "/auth/self/user");
  await client.ok("POST", "/domains", { name: "team", admins: [admin.user_id] });
  const team = client.as({ domain: "team" });
  await awsContainer(team, ["eu-west-1"]);
  expect((await team.ok("GET", root)).total).toBe(0);
  const job = await team.ok("POST", `${root}/synchronization-jobs`, { kms: ["prod"] });
  await client.advance(1);
  team.forgetToken();
  expect(await team.ok("GET", `${root}/synchronization-jobs/${idOf(job)}`)).toMatchObject({
    overall_status: "completed",
  });
  expect(each(await team.ok("GET", root), "name")).toEqual(["hsm"]);
  expect((await team.ok("GET", "/cckm/aws/keys?origin=AWS_CLOUDHSM")).total).toBe(1);
  await team.close();
});

test("AWS refuses an address that it cannot reach", async () => {
  await world({ unreachableEndpoints: [endpoint] });
  const reply = await shared.client.post(root, xksBody({ linked_state: true }));
  expect(reply.body).toMatchObject({ message: expect.stringContaining("XksProxyUriUnreachableException") });
});
