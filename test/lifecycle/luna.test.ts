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

  test("a pair whose first half has no record any more is still said to end", async () => {
    const partitionId = await makeLunaPartition(rig);
    const args = { partitionId, mechanism: "CKM_RSA_PKCS_KEY_PAIR_GEN", size: 2048, attributes: ["CKA_SIGN"] };
    const made = await make(rig, "LunaKey", { ...args, label: "pair", onDestroy: "destroy" });
    await rig.api.delete(`/cckm/hsm/luna/keys/${made.id}`);
    rig.log.length = 0;
    await rig.lifecycle("LunaKey").delete(made.id, made.state);
    expect(rig.log.join()).toContain('LunaKey "pair": deleted the object');
  });

  describe("a key that the HSM has and the service does not know", () => {
    /**
     * A partition that was removed and added again, and had a key, which its resource has left
     * there.
     */
    async function addedAgain(): Promise<string> {
      const first = await makeLunaPartition(rig);
      const left = await make(rig, "LunaKey", keyIn(first));
      await refresh();
      await rig.lifecycle("LunaKey").delete(left.id, left.state);
      expect(rig.log.join("\n")).toContain('LunaKey "held" stays in the HSM (onDestroy: "retain")');
      const partition = rig.lifecycle("LunaPartition");
      const { connection } = await rig.api.get(`/cckm/hsm/luna/partitions/${first}`);
      await partition.delete(first, { connection });
      await rig.advance(60);
      rig.log.length = 0;
      return (await make(rig, "LunaPartition", { connection })).id;
    }
    const keyIn = (partitionId: string) => ({
      ...{ partitionId, label: "held", mechanism: "CKM_AES_KEY_GEN", size: 256, attributes: ["CKA_ENCRYPT"] },
    });
    const refresh = (more = {}) => make(rig, "Refresh", { cloud: "luna", ...more });
    const warning = /warning: LunaKey "held": the service shows no refresh.*dependsOn/;

    test("gets a duplicate with a warning", async () => {
      await make(rig, "LunaKey", keyIn(await addedAgain()));
      expect(rig.log.join("\n")).toMatch(warning);
    });

    test("is found by a refresh of the partition", async () => {
      const partitionId = await addedAgain();
      await refresh({ containers: [partitionId] });
      await expect(make(rig, "LunaKey", keyIn(partitionId))).rejects.toThrow(
        /already has a key with the label.*adopt: "/s,
      );
      await make(rig, "LunaKey", { ...keyIn(partitionId), label: "other" });
      expect(rig.log.join("\n")).not.toMatch(/warning/);
    });

    test("does not prevent a create when the refreshes cannot be listed", async () => {
      const partitionId = await addedAgain();
      await rig.control("POST", "/faults", {
        ...{ method: "GET", path: "/cckm/hsm/luna/refresh", times: 9, effect: { status: 403 } },
      });
      await make(rig, "LunaKey", keyIn(partitionId));
      expect(rig.log.join("\n")).not.toMatch(/warning/);
    });
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

    test("whose record does not show whether it is deletable is as last sent, and what is not known is sent", async () => {
      let shown: unknown;
      rig.onResponse = ({ deletable, ...response }) => ((shown = deletable), response);
      const lifecycle = rig.lifecycle("VirtualKey");
      const sourceKeyId = await makeHeldKey(rig, await makeLunaPartition(rig));
      const held = async () => (await rig.api.get(`/cckm/virtual/keys/${id}`), shown);
      const { id, state } = await make(rig, "VirtualKey", { sourceKeyId, deletable: true });
      expect([state.deletable, await held()]).toEqual([true, true]);
      const read = await lifecycle.read(id, state);
      expect([read?.state.deletable, read?.inputs.deletable]).toEqual([true, true]);
      const { inputs } = lifecycle.check({}, { sourceKeyId });
      expect(lifecycle.diff(read!.state, inputs).changed).toEqual(["deletable"]);
      const updated = await lifecycle.update(id, read!.state, inputs);
      expect([updated.state.deletable, await held()]).toEqual([false, false]);
      expect(lifecycle.diff(updated.state, inputs).changes).toBe(false);

      await rig.api.patch(`/cckm/virtual/keys/${id}`, { deletable: true });
      expect((await lifecycle.read(id, {}))?.state.deletable).toBeUndefined();
      const adopted = await make(rig, "VirtualKey", { sourceKeyId, adopt: true });
      expect([adopted.id, adopted.state.deletable, await held()]).toEqual([id, false, false]);
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

  test("a store that was kept is adopted by the id of a partition that is gone, and deleted", async () => {
    const first = await makeLunaPartition(rig);
    const hosted = { sourceKeyTier: "hsm-luna", healthCheckKeyId: await makeHeldKey(rig, first), maxCredentials: 2 };
    const args = { name: "hold", kms: await makeAccount(rig), region: "eu-west-1", ...hosted };
    const { id } = await make(rig, "AwsCustomKeyStore", { ...args, partitionId: first });
    const lifecycle = rig.lifecycle("AwsKms");
    const kms = await lifecycle.read(args.kms, {});
    const kept = lifecycle.delete(args.kms, kms!.state);
    await expect(kept).rejects.toThrow(
      new RegExp(`"hold": remove.*retainOnDelete.*adopt: "${id}", onDestroy: "delete"`),
    );
    const { connection } = await rig.api.get(`/cckm/hsm/luna/partitions/${first}`);
    await rig.lifecycle("LunaPartition").delete(first, { connection });
    const partitionId = (await make(rig, "LunaPartition", { connection })).id;
    const again = { ...args, adopt: id, onDestroy: "delete" };
    await expect(make(rig, "AwsCustomKeyStore", { ...again, partitionId })).rejects.toThrow(`partitionId: "${first}"`);
    const adopted = await make(rig, "AwsCustomKeyStore", { ...again, partitionId: first });
    await rig.lifecycle("AwsCustomKeyStore").delete(id, adopted.state);
    await lifecycle.delete(args.kms, kms!.state);
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
