import { containerOf } from "../../provider/resources/container";
import { registry } from "../../provider/resources";
import { count } from "../../provider/resources/schedules/findings";
import type { Downloadable, System } from "../../provider/resources/system";
import { systems } from "../../provider/resources/systems";
import { fixtures } from "./fixtures";
import { lunaPassword, makeLunaServers, mirror, production } from "./fixtures/luna";
import { make, startRig, type Rig } from "./rig";

/**
 * Every system's containers are downloaded, now and on a schedule: what is in the cloud already
 * becomes known.
 */

const day = 86_400;
let rig: Rig;
beforeAll(async () => {
  rig = await startRig({ world: { licensing: { licenses: [{ feature: "CCKM" }] } } });
});
afterAll(() => rig.close());
beforeEach(() => rig.renew());

const items = systems.flatMap(({ name: cloud, refresh }) =>
  Object.entries(refresh?.items ?? {}).map(([item, downloadable]) => {
    const isScheduled = refresh?.scheduled !== undefined && (item === "keys" || downloadable.scheduledAs !== undefined);
    return { cloud, item, downloadable, isScheduled };
  }),
);

/** Items of which the service knows nothing afterwards, with the reason; the job must still run. */
const absent: Readonly<Record<string, string>> = {
  keyStores: "the account has no custom key stores",
  haMembers: "keys are copied from one HSM to another, which only another refresh makes known",
};

/** Only the keys of a group of HSMs can be given to all its members. */
async function makeGroup(): Promise<string> {
  await makeLunaServers(rig);
  const group = { name: "hsm", password: lunaPassword, partitions: [production, mirror], isHaEnabled: true };
  return (await make(rig, "LunaPartition", { connection: (await make(rig, "LunaConnection", group)).id })).id;
}

/** A container of which the service knows nothing yet. */
async function makeContainer(item: string, { list }: Downloadable): Promise<string> {
  if (item === "haMembers") return makeGroup();
  const { container } = containerOf(registry.find(({ path }) => path === list)!)!;
  return (await make(rig, container.type, await fixtures[container.type]!.args(rig))).id;
}

test.each(items)("$cloud, $item: at once", async ({ cloud, item, downloadable }) => {
  const id = await makeContainer(item, downloadable);
  const { state } = await make(rig, "Refresh", { cloud, containers: [id], items: [item] });
  const { length } = await rig.api.list(downloadable.list);
  expect({ keys: state.keys, isAbsent: length === 0 }).toEqual({ keys: length, isAbsent: item in absent });
});

test.each(items.filter(({ isScheduled }) => isScheduled))(
  "$cloud, $item: on a schedule",
  async ({ cloud, item, downloadable }) => {
    const id = await makeContainer(item, downloadable);
    expect(await count(rig.api, downloadable, [id])).toBe(0);
    const args = { name: "nightly", cloud, containers: [id], items: [item], runAt: "0 2 * * *" };
    const { id: schedule, state } = await make(rig, "RefreshSchedule", args);
    expect(state).toMatchObject(args);
    await rig.advance(day);
    const runs = await rig.api.list("/scheduler/jobs", { job_config_id: schedule });
    expect(runs).toMatchObject([{ status: "completed" }]);
    expect(await count(rig.api, downloadable, [id])).toBeGreaterThan(0);
  },
);

/** What the service schedules, and whether programs can schedule it for a system. */
const schedulable: [operation: string, parameters: object, offered: (system: System) => boolean][] = [
  ["cckm_synchronization", { synchronize_all: true }, ({ refresh }) => refresh?.scheduled !== undefined],
  ["cckm_key_rotation", {}, ({ rotatable }) => rotatable !== undefined],
  ["cckm_add_containers", {}, ({ discovers }) => discovers === true],
];

test.each(schedulable)("programs can schedule %s wherever the service can", async (operation, parameters, offered) => {
  const takes = async ({ name, cloudName }: System): Promise<boolean> => {
    const params = { [`${operation}_params`]: { cloud_name: cloudName, ...parameters } };
    const body = { name, operation, run_at: "0 2 * * *", ...params };
    const refusal = await rig.api.post("/scheduler/job-configs", body).then(
      () => "",
      (error: Error) => error.message,
    );
    // Other parameters are not looked at here.
    return !refusal.includes("cloud_name must be one of");
  };
  const taken: string[] = [];
  for (const system of systems.filter(({ cloudName }) => cloudName !== undefined))
    if (await takes(system)) taken.push(system.name);
  expect(taken.length).toBeGreaterThan(2);
  expect(systems.filter(offered).map(({ name }) => name)).toEqual(taken);
});
