import type { Clock } from "../../provider/api/clock";
import type { Bag } from "../../provider/lifecycle/vocabulary/definition";
import { azureSubscriptions, offeredAzureManagedHsms, offeredAzureVaults } from "../../provider/lookups/azure";
import { azureSubscription, azureTenant, azureVaultName, makeVault } from "./fixtures/azure";
import { untilNextFirst } from "../emulator/monthly";
import { activateLicence } from "./fixtures/fixture";
import { make, startRig, type Rig } from "./rig";

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({ world: { licensing: { licenses: [{ feature: "CCKM" }] } } });
});
afterAll(() => rig.close());
beforeEach(() => rig.renew());

/** A clock of its own, so that deadlines pass immediately. */
const hurried = (): Clock => {
  let now = Date.now();
  return { now: () => now, random: () => 0.5, sleep: async (milliseconds) => void (now += milliseconds) };
};

const rejected = async (work: Promise<unknown>): Promise<string> => {
  const error: unknown = await work.then(() => undefined).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(Error);
  return (error as Error).message;
};

const connect = (args: Bag, clock?: Clock) => {
  const { inputs, failures } = rig.lifecycle("AzureConnection").check({}, args);
  expect(failures).toEqual([]);
  return rig.lifecycle("AzureConnection", clock).create(inputs);
};

const certified = { clientId: "9d5f6a12-3e74-4b8c-b0d1-6c2a8e4f7d19", tenantId: azureTenant.tenantId };

describe("a connection", () => {
  test.each([
    [{}, "clientSecret", /is required/],
    [{ clientSecret: "s", isCertificateUsed: true }, "clientSecret", /conflicts with isCertificateUsed/],
    [{ clientSecret: "s", certDuration: 30 }, "certDuration", /is not allowed/],
    [{ clientSecret: "s", cloudName: "AzureStack" }, "azureStackConnectionType", /required/],
  ])("is checked: %j", (args, property, reason) => {
    const { failures } = rig
      .lifecycle("AzureConnection")
      .check({}, { name: "x", clientId: "c", tenantId: "t", ...args });
    expect(failures).toEqual([{ property, reason: expect.stringMatching(reason) }]);
  });

  test("with a certificate of the service returns it, and becomes ready once Azure knows it", async () => {
    const args = { name: "prod", ...certified, isCertificateUsed: true, readyTimeoutSeconds: 0 };
    await rig.control("POST", "/world/azure/applications", {
      clientId: certified.clientId,
      acceptAnyCertificate: false,
    });
    const made = await connect(args);
    expect(made.state).toMatchObject({
      state: "untested",
      certificate: expect.stringMatching(/^-----BEGIN CERTIFICATE-----/),
      certificateThumbprint: expect.stringMatching(/^[0-9A-F]{40}$/),
      externalCertificateUsed: false,
    });
    const { inputs } = rig.lifecycle("AzureConnection").check({}, args);
    expect(rig.lifecycle("AzureConnection").diff(made.state, inputs).changes).toBe(false);
    const vault = { connection: made.id, subscriptionId: azureSubscription, vault: azureVaultName };
    const refused = rig.lifecycle("AzureVault", hurried()).create(rig.lifecycle("AzureVault").check({}, vault).inputs);
    expect(await rejected(refused)).toMatch(/AADSTS700027.*not registered/);
    await rig.control("POST", "/world/azure/applications", {
      clientId: certified.clientId,
      certificates: [made.state.certificate],
    });
    await make(rig, "AzureVault", vault);
    const seen = await rig.lifecycle("AzureConnection").read(made.id, made.state);
    expect(seen?.state).toMatchObject({ state: "ready", certificate: made.state.certificate });
  });

  test("changes from a secret to a certificate and back, in place", async () => {
    const secret = { name: "prod", ...azureTenant };
    await rig.control("POST", "/world/azure/applications", { ...idOf(azureTenant), acceptAnyCertificate: true });
    const made = await connect(secret);
    const { clientSecret: _secret, ...rest } = secret;
    const life = rig.lifecycle("AzureConnection");
    const withCertificate = life.check(made.state, { ...rest, isCertificateUsed: true }).inputs;
    expect(life.diff(made.state, withCertificate)).toMatchObject({ replaces: [] });
    const changed = await life.update(made.id, made.state, withCertificate);
    expect(changed.state).toMatchObject({ state: "ready", isCertificateUsed: true });
    const back = await life.update(made.id, changed.state, life.check(changed.state, secret).inputs);
    expect(back.state).toMatchObject({ state: "ready", isCertificateUsed: false });
    expect(back.state.certificate).toBeUndefined();
  });
});

