import { X509Certificate } from "node:crypto";
import { azureConnection, azureVault, changeWorld, connectionsPath, offered, synchronize } from "./azurePlace";
import { application, subscription_id } from "./systems/rows/azure";
import { each, idOf, listOf, withEmulator } from "./client";

const shared = withEmulator();
const root = "/cckm/azure";

describe("connections", () => {
  const { client_secret: _secret, ...bare } = application;
  test("create a certificate of their own, which Azure has to know", async () => {
    const { client } = shared;
    const body = { name: "c", ...bare, is_certificate_used: true, cert_duration: 90 };
    const made = await client.ok("POST", connectionsPath, body);
    const certificate = new X509Certificate(String(made.certificate));
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    expect(certificate.fingerprint.replaceAll(":", "")).toBe(made.certificate_thumbprint);
    expect(Math.round((Date.parse(certificate.validTo) - Date.parse(certificate.validFrom)) / 86_400_000)).toBe(90);
    const at = `${connectionsPath}/${idOf(made)}`;
    expect(await client.ok("POST", `${at}/test`)).toMatchObject({ connection_ok: false });
    await changeWorld(client, "applications", { clientId: application.client_id, certificates: [made.certificate] });
    expect(await client.ok("POST", `${at}/test`)).toEqual({ connection_ok: true });
    const secret = await client.ok("PATCH", at, {
      client_secret: application.client_secret,
      is_certificate_used: false,
    });
    expect(secret).toMatchObject({ is_certificate_used: false });
    expect(secret.certificate).toBeUndefined();
  });
});

describe("lookups", () => {
  beforeEach(() => azureConnection(shared.client));

  test("show subscriptions as a bare list", async () => {
    const found = await shared.client.ok("POST", `${root}/get-subscriptions`, { connection: "azure" });
    expect(each({ resources: found } as never, "displayName")).toEqual(["Production", "Staging"]);
  });

  test("show vaults in pages", async () => {
    const ask = { connection: "azure", subscription_id, limit: 1 };
    const first = await shared.client.ok("POST", `${root}/get-vaults`, ask);
    expect(listOf(first.vaults)).toHaveLength(1);
    const second = await shared.client.ok("POST", `${root}/get-vaults`, { ...ask, nextLink: first.nextLink });
    expect(second).toMatchObject({ nextLink: "", vaults: [{ name: "contoso-archive" }] });
    expect(await offered(shared.client, "contoso-hsm", "get-managed-hsms")).toMatchObject({
      type: "Microsoft.KeyVault/managedHSMs",
    });
  });

  test.each([
    [
      "another tenant's subscription",
      { subscription_id: "f6a9d1e3-4c7b-4820-95f8-0b2d6e8a1c74" },
      /SubscriptionNotFound/,
    ],
    ["a connection of another service", { connection: "nope" }, /no Azure connection/],
    ["an unknown page", { nextLink: "x" }, /nextLink/],
  ])("refuse %s", async (_name, more, words) => {
    const body = { connection: "azure", subscription_id, ...more };
    expect(await shared.client.post(`${root}/get-vaults`, body)).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(words) },
    });
  });
});

describe("vaults", () => {
  test("are added with their subscription, and changed together with their connection", async () => {
    const { client } = shared;
    const vault = await azureVault(client);
    expect(vault).toMatchObject({ connection: "azure" });
    expect((await client.ok("GET", `${root}/subscriptions`)).resources).toMatchObject([
      { subscriptionId: subscription_id, created_at: expect.any(String) },
    ]);
    const at = `${root}/vaults/${idOf(vault)}`;
    expect((await client.patch(at, { cloud_key_backup_limit: 3 })).status).toBe(400);
    const changed = await client.ok("PATCH", at, { connection: "azure", cloud_key_backup_limit: 3 });
    expect(changed).toMatchObject({ connection: "azure", cloud_key_backup_limit: 3 });
    // The service does not filter by them.
    expect((await client.ok("GET", `${root}/vaults?azure_name=other&connection=other`)).total).toBe(1);
  });

  test("keep access lists; an action includes the matching view permission", async () => {
    const vault = await azureVault(shared.client);
    const acls = [{ group: "CCKM Users", permit: true, actions: ["keycreate", "secretupdate", "deletebackup"] }];
    const changed = await shared.client.ok("POST", `${root}/vaults/${idOf(vault)}/update-acls`, { acls });
    const [entry] = listOf(changed.acls);
    expect(entry!.actions).toEqual(expect.arrayContaining(["keycreate", "view", "secretupdate", "secretview"]));
  });
});

