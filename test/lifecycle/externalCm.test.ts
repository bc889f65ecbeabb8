import { externalCmDomainsOf, externalCmKeyVersionsOf } from "../../provider/lookups/externalCm";
import { logistics, makeCmConnection, makeCmDomain, retail } from "./fixtures/externalCm";
import { worldClock } from "./worldClock";
import { make, startRig, type Rig } from "./rig";

const connections = "/connectionmgmt/services/cm/connections";
const jobs = "/cckm/external-cm/refresh";

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

  test("a domain that was added before is recognized, although its record has the connection's name", async () => {
    const domain = await makeCmDomain(rig);
    const { connection: name } = await rig.api.get(`/cckm/external-cm/domains/${domain}`);
    const [{ id: connection }] = (await rig.api.list(connections, { name: String(name) })) as [{ id: string }];
    const args = { connection, domainId: retail };
    await expect(make(rig, "ExternalCmDomain", args)).rejects.toThrow(`"${domain}"`);
    expect(await make(rig, "ExternalCmDomain", { ...args, adopt: true })).toMatchObject({ id: domain });
  });

  test("a refresh waits for one that somebody else started, whatever word says that it runs", async () => {
    const domains = [await makeCmDomain(rig)];
    await rig.control("POST", "/world/externalCm/domains", { manager: "subsidiary", id: retail, refreshSeconds: 30 });
    const job = await rig.api.post(jobs, { domains });
    expect(job).toMatchObject({ cloud: "externalCM", overall_status: "in progress" });
    const lifecycle = rig.lifecycle("Refresh", worldClock(rig));
    const { inputs } = lifecycle.check({}, { cloud: "externalCm", containers: domains });
    expect((await lifecycle.create(inputs)).state).toMatchObject({ status: "completed" });
    expect(await rig.api.list(jobs)).toMatchObject([{ id: job.id, overall_status: "completed" }]);
  });
});