const idOf = ({ clientId, tenantId }: typeof azureTenant) => ({ clientId, tenantId });

describe("what a connection can see", () => {
  test("subscriptions, vaults and managed HSMs, on all pages", async () => {
    for (let index = 0; index < 60; index++) {
      await rig.control("POST", "/world/azure/vaults", { name: `team-${index}`, subscription: azureSubscription });
    }
    const { id } = await connect({ name: "prod", ...azureTenant });
    const subscriptions = await azureSubscriptions(rig.api, { connection: id });
    expect(subscriptions.map(({ displayName }) => displayName)).toEqual(["Production", "Staging"]);
    const where = { connection: id, subscriptionId: azureSubscription };
    const vaults = await offeredAzureVaults(rig.api, where);
    expect(vaults).toHaveLength(62);
    expect(vaults[0]).toMatchObject({ name: azureVaultName, sku: "premium", tags: { stage: "production" } });
    const hsms = await offeredAzureManagedHsms(rig.api, where);
    expect(hsms).toEqual([expect.objectContaining({ name: "contoso-hsm", purgeProtectionEnabled: true })]);
  });

  test("a vault that Azure does not have is rejected with a list of those it has", async () => {
    const { id } = await connect({ name: "prod", ...azureTenant });
    const args = { connection: id, subscriptionId: azureSubscription, vault: "contoso-prd" };
    const { inputs } = rig.lifecycle("AzureVault").check({}, args);
    expect(await rejected(rig.lifecycle("AzureVault").create(inputs))).toMatch(/It has: contoso-prod, contoso-archive/);
  });
});

const cloudKey = async (name: string) => {
  const world = (await rig.control("GET", "/world")) as { azure: { subscriptions: { vaults: Bag[] }[] } };
  const vaults = world.azure.subscriptions.flatMap(({ vaults: all }) => all);
  const keys = vaults.flatMap((vault) => vault.keys as { name: string; deleted: boolean; versions: Bag[] }[]);
  return keys.find((key) => key.name === name);
};

