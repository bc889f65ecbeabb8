import { createPublicKey } from "node:crypto";
import { azureVault, changeWorld, synchronize } from "./azurePlace";
import { subscription_id } from "./systems/rows/azure";
import { each, idOf, withEmulator, type Loose } from "./client";

const shared = withEmulator();
const root = "/cckm/azure";
const keyVault = `contoso-prod::${subscription_id}`;

beforeEach(() => azureVault(shared.client));

const create = (azure_param: object = { kty: "RSA" }, more: object = {}): Promise<Loose> =>
  shared.client.ok("POST", `${root}/keys`, { key_name: "orders", key_vault: keyVault, azure_param, ...more });
const act = (key: Loose, action: string, body?: object) =>
  shared.client.post(`${root}/keys/${idOf(key)}/${action}`, body);

describe("a new key", () => {
  test("has a record, and another one for every version", async () => {
    const key = await create({ kty: "RSA", key_size: 3072, tags: { team: "a" }, attributes: { exp: 2_000_000_000 } });
    expect(key).toMatchObject({
      key_name: "orders",
      key_vault: keyVault,
      status: "AVAILABLE",
      version_count: 1,
      key_size: 3072,
      region: "westeurope",
      soft_delete_enabled: true,
      key_material_origin: "native",
      azure_param: {
        key: { kty: "RSA", kid: expect.stringContaining("https://contoso-prod.vault.azure.net/keys/orders/") },
        attributes: { enabled: true, exp: 2_000_000_000, recoveryLevel: "Recoverable+Purgeable" },
        tags: { team: "a" },
      },
    });
    const next = await create({ kty: "EC", crv: "P-384" });
    expect(next.id).not.toBe(key.id);
    const newest = await shared.client.ok("GET", `${root}/keys?key_name=orders&version=-1`);
    expect(each(newest, "id")).toEqual([next.id]);
    expect((await shared.client.ok("GET", `${root}/keys?key_name=orders`)).total).toBe(2);
  });

  test.each([
    ["a name with invalid characters", { key_name: "a_b" }, {}, /letters, digits and dashes/],
    ["an unknown vault", { key_vault: "x" }, {}, /no key vault x/],
    ["no type", {}, { kty: undefined }, /kty is required/],
    ["an unknown size", {}, { key_size: 1024 }, /key_size must be one of/],
    ["a curve on RSA", {}, { crv: "P-256" }, /crv is for EC keys/],
    ["a symmetric key outside a managed HSM", {}, { kty: "oct-HSM" }, /managed HSM/],
    ["a size on EC", {}, { kty: "EC", key_size: 2048 }, /key_size is for RSA keys/],
    ["import on a software key", {}, { key_ops: ["import"] }, /RSA-HSM/],
    ["a tag that the service refuses", {}, { tags: { a: "b:c" } }, /may not contain/],
    ["dates in the wrong order", {}, { attributes: { nbf: 9, exp: 8 } }, /later than/],
    ["release without a policy", { exportable: true }, {}, /release_policy/],
  ])("with %s is refused", async (_name, more, param, words) => {
    const body = { key_name: "orders", key_vault: keyVault, azure_param: { kty: "RSA", ...param }, ...more };
    expect(await shared.client.post(`${root}/keys`, body)).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(words) },
    });
  });

  test("in hardware needs a premium vault", async () => {
    const archive = await azureVault(shared.client, "contoso-archive");
    const body = { key_name: "orders", key_vault: idOf(archive), azure_param: { kty: "RSA-HSM" } };
    expect((await shared.client.post(`${root}/keys`, body)).status).toBe(400);
    expect(await create({ kty: "RSA-HSM" })).toMatchObject({ azure_param: { key: { kty: "RSA-HSM" } } });
  });

  test.each([
    [{ kty: "RSA" }, "rsa"],
    [{ kty: "EC", crv: "P-521" }, "ec"],
    [{ kty: "EC", crv: "SECP256K1" }, "ec"],
  ])("%j returns its public key", async (param, type) => {
    const { body } = await shared.client.get(`${root}/keys/${idOf(await create(param))}/download-public-key`);
    expect(createPublicKey(body).asymmetricKeyType).toBe(type);
  });
});

describe("an upload", () => {
  const upload = (more: object) =>
    shared.client.post(`${root}/upload-key`, { key_name: "byok", key_vault: keyVault, ...more });

  test("takes a key of the service's own vault", async () => {
    const source = await shared.client.ok("POST", "/vault/keys2/", { name: "source", algorithm: "rsa", size: 4096 });
    const reply = await upload({ local_key_identifier: "source", azure_param: { hsm: true } });
    expect(reply).toMatchObject({
      status: 201,
      body: {
        key_size: 4096,
        key_material_origin: "ciphertrust",
        local_key_id: source.id,
        azure_param: { key: { kty: "RSA-HSM" } },
      },
    });
  });

  test.each([
    ["no source", {}, /local_key_identifier is required/],
    ["an unknown source", { local_key_identifier: "x" }, /no source key x/],
    ["a type", { local_key_identifier: "x", azure_param: { kty: "RSA" } }, /cannot be set/],
    ["a file without its password", { source_key_tier: "pfx", pfx: "x" }, /password is required/],
  ])("with %s is refused", async (_name, more, words) => {
    expect(await upload(more)).toMatchObject({ status: 400, body: { message: expect.stringMatching(words) } });
  });
});

