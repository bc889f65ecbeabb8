import { each, idOf, listOf, withEmulator, type Loose } from "./client";
import { connections, email, GoogleKey, googleConnection, googleRing, keyFile, payments, world } from "./googleRing";

const shared = withEmulator();

describe("Google connections", () => {
  test("start untested, show the key's account but not the key, and include their project", async () => {
    const { client } = shared;
    const made = await client.ok("POST", connections, { name: "google", key_file: keyFile() });
    expect(made).toMatchObject({
      service: "gcp",
      category: "cloud",
      cloud_name: "gcp",
      client_email: email,
      private_key_id: "3f7a1c09e5b2d84610af73be92c5d8e04761ab3c",
    });
    expect(JSON.stringify(made)).not.toContain("PRIVATE KEY");
    expect(made).not.toHaveProperty("last_connection_ok");
    expect(each(await client.ok("GET", "/cckm/google/projects"), "project_id")).toEqual(["acme-prod"]);
  });

  test.each([
    ["an unknown account", { client_email: "nobody@example.com" }, "account not found"],
    ["another key", { private_key: "other" }, "Invalid JWT Signature"],
    ["a key that is not the account's", { private_key_id: "0" }, "Invalid JWT Signature"],
  ])("fail their test with %s", async (_name, changes, text) => {
    const { client } = shared;
    const key_file = keyFile(changes);
    const refused = { connection_ok: false, connection_error: expect.stringContaining(text) };
    expect(await client.ok("POST", "/connectionmgmt/services/gcp/connection-test", { key_file })).toEqual(refused);
    await client.ok("POST", connections, { name: "google", key_file });
    expect(await client.ok("POST", `${connections}/google/test`)).toEqual(refused);
    const body = { connection: "google", project_id: "acme-prod", key_rings: [{ name: payments }] };
    expect(await client.post("/cckm/google/add-key-rings", body)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining(text) },
    });
  });

  test.each([
    ["no key file", {}],
    ["a string that is not JSON", { key_file: "x" }],
    ["a user's key file", { key_file: keyFile({ type: "authorized_user" }) }],
    ["a key file without a key", { key_file: keyFile({ private_key: "" }) }],
    ["another cloud", { key_file: keyFile(), cloud_name: "aws" }],
  ])("are refused with %s", async (_name, body) => {
    expect((await shared.client.post(connections, { name: "google", ...body })).status).toBe(400);
  });

  test("wait until Google knows a new key", async () => {
    const { client } = shared;
    await world(client, "serviceAccounts", { email, testSeconds: 0, readyAfterSeconds: 60 });
    await client.ok("POST", connections, { name: "google", key_file: keyFile() });
    expect(await client.ok("POST", `${connections}/google/test`)).toMatchObject({ connection_ok: false });
    await client.advance(61);
    expect(await client.ok("POST", `${connections}/google/test`)).toEqual({ connection_ok: true });
  });
});

describe("Google projects", () => {
  test("are added, changed, shared and removed; their Google id addresses them, too", async () => {
    const { client } = shared;
    const made = await client.ok("POST", "/cckm/google/projects", { project_id: "acme-analytics" });
    expect(made).toMatchObject({ project_id: "acme-analytics", cloud_name: "gcp", enable_success_audit_event: false });
    const path = "/cckm/google/projects/acme-analytics";
    expect(await client.ok("PATCH", path, { enable_success_audit_event: true, project_id: "x" })).toMatchObject({
      id: made.id,
      project_id: "acme-analytics",
      enable_success_audit_event: true,
    });
    const acls = [{ group: "CCKM Users", permit: true, actions: ["keycreate"] }];
    expect(await client.ok("POST", `${path}/update-acls`, { acls })).toMatchObject({
      acls: [{ group: "CCKM Users", actions: ["keycreate", "view"] }],
    });
    expect((await client.post("/cckm/google/projects", { project_id: "acme-analytics" })).status).toBe(409);
    expect((await client.delete(path)).status).toBe(204);
    expect((await client.get(path)).status).toBe(404);
  });

  test.each([
    ["no id", {}, 400],
    ["an invalid id", { project_id: "A" }, 400],
    ["an unknown connection", { project_id: "acme-analytics", connection: "nope" }, 400],
    ["a project that the account cannot see", { project_id: "acme-staging", connection: "google" }, 400],
  ])("are refused with %s", async (_name, body, status) => {
    await googleConnection(shared.client);
    expect((await shared.client.post("/cckm/google/projects", body)).status).toBe(status);
  });
});

