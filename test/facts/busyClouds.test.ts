import { whileBusy } from "../../provider/lifecycle/service/busy";
import { busyClouds } from "../../provider/resources/clouds";
import { azureVault, changeWorld as changeAzure } from "../emulator/azurePlace";
import { idOf, withEmulator, type Client, type Loose } from "../emulator/client";
import { changeWorld as changeOci, OciKey, ociVault } from "../emulator/oci";
import { FakeClock, fakeNetwork, loggedIn, type FakeResponse } from "../api/support";
import { azureVaultName, makeVault } from "../lifecycle/fixtures/azure";
import { ociWorld } from "../emulator/systems/ociWorld";
import { makeOciVault } from "../lifecycle/fixtures/oci";
import { make, startRig, type Rig } from "../lifecycle/rig";

/**
 * Facts about clouds that are busy or limit the rate of calls, as the service's public clients
 * handle them.
 */

const azureBusy: FakeResponse = { status: 409, body: { codeDesc: "NCERRConflict: Conflict: in progress" } };
const throttled = (status: number): FakeResponse => ({
  status,
  body: { codeDesc: "NCERRInternalServerError: [429] TooManyRequests: Too many requests" },
});
const key = "/cckm/azure/keys/k-1";

/** The provider's client, which retries what a cloud refuses while it is busy. */
function behind(respond: (attempt: number) => FakeResponse, stop = new AbortController()) {
  const clock = new FakeClock();
  const network = fakeNetwork(
    loggedIn((call, attempt) => (call.path.endsWith("/recover") ? { body: { id: "k-1" } } : respond(attempt))),
    { requestTimeoutSeconds: 60 },
    { clock },
  );
  const heard: string[] = [];
  const patience = { label: "the key", clock, stop: stop.signal, progress: (text: string) => void heard.push(text) };
  return { ...network, api: whileBusy(network.api, busyClouds, patience), heard };
}
const until = (attempts: number, refusal: FakeResponse) => (attempt: number) =>
  attempt < attempts ? refusal : { body: { id: "k-1" } };

describe("Azure responds with 409 while it is busy", () => {
  test.each([
    ["PATCH", key],
    ["POST", `${key}/soft-delete`],
    ["POST", `${key}/hard-delete`],
    ["POST", `${key}/backups`],
    ["POST", `${key}/enable-rotation-job`],
    ["POST", `${key}/disable-rotation-job`],
    ["POST", `${key}/enable-backup-job`],
    ["POST", `${key}/disable-backup-job`],
    ["PATCH", "/cckm/azure/secrets/s-1"],
    ["POST", "/cckm/azure/certificates/c-1/soft-delete"],
  ])("%s %s is retried, at least every 20 seconds, and says so", async (method, path) => {
    const { api, clock, names, heard } = behind(until(10, azureBusy));
    await (method === "PATCH" ? api.patch(path, {}) : api.post(path));
    expect(names()).toHaveLength(11);
    expect(Math.max(...clock.pauses)).toBeLessThanOrEqual(20_000);
    expect(heard[0]).toBe("the key: Azure is still busy with it; retrying");
  });

  test("a refusal that does not look like that is quoted", async () => {
    const { api, heard } = behind(
      until(1, { status: 409, body: { codeDesc: "NCERRConflict: the policy forbids it" } }),
    );
    await api.patch(key, {});
    expect(heard).toEqual([
      expect.stringContaining("(the service responded with 409 NCERRConflict: the policy forbids it)"),
    ]);
  });

  test("for up to 240 seconds in all, and the last refusal is told", async () => {
    const { api, clock, names } = behind(() => azureBusy);
    await expect(api.patch(key, {})).rejects.toThrow(/Azure is still busy.*240 seconds.*409 NCERRConflict.*PATCH/);
    expect(clock.seconds).toBeLessThanOrEqual(240);
    expect(clock.seconds).toBeGreaterThan(200);
    expect(names().length).toBeGreaterThan(12);
  });

  test("and ends at once when the update is canceled", async () => {
    const stop = new AbortController();
    const { api, names } = behind(() => {
      stop.abort();
      return azureBusy;
    }, stop);
    await expect(api.patch(key, {})).rejects.toMatchObject({ kind: "interrupted" });
    expect(names()).toHaveLength(1);
  });

  test("a create is retried only after a recovery: otherwise its name is in use", async () => {
    const first = behind(until(1, azureBusy));
    await expect(first.api.post("/cckm/azure/keys", {})).rejects.toMatchObject({ kind: "conflict" });
    expect(first.names()).toHaveLength(1);
    const second = behind(until(1, azureBusy));
    await second.api.post(`${key}/recover`);
    await second.api.post("/cckm/azure/keys", {});
    expect(second.names()).toHaveLength(3);
  });

  test.each([
    ["GET", (api: ReturnType<typeof behind>["api"]) => api.get(key)],
    ["another cloud's key", (api: ReturnType<typeof behind>["api"]) => api.patch("/cckm/aws/keys/k-1", {})],
    ["a vault", (api: ReturnType<typeof behind>["api"]) => api.patch("/cckm/azure/vaults/v-1", {})],
  ])("but %s is not retried", async (_name, call) => {
    const { api, names } = behind(() => azureBusy);
    await expect(call(api)).rejects.toMatchObject({ kind: "conflict" });
    expect(names()).toHaveLength(1);
  });
});

