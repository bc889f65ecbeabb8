import { Key, day } from "./awsKey";
import { awsContainer, each, idOf, listOf, withEmulator, type Loose } from "./client";

const shared = withEmulator();
const rotation = {
  name: "nightly",
  operation: "cckm_key_rotation",
  run_at: "0 3 * * *",
  cckm_key_rotation_params: { cloud_name: "aws" },
};
const configs = "/scheduler/job-configs";

const newConfig = (body: object = {}): Promise<Loose> => shared.client.ok("POST", configs, { ...rotation, ...body });
const jobs = async (query = ""): Promise<Loose[]> =>
  listOf((await shared.client.ok("GET", `/scheduler/jobs?limit=-1&${query}`)).resources);

async function boundKey(config: Loose, aws_param: object = { Alias: "orders" }, more: object = {}): Promise<Key> {
  const key = await Key.create(shared.client, { aws_param });
  await key.act("enable-rotation-job", { job_config_id: config.id, auto_rotate_key_source: "ciphertrust", ...more });
  return key;
}

describe("schedules", () => {
  test.each([
    ["six fields", { run_at: "0 0 3 * * *" }],
    ["four fields", { run_at: "0 3 * *" }],
    ["an invalid minute", { run_at: "61 * * * *" }],
    ["Sunday as 7", { run_at: "0 0 * * 7" }],
    ["an unknown month", { run_at: "0 0 1 foo *" }],
    ["an unknown operation", { operation: "make_coffee" }],
    ["no cloud", { cckm_key_rotation_params: {} }],
    ["an unknown cloud", { cckm_key_rotation_params: { cloud_name: "moon" } }],
    ["a duration without a unit", { cckm_key_rotation_params: { cloud_name: "aws", rotation_after: "30" } }],
    ["hours instead of days", { cckm_key_rotation_params: { cloud_name: "aws", rotation_after: "30h" } }],
    ["an invalid start", { start_date: "tomorrow" }],
    [
      "both all and some containers",
      {
        operation: "cckm_synchronization",
        cckm_synchronization_params: { cloud_name: "aws", kms: ["x"], synchronize_all: true },
      },
    ],
  ])("are refused with %s", async (_name, body) => {
    expect((await shared.client.post(configs, { ...rotation, ...body })).status).toBe(400);
  });

  test("show their parameters under job_config_params, and are updated in place", async () => {
    const { client } = shared;
    const params = { cloud_name: "aws", rotation_after: "30d", aws_param: { retain_alias: true } };
    const config = await newConfig({
      cckm_key_rotation_params: params,
      start_date: "0001-01-01T00:00:00Z",
      run_at: "0 3 ? jan-MAR mon,5",
    });
    expect(config).toMatchObject({
      job_config_params: params,
      run_on: "any",
      disabled: false,
      start_date: "0001-01-01T00:00:00Z",
    });
    expect((await client.post(configs, rotation)).status).toBe(409);
    const changed = await client.ok("PATCH", `${configs}/nightly`, {
      name: "other",
      description: "d",
      cckm_key_rotation_params: {
        cloud_name: "gcp",
        rotation_after: "",
        expire_in: "12h",
        aws_param: { rotate_material: true },
      },
    });
    expect(changed).toMatchObject({ name: "nightly", description: "d" });
    const aws_param = { retain_alias: true, rotate_material: true };
    expect(changed.job_config_params).toEqual({ cloud_name: "aws", expire_in: "12h", aws_param });
    expect(listOf(await client.ok("GET", "/scheduler/operations"))).toContainEqual(
      expect.objectContaining({ operation: "cckm_synchronization" }),
    );
  });

  test("can be deleted while a key is bound to them, which is then bound to nothing", async () => {
    const { client } = shared;
    await awsContainer(client);
    const config = await newConfig();
    const key = await boundKey(config);
    expect(await key.read()).toMatchObject({
      labels: {
        job_config_id: config.id,
        auto_rotate_key_source: "ciphertrust",
        disable_encrypt_on_auto_rotate: "false",
      },
    });
    expect(
      (await client.ok("GET", `/cckm/aws/keys?job_config_id=${idOf(config)}&rotation_job_enabled=true`)).total,
    ).toBe(1);
    expect((await client.delete(`${configs}/nightly`)).status).toBe(204);
    expect((await key.read()).labels?.job_config_id).toBeUndefined();
    expect((await client.ok("GET", "/cckm/aws/keys?rotation_job_enabled=true")).total).toBe(0);
    expect((await key.refused("enable-rotation-job", { job_config_id: config.id })).status).toBe(400);
  });
});