describe("Google key rings", () => {
  const add = (body: object) =>
    shared.client.post("/cckm/google/add-key-rings", {
      connection: "google",
      project_id: "acme-prod",
      key_rings: [{ name: payments }],
      ...body,
    });

  test.each([
    ["an untested connection", { connection: "untested" }, 409],
    ["an unknown connection", { connection: "nope" }, 400],
    ["no rings", { key_rings: [] }, 400],
    ["a short name", { key_rings: [{ name: "payments" }] }, 400],
    ["a ring of another project", { key_rings: [{ name: payments.replace("acme-prod", "acme-analytics") }] }, 400],
    ["a ring that Google does not have", { key_rings: [{ name: `${payments}-2` }] }, 400],
    ["an inaccessible project", { project_id: "acme-staging" }, 400],
    [
      "an existing ring together with a missing one",
      { key_rings: [{ name: payments }, { name: `${payments}-2` }] },
      400,
    ],
  ])("are refused with %s", async (_name, body, status) => {
    await googleConnection(shared.client);
    await shared.client.ok("POST", connections, { name: "untested", key_file: keyFile() });
    expect((await add(body)).status).toBe(status);
    expect((await shared.client.ok("GET", "/cckm/google/key-rings")).total).toBe(0);
  });

  test("are added once, moved to another connection, shared, and removed without touching Google", async () => {
    const { client } = shared;
    const id = await googleRing(client);
    const ring = `/cckm/google/key-rings/${id}`;
    expect(await client.ok("GET", ring)).toMatchObject({
      name: payments,
      project_id: "acme-prod",
      location: "europe-west3",
      cloud_name: "gcp",
    });
    expect((await add({})).status).toBe(409);
    const other = await googleConnection(client, "other");
    expect(await client.ok("PATCH", ring, { connection: "other" })).toMatchObject({ connection: other });
    expect((await client.ok("GET", "/cckm/google/key-rings?connection=other&location=europe-west3")).total).toBe(1);
    expect(await client.delete(`${connections}/other`)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining(payments) },
    });
    const permit = (entry: object) =>
      client.post(`${ring}/update-acls`, { acls: [{ permit: true, actions: ["view"], ...entry }] });
    for (const [stranger, text] of [
      [{ group: "Nobody" }, "there is no group called Nobody"],
      [{ user_id: "local|nobody" }, "there is no user with the id local|nobody"],
    ] as const) {
      expect(await permit(stranger)).toMatchObject({ status: 400, body: { message: expect.stringContaining(text) } });
      // Permissions of deleted users can still be revoked.
      expect(await permit({ ...stranger, permit: false })).toMatchObject({ status: 200 });
    }
    const acls = [{ group: "CCKM Users", permit: true, actions: ["keyupload"] }];
    expect(listOf((await client.ok("POST", `${ring}/update-acls`, { acls })).acls)).toHaveLength(1);
    await GoogleKey.create(client);
    expect((await client.post(`${ring}/remove-key-ring`)).status).toBe(204);
    expect((await client.ok("GET", "/cckm/google/keys")).total).toBe(0);
    expect(JSON.stringify((await client.raw("GET", "/emulator/world")).body)).toContain(
      `${payments}/cryptoKeys/orders`,
    );
  });
});

