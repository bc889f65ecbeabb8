import { fixtures } from "./fixtures";
import { azureSubscription, azureTenant, azureVaultName } from "./fixtures/azure";
import { make, startRig, type Rig } from "./rig";

/** Azure's names, and login names, mean the same in any case of their letters. */

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({ world: { licensing: { licenses: [{ feature: "CCKM" }] } } });
});
afterAll(() => rig.close());
beforeEach(() => rig.renew());

test("a vault is found by its name in another case, and is the same", async () => {
  const first = await make(rig, "AzureVault", {
    connection: (await make(rig, "AzureConnection", { name: "azure", ...azureTenant })).id,
    subscriptionId: azureSubscription,
    vault: "Contoso-Archive",
  });
  const lifecycle = rig.lifecycle("AzureVault");
  const { state } = (await lifecycle.read(first.id, first.state))!;
  expect(await rig.api.get(`/cckm/azure/vaults/${first.id}`)).toMatchObject({ azure_name: "contoso-archive" });
  expect(lifecycle.diff(state, first.inputs)).toMatchObject({ changes: false });
  expect(lifecycle.diff({ ...state, vault: "contoso-archive" }, first.inputs)).toMatchObject({ changes: false });
  expect(lifecycle.diff(state, { ...first.inputs, vault: "contoso-archive" })).toMatchObject({ changes: false });
  expect(lifecycle.diff(state, { ...first.inputs, vault: azureVaultName }).replaces).toEqual(["vault"]);
  const taken = await make(rig, "AzureVault", { ...first.inputs, adopt: true });
  expect(taken.id).toBe(first.id);
});

test("a connection logs in with the ids of tenant and application in another case", async () => {
  const { clientId, tenantId } = azureTenant;
  const upper = { clientId: clientId.toUpperCase(), tenantId: tenantId.toUpperCase() };
  const made = await make(rig, "AzureConnection", { name: "azure", ...azureTenant, ...upper });
  const lifecycle = rig.lifecycle("AzureConnection");
  const { state } = (await lifecycle.read(made.id, made.state))!;
  expect(state).toMatchObject({ state: "ready" });
  expect(lifecycle.diff(state, { ...made.inputs, clientId, tenantId })).toMatchObject({ changes: false });
});

test.each([
  ["AzureKey", "keyName"],
  ["AzureSecret", "secretName"],
  ["AzureCertificate", "certName"],
])("a name of an %s in another case is no replacement", (type, name) => {
  const state = { [name]: "orders", keyVault: "v" };
  const lifecycle = rig.lifecycle(type);
  expect(lifecycle.diff(state, { ...state, [name]: "Orders" }).changed).not.toContain(name);
  expect(lifecycle.diff(state, { ...state, [name]: "other" }).replaces).toContain(name);
});

describe.each([
  ["AzureKey", "keyName"],
  ["AzureSecret", "secretName"],
  ["AzureCertificate", "certName"],
])("a name of an %s that is taken in another case", (type, name) => {
  /** What is there as "Orders", and the arguments of the same name in lower case. */
  async function standing() {
    const args = { ...(await fixtures[type]!.args(rig)), onDestroy: "softDelete", [name]: "Orders" };
    return { there: await make(rig, type, args), args: { ...args, [name]: "orders" } };
  }
  const refused = (id: string) => new RegExp(`exists.*with the id "${id}".*adopt: "${id}"`);

  test("is refused, and gets no new version", async () => {
    const { there, args } = await standing();
    await expect(make(rig, type, args)).rejects.toThrow(refused(there.id));
    const { state } = (await rig.lifecycle(type).read(there.id, there.state))!;
    expect(state).toMatchObject({ [name]: "Orders", version: there.state.version });
  });

  test("is refused while it is soft-deleted", async () => {
    const { there, args } = await standing();
    await rig.lifecycle(type).delete(there.id, there.state);
    await expect(make(rig, type, args)).rejects.toThrow(/soft-deleted/);
    await expect(make(rig, type, args)).rejects.toThrow(refused(there.id));
  });

  test.each(["its name", "its id"])("is adopted by %s, without a change", async (by) => {
    const { there, args } = await standing();
    const { id, state, inputs } = await make(rig, type, { ...args, adopt: by === "its id" ? there.id : true });
    expect(id).toBe(there.id);
    const life = rig.lifecycle(type);
    expect(life.diff(state, inputs)).toMatchObject({ changes: false });
    const updated = await life.update(id, state, { ...inputs, tags: { team: "shop" } });
    expect(updated.state).toMatchObject({ tags: { team: "shop" } });
    await life.delete(id, updated.state);
    expect(await rig.lifecycle(type).read(id, state)).toMatchObject({ state: { status: "SOFT-DELETED" } });
  });
});

test("a login name in another case is the same user's", async () => {
  const there = await make(rig, "User", { username: "Alice", name: "Alice", password: "Correct-Horse-9" });
  const args = { username: "alice", name: "Alice", password: "Correct-Horse-9" };
  await expect(make(rig, "User", args)).rejects.toThrow(`with the id "${there.id}"`);
  const { id, state, inputs } = await make(rig, "User", { ...args, adopt: true });
  expect(id).toBe(there.id);
  expect(rig.lifecycle("User").diff(state, inputs)).toMatchObject({ changes: false });
});
