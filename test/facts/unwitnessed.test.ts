import type { Wire } from "../../provider/api/client";
import { azureVaultName, makeVault } from "../lifecycle/fixtures/azure";
import { make, startRig, type Rig } from "../lifecycle/rig";

/** Values of responses that no public source shows may be absent: that must never lose anything. */

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({ hurry: true });
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