test("objects that a connection can see are looked up page by page", async () => {
  const { client } = shared;
  await googleConnection(client);
  const ask = (what: string, body: object = {}): Promise<Loose> =>
    client.ok("POST", `/cckm/google/get-${what}`, { connection: "google", project_id: "acme-prod", ...body });
  expect(await ask("projects")).toMatchObject({
    projects: [{ project_id: "acme-prod" }, { project_id: "acme-analytics" }],
  });
  const first = await ask("locations", { page_size: 3 });
  expect(listOf(first.locations)).toHaveLength(3);
  const rest = await ask("locations", { page_size: 3, page_token: first.next_page_token });
  expect(listOf(rest.locations)).toEqual([expect.objectContaining({ location_id: "us-east1" })]);
  expect(rest).not.toHaveProperty("next_page_token");
  const found = await ask("key-rings", { location: "europe-west3" });
  expect(listOf(found.key_rings).map(({ name }) => name)).toContain(payments);
  expect((await ask("iam-roles")).roles).toContainEqual(expect.objectContaining({ name: "roles/cloudkms.viewer" }));
  for (const body of [
    { location: "mars" },
    { location: "global", project_id: "acme-staging" },
    { connection: "nope" },
  ]) {
    const sent = { connection: "google", project_id: "acme-prod", ...body };
    expect((await client.post("/cckm/google/get-key-rings", sent)).status).toBe(400);
  }
});

const sync = "/cckm/google/synchronization-jobs";

describe("a synchronization", () => {
  test("downloads what the ring contains, with all versions", async () => {
    const { client } = shared;
    await googleRing(client);
    const job = await client.ok("POST", sync, { key_rings: [payments] });
    expect(job).toMatchObject({ overall_status: "in_progress", cloud_name: "gcp" });
    await client.advance(1);
    expect(await client.ok("GET", `${sync}/${idOf(job)}`)).toMatchObject({
      overall_status: "completed",
      detailed_status: { [payments]: "key ring synchronized successfully" },
    });
    const all = await client.ok("GET", "/cckm/google/keys?sort=key_id");
    expect(each(all, "key_id")).toEqual(["card-data", "legacy-vault", "receipt-signing", "refunds", "webhook-mac"]);
    expect(each(await client.ok("GET", "/cckm/google/keys?state=DESTROY_SCHEDULED"), "key_id")).toEqual([
      "legacy-vault",
    ]);
    expect(each(all, "version_count")).toEqual([3, 2, 2, 1, 1]);
  });

  test("marks deleted keys, fails if a ring cannot be reached, and can be canceled", async () => {
    const { client } = shared;
    await googleRing(client);
    const run = async (): Promise<Loose> => {
      const { id } = await client.ok("POST", sync, { synchronize_all: true });
      await client.advance(1);
      return client.ok("GET", `${sync}/${id}`);
    };
    await run();
    await world(client, "keys", { key: `${payments}/cryptoKeys/refunds`, delete: true });
    await run();
    expect(each(await client.ok("GET", "/cckm/google/keys?gone=true"), "key_id")).toEqual(["refunds"]);
    await world(client, "serviceAccounts", { email, projects: [] });
    expect(JSON.stringify(await run())).toMatch(/failed.*PERMISSION_DENIED/);
    await world(client, "projects", { projectId: "acme-prod", syncSeconds: 600 });
    const job = await client.ok("POST", sync, { key_rings: [payments] });
    expect((await client.post(sync, { key_rings: [payments] })).status).toBe(409);
    expect(await client.ok("POST", `${sync}/${idOf(job)}/cancel`)).toMatchObject({ overall_status: "cancelled" });
  });
});

test("reports cover rings", async () => {
  const { client } = shared;
  await googleRing(client);
  await client.ok("POST", sync, { synchronize_all: true });
  await client.advance(1);
  const body = { name: "ages", report_type: "key-aging", gcp_cloud_params: [{ key_rings: [payments] }] };
  const { id } = await client.ok("POST", "/cckm/google/reports", body);
  await client.advance(1);
  expect(await client.ok("GET", `/cckm/google/reports/${id}`)).toMatchObject({ overall_status: "completed" });
  expect(await client.ok("GET", `/cckm/google/reports/${id}/contents?key_name=card-data`)).toMatchObject({
    resources: [{ location_id: "europe-west3", age_in_days: 230 }],
  });
  expect(await client.ok("GET", `/cckm/google/reports/${id}/download`)).toContain("card-data");
  for (const wrong of [
    { report_type: "service-report" },
    { gcp_cloud_params: [] },
    { gcp_cloud_params: [{ key_rings: ["x"] }] },
  ]) {
    expect((await client.post("/cckm/google/reports", { ...body, name: "other", ...wrong })).status).toBe(400);
  }
});
