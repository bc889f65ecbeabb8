import { reportCsv, reportRows } from "../../provider/resources/general/report";
import { systemNamed } from "../../provider/resources/systems";
import type { Bag } from "../../provider/lifecycle/vocabulary/definition";
import { makeAccount } from "./fixtures/aws";
import { makeVault } from "./fixtures/azure";
import { makeRing } from "./fixtures/google";
import { makeOciVault } from "./fixtures/oci";
import { makeOrganization } from "./fixtures/salesforce";
import { makeGroup } from "./fixtures/sap";
import { worldClock } from "./worldClock";
import { startRig, type Rig } from "./rig";

/** Reports on every system that has them: created, waited for, read, and created again. */

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({ world: { licensing: { licenses: [{ feature: "CCKM" }] } } });
});
afterAll(() => rig.close());
beforeEach(() => rig.control("POST", "/reset"));

const create = async (type: string, args: Bag) => {
  const lifecycle = rig.lifecycle(type, worldClock(rig));
  const { inputs, failures } = lifecycle.check({}, args);
  expect(failures).toEqual([]);
  return { ...(await lifecycle.create(inputs)), inputs };
};

const logGroup = { region: "eu-west-1", name: "/aws/lambda/orders" };
const cases: [string, (rig: Rig) => Promise<string>, Bag][] = [
  ["aws", makeAccount, { logGroup }],
  ["azure", makeVault, { workspaceId: "w-1" }],
  ["google", makeRing, {}],
  ["oci", makeOciVault, {}],
  ["salesforce", makeOrganization, {}],
  ["sap", makeGroup, {}],
];

test.each(cases)("%s: every kind has its rows, also as CSV", async (cloud, container, logs) => {
  const containers = [await container(rig)];
  await create("Refresh", { cloud, containers });
  const { path, types } = systemNamed(cloud).report!;
  let rows = 0;
  for (const reportType of types) {
    const made = await create("Report", { name: reportType, cloud, reportType, containers, ...logs });
    expect(made.state).toMatchObject({ status: "completed" });
    const found = await reportRows(rig.api, { cloud, id: made.id });
    expect(found).toHaveLength(made.state.rows as number);
    const lines = (await reportCsv(rig.api, { cloud, id: made.id })).trim().split("\r\n");
    if (found.length > 0) expect(lines).toHaveLength(found.length + 1);
    rows += found.length;
  }
  expect(rows).toBeGreaterThan(0);
  expect(await rig.api.count(path)).toBe(types.length);
});

test("a report is taken over by its id, as the advice after a lost response says", async () => {
  const containers = [await makeRing(rig)];
  const args = { name: "found", cloud: "google", containers };
  const made = await create("Report", args);
  const taken = await create("Report", { ...args, adopt: made.id });
  expect([taken.id, taken.state.rows]).toEqual([made.id, made.state.rows]);
  expect(await rig.api.count(systemNamed("google").report!.path)).toBe(1);
  await expect(create("Report", { ...args, adopt: "r-1" })).rejects.toThrow(
    /the service has no object with the id "r-1"/,
  );
});

test("a report whose start lost its response is found by its name, and waited for", async () => {
  const containers = [await makeRing(rig)];
  await rig.control("POST", "/faults", {
    method: "POST",
    path: systemNamed("google").report!.path,
    times: 1,
    effect: { drop: "after" },
  });
  const made = await create("Report", { name: "aging", cloud: "google", reportType: "key-aging", containers });
  expect(made.state).toMatchObject({ status: "completed" });
  expect(await rig.api.count(systemNamed("google").report!.path)).toBe(1);
});

test("another trigger generates the report again, under the same name, and replaces the previous one", async () => {
  const args = { name: "aging", cloud: "google", reportType: "key-aging", containers: [await makeRing(rig)] };
  const made = await create("Report", { ...args, triggers: { month: 1 } });
  const lifecycle = rig.lifecycle("Report", worldClock(rig));
  const { inputs } = lifecycle.check(made.inputs, { ...args, triggers: { month: 2 } });
  expect(lifecycle.diff(made.state, inputs)).toMatchObject({ replaces: ["triggers"], deleteBeforeReplace: true });
  await lifecycle.delete(made.id, made.state);
  const again = await lifecycle.create(inputs);
  expect(again.id).not.toBe(made.id);
  expect((await rig.api.list("/cckm/google/reports")).map(({ id, name }) => [id, name])).toEqual([[again.id, "aging"]]);
});

test.each([
  [{ cloud: "aws" }, ["logGroup: is required for a key-report on aws: it is generated from the logs there"]],
  [
    { cloud: "azure", reportType: "service-report" },
    [expect.stringMatching(/^workspaceId: is required for a service-/)],
  ],
  [{ cloud: "aws", reportType: "key-aging" }, []],
  [{ cloud: "oci", logGroup }, ["logGroup: is not valid for oci"]],
  [{ cloud: "sap", reportType: "key-aging" }, ['reportType: must be "key-report" or "key-rotation" for sap']],
])("%j is checked before a request is sent", (args: Bag, words) => {
  const { failures } = rig.lifecycle("Report").check({}, { name: "r", containers: ["c"], ...args });
  expect(failures.map(({ property, reason }) => `${property}: ${reason}`)).toEqual(words);
});
