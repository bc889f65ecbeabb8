import { idOf, listOf, withEmulator, type Loose } from "./client";
import { GoogleKey, googleRing, symmetric, world } from "./googleRing";
import { payments } from "./systems/rows/google";

const shared = withEmulator();
const day = 86_400;
const keys = "/cckm/google/keys";
const signing = { purpose: "ASYMMETRIC_SIGN", algorithm: "EC_SIGN_P256_SHA256" };

beforeEach(() => googleRing(shared.client));

describe("Google keys", () => {
  test("are created with their first version, and returned with Google's fields", async () => {
    const { client } = shared;
    const key = await GoogleKey.create(client, { labels: { team: "a" } });
    const record = await key.read();
    expect(record.labels).toEqual({});
    expect(record).toMatchObject({
      cloud_name: "gcp",
      key_id: "orders",
      project_id: "acme-prod",
      location_id: "europe-west3",
      key_ring_id: "payments",
      key_ring_name: payments,
      auto_rotate: false,
      create_status: "AVAILABLE",
      gcp_params: {
        name: `${payments}/cryptoKeys/orders`,
        primary: `${payments}/cryptoKeys/orders/cryptoKeyVersions/1`,
        labels: { team: "a" },
        version_template: { protection_level: "SOFTWARE", algorithm: "GOOGLE_SYMMETRIC_ENCRYPTION" },
        destroy_scheduled_duration: "86400s",
      },
    });
    expect(await key.versions()).toMatchObject([{ version: 1, is_primary: true, key_material_origin: "native" }]);
    expect((await client.delete(key.path)).status).toBe(404);
  });

  test.each([
    ["no name", { key_name: "" }, 400],
    ["an invalid name", { key_name: "a.b" }, 400],
    ["a name that is taken", { key_name: "card-data" }, 409],
    ["no purpose", { purpose: "" }, 400],
    ["an unknown purpose", { purpose: "COOK" }, 400],
    ["an algorithm of another purpose", { algorithm: "HMAC_SHA256" }, 400],
    ["no protection level", { protection_level: "" }, 400],
    ["a curve that only HSMs have", { purpose: "ASYMMETRIC_SIGN", algorithm: "EC_SIGN_SECP256K1_SHA256" }, 400],
    ["labels in capitals", { labels: { Team: "a" } }, 400],
    ["a rotation without a date", { rotation_period: "864000s" }, 400],
    ["a rotation every hour", { rotation_period: "3600s", next_rotation_time: "2099-01-01T00:00:00Z" }, 400],
    ["a rotation in the past", { next_rotation_time: "2001-01-01T00:00:00Z" }, 400],
    ["a rotation of a signing key", { ...signing, next_rotation_time: "2099-01-01T00:00:00Z" }, 400],
    ["a period in days", { rotation_period: "30d", next_rotation_time: "2099-01-01T00:00:00Z" }, 400],
    ["an hour until destruction", { destroy_scheduled_duration: "3600s" }, 400],
  ])("are refused with %s", async (_name, params, status) => {
    const gcp_key_params = { ...symmetric, ...params };
    expect((await shared.client.post(keys, { key_ring: payments, gcp_key_params })).status).toBe(status);
  });

  test.each([
    ["an unknown ring", { key_ring: "nope", gcp_key_params: symmetric }],
    ["no parameters", { key_ring: payments }],
  ])("are refused with %s", async (_name, body) => {
    expect((await shared.client.post(keys, body)).status).toBe(400);
  });

  test("take Google a moment if they are asymmetric or in an HSM", async () => {
    const { client } = shared;
    await world(client, "projects", { projectId: "acme-prod", generationSeconds: 10 });
    const key = await GoogleKey.create(client, signing);
    expect(await key.read()).toMatchObject({ create_status: "PENDING_GENERATION", gcp_params: { primary: "" } });
    expect((await key.version(1, "disable")).status).toBe(400);
    await client.advance(10);
    expect(await key.read()).toMatchObject({ create_status: "AVAILABLE" });
    expect((await key.versions())[0]).toMatchObject({ state: "ENABLED", is_primary: false });
  });

  test("are found by their fields", async () => {
    const { client } = shared;
    await GoogleKey.create(client, { key_name: "a", labels: { team: "x" } });
    await GoogleKey.create(client, { key_name: "b", ...signing });
    const rows: [string, number][] = [
      ["name=a", 1],
      [`name=${payments}/*`, 2],
      ["key_id=b", 1],
      ["key_ring_id=payments&location_id=europe-west3&project_id=acme-prod", 2],
      ["location_id=global", 0],
      ["purpose=ASYMMETRIC_SIGN", 1],
      ["algorithm=EC*", 1],
      ["protection_level=SOFTWARE", 2],
      ["rotation_job_enabled=false", 2],
      ["labels=%7B%22team%22%3A%22x%22%7D", 1],
      ["gone=true", 0],
    ];
    const total = async (query: string): Promise<unknown> => (await client.ok("GET", `${keys}?${query}`)).total;
    const found = await Promise.all(rows.map(async ([query]) => [query, await total(query)]));
    expect(found).toEqual(rows);
  });

  test("change labels, rotation and primary version, and the algorithm if there is a choice", async () => {
    const { client } = shared;
    const key = await GoogleKey.create(client, { labels: { a: "1" } });
    await key.act("versions", { is_native: true });
    const body = {
      labels: { b: "2" },
      next_rotation_time: "2099-01-01T00:00:00Z",
      rotation_period: "864000s",
      primary_version_id: "1",
    };
    expect((await key.patch(body)).body).toMatchObject({
      gcp_params: { labels: { b: "2" }, rotation_period: "864000s", primary: expect.stringMatching(/\/1$/) },
    });
    const signs = await GoogleKey.create(client, { key_name: "signs", ...signing });
    expect((await signs.patch({ version_template_algorithm: "EC_SIGN_P384_SHA384" })).body).toMatchObject({
      gcp_params: { version_template: { algorithm: "EC_SIGN_P384_SHA384" } },
    });
    const refusals = [
      key.patch({ primary_version_id: "9" }),
      key.patch({ primary_version_id: "one" }),
      key.patch({ version_template_algorithm: "HMAC_SHA256" }),
      signs.patch({ rotation_period: "864000s" }),
      signs.patch({ version_template_algorithm: "HMAC_SHA256" }),
    ];
    for (const refusal of refusals) expect((await refusal).status).toBe(400);
  });

  test("are rotated by Google itself, which is visible after a refresh of the key", async () => {
    const { client } = shared;
    const next_rotation_time = new Date(Date.now() + 2 * day * 1000).toISOString();
    const key = await GoogleKey.create(client, { next_rotation_time, rotation_period: `${day}s` });
    await client.advance(4 * day - 60);
    expect(await key.read()).toMatchObject({ version_count: 1 });
    expect(typeof (await key.act("refresh"))).toBe("string");
    await client.advance(1);
    expect(await key.read()).toMatchObject({ version_count: 3, gcp_params: { rotation_period: `${day}s` } });
  });

  test("have an IAM policy that an outdated update does not overwrite", async () => {
    const key = await GoogleKey.create(shared.client);
    const { etag } = await shared.client.ok("GET", `${key.path}/policy`);
    const bindings = [{ role: "roles/cloudkms.viewer", members: ["user:a@example.com"] }];
    expect(await key.act("policy", { bindings, etag })).toMatchObject({ bindings, version: 1 });
    expect((await shared.client.post(`${key.path}/policy`, { bindings: [], etag })).status).toBe(409);
  });
});

