import type { Bag } from "../../provider/lifecycle/vocabulary/definition";
import { makeRing } from "./fixtures/google";
import { make, startRig, type Rig } from "./rig";

/** Keys in states that nothing can undo. */

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({ world: { licensing: { licenses: [{ feature: "CCKM" }] } } });
});
afterAll(() => rig.close());
beforeEach(() => rig.renew());

describe("a key whose version is destroyed", () => {
  const name = "projects/acme-prod/locations/europe-west3/keyRings/payments/cryptoKeys/k2";
  const destroyed = async (more: Bag = {}) => {
    const made = await make(rig, "GoogleKey", { keyRing: await makeRing(rig), keyName: "k2", ...more });
    await rig.control("POST", "/world/google/keys", { key: name, version: 1, state: "DESTROYED" });
    await make(rig, "Refresh", { cloud: "google" });
    return made;
  };
  const told = () => rig.log.filter((text) => text.includes("DESTROYED: the material is lost"));

  test.each([true, false])(
    "is not repaired while the program says enabled: %s, and what helps is told",
    async (enabled) => {
      const made = await destroyed({ enabled });
      const lifecycle = rig.lifecycle("GoogleKey");
      const { state } = (await lifecycle.read(made.id, made.state))!;
      expect(state.state).toBe("DESTROYED");
      expect(await lifecycle.compare(state, made.inputs)).toMatchObject({ changes: false });
      expect(told()).toEqual([expect.stringContaining("Make a new version, with a `GoogleKeyVersion` or a rotation")]);
      const labels = { owner: "me" };
      const later = await lifecycle.update(made.id, state, { ...made.inputs, labels });
      expect(later.state).toMatchObject({ labels, state: "DESTROYED" });
    },
  );

  test("is taken over, gets a new version, and can be disabled again", async () => {
    const { id, inputs } = await destroyed();
    const taken = await make(rig, "GoogleKey", { ...inputs, adopt: id });
    expect(taken.state.state).toBe("DESTROYED");
    await make(rig, "GoogleKeyVersion", { key: id });
    const lifecycle = rig.lifecycle("GoogleKey");
    const { state } = (await lifecycle.read(id, taken.state))!;
    expect(state).toMatchObject({ state: "ENABLED", enabled: true });
    expect(lifecycle.diff(state, { ...taken.inputs, enabled: false }).changed).toEqual(["enabled"]);
  });
});

test("a key of the vault whose material is destroyed is told", async () => {
  const made = await make(rig, "VaultKey", { name: "gone" });
  await rig.api.post(`/vault/keys2/${made.id}/destroy`, undefined);
  const lifecycle = rig.lifecycle("VaultKey");
  const { state } = (await lifecycle.read(made.id, made.state))!;
  expect(await lifecycle.compare(state, made.inputs)).toMatchObject({ changes: false });
  expect(rig.log).toEqual([expect.stringContaining("its material is destroyed and lost")]);
});
