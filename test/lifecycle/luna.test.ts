import { lunaClientOf, lunaPartitionsOf } from "../../provider/lookups/luna";
import {
  frankfurt,
  lunaPassword,
  makeLunaConnection,
  makeLunaPartition,
  makeLunaServers,
  mirror,
  production,
} from "./fixtures/luna";
import { testReadiness } from "./keyManagers";
import { make, startRig, type Rig } from "./rig";

testReadiness({
  connection: "LunaConnection",
  async args(rig) {
    await makeLunaServers(rig);
    return { name: "hsm", password: lunaPassword, partitions: [production] };
  },
  wrong: { password: "not-the-password" },
  reason: /CKR_PIN_INCORRECT/,
  slow: (rig) =>
    rig.control("POST", "/world/luna/hsms", { hostname: frankfurt, testSeconds: 20, readyAfterSeconds: 30 }),
  lose: (rig) =>
    rig.control("POST", "/world/luna/partitions", { serialNumber: production.serialNumber, password: "changed" }),
  container: "LunaPartition",
  containerArgs: {},
  testPath: (id) => `/connectionmgmt/services/luna-network/connections/${id}/test`,
});

describe("Luna", () => {
  let rig: Rig;
  beforeAll(async () => {
    rig = await startRig();
  });
  afterAll(() => rig.close());
  beforeEach(() => rig.renew());

  test("a key that the HSM cannot create fails with the HSM's reason", async () => {
    const partitionId = await makeLunaPartition(rig);
    await rig.control("POST", "/world/luna/partitions", { serialNumber: production.serialNumber, capacity: 0 });
    const args = { partitionId, label: "a", mechanism: "CKM_AES_KEY_GEN", size: 256, attributes: ["CKA_ENCRYPT"] };
    await expect(make(rig, "LunaKey", args)).rejects.toThrow(/LunaKey "a" .*ERROR.*CKR_DEVICE_MEMORY/);
  });

  test("destroying a key keeps it in the HSM by default, with both halves of a pair", async () => {
    const partitionId = await makeLunaPartition(rig);
    const args = { partitionId, mechanism: "CKM_RSA_PKCS_KEY_PAIR_GEN", size: 2048, attributes: ["CKA_SIGN"] };
    for (const onDestroy of ["retain", "destroy"]) {
      const made = await make(rig, "LunaKey", { ...args, label: `kept-${onDestroy}`, onDestroy });
      await rig.lifecycle("LunaKey").delete(made.id, made.state);
    }
    expect(await rig.api.list("/cckm/hsm/luna/keys", { label: "kept-*" })).toEqual([]);
    const shown = JSON.stringify(await rig.control("GET", "/world"));
    expect(shown.split('"kept-retain"')).toHaveLength(3);
    expect(shown).not.toContain('"kept-destroy"');
  });

  test("an HA group is dissolved in place, down to its other member", async () => {
    await makeLunaServers(rig);
    const args = { name: "group", password: lunaPassword };
    const made = await make(rig, "LunaConnection", { ...args, partitions: [production, mirror], isHaEnabled: true });
    const { inputs } = rig.lifecycle("LunaConnection").check({}, { ...args, partitions: [mirror] });
    const updated = await rig.lifecycle("LunaConnection").update(made.id, made.state, inputs);
    expect(updated.state).toMatchObject({ isHaEnabled: false, partitions: [mirror], state: "ready" });
  });

  test("partitions are looked up through their connections, added or not", async () => {
    const container = await makeLunaPartition(rig);
    const spare = await makeLunaConnection(rig, "spare");
    const all = await lunaPartitionsOf(rig.api, {});
    expect(all).toMatchObject([{ ...production, connectionName: "hsm", container }, { connectionName: "spare" }]);
    expect(await lunaPartitionsOf(rig.api, { connection: "spare" })).toMatchObject([{ connection: spare }]);
    expect(await lunaClientOf(rig.api)).toMatchObject({ certificate: expect.stringContaining("BEGIN") });
  });
});
