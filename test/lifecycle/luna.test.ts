import { lunaClientOf, lunaPartitionsOf } from "../../provider/lookups/luna";
import {
  lunaPassword,
  makeHeldKey,
  makeLunaConnection,
  makeLunaPartition,
  makeLunaServers,
  mirror,
  production,
} from "./fixtures/luna";
import { makeAccount } from "./fixtures/aws";
import { make, startRig, type Rig } from "./rig";

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

  describe("a virtual key", () => {
    const virtualKeys = () => rig.api.list("/cckm/virtual/keys");

    test("that exists is not taken over unasked, and a lost response makes no second one", async () => {
      const sourceKeyId = await makeHeldKey(rig, await makeLunaPartition(rig));
      await rig.control("POST", "/faults", {
        ...{ method: "POST", path: "/cckm/virtual/keys$", times: 1, effect: { drop: "after" } },
      });
      const { id } = await make(rig, "VirtualKey", { sourceKeyId });
      await expect(make(rig, "VirtualKey", { sourceKeyId })).rejects.toThrow(new RegExp(`409.*adopt: "${id}"`, "s"));
      expect((await make(rig, "VirtualKey", { sourceKeyId, adopt: true })).id).toBe(id);
      expect(await virtualKeys()).toMatchObject([{ id }]);
    });

    test("is destroyed only when it is deletable, and nothing uses it", async () => {
      const partitionId = await makeLunaPartition(rig);
      const sourceKeyId = await makeHeldKey(rig, partitionId);
      const checked = rig.lifecycle("VirtualKey").check({}, { sourceKeyId, onDestroy: "destroy" });
      expect(checked.failures).toMatchObject([{ property: "deletable" }]);
      const virtual = await make(rig, "VirtualKey", { sourceKeyId, deletable: true, onDestroy: "destroy" });
      const customKeyStore = await hsmStore(partitionId, sourceKeyId);
      const held = { customKeyStore, sourceKeyTier: "hsm-luna", linkedState: false };
      const { id } = await make(rig, "AwsXksKey", { ...held, sourceKeyId: virtual.id });
      const lifecycle = rig.lifecycle("VirtualKey");
      await expect(lifecycle.delete(virtual.id, virtual.state)).rejects.toThrow(new RegExp(`AwsXksKey "${id}"`));
      await rig.api.delete(`/cckm/aws/keys/${id}`);
      await lifecycle.delete(virtual.id, virtual.state);
      expect(await virtualKeys()).toEqual([]);
    });

    test("is what a key in AWS takes, and only of a key that stays in the HSM", async () => {
      const partitionId = await makeLunaPartition(rig);
      const sourceKeyId = await makeHeldKey(rig, partitionId);
      const customKeyStore = await hsmStore(partitionId, sourceKeyId);
      const held = { customKeyStore, sourceKeyTier: "hsm-luna", linkedState: false };
      await expect(make(rig, "AwsXksKey", { ...held, sourceKeyId })).rejects.toThrow(/it is a LunaKey.*VirtualKey/);
      const attributes = ["CKA_ENCRYPT", "CKA_DECRYPT", "CKA_EXTRACTABLE"];
      const loose = await makeHeldKey(rig, partitionId, { label: "loose", attributes });
      const virtual = await make(rig, "VirtualKey", { sourceKeyId: loose });
      await expect(make(rig, "AwsXksKey", { ...held, sourceKeyId: virtual.id })).rejects.toThrow(/CKA_EXTRACTABLE/);
      expect(await rig.api.list("/cckm/aws/keys", { origin: "EXTERNAL_KEY_STORE" })).toEqual([]);
    });

    const hsmStore = async (partitionId: string, healthCheckKeyId: string) => {
      const hosted = { sourceKeyTier: "hsm-luna", partitionId, healthCheckKeyId, maxCredentials: 2 };
      return (await make(rig, "AwsCustomKeyStore", { name: "hold", kms: await makeAccount(rig), ...hosted, region }))
        .id;
    };
    const region = "eu-west-1";
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
