import { idOf, listOf, withEmulator, type Loose } from "../client";
import { systems } from "../systems/rows";
import { SystemClient } from "../systems/system";
import { Browser, Events } from "./browser";

const shared = withEmulator();
const path = "/console/events/overview";
let browser: Browser;
let events: Events | undefined;

beforeEach(async () => {
  browser = new Browser(shared.client);
  await browser.logIn();
});
afterEach(async () => {
  await events?.close();
  events = undefined;
});

const listen = async (): Promise<Events> => (events = await Events.of(browser, path));
const rows = (table: Loose | undefined): Loose[] => listOf(table?.rows);

test.each(systems)("%s: its connection, container and keys are shown, with states and ages", async (_name, system) => {
  const own = await SystemClient.of(shared.client, system);
  await own.refresh(idOf(await own.container()));
  const { connections, containers, keys, jobs } = await (await listen()).until(() => true);
  expect(rows(connections)).toMatchObject([{ name: system.world, service: system.service, state: "ready" }]);
  expect(rows(containers)).toMatchObject([{ name: expect.any(String), connection: system.world }]);
  expect(keys?.total).toBe(system.refresh.total);
  const counts = (list: Loose | undefined) => listOf(list).reduce((sum, { count }) => sum + Number(count), 0);
  expect([counts(keys?.states), counts(keys?.ages)]).toEqual([system.refresh.total, system.refresh.total]);
  expect(listOf(keys?.states).filter(({ labels }) => String(labels).includes("unknown"))).toEqual([]);
  const dateless = ["luna", "externalCm"].includes(system.world);
  const shownAges = listOf(keys?.ages).map(({ labels }) => String(labels));
  expect(shownAges.includes("not shown by the service")).toBe(dateless);
  expect(rows(jobs)).toContainEqual(
    expect.objectContaining({
      what: expect.stringMatching(/refresh$/),
      status: "completed",
      ended: expect.any(String),
    }),
  );
});

test("keys that stay in the service are shown as well, and a tenant as what holds them", async () => {
  const { client } = shared;
  await client.ok("POST", "/cckm/google/projects", { project_id: "acme-prod" });
  const clients = ["service-402817365510@gcp-sa-ekms.iam.gserviceaccount.com"];
  const keyURIHostname = "keys.example.com";
  const ekm = await client.ok("POST", "/cckm/ekm/endpoints", {
    name: "e",
    keyURIHostname,
    policy: { basic: { clients } },
  });
  await client.ok("POST", `/cckm/ekm/endpoints/${idOf(ekm)}/disable`);
  const tenant = { name: "staff", tenant_id: "5f0a1c9e-7d6b-4c7e-9f0e-2b1f4b6d8a10", authorization_type: "email" };
  await client.ok("POST", "/cckm/microsoft/dke/auth-tenants", {
    ...tenant,
    authorized_email_addresses: ["*@example.com"],
  });
  const dke = { name: "d", key_uri_hostname: "keys.example.com", auth_tenants: ["staff"] };
  await client.ok("POST", "/cckm/microsoft/dke/endpoints", { ...dke, algorithm: "RSA_DECRYPT_OAEP_2048_SHA256" });

  const { containers, keys } = await (await listen()).until(() => true);
  expect(rows(containers)).toMatchObject([{ system: "Microsoft DKE", name: "staff" }]);
  const labels = listOf(keys?.states).map(({ labels }) => String(labels));
  expect(labels).toEqual(expect.arrayContaining(["EKM,Disabled", "Microsoft DKE,Enabled"]));
});