describe("Oracle Cloud's TooManyRequests is passed through", () => {
  test.each([429, 400, 409, 500])("and retried under the status %i", async (status) => {
    const { api, names, heard } = behind(until(4, throttled(status)));
    await api.patch("/cckm/oci/keys/k-1", {});
    expect(names()).toHaveLength(5);
    expect(heard[0]).toBe("the key: Oracle Cloud limits the rate of calls; retrying");
  });

  test("a POST whose outcome is uncertain is handed back to be looked up, after a pause", async () => {
    const { api, clock, names } = behind(() => throttled(500));
    await expect(api.post("/cckm/oci/keys", {})).rejects.toMatchObject({ kind: "unanswered", facts: { status: 500 } });
    expect(names()).toHaveLength(1);
    expect(clock.pauses).toHaveLength(1);
  });

  test("a POST that was certainly refused is repeated", async () => {
    const { api, names } = behind(until(2, throttled(429)));
    await api.post("/cckm/oci/keys", {});
    expect(names()).toHaveLength(3);
  });

  test("another 429, such as that of a quota, is not retried by any layer", async () => {
    const quota = { status: 429, body: { codeDesc: "NCERRLimit: LimitExceeded: the tenancy has 100 keys" } };
    for (const path of ["/cckm/oci/keys", "/vault/keys2/"]) {
      const { api, names } = behind(() => quota);
      await expect(api.post(path, {})).rejects.toMatchObject({ kind: "exhausted", facts: { status: 429 } });
      expect(names()).toHaveLength(1);
    }
  });
});

describe("the emulated Azure", () => {
  const shared = withEmulator();
  const create = (client: Client, vault: Loose) =>
    client.ok("POST", "/cckm/azure/keys", { key_name: "orders", key_vault: vault.id, azure_param: { kty: "RSA" } });

  test("refuses every change of a key while it applies the previous one", async () => {
    const { client } = shared;
    const vault = await azureVault(client);
    await changeAzure(client, "vaults", { name: azureVaultName, busySeconds: 60, deleteSeconds: 0 });
    const at = `/cckm/azure/keys/${idOf(await create(client, vault))}`;
    const verbs = ["soft-delete", "recover", "hard-delete", "backups", "enable-rotation-job", "disable-backup-job"];
    for (const verb of verbs) expect((await client.post(`${at}/${verb}`)).status).toBe(409);
    expect((await client.patch(at, { tags: {} })).status).toBe(409);
    await client.advance(61);
    expect((await client.patch(at, { tags: {} })).status).toBe(200);
    expect((await client.post(`${at}/soft-delete`)).status).toBe(409);
  });

  test("refuses a new version only after a recovery", async () => {
    const { client } = shared;
    const vault = await azureVault(client);
    await changeAzure(client, "vaults", { name: azureVaultName, busySeconds: 60, deleteSeconds: 0 });
    const at = `/cckm/azure/keys/${idOf(await create(client, vault))}`;
    await create(client, vault);
    for (const verb of ["soft-delete", "recover"]) {
      await client.advance(61);
      expect((await client.post(`${at}/${verb}`)).status).toBe(200);
    }
    await expect(create(client, vault)).rejects.toThrow(/409/);
    await client.advance(61);
    await create(client, vault);
  });
});

