import { azureSubscription, azureTenant, azureVaultName } from "./fixtures/azure";
import { make, startRig, type Rig } from "./rig";

/** Azure's names mean the same in any case of their letters. */

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
