import { ociWorld } from "../emulator/systems/ociWorld";
import { systemClock } from "../../provider/api/clock";
import { Prerequisites } from "../../provider/lifecycle/service/readiness";
import { makeOciConnection } from "./fixtures/oci";
import { make, startRig, type Rig } from "./rig";

let rig: Rig;
beforeAll(async () => (rig = await startRig()));
afterAll(() => rig.close());
beforeEach(() => rig.renew());

const shared = { region: "eu-frankfurt-1", vaultId: ociWorld.shared };

describe("a key in a vault that was added again, with a key of a destroyed stack in it", () => {
  const name = "ledger";
  async function addedAgain(): Promise<string> {
    const connection = await makeOciConnection(rig);
    const vault = await make(rig, "OciVault", { connection, ...shared });
    const key = await make(rig, "OciKey", { vault: vault.id, name });
    await rig.lifecycle("OciKey").delete(key.id, key.state);
    await rig.lifecycle("OciVault").delete(vault.id, vault.state);
    await rig.advance(60);
    rig.log.length = 0;
    return (await make(rig, "OciVault", { connection, ...shared })).id;
  }

  test("is made a second time with a warning, which is given once", async () => {
    const vault = await addedAgain();
    rig.prerequisites = new Prerequisites(systemClock);
    await make(rig, "OciKey", { vault, name });
    await make(rig, "OciKey", { vault, name: "other" });
    const warnings = rig.log.filter((line) => line.startsWith("warning"));
    expect(warnings).toEqual([
      expect.stringMatching(/OciKey "ledger": the service shows no refresh of its OciVault.*dependsOn/),
    ]);
  });

  test("is known after a refresh of the vault", async () => {
    const vault = await addedAgain();
    await make(rig, "Refresh", { cloud: "oci", containers: [vault] });
    const known = await rig.api.list("/cckm/oci/keys", { cckm_vault_id: vault, key_name: name });
    expect(known).toMatchObject([{ oci_params: { lifecycle_state: "PENDING_DELETION" } }]);
    await make(rig, "OciKey", { vault, name: "other" });
    expect(rig.log.join("\n")).not.toMatch(/warning/);
  });
});