describe("versions of Google keys", () => {
  test("go from enabled over scheduled to destroyed, and back as long as there is time", async () => {
    const { client } = shared;
    const key = await GoogleKey.create(client);
    const steps: [string, number, string?][] = [
      ["disable", 200, "DISABLED"],
      ["cancel-schedule-destroy", 400],
      ["enable", 200, "ENABLED"],
      ["schedule-destroy", 200, "DESTROY_SCHEDULED"],
      ["enable", 400],
      ["schedule-destroy", 400],
      ["cancel-schedule-destroy", 200, "DISABLED"],
      ["schedule-destroy", 200, "DESTROY_SCHEDULED"],
    ];
    for (const [verb, status, state] of steps) {
      const reply = await key.version(1, verb);
      expect({ verb, status: reply.status }).toEqual({ verb, status });
      if (state !== undefined) expect(reply.body).toMatchObject({ state });
    }
    await client.advance(day + 1);
    expect((await key.version(1, "refresh")).body).toMatchObject({ state: "DESTROYED" });
    for (const verb of ["enable", "cancel-schedule-destroy", "re-import"])
      expect((await key.version(1, verb)).status).toBe(400);
  });

  test("are added natively or from a source that fits; the newest of a symmetric key becomes the primary", async () => {
    const { client } = shared;
    const key = await GoogleKey.create(client);
    const source = idOf(await client.ok("POST", "/vault/keys2/", { name: "source" }));
    const small = idOf(await client.ok("POST", "/vault/keys2/", { name: "small", size: 128 }));
    expect(await key.act("versions", { is_native: false, source_key_id: source })).toMatchObject({
      version: 2,
      is_primary: true,
      key_material_origin: "cckm",
      local_key_id: source,
    });
    for (const body of [
      {},
      { is_native: false },
      { is_native: false, source_key_id: "no" },
      { is_native: false, source_key_id: small },
    ])
      expect((await client.post(`${key.path}/versions`, body)).status).toBe(400);
    expect((await key.read()).version_count).toBe(2);
    expect((await key.versions("is_primary=true"))[0]).toMatchObject({ version: 2 });
    expect(await key.versions("key_material_origin=native")).toHaveLength(1);
  });

  test("are uploaded with their key, and after their destruction can only be imported with the same material", async () => {
    const { client } = shared;
    const source_key_id = idOf(await client.ok("POST", "/vault/keys2/", { name: "source" }));
    const gcp_key_params = { ...symmetric, import_only: true };
    const { id } = await client.ok("POST", "/cckm/google/upload-key", {
      key_ring: payments,
      gcp_key_params,
      source_key_id,
    });
    const path = `${keys}/${id}`;
    expect((await client.post(`${path}/versions`, { is_native: true })).status).toBe(400);
    const [version] = listOf((await client.ok("GET", `${path}/versions`)).resources);
    const at = `${path}/versions/${idOf(version!)}`;
    await client.ok("POST", `${at}/schedule-destroy`);
    await client.advance(day + 1);
    const other = idOf(await client.ok("POST", "/vault/keys2/", { name: "other" }));
    expect((await client.post(`${at}/re-import`, { source_key_id: other })).status).toBe(400);
    expect(await client.ok("POST", `${at}/re-import`, { source_key_id })).toMatchObject({ state: "ENABLED" });
  });

  test("return their public key if they have one", async () => {
    const { client } = shared;
    const signs = await GoogleKey.create(client, { key_name: "signs", ...signing });
    await client.advance(1);
    const { body } = await signs.version(1, "download-public-key");
    expect(body.public_key).toMatchObject({
      algorithm: "EC_SIGN_P256_SHA256",
      pem: expect.stringContaining("BEGIN PUBLIC KEY"),
    });
    const symmetricKey = await GoogleKey.create(client);
    expect((await symmetricKey.version(1, "download-public-key")).status).toBe(400);
  });

  test("belong to their key", async () => {
    const { client } = shared;
    const [a, b] = [
      await GoogleKey.create(client, { key_name: "a" }),
      await GoogleKey.create(client, { key_name: "b" }),
    ];
    const [version] = await a.versions();
    expect((await client.get(`${b.path}/versions/${idOf(version!)}`)).status).toBe(404);
    expect((await client.post(`${b.path}/versions/${idOf(version!)}/disable`)).status).toBe(404);
  });

  test("are updated together by a job", async () => {
    const { client } = shared;
    const key = await GoogleKey.create(client);
    await key.act("versions", { is_native: true });
    await key.version(1, "disable");
    const jobs = "/cckm/google/update-all-versions-jobs";
    const run = async (operation: string): Promise<Loose> => {
      const start = () => client.post(jobs, { key_id: key.id, operation });
      const [first, second] = await Promise.all([start(), start()]);
      expect([first.status, second.status].sort()).toEqual([201, 409]);
      const { id } = first.status === 201 ? first.body : second.body;
      await client.advance(1);
      return client.ok("GET", `${jobs}/${id}`);
    };
    const rows: [string, string, number][] = [
      ["schedule_destroy", "DESTROY_SCHEDULED", 2],
      ["cancel_destroy", "DISABLED", 2],
      ["enable", "ENABLED", 2],
      ["disable", "DISABLED", 2],
      ["disable", "DISABLED", 0],
    ];
    for (const [operation, state, touched] of rows) {
      const job = await run(operation);
      expect(job).toMatchObject({ overall_status: "completed" });
      expect(Object.keys(job.detailed_status ?? {})).toHaveLength(touched);
      expect(await key.states()).toEqual([state, state]);
    }
    for (const body of [
      { key_id: "x", operation: "enable" },
      { key_id: key.id, operation: "cook" },
    ])
      expect((await client.post(jobs, body)).status).toBe(400);
  });
});
