import { externalCmDomainsOf, externalCmKeyVersionsOf } from "../../provider/lookups/externalCm";
import { logistics, makeCmConnection, makeCmDomain, retail } from "./fixtures/externalCm";
import { make, startRig, type Rig } from "./rig";

describe("external CM", () => {
  let rig: Rig;
  beforeAll(async () => {
    rig = await startRig();
  });
  afterAll(() => rig.close());
  beforeEach(() => rig.renew());

  test("a new version is not drift, and shows as an output", async () => {
    const made = await make(rig, "ExternalCmKey", { domainId: await makeCmDomain(rig), name: "orders" });
    await rig.api.post(`/cckm/external-cm/keys/${made.id}/versions`);
    const seen = await rig.lifecycle("ExternalCmKey").read(made.id, made.state);
    expect(seen?.state).toMatchObject({ version: 1 });
    expect(seen?.state.keyId).not.toBe(made.state.keyId);
    expect(rig.lifecycle("ExternalCmKey").diff(seen!.state, made.inputs)).toMatchObject({ changes: false });
    const versions = await externalCmKeyVersionsOf(rig.api, { key: made.id });
    expect(versions.map(({ version, state }) => [version, state])).toEqual([
      [0, "Active"],
      [1, "Active"],
    ]);
  });

  test("a key is kept on the other manager by default", async () => {
    const made = await make(rig, "ExternalCmKey", { domainId: await makeCmDomain(rig), name: "kept" });
    await rig.lifecycle("ExternalCmKey").delete(made.id, made.state);
    expect(await rig.api.list("/cckm/external-cm/keys")).toEqual([]);
    expect(JSON.stringify(await rig.control("GET", "/world"))).toContain('"kept"');
  });

  test("domains are looked up through a connection", async () => {
    await makeCmDomain(rig);
    await makeCmConnection(rig, "spare");
    expect(await externalCmDomainsOf(rig.api, { connection: "spare" })).toEqual([
      { domainId: retail, name: "retail" },
      { domainId: logistics, name: "logistics" },
    ]);
  });
});
