import { withEmulator, type Loose } from "./client";
import { GoogleKey, googleRing } from "./googleRing";

const shared = withEmulator();
const day = 86_400;

beforeEach(() => googleRing(shared.client));

describe("scheduled rotation of Google keys", () => {
  const config = (params: object = {}): Promise<Loose> =>
    shared.client.ok("POST", "/scheduler/job-configs", {
      name: "nightly",
      operation: "cckm_key_rotation",
      run_at: "0 3 * * *",
      cckm_key_rotation_params: { cloud_name: "gcp", ...params },
    });

  test.each([
    ["native", "native"],
    ["ciphertrust", "cckm"],
  ])("makes new primary versions with material of the source %s", async (auto_rotate_key_source, origin) => {
    const key = await GoogleKey.create(shared.client);
    const { id: job_config_id } = await config();
    const bound = await key.act("enable-auto-rotation", { job_config_id, auto_rotate_key_source });
    expect(bound).toMatchObject({ auto_rotate: true, labels: { job_config_id, auto_rotate_key_source } });
    await shared.client.advance(2 * day);
    expect(await key.versions("sort=version")).toMatchObject([
      { is_primary: false },
      { is_primary: false, key_material_origin: origin },
      { is_primary: true, key_material_origin: origin },
    ]);
    const free = await key.act("disable-auto-rotation");
    expect(free.auto_rotate).toBe(false);
    expect(free.labels).toEqual({});
    await shared.client.advance(day);
    expect(await key.versions()).toHaveLength(3);
  });

  test("waits until a key is old enough, and skips disabled keys", async () => {
    const { client } = shared;
    const [key, off] = [await GoogleKey.create(client), await GoogleKey.create(client, { key_name: "off" })];
    const { id: job_config_id } = await config({ rotation_after: "3d" });
    for (const one of [key, off])
      await one.act("enable-auto-rotation", { job_config_id, auto_rotate_key_source: "native" });
    await off.version(1, "disable");
    await client.advance(2.9 * day);
    expect(await key.versions()).toHaveLength(1);
    await client.advance(2 * day);
    expect([(await key.versions()).length, (await off.versions()).length]).toEqual([2, 1]);
  });

  test.each([
    ["no source", { auto_rotate_key_source: "" }],
    ["an unknown source", { auto_rotate_key_source: "local" }],
    ["a domain source without its domain", { auto_rotate_key_source: "dsm" }],
    ["an algorithm for native material", { auto_rotate_algorithm: "GOOGLE_SYMMETRIC_ENCRYPTION" }],
    ["an algorithm that does not fit", { auto_rotate_key_source: "ciphertrust", auto_rotate_algorithm: "HMAC_SHA256" }],
    ["an unknown schedule", { job_config_id: "nope" }],
  ])("is refused with %s", async (_name, body) => {
    const key = await GoogleKey.create(shared.client);
    const { id: job_config_id } = await config();
    const sent = { job_config_id, auto_rotate_key_source: "native", ...body };
    expect((await shared.client.post(`${key.path}/enable-auto-rotation`, sent)).status).toBe(400);
  });
});
