import type { Clock } from "../../provider/api/clock";
import type { Bag } from "../../provider/lifecycle/vocabulary/definition";
import { ociBuckets, ociCompartments, ociRegions, ociVaults } from "../../provider/lookups/oci";
import { listedWithin } from "../../sdk/list";
import { make, startRig, type Rig } from "./rig";
import { ociUser, ociWorld, protectedUser, stagingUser } from "../emulator/systems/ociWorld";
import { makeOciConnection, makeOciVault } from "./fixtures/oci";

/** What is specific to Oracle Cloud in the lifecycle of its resources. */

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({ world: { licensing: { licenses: [{ feature: "CCKM" }] } } });
});
afterAll(() => rig.close());
beforeEach(() => rig.renew());

const changeTenancy = (body: Bag) =>
  rig.control("POST", "/world/oci/tenancies", { tenancy: ociWorld.tenancy, ...body });
const create = (type: string, args: Bag, clock?: Clock) => {
  const { inputs, failures } = rig.lifecycle(type).check({}, args);
  expect(failures).toEqual([]);
  return rig.lifecycle(type, clock).create(inputs);
};
const shared = { region: "eu-frankfurt-1", vaultId: ociWorld.shared };

describe("a connection", () => {
  test("is fixed by the correct key after a wrong one", async () => {
    const made = await make(rig, "OciConnection", { name: "c", ...ociUser });
    await changeTenancy({ users: [{ ...apiKey(protectedUser), userOcid: ociUser.userOcid }] });
    const inputs = { ...made.inputs, ...protectedUser, userOcid: ociUser.userOcid };
    expect(await rig.lifecycle("OciConnection").update(made.id, made.state, inputs)).toMatchObject({
      state: { state: "ready", fingerprint: protectedUser.fingerprint },
    });
  });

  test("to another tenancy is rejected by a vault, which is not changed", async () => {
    const made = await make(rig, "OciVault", { connection: await makeOciConnection(rig), ...shared });
    const other = await make(rig, "OciConnection", { name: "staging", ...stagingUser });
    const update = rig.lifecycle("OciVault").update(made.id, made.state, { ...made.inputs, connection: other.id });
    await expect(update).rejects.toThrow(/opens the tenancy acme-staging, not acme-production/);
    expect(await rig.lifecycle("OciVault").read(made.id, made.state)).toMatchObject({ state: made.state });
  });
});

describe("discovery", () => {
  test("returns regions, compartments, vaults and buckets, on all pages", async () => {
    const connection = await makeOciConnection(rig);
    expect(await ociRegions(rig.api, { connection })).toContain("us-ashburn-1");
    const compartments = await ociCompartments(rig.api, { connection });
    expect(compartments.find(({ name }) => name === "security")).toMatchObject({
      id: ociWorld.security,
      compartmentId: ociWorld.tenancy,
      isAccessible: true,
      lifecycleState: "ACTIVE",
      freeformTags: { owner: "security" },
    });
    const place = { connection, compartmentId: ociWorld.security };
    expect(await ociBuckets(rig.api, place)).toContainEqual(expect.objectContaining({ name: "key-backups" }));
    for (let count = 0; count < 120; count++) {
      const vault = { tenancy: ociWorld.tenancy, name: `v-${count}`, compartment: "security", region: "uk-london-1" };
      await rig.control("POST", "/world/oci/vaults", { ...vault, freeformTags: { team: "a" } });
    }
    const vaults = await ociVaults(rig.api, { ...place, region: "uk-london-1" });
    expect(vaults).toHaveLength(121);
    expect(vaults.at(-1)).toMatchObject({ displayName: "v-119", freeformTags: { team: "a" } });
    expect(vaults.at(-1)!.definedTags).toEqual({});
  });

  test("reads responses of older services in camelCase", async () => {
    const api = { ...rig.api, post: async () => ({ data: [{ id: "c", lifecycleState: "ACTIVE" }], ociNextPage: "" }) };
    expect(await ociCompartments(api, { connection: "c" })).toEqual([
      { id: "c", lifecycleState: "ACTIVE", freeformTags: {}, definedTags: {} },
    ]);
  });
});

