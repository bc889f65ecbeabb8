import type { Wire } from "../../provider/api/client";
import type { Bag } from "../../provider/lifecycle/vocabulary/definition";
import { findSapGroups } from "../../provider/lookups/sap";
import { untilNextFirst } from "../emulator/monthly";
import { certificate, ownKeystore, sapLogin, sapTenant } from "./fixtures/sap";
import { make, startRig, type Rig } from "./rig";

const { apiEndpoint, technicalUserCredentials, groupId } = sapTenant;
const inTenant = (rig: Rig, changes: Bag) =>
  rig.control("POST", "/world/sap/tenants", { tenant: "acme-prod", ...changes });

describe("SapConnection", () => {
  test.each([
    ["no credentials", { apiEndpoint }, ["userCredentials"]],
    ["both kinds of credentials", { ...sapLogin, technicalUserCredentials }, ["userCredentials"]],
    ["another API", { ...sapLogin, apiEndpoint: "https://kms.example.com/v1" }, ["apiEndpoint"]],
  ])("is rejected by the check with %s", async (_name, args, properties) => {
    const rig = await startRig();
    const { failures } = rig.lifecycle("SapConnection").check({}, { name: "c", ...args });
    expect(failures.map(({ property }) => property)).toEqual(properties);
    await rig.close();
  });
});