describe("synchronization", () => {
  beforeEach(() => azureVault(shared.client));

  test.each([
    ["", "keys", 17],
    ["/secrets", "secrets", 5],
    ["/certificates", "certificates", 3],
  ])("%s downloads every version of the vault's %s", async (folder, what, total) => {
    const job = await synchronize(shared.client, { synchronize_all: true }, folder);
    expect(job.overall_status).toBe("completed");
    expect((await shared.client.ok("GET", `${root}/${what}`)).total).toBe(total);
    const again = await synchronize(shared.client, { key_vaults: [`contoso-prod::${subscription_id}`] }, folder);
    expect(again.overall_status).toBe("completed");
    expect((await shared.client.ok("GET", `${root}/${what}`)).total).toBe(total);
  });

  test("shows changes made in Azure itself, and not before", async () => {
    const { client } = shared;
    await synchronize(client, { synchronize_all: true });
    const one = async (name: string) =>
      listOf((await client.ok("GET", `${root}/keys?key_name=${name}&version=-1`)).resources)[0];
    const change = (body: object) => changeWorld(client, "keys", { vault: "contoso-prod", ...body });
    await change({ name: "payments", action: "rotate" });
    await change({ name: "customer-db", action: "purge" });
    await change({ name: "invoices", action: "softDelete" });
    await change({ name: "fresh", kty: "EC" });
    expect((await one("payments"))!.version_count).toBe(4);
    await synchronize(client, { synchronize_all: true });
    expect((await one("payments"))!.version_count).toBe(5);
    expect(await one("customer-db")).toMatchObject({ gone: true, status: "DELETED" });
    expect(await one("invoices")).toMatchObject({
      status: "SOFT-DELETED",
      key_soft_deleted_in_azure: true,
      deleted: false,
    });
    expect(await one("fresh")).toMatchObject({ azure_param: { key: { kty: "EC", crv: "P-256" } } });
  });

  test("fails with Azure's message if the vault is gone", async () => {
    await changeWorld(shared.client, "vaults", { name: "contoso-prod", delete: true });
    const job = await synchronize(shared.client, { synchronize_all: true });
    expect(job).toMatchObject({ overall_status: "failed" });
    expect(JSON.stringify(job.detailed_status)).toContain("VaultNotFound");
  });

  test("runs by schedule, for the items that it names", async () => {
    const { client } = shared;
    const schedule = (name: string, sync_item: unknown) =>
      client.post("/scheduler/job-configs", {
        name,
        operation: "cckm_synchronization",
        run_at: "0 * * * *",
        cckm_synchronization_params: { cloud_name: "AzureCloud", synchronize_all: true, sync_item },
      });
    expect((await schedule("wrong", ["keyz"])).status).toBe(400);
    expect((await schedule("hourly", ["key", "secret"])).status).toBe(201);
    await client.advance(3700);
    expect((await client.ok("GET", `${root}/keys`)).total).toBe(17);
    expect((await client.ok("GET", `${root}/secrets`)).total).toBe(5);
    expect((await client.ok("GET", `${root}/certificates`)).total).toBe(0);
  });
});

test("a report on the keys of a vault", async () => {
  const { client } = shared;
  const vault = await azureVault(client);
  await synchronize(client, { synchronize_all: true });
  const params = (more: object) => ({ log_analytic_params: [{ key_vault: idOf(vault), ...more }] });
  const body = { name: "ages", report_type: "key-aging", ...params({}) };
  expect((await client.post(`${root}/reports`, { ...body, report_type: "key-report" })).status).toBe(400);
  const report = await client.ok("POST", `${root}/reports`, body);
  await client.advance(1);
  const contents = await client.ok("GET", `${root}/reports/${idOf(report)}/contents?key_name=payments`);
  expect(contents.resources).toMatchObject([{ key_name: "payments", region: "westeurope" }]);
});

test.each(["aws_key_expiry_notification", "azure_key_expiry_notification", "backups"])(
  "the settings %s are stored unchanged",
  async (name) => {
    const path = `/cckm/settings/${name}`;
    await shared.client.ok("PATCH", path, { days: 30 });
    expect(await shared.client.ok("GET", path)).toMatchObject({ days: 30 });
  },
);