describe("when the clock reaches them", () => {
  beforeEach(() => awsContainer(shared.client));

  test("rotations create a new key and move the schedule to it, night after night", async () => {
    const config = await newConfig({
      cckm_key_rotation_params: { cloud_name: "aws", aws_param: { retain_alias: true } },
    });
    const key = await boundKey(config);
    await shared.client.advance(day);
    const old = await key.read();
    expect(old.rotated_to).toEqual(expect.any(String));
    expect(old.labels).toEqual({});
    expect(old.aws_param?.Alias).toEqual([expect.stringContaining("-rotated-")]);
    const fresh = await shared.client.ok("GET", `/cckm/aws/keys/${String(old.rotated_to)}`);
    expect(fresh).toMatchObject({
      rotated_from: key.id,
      key_material_origin: "cckm",
      labels: { job_config_id: config.id },
      aws_param: { Alias: ["alias/orders"] },
    });
    const runs = await jobs();
    expect(runs).toMatchObject([
      { status: "completed", operation: "cckm_key_rotation", job_config_id: config.id, result: "1 of 1 key rotated" },
    ]);
    expect(String(runs[0]?.started_at)).toMatch(/T03:00:00/);
    await shared.client.advance(2 * day);
    expect(await jobs()).toHaveLength(3);
    expect((await shared.client.ok("GET", "/cckm/aws/keys")).total).toBe(4);
  });

  test("rotations wait for a minimum age, and for material that expires soon", async () => {
    const { client } = shared;
    const young = await boundKey(
      await newConfig({ cckm_key_rotation_params: { cloud_name: "aws", rotation_after: "10d" } }),
    );
    const ending = await newConfig({
      name: "ending",
      cckm_key_rotation_params: { cloud_name: "aws", expire_in: "2d", expiration: "30d" },
    });
    const imported = await boundKey(ending, { Alias: "imported", Origin: "EXTERNAL" });
    const valid_to = new Date(Date.now() + 8 * day * 1000).toISOString();
    await imported.act("import-material", { key_expiration: true, valid_to });
    await client.advance(5 * day);
    expect([await young.read(), await imported.read()].map((key) => key.rotated_to)).toEqual([undefined, undefined]);
    await client.advance(3 * day);
    const successor = await client.ok("GET", `/cckm/aws/keys/${String((await imported.read()).rotated_to)}`);
    expect(successor).toMatchObject({ aws_param: { ExpirationModel: "KEY_MATERIAL_EXPIRES" } });
    expect(await young.read()).not.toHaveProperty("rotated_to");
    await client.advance(4 * day);
    expect(await young.read()).toHaveProperty("rotated_to");
  });

  test("rotations change only the material on request", async () => {
    const config = await newConfig({
      cckm_key_rotation_params: { cloud_name: "aws", aws_param: { rotate_material: true } },
    });
    const native = await boundKey(config);
    const external = await boundKey(config, { Alias: "external", Origin: "EXTERNAL" });
    await external.act("import-material", {});
    await shared.client.advance(day);
    for (const key of [native, external]) {
      expect(each(await key.rotations(), "aws_param")).toMatchObject([
        { KeyMaterialState: "NON_CURRENT" },
        { KeyMaterialState: "CURRENT" },
      ]);
      expect(await key.read()).not.toHaveProperty("rotated_to");
    }
  });

  test.each(["RSA_2048", "ECC_NIST_P256", "HMAC_256"])("material of a %s key is not changed", async (spec) => {
    const config = await newConfig({
      cckm_key_rotation_params: { cloud_name: "aws", aws_param: { rotate_material: true } },
    });
    const asymmetric = await boundKey(config, { Alias: "fixed", CustomerMasterKeySpec: spec });
    const before = await asymmetric.read();
    const symmetric = await boundKey(config);
    await shared.client.advance(day);
    expect(await jobs()).toMatchObject([
      {
        status: "failed",
        result: "1 of 2 keys rotated",
        error: `${asymmetric.id}: UnsupportedOperationException: material of a ${spec} key cannot be rotated.`,
      },
    ]);
    expect(await asymmetric.read()).toEqual(before);
    expect((await symmetric.rotations()).total).toBe(2);
    // A schedule that creates new keys rotates it.
    await shared.client.ok("PATCH", `${configs}/nightly`, {
      cckm_key_rotation_params: { aws_param: { rotate_material: false } },
    });
    await shared.client.advance(day);
    expect(await asymmetric.read()).toMatchObject({ rotated_to: expect.any(String) });
  });

  test("keys that cannot be rotated are skipped, and disabled schedules do nothing", async () => {
    const { client } = shared;
    const config = await newConfig({ disabled: true });
    const key = await boundKey(config);
    await client.advance(3 * day);
    expect(await jobs()).toEqual([]);
    await client.ok("PATCH", `${configs}/nightly`, { disabled: false });
    await key.act("disable");
    await client.advance(day);
    expect(await jobs()).toMatchObject([{ status: "completed", result: "0 of 0 keys rotated" }]);
  });

  test("only between their start and their end", async () => {
    const at = (days: number): string => new Date(Date.now() + days * day * 1000).toISOString();
    await newConfig({ start_date: at(3), end_date: at(6) });
    await shared.client.advance(10 * day);
    expect(await jobs("status=completed")).toHaveLength(3);
  });

  test("synchronizations download keys", async () => {
    const { client } = shared;
    const cckm_synchronization_params = { cloud_name: "aws", synchronize_all: true };
    await newConfig({
      name: "sync",
      operation: "cckm_synchronization",
      run_at: "*/30 * * * *",
      cckm_synchronization_params,
    });
    expect((await client.ok("GET", "/cckm/aws/keys")).total).toBe(0);
    await client.advance(1801);
    expect((await client.ok("GET", "/cckm/aws/keys")).total).toBeGreaterThan(5);
    expect(await jobs("operation=cckm_synchronization")).toMatchObject([{ status: "completed" }]);
    expect((await client.ok("GET", "/cckm/aws/synchronization-jobs")).total).toBe(1);
  });

  test("runs can be started by hand and removed", async () => {
    const { client } = shared;
    await newConfig();
    const run = await client.ok("POST", `${configs}/nightly/run-now`);
    expect(run).toMatchObject({ status: "in_progress" });
    await client.advance(1);
    expect(await client.ok("GET", `/scheduler/jobs/${idOf(run)}`)).toMatchObject({
      status: "completed",
      finished_at: expect.any(String),
    });
    expect((await client.delete(`/scheduler/jobs/${idOf(run)}`)).status).toBe(204);
    expect(await jobs()).toEqual([]);
  });
});