test("an update replaces tags as a whole and keeps the rest", async () => {
  const key = await create({ kty: "RSA", tags: { a: "1", b: "2" } });
  const at = `${root}/keys/${idOf(key)}`;
  await shared.client.ok("PATCH", at, { tags: { c: "3" } });
  const changed = await shared.client.ok("PATCH", at, { attributes: { enabled: false }, key_ops: ["sign"] });
  expect(changed.azure_param).toMatchObject({ key: { key_ops: ["sign"] }, attributes: { enabled: false } });
  expect((changed.azure_param as Loose).tags).toEqual({ c: "3" });
});

describe("deleting", () => {
  test("softly, recovering, purging, and freeing the name", async () => {
    const { client } = shared;
    await changeWorld(client, "vaults", { name: "contoso-prod", deleteSeconds: 60 });
    const key = await create();
    expect((await act(key, "hard-delete")).status).toBe(409);
    expect((await act(key, "recover")).status).toBe(409);
    expect((await act(key, "soft-delete")).body).toMatchObject({
      status: "SOFT-DELETED",
      deleted: false,
      key_soft_deleted_in_azure: true,
    });
    const body = { key_name: "orders", key_vault: keyVault, azure_param: { kty: "RSA" } };
    expect(await client.post(`${root}/keys`, body)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining("ObjectIsDeletedButRecoverable") },
    });
    expect((await act(key, "recover")).body).toMatchObject({
      message: expect.stringContaining("ObjectIsBeingDeleted"),
    });
    await client.advance(61);
    expect((await act(key, "recover")).body).toMatchObject({ status: "AVAILABLE" });
    await act(key, "soft-delete");
    expect((await act(key, "delete-backup")).status).toBe(409);
    await client.advance(61);
    expect((await act(key, "hard-delete")).body).toMatchObject({ status: "DELETED", deleted: true });
    expect((await client.post(`${root}/keys`, body)).body).toMatchObject({
      message: expect.stringContaining("backup"),
    });
    expect((await act(key, "delete-backup")).status).toBe(204);
    expect((await client.post(`${root}/keys`, body)).status).toBe(201);
  });

  test("is completed when the retention is over", async () => {
    const key = await create();
    await act(key, "soft-delete");
    await shared.client.advance(91 * 86_400);
    await synchronize(shared.client, { synchronize_all: true });
    expect(await shared.client.ok("GET", `${root}/keys/${idOf(key)}`)).toMatchObject({ status: "DELETED", gone: true });
  });

  test("is always refused if purging is", async () => {
    await changeWorld(shared.client, "vaults", { name: "contoso-prod", purgeProtection: true, deleteSeconds: 0 });
    const key = await create();
    await act(key, "soft-delete");
    expect((await act(key, "hard-delete")).body).toMatchObject({
      message: expect.stringContaining("purge protection"),
    });
  });

  test("removes the key immediately in a vault without soft delete", async () => {
    await changeWorld(shared.client, "vaults", { name: "contoso-prod", softDelete: false });
    expect((await act(await create(), "soft-delete")).body).toMatchObject({ status: "DELETED", deleted: true });
  });
});

describe("backups", () => {
  test("restore a purged key, or copy it into another vault", async () => {
    const { client } = shared;
    await changeWorld(client, "vaults", { name: "contoso-prod", deleteSeconds: 0 });
    const archive = await azureVault(client, "contoso-archive");
    const key = await create();
    expect((await act(key, "restore", { key_vault: keyVault })).status).toBe(409);
    const copy = await act(key, "restore", { key_vault: idOf(archive) });
    expect(copy).toMatchObject({ status: 200, body: { key_vault_id: archive.id } });
    await act(key, "soft-delete");
    await act(key, "hard-delete");
    const restored = await act(key, "restore", { key_vault: keyVault });
    expect(restored).toMatchObject({ status: 200, body: { status: "AVAILABLE", version: key.version } });
    expect(restored.body.id).not.toBe(key.id);
  });

  test("of points in time are kept up to the vault's limit, also by schedule", async () => {
    const { client } = shared;
    await client.ok("PATCH", `${root}/vaults/${keyVault}`, { connection: "azure", cloud_key_backup_limit: 2 });
    const key = await create();
    const first = await act(key, "backups", { name: "first" });
    expect(first).toMatchObject({ status: 201, body: { name: "first", key_name: "orders" } });
    const at = `${root}/keys/${idOf(key)}/backups`;
    await client.ok("PATCH", `${at}/${idOf(first.body)}`, { description: "before the move" });
    const config = await client.ok("POST", "/scheduler/job-configs", {
      name: "hourly",
      operation: "cckm_key_backup",
      run_at: "0 * * * *",
      cckm_key_backup_params: { cloud_name: "AzureCloud" },
    });
    await act(key, "enable-backup-job", { backup_job_config_id: config.id });
    await client.advance(2 * 3600 + 60);
    expect(each(await client.ok("GET", at), "name")).toEqual(["", ""]);
    expect((await act(key, "disable-backup-job")).body.backup_config).toBeUndefined();
    const job = await client.ok("POST", `${root}/bulkjobs`, { operation: "delete-key-backups", created_after: "-1D" });
    await client.advance(1);
    expect(await client.ok("GET", `${root}/bulkjobs/${idOf(job)}`)).toMatchObject({
      overall_status: "completed",
      deleted: 2,
    });
    expect((await client.ok("GET", at)).total).toBe(0);
  });
});
