import type { Bag } from "../../provider/lifecycle/vocabulary/definition";
import { definitionOf } from "../../provider/resources/load";
import { stage } from "../rules/fakeService";
import { makeVault } from "./fixtures/azure";
import { worldClock } from "./worldClock";
import { make, startRig, type Rig } from "./rig";

/** Refreshes and bindings while other users work on the same objects. */

describe("while another refresh is in progress", () => {
  let rig: Rig;
  let vaults: string[];
  const jobs = "/cckm/azure/synchronization-jobs";
  beforeAll(async () => {
    rig = await startRig({ world: { licensing: { licenses: [{ feature: "CCKM" }] } } });
  });
  afterAll(() => rig.close());
  beforeEach(async () => {
    await rig.renew();
    const first = await makeVault(rig);
    const { connection, subscription_id: subscriptionId } = await rig.api.get(`/cckm/azure/vaults/${first}`);
    const [found] = await rig.api.list("/connectionmgmt/connections", { name: String(connection) });
    const args = { connection: found!.id, subscriptionId, vault: "contoso-archive" };
    vaults = [first, (await make(rig, "AzureVault", args)).id];
    for (const name of ["contoso-prod", args.vault])
      await rig.control("POST", "/world/azure/vaults", { name, syncSeconds: 30 });
  });

  const refresh = (containers?: string[]) => {
    const lifecycle = rig.lifecycle("Refresh", worldClock(rig));
    return lifecycle.create(lifecycle.check({}, { cloud: "azure", containers }).inputs);
  };
  const run = async () => (await rig.api.list(jobs)).map(({ key_vaults }) => key_vaults);

  test("of other containers, one waits for its end and then runs", async () => {
    await rig.api.post(jobs, { key_vaults: [vaults[0]] });
    expect((await refresh([vaults[1]!])).state).toMatchObject({ status: "completed" });
    expect(await run()).toEqual([[vaults[0]], [vaults[1]]]);
  });

  test("of the same containers, or of all, it is joined", async () => {
    await rig.api.post(jobs, { synchronize_all: true });
    expect((await refresh([vaults[1]!])).state).toMatchObject({ status: "completed" });
    await rig.api.post(jobs, { key_vaults: vaults });
    expect((await refresh([vaults[0]!])).state).toMatchObject({ status: "completed" });
    expect(await run()).toHaveLength(2);
  });

  test("two of one program both run", async () => {
    await Promise.all([refresh([vaults[0]!]), refresh([vaults[1]!])]);
    expect(new Set((await run()).flatMap((one) => one))).toEqual(new Set(vaults));
  });
});

describe("when the deployment is canceled", () => {
  const jobs = "/cckm/dsm/refresh";
  const cancelled = async (others: boolean) => {
    const { service, stop, life } = stage();
    service.put(`${jobs}/j-1`, { overall_status: "in_progress", domains: ["d-1"] });
    service.fail({ call: `POST ${jobs}`, ...(others ? { kind: "conflict" as const } : { response: { id: "j-1" } }) });
    service.fail({ call: `GET ${jobs}/j-1`, meanwhile: () => stop.abort() });
    const made = life(definitionOf("Refresh")).create({ cloud: "dsm", containers: ["d-1"], timeoutSeconds: 60 });
    await expect(made).rejects.toThrow(/interrupted/);
    return service.changes;
  };

  test("its own job is canceled", async () => {
    expect(await cancelled(false)).toEqual([`POST ${jobs}`, `POST ${jobs}/j-1/cancel`]);
  });

  test("another user's job is not", async () => {
    expect(await cancelled(true)).toEqual([`POST ${jobs}`]);
  });
});

test("a list without deleted objects does not mean that nothing was deleted", async () => {
  const { service, life } = stage();
  const domain = { domain_id: "d-1" };
  for (const id of ["k-1", "k-2"]) service.put(`/cckm/dsm/keys/${id}`, domain);
  const { list } = service;
  jest
    .spyOn(service, "list")
    .mockImplementation((path, query) => list.call(service, path, without(query ?? {}, "gone")));
  service.fail({ call: "POST /cckm/dsm/refresh", response: { id: "j-1" } });
  service.put("/cckm/dsm/refresh/j-1", { overall_status: "completed" });
  service.put("/cckm/dsm/keys", { resources: [domain] });
  const made = await life(definitionOf("Refresh")).create({ cloud: "dsm", timeoutSeconds: 60 });
  expect(made.state).toMatchObject({ keys: 2, newKeys: 0, goneKeys: 0 });
});

describe("a key that is bound to a schedule", () => {
  const unbinding = async (bound: Bag | undefined) => {
    const { service, life } = stage();
    service.put("/cckm/aws/keys/k-1", { labels: bound });
    service.put("/cckm/aws/keys/k-1/disable-rotation-job", {});
    service.fail({
      call: "POST /cckm/aws/keys/k-1/disable-rotation-job",
      response: {},
      meanwhile: () => void service.put("/cckm/aws/keys/k-1", { labels: bound && {} }),
    });
    await life(definitionOf("KeyRotation")).delete("k-1", { key: { type: "AwsKey", id: "k-1" }, schedule: "s-1" });
    return service.changes;
  };

  test("is unbound from it", async () => {
    expect(await unbinding({ job_config_id: "s-1" })).toEqual(["POST /cckm/aws/keys/k-1/disable-rotation-job"]);
  });

  test("is freed to be sure where its record tells no schedule at all", async () => {
    expect(await unbinding(undefined)).toEqual(["POST /cckm/aws/keys/k-1/disable-rotation-job"]);
  });

  test.each([
    ["somebody bound to another", { job_config_id: "s-2" }],
    ["somebody has already unbound", {}],
  ])("that %s is not changed", async (_name, bound) => {
    expect(await unbinding(bound)).toEqual([]);
  });
});

function without(query: object, key: string) {
  return Object.fromEntries(Object.entries(query as Bag).filter(([name]) => name !== key)) as Record<string, string>;
}