describe("a key", () => {
  const life = () => rig.lifecycle("AzureKey");
  const settled = async (args: Bag) => {
    const made = await make(rig, "AzureKey", args);
    return { ...made, inputs: life().check({}, args).inputs };
  };

  test.each([
    ["RSA", ["import"], ["keyOps"]],
    ["EC-HSM", ["sign", "import"], ["keyOps"]],
    ["RSA-HSM", ["import"], []],
    ["RSA", ["sign"], []],
  ])("of the type %s with the operations %j: refused are %j", (kty, keyOps, refused) => {
    const { failures } = life().check({}, { keyName: "k", keyVault: "v", kty, keyOps });
    expect(failures.map(({ property }) => property)).toEqual(refused);
  });

  test("that the scheduler rotates into another size has not drifted, and is then updated in its newest version", async () => {
    const keyVault = await makeVault(rig);
    const args = { keyName: "orders", keyVault, keySize: 2048, tags: { a: "1" }, exp: "2040-01-01T00:00:00Z" };
    const made = await settled(args);
    const plan = await make(rig, "RotationSchedule", {
      name: "plan",
      cloud: "azure",
      runAt: "0 3 1 * *",
      expiration: "90d",
    });
    await make(rig, "KeyRotation", {
      key: { type: "AzureKey", id: made.id },
      schedule: plan.id,
      keySource: "ciphertrust",
      keyType: "RSA",
      keySize: 4096,
      enableKey: false,
    });
    await rig.advance(untilNextFirst((await rig.control("GET", "/clock")).now));
    const seen = await life().read(made.id, made.state);
    expect(seen?.state).toMatchObject({
      currentKeySize: 4096,
      versionCount: 2,
      keyMaterialOrigin: "ciphertrust",
      managedVersion: made.state.version,
      exp: args.exp,
      enabled: true,
    });
    expect(life().diff(seen!.state, made.inputs)).toMatchObject({ changes: false, changed: [] });
    const wanted = life().check(seen!.inputs, { ...args, tags: { a: "2" } }).inputs;
    const updated = await life().update(made.id, seen!.state, wanted);
    expect(updated.state).toMatchObject({ tags: { a: "2" }, versionCount: 2, exp: args.exp });
    expect(updated.state.managedVersion).toBe(updated.state.version);
    expect(life().diff(updated.state, wanted)).toMatchObject({ changes: false });
    const binding = await rig.api.list("/cckm/azure/keys", { job_config_id: plan.id });
    expect(binding).toHaveLength(1);
  });

  test("that was disabled after a rotation has drifted", async () => {
    const keyVault = await makeVault(rig);
    const made = await settled({ keyName: "orders", keyVault });
    await rig.control("POST", "/world/azure/keys", { vault: azureVaultName, name: "orders", action: "rotate" });
    await rig.control("POST", "/world/azure/keys", { vault: azureVaultName, name: "orders", enabled: false });
    await make(rig, "Refresh", { cloud: "azure", containers: [keyVault] });
    const seen = await life().read(made.id, made.state);
    expect(life().diff(seen!.state, made.inputs)).toMatchObject({ changed: ["enabled"], replaces: [] });
    const repaired = await life().update(made.id, seen!.state, made.inputs);
    expect(repaired.state).toMatchObject({ enabled: true, versionCount: 2 });
  });

  test("that was soft-deleted outside Pulumi is recovered by the next update", async () => {
    const keyVault = await makeVault(rig);
    const made = await settled({ keyName: "orders", keyVault, tags: { a: "1" } });
    await rig.api.post(`/cckm/azure/keys/${made.id}/soft-delete`);
    const seen = await life().read(made.id, made.state);
    expect(seen?.state.status).toBe("SOFT-DELETED");
    expect(life().diff(seen!.state, made.inputs)).toMatchObject({ changes: true, replaces: [] });
    const repaired = await life().update(made.id, seen!.state, made.inputs);
    expect(repaired.state).toMatchObject({ status: "AVAILABLE", tags: { a: "1" } });
  });

  test("whose name is soft-deleted is not created, but recovered if it is adopted", async () => {
    const keyVault = await makeVault(rig);
    const made = await settled({ keyName: "orders", keyVault, tags: { a: "1" } });
    await life().delete(made.id, made.state);
    expect(await cloudKey("orders")).toMatchObject({ deleted: true });
    expect(await rejected(life().create(made.inputs))).toMatch(/soft-deleted.*adopt: "/s);
    const again = await life().create({ ...made.inputs, tags: { a: "2" }, adopt: true });
    expect(again).toMatchObject({ id: made.id, state: { status: "AVAILABLE", tags: { a: "2" }, versionCount: 1 } });
  });

  test("that was uploaded is recovered as it is: adopting it adds no version", async () => {
    const keyVault = await makeVault(rig);
    const source = await make(rig, "VaultKey", { name: "one", algorithm: "rsa", size: 2048 });
    const made = await settled({ keyName: "orders", keyVault, localKeyIdentifier: source.id, sourceKeyTier: "local" });
    await life().delete(made.id, made.state);
    rig.log.length = 0;
    const again = await life().create({ ...made.inputs, adopt: made.id });
    expect(again.state).toMatchObject({ status: "AVAILABLE", versionCount: 1, version: made.state.version });
    expect(rig.log.join()).not.toMatch(/changed to/);
  });

  test("is purged only if requested, and its name is free then", async () => {
    const keyVault = await makeVault(rig);
    const made = await settled({ keyName: "orders", keyVault, onDestroy: "purge" });
    await life().delete(made.id, made.state);
    expect(await cloudKey("orders")).toBeUndefined();
    expect(await rig.api.list("/cckm/azure/keys", { key_name: "orders" })).toEqual([]);
    await make(rig, "AzureKey", { keyName: "orders", keyVault });
  });

  test("is kept if requested", async () => {
    const made = await settled({ keyName: "orders", keyVault: await makeVault(rig), onDestroy: "retain" });
    await life().delete(made.id, made.state);
    expect(await cloudKey("orders")).toMatchObject({ deleted: false });
  });

  test.each([
    ["a vault without soft delete", { softDelete: false }, "softDelete", /lost at once.*onDestroy to "purge"/],
    ["a vault that forbids purging", { purgeProtection: true }, "purge", /protected against purging/],
  ])("in %s is not lost unexpectedly", async (_name, vault, onDestroy, words) => {
    await rig.control("POST", "/world/azure/vaults", { name: azureVaultName, ...vault });
    const made = await settled({ keyName: "orders", keyVault: await makeVault(rig), onDestroy });
    expect(await rejected(life().delete(made.id, made.state))).toMatch(words);
    expect(await cloudKey("orders")).toMatchObject({ deleted: false });
  });

  test("is uploaded from the service's own vault, and again as a new version", async () => {
    const keyVault = await makeVault(rig);
    const one = await make(rig, "VaultKey", { name: "one", algorithm: "rsa", size: 2048 });
    const two = await make(rig, "VaultKey", { name: "two", algorithm: "rsa", size: 3072 });
    const args = { keyName: "orders", keyVault, localKeyIdentifier: one.id };
    const made = await settled(args);
    expect(made.state).toMatchObject({ currentKty: "RSA", currentKeySize: 2048, keyMaterialOrigin: "ciphertrust" });
    const wanted = life().check(made.inputs, { ...args, localKeyIdentifier: two.id }).inputs;
    expect(life().diff(made.state, wanted)).toMatchObject({ changed: ["localKeyIdentifier"], replaces: [] });
    const updated = await life().update(made.id, made.state, wanted);
    expect(updated.state).toMatchObject({ currentKeySize: 3072, versionCount: 2, localKeyIdentifier: two.id });
    const written = life().check(made.inputs, { ...args, localKeyIdentifier: two.id, sourceKeyTier: "local" }).inputs;
    expect(life().diff(updated.state, written)).toMatchObject({ changed: ["sourceKeyTier"], replaces: [] });
    expect((await life().update(made.id, updated.state, written)).state).toMatchObject({ versionCount: 2 });
    const pfx = { keyName: "orders", keyVault, sourceKeyTier: "pfx", pfx: "x", password: "p" };
    expect(life().diff(updated.state, life().check({}, pfx).inputs).replaces).toContain("sourceKeyTier");
    const same = await life().update(made.id, { ...updated.state, localKeyIdentifier: one.id }, wanted);
    expect(same.state).toMatchObject({ versionCount: 2 });
  });

  test.each([
    [{ kty: "EC", keySize: 2048 }, "keySize", /only valid for RSA keys/],
    [{ kty: "RSA", crv: "P-256" }, "crv", /only valid for EC keys/],
    [{ kty: "RSA-HSM", keySize: 256 }, "keySize", /must be 2048, 3072, 4096/],
    [{ kty: "oct-HSM", keySize: 2048 }, "keySize", /must be 128, 192, 256/],
    [{ kty: "oct-HSM", crv: "P-256" }, "crv", /only valid for EC keys/],
    [{ localKeyIdentifier: "k", kty: "RSA" }, "kty", /leave it out/],
    [{ sourceKeyTier: "dsm" }, "dsmKeyIdentifier", /is required/],
    [{ lunaKeyIdentifier: "k" }, "lunaKeyIdentifier", /is only valid with sourceKeyTier "hsm-luna"/],
    [{ hsm: true }, "hsm", /is only valid for uploaded keys/],
    [{ kekKid: "k" }, "kekKid", /is only valid for uploaded keys/],
    [{ localKeyIdentifier: "k", password: "p" }, "password", /is only valid together with pfx/],
    [{ exportable: true }, "releasePolicy", /is required/],
    [{ nbf: "2030-01-01T00:00:00Z", exp: "2029-01-01T00:00:00Z" }, "exp", /later than nbf/],
    [{ tags: { a: "x:y" } }, "tags.a", /may not hold/],
  ])("is checked: %j", (args, property, reason) => {
    const { failures } = life().check({}, { keyName: "orders", keyVault: "v", ...args });
    expect(failures).toContainEqual({ property, reason: expect.stringMatching(reason) });
  });
});

test("deleting a vault and its connection changes nothing in Azure", async () => {
  await activateLicence(rig);
  const before = (await rig.control("GET", "/world")).azure;
  const connection = await make(rig, "AzureConnection", { name: "tenant", ...azureTenant });
  const args = { connection: connection.id, subscriptionId: azureSubscription, vault: azureVaultName };
  const vault = await make(rig, "AzureVault", args);
  await make(rig, "Refresh", { cloud: "azure", items: ["keys", "secrets", "certificates"] });
  await rig.lifecycle("AzureVault").delete(vault.id, vault.state);
  await rig.lifecycle("AzureConnection").delete(connection.id, connection.state);
  expect((await rig.control("GET", "/world")).azure).toEqual(before);
});