describe("keys", () => {
  let rig: Rig;
  let connection: string;
  let group: string;
  beforeAll(async () => {
    rig = await startRig({ world: { licensing: { licenses: [{ feature: "CCKM" }] } } });
  });
  afterAll(() => rig.close());
  beforeEach(async () => {
    await rig.renew();
    connection = (await make(rig, "SapConnection", { name: "below", ...sapLogin })).id;
    group = (await make(rig, "SapGroup", { connection, groupId })).id;
  });

  const lifecycle = () => rig.lifecycle("SapKey");
  const checked = (args: Bag, olds: Bag = {}) => {
    const { inputs, failures } = lifecycle().check(olds, args);
    expect(failures).toEqual([]);
    return inputs;
  };
  const aes = () => ({ group, name: "orders", type: "AES", size: 256, operations: ["ENCRYPT", "DECRYPT"] });

  test("are uploaded, and get a version with other material in place", async () => {
    const [one, two] = [
      await make(rig, "VaultKey", { name: "one", algorithm: "aes", size: 256 }),
      await make(rig, "VaultKey", { name: "two", algorithm: "aes", size: 256 }),
    ];
    const { size: _size, ...uploaded } = { ...aes(), sourceKeyIdentifier: one.id, enabled: false };
    const made = await make(rig, "SapKey", uploaded);
    expect(made.state).toMatchObject({ keyMaterialOrigin: "cckm", size: 256, enabled: false, versionCount: 1 });
    const inputs = checked({ ...uploaded, sourceKeyIdentifier: two.id }, made.inputs);
    expect(lifecycle().diff(made.state, inputs)).toMatchObject({ changes: true, replaces: [] });
    const then = await lifecycle().update(made.id, made.state, inputs);
    expect(then.state).toMatchObject({ versions: [{ enabled: true }, { enabled: true, version: 2 }] });
    expect(lifecycle().diff(then.state, inputs)).toMatchObject({ changes: false });
    const { sourceKeyIdentifier: _source, ...native } = uploaded;
    const withSize = checked({ ...native, size: 256 }, inputs);
    const back = await lifecycle().update(made.id, then.state, withSize);
    expect(back.state).toMatchObject({ versionCount: 3 });
    expect(lifecycle().diff(back.state, withSize)).toMatchObject({ changes: false });
  });

  test.each([
    ["no size", { size: undefined }, ["size"]],
    ["a curve for AES", { curve: "NistP256" }, ["curve"]],
    ["EC without a curve", { type: "EC", size: undefined }, ["curve"]],
    ["a size beside a source", { sourceKeyIdentifier: "x" }, ["size"]],
    ["a tier without a source", { sourceKeyTier: "dsm" }, ["sourceKeyTier"]],
    ["no operations", { operations: [] }, ["operations"]],
  ])("are rejected by the check with %s", (_name, args, properties) => {
    const { failures } = lifecycle().check({}, { ...aes(), ...args });
    expect(failures.map(({ property }) => property)).toEqual(properties);
  });

  test("are kept in SAP unless their destruction was requested", async () => {
    const kept = await make(rig, "SapKey", aes());
    const doomed = await make(rig, "SapKey", { ...aes(), name: "doomed", onDestroy: "destroy" });
    await lifecycle().delete(kept.id, kept.state);
    await lifecycle().delete(doomed.id, doomed.state);
    await lifecycle().delete(doomed.id, doomed.state);
    const world = JSON.stringify(await rig.control("GET", "/world"));
    expect([world.includes('"name":"orders"'), world.includes('"name":"doomed"')]).toEqual([true, false]);
    expect(await rig.api.get(`/cckm/sap/keys/${kept.id}`)).toMatchObject({ status: "AVAILABLE" });
  });

  describe("of two groups, whose records name them by SAP's id alone", () => {
    /** The records as the service shows them; with `more`, as another version might. */
    const showing = (more: (record: Wire) => Bag): void => {
      const { get, list } = rig.api;
      const shown = (record: Wire): Wire => (record.sap_param ? { ...record, ...more(record) } : record);
      jest.spyOn(rig.api, "get").mockImplementation(async (...args) => shown(await get.apply(rig.api, args)));
      jest.spyOn(rig.api, "list").mockImplementation(async (...args) => (await list.apply(rig.api, args)).map(shown));
    };
    afterEach(() => jest.restoreAllMocks());

    test.each<[string, (record: Wire) => Bag]>([
      ["as documented", () => ({})],
      ["with the container's id beside it", () => ({ group })],
      ["with SAP's id in both places", () => ({ group: groupId })],
    ])("%s", async (_name, more) => {
      const other = (await make(rig, "SapGroup", { connection, groupId: sapTenant.otherGroupId })).id;
      const elsewhere = await make(rig, "SapKey", { ...aes(), group: other });
      const made = await make(rig, "SapKey", aes());
      const record = await rig.api.get(`/cckm/sap/keys/${made.id}`);
      expect([record.group, (record.sap_param as Bag).groupId]).toEqual([undefined, groupId]);
      await rig.api.delete(`/cckm/sap/keys/${elsewhere.id}`);
      showing(more);
      // Without a state, as when it is looked up: nothing but the record says where it is.
      expect((await lifecycle().read(made.id, {}))?.state).toMatchObject({ group });
      const again = checked(aes(), made.inputs);
      const seen = await lifecycle().read(made.id, made.state);
      expect(lifecycle().diff(seen!.state, again)).toMatchObject({ changes: false });
      const adopted = await lifecycle().create(checked({ ...aes(), adopt: true }));
      expect([adopted.id, adopted.state.group]).toEqual([made.id, group]);
      await expect(lifecycle().create(checked(aes()))).rejects.toThrow(/adopt/);
    });

    test("a key of the same name in another group is another key", async () => {
      const other = (await make(rig, "SapGroup", { connection, groupId: sapTenant.otherGroupId })).id;
      const elsewhere = await make(rig, "SapKey", { ...aes(), group: other });
      await expect(make(rig, "SapKey", { ...aes(), adopt: elsewhere.id })).rejects.toThrow(
        /adopting .* failed: .*group/s,
      );
      expect((await make(rig, "SapKey", aes())).id).not.toBe(elsewhere.id);
    });
  });

  test("rotate on a schedule, which is not drift, and stay bound to it", async () => {
    const args = aes();
    const made = await make(rig, "SapKey", args);
    const plan = await make(rig, "RotationSchedule", { name: "p", cloud: "sap", runAt: "0 0 * * *" });
    const bound = { key: { type: "SapKey", id: made.id }, schedule: plan.id };
    const binding = await make(rig, "KeyRotation", bound);
    const bindings = rig.lifecycle("KeyRotation");
    await rig.advance(86_400);
    const seen = await lifecycle().read(made.id, made.state);
    expect(seen?.state).toMatchObject({ versionCount: 2, keyMaterialOrigin: "native" });
    expect(lifecycle().diff(seen!.state, checked(args, seen!.inputs))).toMatchObject({ changes: false });
    const other = { ...bound, keySource: "ciphertrust" };
    const { inputs } = bindings.check(binding.inputs, other);
    const changed = await bindings.update(binding.id, binding.state, inputs);
    expect(bindings.diff(changed.state, inputs)).toMatchObject({ changes: false });
    await rig.advance(86_400);
    const after = await lifecycle().read(made.id, seen!.state);
    expect(after?.state).toMatchObject({ versionCount: 3, keyMaterialOrigin: "cckm" });
    expect(lifecycle().diff(after!.state, checked(args, after!.inputs))).toMatchObject({ changes: false });
    await bindings.delete(binding.id, changed.state);
    await rig.advance(86_400);
    expect((await lifecycle().read(made.id, made.state))?.state).toMatchObject({ versionCount: 3 });
  });

  test("are refreshed, and reported on", async () => {
    const refresh = await make(rig, "Refresh", { cloud: "sap", containers: [group] });
    expect(refresh.state).toMatchObject({ status: "completed", keys: 6, newKeys: 6, goneKeys: 0 });
    await rig.control("POST", "/world/sap/keys", { group: groupId, key: "hana-log", delete: true });
    const again = await make(rig, "Refresh", { cloud: "sap" });
    expect(again.state).toMatchObject({ keys: 5, newKeys: 0, goneKeys: 1 });
    for (const [index, reportType] of ["key-report", "key-rotation"].entries()) {
      const args = { name: `r${index}`, cloud: "sap", reportType, containers: [group] };
      expect((await make(rig, "Report", args)).state).toMatchObject({ status: "completed" });
    }
  });

  test("are kept in SAP when their group and connection are deleted here", async () => {
    const before = await rig.control("GET", "/world");
    await rig.lifecycle("SapGroup").delete(group, { groupId, connection });
    await rig.lifecycle("SapConnection").delete(connection, { name: "below" });
    expect(await rig.control("GET", "/world")).toEqual(before);
  });

  test("belong to groups that a connection lists, page by page, before they are added", async () => {
    const more = Array.from({ length: 150 }, (_, index) => ({ groupId: `g-${index}`, name: `group ${index}` }));
    await inTenant(rig, { groups: more });
    const found = await findSapGroups(rig.api, { connection });
    expect(found).toHaveLength(152);
    expect(found[0]).toMatchObject({ groupId, name: "hana-production", application: "HANA" });
  });

  test("move with their group to another connection, in place", async () => {
    const other = await make(rig, "SapConnection", { name: "other", apiEndpoint, technicalUserCredentials });
    const groups = rig.lifecycle("SapGroup");
    const seen = await groups.read(group, { groupId });
    const { inputs } = groups.check(seen!.inputs, { connection: other.id, groupId });
    expect(groups.diff(seen!.state, inputs)).toMatchObject({ changes: true, replaces: [] });
    expect((await groups.update(group, seen!.state, inputs)).state).toMatchObject({ connection: other.id });
  });
});