describe("the emulated Oracle Cloud", () => {
  const shared = withEmulator();
  const tenancy = ociWorld.tenancy;

  test.each([400, 429, 500, 503])("throttles a tenancy under the status %i, and recovers", async (status) => {
    const { client } = shared;
    const made = await OciKey.create(client, (await ociVault(client)).vault);
    await changeOci(client, "tenancies", { tenancy, rate: { calls: 1, seconds: 10, status } });
    expect((await made.refused("refresh")).status).toBe(200);
    expect(await made.refused("refresh")).toMatchObject({
      status,
      body: { codeDesc: expect.stringMatching(/TooManyRequests/) },
    });
    await client.advance(11);
    expect((await made.refused("refresh")).status).toBe(200);
  });

  test("refuses keys beyond a quota with 429, but not as throttling", async () => {
    const { client } = shared;
    const { vault } = await ociVault(client);
    await changeOci(client, "tenancies", { tenancy, keyLimit: 0 });
    const refused = await client.post("/cckm/oci/keys", OciKey.request(vault));
    expect(refused.status).toBe(429);
    expect(refused.body.codeDesc).not.toMatch(/TooManyRequests/);
  });

  test("takes two version POSTs at once, and a deletion during an update", async () => {
    const { client } = shared;
    const made = await OciKey.create(client, (await ociVault(client)).vault);
    const versions = `/cckm/oci/keys/${made.id}/versions`;
    const both = await Promise.all([1, 2].map(() => client.post(versions, { is_native: true })));
    expect(both.map(({ status }) => status)).toEqual([201, 201]);
    expect((await made.refused("schedule-deletion", { days: 7 })).status).toBe(200);
    expect(await made.settled()).toMatchObject({ oci_params: { lifecycle_state: "PENDING_DELETION" } });
    expect((await made.versions()).total).toBe(3);
  });

  test.each([true, false])("gives a new key Oracle-Tags if the tenancy has them: %s", async (oracleTags) => {
    const { client } = shared;
    const { vault } = await ociVault(client);
    await changeOci(client, "tenancies", { tenancy, oracleTags });
    const { oci_params } = await (await OciKey.create(client, vault)).read();
    expect("Oracle-Tags" in (oci_params!.defined_tags as object)).toBe(oracleTags);
  });
});

describe("a resource", () => {
  let rig: Rig;
  beforeAll(async () => {
    rig = await startRig();
  });
  afterAll(() => rig.close());
  beforeEach(() => rig.renew());

  const change = async (type: string, made: { id: string; state: object; inputs: object }, changes: object) => {
    const life = rig.lifecycle(type);
    const { inputs } = life.check(made.state as never, { ...made.inputs, ...changes });
    return { ...(await life.update(made.id, made.state as never, inputs)), id: made.id, inputs };
  };

  test("of Azure is changed, bound, backed up, recovered and purged while Azure takes its time", async () => {
    const keyVault = await makeVault(rig);
    await rig.control("POST", "/world/azure/vaults", { name: azureVaultName, busySeconds: 30, deleteSeconds: 60 });
    const made = await make(rig, "AzureKey", { keyName: "orders", keyVault, kty: "RSA", onDestroy: "purge" });
    const schedule = (await make(rig, "RotationSchedule", { name: "plan", cloud: "azure", runAt: "0 3 1 * *" })).id;
    await make(rig, "KeyRotation", { key: { type: "AzureKey", id: made.id }, schedule });
    await make(rig, "AzureKeyBackupSchedule", { name: "backups", keys: [made.id], runAt: "0 2 * * *" });
    const changed = await change("AzureKey", made, { tags: { a: "1" } });
    await rig.control("POST", "/world/azure/keys", { vault: azureVaultName, name: "orders", action: "softDelete" });
    await rig.api.post(`/cckm/azure/keys/${made.id}/refresh`);
    const grown = await change("AzureKey", changed, { keySize: 4096 });
    expect(grown.state).toMatchObject({ status: "AVAILABLE", currentKeySize: 4096, versionCount: 2, tags: { a: "1" } });
    await rig.lifecycle("AzureKey").delete(made.id, grown.state);
    expect(await rig.api.list("/cckm/azure/keys", { key_vault_id: keyVault, key_name: "orders" })).toEqual([]);
    expect(rig.log.join("\n")).toMatch(/AzureKey "orders": Azure is still busy with it; retrying/);
  });

  test("of Azure that stays busy fails with what Azure said", async () => {
    const keyVault = await makeVault(rig);
    const made = await make(rig, "AzureKey", { keyName: "orders", keyVault });
    await rig.control("POST", "/world/azure/vaults", { name: azureVaultName, busySeconds: 1e6 });
    await expect(change("AzureKey", made, { tags: { a: "1" } })).rejects.toThrow(
      /updating AzureKey "orders" failed: Azure is still busy with it, and was for 240 seconds: the service responded with 409/,
    );
  });

  test.each([429, 500, 503])(
    "of Oracle Cloud is made once although it is throttled under the status %i",
    async (status) => {
      const vault = await makeOciVault(rig);
      const rate = { calls: 1, seconds: 3, status };
      await rig.control("POST", "/world/oci/tenancies", { tenancy: ociWorld.tenancy, rate });
      const life = rig.lifecycle("OciKey");
      const args = (name: string) => life.check({}, { vault, name, protectionMode: "SOFTWARE" }).inputs;
      await life.create(args("first"));
      await life.create(args("second"));
      const names = (await rig.api.list("/cckm/oci/keys", { cckm_vault_id: vault })).map(
        (one) => (one.oci_params as Loose).display_name,
      );
      expect(names.filter((name) => String(name) === "second")).toHaveLength(1);
      expect(rig.log.join("\n")).toMatch(/OciKey "second": Oracle Cloud limits the rate of calls; retrying/);
    },
  );
});