describe("a key", () => {
  const made = async (more: Bag = {}) =>
    make(rig, "OciKey", { vault: await makeOciVault(rig), name: "orders", ...more });

  test("is in the vault's compartment and has the usual length by default", async () => {
    expect(await made()).toMatchObject({
      state: { compartmentId: ociWorld.security, algorithm: "AES", length: 32, enabled: true },
    });
    const curve = { algorithm: "ECDSA", curveId: "NIST_P384", compartmentId: ociWorld.payments };
    const { state } = await make(rig, "OciKey", { vault: (await vaults())[0]!.id, name: "curve", ...curve });
    expect(state).toMatchObject({ length: 48, compartmentName: "payments" });
  });

  test.each([
    [{ algorithm: "RSA", length: 32 }, "length"],
    [{ curveId: "NIST_P256" }, "curveId"],
    [{ algorithm: "ECDSA", curveId: "NIST_P256", length: 48 }, "length"],
    [{ sourceKeyIdentifier: "s", algorithm: "AES" }, "algorithm"],
    [{ sourceKeyTier: "dsm" }, "sourceKeyTier"],
    [{ definedTags: { "Oracle-Tags": { CreatedBy: "me" } } }, "definedTags.Oracle-Tags"],
  ])("with %j is rejected before anything is sent", (more, property) => {
    const { failures } = rig.lifecycle("OciKey").check({}, { vault: "v", name: "n", ...more });
    expect(failures.map((one) => one.property)).toEqual([property]);
  });

  test("is uploaded with its source's type, and a rotation with other material is not drift", async () => {
    const source = await make(rig, "VaultKey", { name: "source", algorithm: "rsa", size: 2048 });
    const key = await made({ sourceKeyIdentifier: source.id });
    expect(key.state).toMatchObject({ algorithm: "RSA", length: 256, keyMaterialOrigin: "cckm" });
    await make(rig, "OciKeyVersion", { key: key.id });
    const seen = await rig.lifecycle("OciKey").read(key.id, key.state);
    expect(seen!.state.currentKeyVersion).not.toBe(key.state.currentKeyVersion);
    expect(rig.lifecycle("OciKey").diff(seen!.state, key.inputs)).toMatchObject({ changes: false });
  });

  test("is disabled after it was created", async () => {
    expect(await made({ enabled: false })).toMatchObject({ state: { enabled: false, lifecycleState: "DISABLED" } });
  });

  test("whose deletion another user scheduled is recovered, also for an update", async () => {
    const key = await made();
    await rig.api.post(`/cckm/oci/keys/${key.id}/schedule-deletion`, { days: 7 });
    await rig.advance(5);
    const seen = await rig.lifecycle("OciKey").read(key.id, key.state);
    expect(seen!.state).toMatchObject({ enabled: false, lifecycleState: "PENDING_DELETION" });
    const inputs = { ...key.inputs, freeformTags: { team: "b" } };
    expect(rig.lifecycle("OciKey").diff(seen!.state, inputs)).toMatchObject({ changes: true, replaces: [] });
    expect(await rig.lifecycle("OciKey").update(key.id, seen!.state, inputs)).toMatchObject({
      state: { enabled: true, lifecycleState: "ENABLED", freeformTags: { team: "b" } },
    });
  });

  test("keeps the tags that Oracle Cloud adds", async () => {
    await changeTenancy({ oracleTags: true });
    const key = await made({ definedTags: { Operations: { Stage: "one" } } });
    const inputs = { ...key.inputs, definedTags: { Operations: { Stage: "two" } } };
    const updated = await rig.lifecycle("OciKey").update(key.id, key.state, inputs);
    expect(updated.state.definedTags).toEqual({ Operations: { Stage: "two" } });
    const { oci_params } = await rig.api.get(`/cckm/oci/keys/${key.id}`);
    expect((oci_params as Bag).defined_tags).toMatchObject({ "Oracle-Tags": { CreatedBy: expect.any(String) } });
  });

  test("is adopted by name or by id; of several with one name, the program chooses", async () => {
    const key = await made();
    const adopting = (adopt: unknown) => rig.lifecycle("OciKey").create({ ...key.inputs, adopt });
    expect((await adopting(true)).id).toBe(key.id);
    expect((await adopting(key.id)).id).toBe(key.id);
    await make(rig, "OciKey", { vault: key.inputs.vault, name: "orders" });
    await expect(adopting(true)).rejects.toThrow(/several objects match/);
  });

  test("whose create lost its response is found, and not created twice", async () => {
    const vault = await makeOciVault(rig);
    const effect = { drop: "after" };
    await rig.control("POST", "/faults", { method: "POST", path: "/cckm/oci/keys", times: 1, effect });
    expect((await create("OciKey", { vault, name: "orders" })).state).toMatchObject({ name: "orders" });
    expect(await rig.api.count("/cckm/oci/keys", { key_name: "orders" })).toBe(1);
  });

  test("is scheduled for deletion when it is destroyed, or kept", async () => {
    const key = await made({ deletionWindowDays: 7 });
    await rig.lifecycle("OciKey").delete(key.id, key.state);
    await rig.advance(5);
    const { oci_params } = await rig.api.get(`/cckm/oci/keys/${key.id}`);
    expect(oci_params).toMatchObject({ lifecycle_state: "PENDING_DELETION", time_of_deletion: expect.any(String) });
    const kept = await make(rig, "OciKey", { vault: key.inputs.vault, name: "kept", onDestroy: "retain" });
    await rig.lifecycle("OciKey").delete(kept.id, kept.state);
    expect(await rig.lifecycle("OciKey").read(kept.id, kept.state)).toMatchObject({ state: { enabled: true } });
  });

  test("is bound to a schedule, natively by default", async () => {
    const key = await made();
    const plan = await make(rig, "RotationSchedule", { name: "plan", cloud: "oci", runAt: "0 3 1 * *" });
    const args = { key: { type: "OciKey", id: key.id }, schedule: plan.id };
    const bound = await make(rig, "KeyRotation", args);
    expect(bound.state).toMatchObject({ schedule: plan.id, keySource: "native" });
    const seen = await rig.lifecycle("KeyRotation").read(bound.id, bound.state);
    expect(rig.lifecycle("KeyRotation").diff(seen!.state, bound.inputs)).toMatchObject({ changes: false });
    const inputs = { ...bound.inputs, keySource: "ciphertrust" };
    await rig.lifecycle("KeyRotation").update(bound.id, bound.state, inputs);
    expect(await rig.api.get(`/cckm/oci/keys/${key.id}`)).toMatchObject({
      auto_rotate: true,
      labels: { auto_rotate_key_source: "ciphertrust" },
    });
    await rig.lifecycle("KeyRotation").delete(bound.id, bound.state);
    expect(await rig.api.get(`/cckm/oci/keys/${key.id}`)).toMatchObject({ auto_rotate: false });
  });
});

