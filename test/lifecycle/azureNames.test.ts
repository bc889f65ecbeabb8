import type { Bag } from "../../provider/lifecycle/vocabulary/definition";
import { fixtures } from "./fixtures";
import { azureVaultName } from "./fixtures/azure";
import type { Fixture } from "./fixtures/fixture";
import { make, startRig, type Rig } from "./rig";

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({ world: { licensing: { licenses: [{ feature: "CCKM" }] } } });
});
afterAll(() => rig.close());
beforeEach(() => rig.renew());

const { AzureKey, AzureSecret, AzureCertificate } = fixtures as Record<string, Fixture>;
const types: [string, Fixture, string][] = [
  ["AzureKey", AzureKey!, "keys"],
  ["AzureSecret", AzureSecret!, "secrets"],
  ["AzureCertificate", AzureCertificate!, "certificates"],
];
const cases = types.flatMap((type) => ["softDelete", "purge"].map((onDestroy) => [...type, onDestroy] as const));

test.each(cases)(
  "what Azure has under the name of a lost %s is another one, neither shown, changed nor ended",
  async (type, { args }, family, onDestroy) => {
    const life = rig.lifecycle(type);
    const wanted = await args(rig);
    const made = await make(rig, type, { ...wanted, onDestroy });
    const inVault = { vault: azureVaultName, name: "lifecycle" };
    const refresh = (run: string) =>
      make(rig, "Refresh", { cloud: "azure", containers: [wanted.keyVault], items: [family], triggers: { run } });
    await rig.control("POST", `/world/azure/${family}`, { ...inVault, action: "purge" });
    await refresh("purged");
    await rig.advance(86_400);
    await rig.control("POST", `/world/azure/${family}`, { ...inVault, tags: { owner: "others" } });
    await refresh("made by others");
    const theirs = async () => {
      const all = await rig.api.list(`/cckm/azure/${family}`, { key_vault_id: String(wanted.keyVault) });
      const isTheirs = (one: Bag) => (one.azure_param as { tags: Bag }).tags.owner === "others";
      return all.filter(isTheirs).map(({ id, gone, status }) => ({ id, gone, status }));
    };
    expect(await theirs()).toEqual([{ id: expect.anything(), gone: false, status: "AVAILABLE" }]);

    expect(await life.read(made.id, made.state)).toBeUndefined();
    const updating = life.update(made.id, made.state, { ...made.inputs, tags: {} });
    await expect(updating).rejects.toThrow(/no longer has it/);
    await life.delete(made.id, made.state);
    expect(await theirs()).toMatchObject([{ gone: false, status: "AVAILABLE" }]);
  },
);
