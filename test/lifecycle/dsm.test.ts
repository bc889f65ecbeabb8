import { dsmDomainsOf } from "../../provider/lookups/dsm";
import { makeDsmConnection, makeDsmDomain } from "./fixtures/dsm";
import { make, startRig, type Rig } from "./rig";

describe("DSM", () => {
  let rig: Rig;
  beforeAll(async () => {
    rig = await startRig();
  });
  afterAll(() => rig.close());
  beforeEach(() => rig.renew());

  test("a key is kept in the DSM by default, and is found there by its name after a refresh", async () => {
    const domain = await makeDsmDomain(rig);
    const args = { domain, name: "kept", algorithm: "AES256" };
    const made = await make(rig, "DsmKey", args);
    await rig.lifecycle("DsmKey").delete(made.id, made.state);
    await expect(make(rig, "DsmKey", args)).rejects.toThrow(/no record of: refresh its container.*adopt: true/);
    await make(rig, "Refresh", { cloud: "dsm", containers: [domain] });
    await expect(make(rig, "DsmKey", args)).rejects.toThrow(/adopt: "/);
    const adopted = await make(rig, "DsmKey", { ...args, adopt: true, onDestroy: "destroy" });
    expect(adopted.state.keyId).toBe(made.state.keyId);
    await rig.lifecycle("DsmKey").delete(adopted.id, adopted.state);
    expect(JSON.stringify(await rig.control("GET", "/world"))).not.toContain('"kept"');
  });

  test("domains are looked up through a connection", async () => {
    await makeDsmDomain(rig);
    await makeDsmConnection(rig, "spare");
    const found = await dsmDomainsOf(rig.api, { connection: "spare" });
    expect(found.map(({ domainId, name }) => [domainId, name])).toEqual([
      [1001, "databases"],
      [1002, "finance"],
      [1003, "laboratory"],
    ]);
  });
});