describe("an external key", () => {
  const external = async () => {
    const tenancy = await make(rig, "OciTenancy", { tenancyOcid: "ocid1.tenancy.oc1..far", tenancy: "far" });
    const source = { issuer: "https://i.example.com", jwksUri: "https://i.example.com/k" };
    const issuer = await make(rig, "OciIssuer", { name: "idcs", ...source });
    const endpoint = { endpointUrlHostname: "cm.example.com", clientApplicationId: "app" };
    const place = { issuerId: issuer.id, tenancy: tenancy.state.tenancy };
    return make(rig, "OciExternalVault", { vaultName: "held", ...endpoint, ...place });
  };

  test("and its vault are kept by default when they are destroyed", async () => {
    const vault = await external();
    const source = await make(rig, "VaultKey", { name: "source" });
    const args = { vault: vault.id, name: "payroll", sourceKeyIdentifier: source.id };
    const kept = await make(rig, "OciExternalKey", args);
    await rig.lifecycle("OciExternalKey").delete(kept.id, kept.state);
    expect(await rig.lifecycle("OciExternalKey").read(kept.id, kept.state)).toMatchObject({
      state: { blocked: false },
    });
    const blocked = await make(rig, "OciExternalKey", { ...args, name: "b", onDestroy: "block" });
    await rig.lifecycle("OciExternalKey").delete(blocked.id, blocked.state);
    const seen = await rig.lifecycle("OciExternalKey").read(blocked.id, blocked.state);
    expect(seen).toMatchObject({ state: { blocked: true, state: "BLOCKED" } });
    await rig.lifecycle("OciExternalVault").delete(vault.id, vault.state);
    expect(await rig.lifecycle("OciExternalVault").read(vault.id, vault.state)).toBeDefined();
  });

  test("gets a version of another source key, and is adopted by its name", async () => {
    const vault = await external();
    await make(rig, "VaultKey", { name: "one" });
    await make(rig, "VaultKey", { name: "two" });
    const key = await make(rig, "OciExternalKey", { vault: vault.id, name: "payroll", sourceKeyIdentifier: "one" });
    const version = await make(rig, "OciKeyVersion", { key: key.id, sourceKeyIdentifier: await idOfKey("two") });
    expect(version.state).toMatchObject({ lifecycleState: "ACTIVE" });
    expect((await rig.lifecycle("OciExternalKey").create({ ...key.inputs, adopt: true })).id).toBe(key.id);
    const { inputs } = key;
    await expect(rig.lifecycle("OciKey").create({ vault: inputs.vault, name: "x", adopt: key.id })).rejects.toThrow(
      /it is not an OciKey/,
    );
  });
});

