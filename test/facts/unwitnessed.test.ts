import type { Wire } from "../../provider/api/client";
import { fixtures } from "../lifecycle/fixtures";
import { azureVaultName, makeVault } from "../lifecycle/fixtures/azure";
import { make, startRig, type Rig } from "../lifecycle/rig";

/** Values of responses that no public source shows may be absent: that must never lose anything. */

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());
beforeEach(() => rig.renew());

/** The same record of an Azure secret without the values that are not known to be there. */
function withoutGuesses(response: Wire): Wire {
  if (typeof response.secret_name !== "string") return response;
  const { soft_delete_enabled: _soft, status: _status, azure_param, ...rest } = response;
  const { attributes, ...param } = azure_param as { attributes: Wire };
  const { recoveryLevel: _level, ...known } = attributes;
  return { ...rest, azure_param: { ...param, attributes: known } };
}

describe.each([true, false])("in a vault with soft delete: %s, a secret whose record says little", (softDelete) => {
  const made = async () => {
    await rig.control("POST", "/world/azure/vaults", { name: azureVaultName, softDelete });
    const keyVault = await makeVault(rig);
    rig.onResponse = withoutGuesses;
    return make(rig, "AzureSecret", { secretName: "token", keyVault, value: "v" });
  };

  test("is usable, and read again", async () => {
    const { id, state } = await made();
    expect(await rig.lifecycle("AzureSecret").read(id, state)).toMatchObject({ id });
  });

  test("is only deleted if it can be recovered", async () => {
    const { id, state } = await made();
    const deletion = rig.lifecycle("AzureSecret").delete(id, state);
    const outcome = await deletion.then(
      () => "deleted",
      (error: unknown) => String(error),
    );
    expect(outcome).toMatch(softDelete ? /^deleted$/ : /would be lost at once/);
    rig.onResponse = (response) => response;
    const status = softDelete ? "SOFT-DELETED" : "AVAILABLE";
    expect(await rig.api.get(`/cckm/azure/secrets/${id}`)).toMatchObject({ status });
  });
});

const countOf = async (path: string) => (await rig.api.list(path)).length;

describe("where a list does not show what its objects are called, no second object is made", () => {
  const hiding =
    (...names: string[]) =>
    (response: Wire): Wire =>
      Object.fromEntries(Object.entries(response).filter(([name]) => !names.includes(name)));

  test.each([
    ["SalesforceKey", "/cckm/sfdc/keys", ["status", "type"]],
    ["LunaKey", "/cckm/hsm/luna/keys", ["label"]],
    ["AzureSecret", "/cckm/azure/secrets", ["secret_name"]],
    ["AzureCertificate", "/cckm/azure/certificates", ["cert_name", "key_vault_id"]],
  ])("%s", async (type, path, names) => {
    const { inputs } = await make(rig, type, await fixtures[type]!.args(rig));
    const before = await countOf(path);
    rig.onResponse = hiding(...names);
    await expect(rig.lifecycle(type).create(inputs)).rejects.toThrow(`creating ${type}`);
    expect(await countOf(path)).toBe(before);
  });
});

describe("a Salesforce secret of which the record does not show its state", () => {
  const without = ({ status: _status, ...rest }: Wire): Wire => rest;

  test("is not destroyed, and the delete says why", async () => {
    const args = { ...(await fixtures.SalesforceKey!.args(rig)), onDestroy: "destroy" };
    const first = await make(rig, "SalesforceKey", args);
    await make(rig, "SalesforceKey", { ...args, archiveActive: true });
    rig.onResponse = without;
    const deletion = rig.lifecycle("SalesforceKey").delete(first.id, first.state);
    await expect(deletion).rejects.toThrow(/does not show whether the secret .* is ARCHIVED.*onDestroy to "retain"/);
    rig.onResponse = (response) => response;
    expect(await rig.api.get(`/cckm/sfdc/keys/${first.id}`)).toMatchObject({ status: "ARCHIVED" });
    await rig.lifecycle("SalesforceKey").delete(first.id, first.state);
    expect(await rig.api.get(`/cckm/sfdc/keys/${first.id}`)).toMatchObject({ status: "DESTROYED" });
  });

  test("stays in the state while no other is shown as ACTIVE", async () => {
    const { id, state } = await make(rig, "SalesforceKey", await fixtures.SalesforceKey!.args(rig));
    rig.onResponse = (response) => ({ ...response, status: "archived" });
    expect(await rig.lifecycle("SalesforceKey").read(id, state)).toMatchObject({ id, state: { currentId: id } });
  });
});

test("a version of an OCI key is kept unless it is shown that another one encrypts", async () => {
  const args = { ...(await fixtures.OciKeyVersion!.args(rig)), onDestroy: "scheduleDeletion" };
  const old = await make(rig, "OciKeyVersion", args);
  await make(rig, "OciKeyVersion", args);
  rig.onResponse = (response) => {
    const { current_key_version: _current, ...params } = (response.oci_params ?? {}) as Wire;
    return response.oci_params === undefined ? response : { ...response, oci_params: params };
  };
  const deletion = rig.lifecycle("OciKeyVersion").delete(old.id, old.state);
  await expect(deletion).rejects.toThrow(/does not show whether it is the version that encrypts now/);
});

test.each([
  ["another word", { vault_type: "HOLD_YOUR_OWN_KEY" }, true],
  ["no type", { vault_type: undefined }, true],
  ["a type of Oracle Cloud's", { vault_type: "VIRTUAL_PRIVATE" }, false],
])("an external vault with %s is adopted: %j, %s", async (_name, other, adopted) => {
  const { id, inputs } = await make(rig, "OciExternalVault", await fixtures.OciExternalVault!.args(rig));
  rig.onResponse = (response) => (response.vault_name === undefined ? response : { ...response, ...other });
  const adoption = rig.lifecycle("OciExternalVault").create({ ...inputs, adopt: id });
  if (adopted) expect(await adoption).toMatchObject({ id });
  else await expect(adoption).rejects.toThrow(/it is not an OciExternalVault/);
});

test("a rotation is ended although the key's record shows no schedule", async () => {
  const { id, state } = await make(rig, "KeyRotation", await fixtures.KeyRotation!.args(rig));
  rig.onResponse = ({ labels: _labels, ...response }) => response;
  await rig.lifecycle("KeyRotation").delete(id, state);
  await rig.lifecycle("KeyRotation").delete(id, state);
  rig.onResponse = (response) => response;
  expect((await rig.lifecycle("KeyRotation").read(id, state))?.state.schedule).toBeUndefined();
});
