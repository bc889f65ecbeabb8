import { azureVault, changeWorld } from "./azurePlace";
import { subscription_id } from "./systems/rows/azure";
import { idOf, listOf, withEmulator, type Loose } from "./client";

const shared = withEmulator();
const root = "/cckm/azure";
const keyVault = `contoso-prod::${subscription_id}`;

beforeEach(() => azureVault(shared.client));

const create = (azure_param: object = { kty: "RSA" }, more: object = {}): Promise<Loose> =>
  shared.client.ok("POST", `${root}/keys`, { key_name: "orders", key_vault: keyVault, azure_param, ...more });
const act = (key: Loose, action: string, body?: object) =>
  shared.client.post(`${root}/keys/${idOf(key)}/${action}`, body);

describe("rotation by schedule", () => {
  const schedule = (params: object = {}) =>
    shared.client.ok("POST", "/scheduler/job-configs", {
      name: "daily",
      operation: "cckm_key_rotation",
      run_at: "0 0 * * *",
      cckm_key_rotation_params: { cloud_name: "AzureCloud", ...params },
    });
  const newest = async () =>
    listOf((await shared.client.ok("GET", `${root}/keys?key_name=orders&version=-1`)).resources)[0]!;

  test("adds a version of the requested type; the binding moves along", async () => {
    const key = await create({ kty: "RSA", tags: { a: "1" }, key_ops: ["sign"] });
    const config = await schedule({ expiration: "30d" });
    const bound = await act(key, "enable-rotation-job", {
      job_config_id: config.id,
      auto_rotate_key_source: "ciphertrust",
      auto_rotate_key_type: "RSA-HSM",
      auto_rotate_key_size: 4096,
      auto_rotate_enable_key: false,
    });
    expect(bound.body.labels).toEqual({
      job_config_id: config.id,
      auto_rotate_key_source: "ciphertrust",
      auto_rotate_key_type: "RSA-HSM",
      auto_rotate_key_size: "4096",
      auto_rotate_enable_key: "false",
    });
    await shared.client.advance(86_400);
    const rotated = await newest();
    expect(rotated).toMatchObject({
      version_count: 2,
      key_size: 4096,
      key_material_origin: "ciphertrust",
      labels: { job_config_id: config.id },
      azure_param: { key: { kty: "RSA-HSM", key_ops: ["sign"] }, attributes: { enabled: false }, tags: { a: "1" } },
    });
    expect((rotated.azure_param as Loose).attributes).toHaveProperty("exp");
    expect((await shared.client.ok("GET", `${root}/keys/${idOf(key)}`)).labels).toEqual({});
    await act(key, "disable-rotation-job");
    await shared.client.advance(86_400);
    expect((await newest()).version_count).toBe(2);
  });

  test("gives an exportable key the release policy of the binding", async () => {
    const policy = { version: "1.0.0", anyOf: [] };
    const key = await create({ kty: "RSA" }, { exportable: true, release_policy: { version: "0.2" } });
    const config = await schedule();
    await act(key, "enable-rotation-job", { job_config_id: config.id, auto_rotate_release_policy: policy });
    await shared.client.advance(86_400);
    expect(await newest()).toMatchObject({ version_count: 2, release_policy: policy });
  });

  test.each([
    ["an EC key from the vault", { auto_rotate_key_type: "EC", auto_rotate_key_source: "ciphertrust" }, /native/],
    ["a curve without its type", { auto_rotate_ec_name: "P-256" }, /EC keys/],
    ["a DSM without its domain", { auto_rotate_key_source: "dsm" }, /auto_rotate_domain_id is required/],
    ["another source", { auto_rotate_key_source: "pfx" }, /must be one of/],
  ])("refuses %s", async (_name, more, words) => {
    const config = await schedule();
    const reply = await act(await create(), "enable-rotation-job", { job_config_id: config.id, ...more });
    expect(reply).toMatchObject({ status: 400, body: { message: expect.stringMatching(words) } });
  });

  test("of a whole vault skips keys with a schedule of their own, unless it overrides them", async () => {
    const { client } = shared;
    await changeWorld(client, "vaults", { name: "contoso-prod", sku: "premium" });
    const key = await create();
    const own = await client.ok("POST", "/scheduler/job-configs", {
      name: "yearly",
      operation: "cckm_key_rotation",
      run_at: "0 0 1 1 *",
      cckm_key_rotation_params: { cloud_name: "AzureCloud" },
    });
    await act(key, "enable-rotation-job", { job_config_id: own.id });
    const config = await schedule();
    const at = `${root}/vaults/${keyVault}`;
    const enabled = await client.ok("POST", `${at}/enable-rotation-job`, { job_config_id: config.id });
    expect(enabled.labels).toEqual({ job_config_id: config.id, override_key_scheduler: "false" });
    await client.ok("POST", `/scheduler/job-configs/${idOf(config)}/run-now`);
    expect((await newest()).version_count).toBe(1);
    await client.ok("POST", `${at}/enable-rotation-job`, { job_config_id: config.id, override_key_scheduler: true });
    await client.ok("POST", `/scheduler/job-configs/${idOf(config)}/run-now`);
    expect((await newest()).version_count).toBe(2);
    expect((await client.ok("POST", `${at}/disable-rotation-job`)).labels).toEqual({});
  });
});