describe("SapKeystore", () => {
  test.each([
    ["retain", { status: "Enabled" }],
    ["archive", { status: "Archived" }],
    ["destroy", undefined],
  ])("is left as onDestroy %s says", async (onDestroy, expected) => {
    const rig = await startRig({ world: { licensing: { licenses: [{ feature: "CCKM" }] } } });
    const args = { name: "own", certificate, keystoreUrlHostname: "cm.example.com", sapTenantId: "t", onDestroy };
    const made = await make(rig, "SapKeystore", args);
    const keystores = rig.lifecycle("SapKeystore");
    await keystores.delete(made.id, made.state);
    const [left] = await rig.api.list("/cckm/sap/ekm/keystores");
    if (expected) expect(left).toMatchObject(expected);
    else expect(left).toBeUndefined();
    await rig.close();
  });

  test("holds keys that get another source in place, and rotate on a schedule without drift", async () => {
    const rig = await startRig({ world: { licensing: { licenses: [{ feature: "CCKM" }] } } });
    const { id: keystore } = await make(rig, "SapKeystore", { name: "own", ...ownKeystore });
    const [one, two] = [await make(rig, "VaultKey", { name: "one" }), await make(rig, "VaultKey", { name: "two" })];
    const args = { keystore, name: "ledger", sourceKeyIdentifier: one.id };
    const made = await make(rig, "SapHyokKey", args);
    expect(made.state).toMatchObject({ versionCount: 1, currentSourceKey: one.id, enabled: true, archived: false });
    const keys = rig.lifecycle("SapHyokKey");
    const { inputs } = keys.check(made.inputs, { ...args, sourceKeyIdentifier: two.id });
    const changed = await keys.update(made.id, made.state, inputs);
    expect(changed.state).toMatchObject({ versionCount: 2, currentSourceKey: two.id });
    const plan = await make(rig, "RotationSchedule", { name: "plan", cloud: "sap", runAt: "0 3 1 * *" });
    const binding = await make(rig, "KeyRotation", { key: { type: "SapHyokKey", id: made.id }, schedule: plan.id });
    expect(binding.state).toMatchObject({ keySource: "ciphertrust" });
    await rig.advance(untilNextFirst((await rig.control("GET", "/clock")).now));
    const seen = await keys.read(made.id, changed.state);
    expect(seen?.state).toMatchObject({ versionCount: 3 });
    expect(keys.diff(seen!.state, inputs)).toMatchObject({ changes: false });
    await rig.lifecycle("KeyRotation").delete(binding.id, binding.state);
    await keys.delete(made.id, seen!.state);
    expect((await keys.read(made.id, seen!.state))?.state).toMatchObject({ status: "Enabled" });
    await rig.close();
  });

  test("is archived and recovered in place; done by another user, that is drift", async () => {
    const rig = await startRig({ world: { licensing: { licenses: [{ feature: "CCKM" }] } } });
    const args = { name: "own", certificate, keystoreUrlHostname: "cm.example.com", sapTenantId: "t" };
    const made = await make(rig, "SapKeystore", args);
    const keystores = rig.lifecycle("SapKeystore");
    const archived = keystores.check(made.inputs, { ...args, archived: true }).inputs;
    const then = await keystores.update(made.id, made.state, archived);
    expect(then.state).toMatchObject({ archived: true, status: "Archived" });
    expect(keystores.diff(then.state, archived)).toMatchObject({ changes: false });
    const { inputs } = keystores.check(archived, { ...args, blocked: true });
    expect(keystores.diff(then.state, inputs)).toMatchObject({ changed: ["blocked", "archived"], replaces: [] });
    const back = await keystores.update(made.id, then.state, inputs);
    expect(back.state).toMatchObject({ archived: false, blocked: true, status: "Enabled" });
    await rig.close();
  });
});
