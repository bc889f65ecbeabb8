import { each, listOf, withEmulator, type Loose } from "./client";
import { googleConnection, googleRing } from "./googleRing";
import { SystemClient } from "./systems/system";
import { email, google, payments } from "./systems/rows/google";

const shared = withEmulator();

test("a connection includes its key file's project", async () => {
  await (await SystemClient.of(shared.client, google)).create();
  expect(each(await shared.client.ok("GET", "/cckm/google/projects"), "project_id")).toEqual(["acme-prod"]);
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

test("a synchronization downloads keys in every state, with all versions", async () => {
  const { client } = shared;
  const own = await SystemClient.of(client, google);
  await own.container();
  expect((await own.refresh(payments)).detailed_status).toEqual({
    [payments]: "key ring synchronized successfully",
  });
  const all = await client.ok("GET", "/cckm/google/keys?sort=key_id");
  expect(each(all, "key_id")).toEqual(["card-data", "legacy-vault", "receipt-signing", "refunds", "webhook-mac"]);
  expect(each(all, "version_count")).toEqual([3, 2, 2, 1, 1]);
  expect(each(await client.ok("GET", "/cckm/google/keys?state=DESTROY_SCHEDULED"), "key_id")).toEqual(["legacy-vault"]);
  await own.change(["serviceAccounts", { email, projects: [] }]);
  expect(JSON.stringify(await own.refresh())).toMatch(/failed.*PERMISSION_DENIED/);
});

test("reports cover rings", async () => {
  const { client } = shared;
  await googleRing(client);
  await client.ok("POST", google.refresh.path, { synchronize_all: true });
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