describe("a version", () => {
  test("that encrypts now is kept when it is destroyed; an older one is scheduled for deletion", async () => {
    const key = await make(rig, "OciKey", { vault: await makeOciVault(rig), name: "orders" });
    const args = { key: key.id, onDestroy: "scheduleDeletion", deletionWindowDays: 7 };
    const [older, current] = [await make(rig, "OciKeyVersion", args), await make(rig, "OciKeyVersion", args)];
    for (const { id, state } of [older, current]) {
      await rig.lifecycle("OciKeyVersion").delete(id, state);
      await rig.advance(5);
    }
    const stateOf = async ({ id, state }: typeof older) =>
      (await rig.lifecycle("OciKeyVersion").read(id, state))!.state.lifecycleState;
    expect([await stateOf(older), await stateOf(current)]).toEqual(["PENDING_DELETION", "ENABLED"]);
    expect(await listedWithin(rig.api, "OciKeyVersion", { key: key.id })).toHaveLength(3);
  });
});

test("access to a vault is granted and revoked", async () => {
  const vault = await makeOciVault(rig);
  const container = { type: "OciVault", id: vault };
  const acl = await make(rig, "ContainerAcl", { container, group: "CCKM Users", actions: ["keycreate"] });
  const acls = async () => (await rig.api.get(`/cckm/oci/vaults/${vault}`)).acls;
  expect(await acls()).toEqual([{ group: "CCKM Users", actions: expect.arrayContaining(["keycreate"]) }]);
  await rig.lifecycle("ContainerAcl").delete(acl.id, acl.state);
  expect(JSON.stringify(await acls())).not.toContain("keycreate");
});

test("a connection in use names the vaults that use it", async () => {
  const connection = await makeOciConnection(rig);
  await make(rig, "OciVault", { connection, ...shared });
  const { id, state } = (await rig.lifecycle("OciConnection").read(connection, {}))!;
  await expect(rig.lifecycle("OciConnection", hurried()).delete(id, state)).rejects.toThrow(
    /used by OciVault "shared"/,
  );
});

test("a report covers vaults", async () => {
  const vault = await makeOciVault(rig);
  await make(rig, "Refresh", { cloud: "oci", containers: [vault] });
  const args = { name: "ages", cloud: "oci", reportType: "key-aging", containers: [vault] };
  expect(await make(rig, "Report", args)).toMatchObject({ state: { status: "completed", rows: 7 } });
});

test("a refresh finds new keys and deleted ones", async () => {
  const vault = await makeOciVault(rig);
  const args = { cloud: "oci", containers: [vault] };
  expect(await make(rig, "Refresh", args)).toMatchObject({ state: { keys: 7, newKeys: 7, goneKeys: 0 } });
  await rig.control("POST", "/world/oci/keys", { vault: "shared", key: "invoices", delete: true });
  await rig.control("POST", "/world/oci/keys", { vault: "shared", name: "fresh" });
  expect(await make(rig, "Refresh", args)).toMatchObject({ state: { keys: 7, newKeys: 1, goneKeys: 1 } });
});

const vaults = async () => (await rig.api.list("/cckm/oci/vaults")) as { id: string }[];
const idOfKey = async (name: string) => String((await rig.api.get(`/vault/keys2/${name}`, { type: "name" })).id);

const apiKey = ({ userOcid, fingerprint, credentials }: typeof ociUser) => ({ userOcid, fingerprint, ...credentials });

/** A clock whose waits take no time, so that deadlines are near. */
function hurried(): Clock {
  let now = 0;
  return {
    now: () => now,
    async sleep(milliseconds: number) {
      now += milliseconds;
    },
    random: () => 1,
  };
}
