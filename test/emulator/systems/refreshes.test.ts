import { hurried, idOf, listOf, withEmulator, type Loose } from "../client";
import { systems } from "./rows";
import { SystemClient } from "./system";

/** How the keys of containers are downloaded, in every system. */

const shared = withEmulator(hurried);
const day = 86_400;

describe.each(systems)("a refresh of %s", (_name, system) => {
  const { refresh } = system;
  const { path, keys, total, halves = {}, words } = refresh;
  const cloud = words === undefined ? { cloud_name: refresh.cloudName } : { cloud: words.cloud };
  let own: SystemClient;
  let container: string;
  beforeEach(async () => {
    own = await SystemClient.of(shared.client, system);
    container = idOf(await own.container());
  });

  const job = (id: unknown): Promise<Loose> => own.client.ok("GET", `${path}/${String(id)}`);

  /**
   * How many keys the service has, and how many of them it shows as gone; not every list has a
   * filter for that.
   */
  const counts = async (): Promise<number[]> => {
    const all = listOf((await own.client.ok("GET", `${keys}?limit=-1`)).resources);
    return [all.length, all.filter(({ gone }) => gone as unknown).length];
  };

  test("downloads keys once, adds new ones, and marks those that are gone", async () => {
    const first = await own.refresh(container);
    const completed = { overall_status: "completed", ...cloud, end_time: expect.any(String) };
    expect(first).toMatchObject({ ...completed, synchronize_all: false, [refresh.list]: [container] });
    expect(Object.values(first.detailed_status!)).toEqual([expect.stringContaining("successfully")]);
    expect(await own.count(keys)).toBe(total);
    await own.change(refresh.found);
    await own.change(refresh.lost);
    expect(await counts()).toEqual([total, 0]);
    expect(await own.refresh()).toMatchObject({ ...completed, synchronize_all: true });
    const { found = 1, lost = 1 } = halves;
    expect(await counts()).toEqual([total + found, lost]);
    await own.refresh();
    expect(await counts()).toEqual([total + found, lost]);
  });

  test.each([
    ["neither containers nor all", {}, "exactly one of"],
    ["both", { [refresh.list]: ["one"], synchronize_all: true }, "exactly one of"],
    ["an unknown container", { [refresh.list]: ["nope"] }, "there is no nope"],
  ])("of %s is refused", async (_what, body, words) => {
    const refused = { status: 400, body: { message: expect.stringContaining(words) } };
    expect(await own.client.post(path, body)).toMatchObject(refused);
    expect(await own.count(path)).toBe(0);
  });

  test("runs alone, takes its time, and can be canceled", async () => {
    await own.change(refresh.takes(600));
    const { id } = await own.client.ok("POST", path, { [refresh.list]: [container] });
    const second = await own.client.post(path, { synchronize_all: true });
    expect(second).toMatchObject({ status: 409, body: { message: expect.stringContaining("still running") } });
    await own.client.advance(598);
    expect(await job(id)).toMatchObject({ overall_status: words?.running ?? "in_progress" });
    const canceled = await own.client.ok("POST", `${path}/${String(id)}/cancel`);
    expect(canceled).toMatchObject({ overall_status: "cancelled" });
    await own.client.advance(10);
    expect([await own.count(keys), (await job(id)).overall_status]).toEqual([0, "cancelled"]);
    expect((await own.client.post(`${path}/${String(id)}/cancel`)).status).toBe(409);
    const third = await own.client.ok("POST", path, { synchronize_all: true });
    await own.client.advance(601);
    expect([await own.count(keys), (await job(third.id)).overall_status]).toEqual([total, "completed"]);
    expect(await own.count(`${path}?overall_status=cancelled`)).toBe(1);
  });

  test("fails with the reason of a container that cannot be reached", async () => {
    const [change, words] = system.lockOut;
    await own.change(change);
    const failed = await own.refresh(container);
    expect(failed).toMatchObject({ overall_status: "failed" });
    expect(failed.detailed_status![container]).toMatch(words);
    expect(await own.count(keys)).toBe(0);
  });

  test("runs by schedule, if the service has one for it", async () => {
    const schedule = (params: object) =>
      own.client.post("/scheduler/job-configs", {
        name: "nightly",
        operation: "cckm_synchronization",
        run_at: "0 1 * * *",
        cckm_synchronization_params: { cloud_name: refresh.cloudName, ...params },
      });
    expect((await schedule({})).status).toBe(400);
    const reply = await schedule({ [refresh.scheduledAs ?? refresh.list]: [container] });
    expect(reply.status).toBe(refresh.unscheduled ? 400 : 201);
    await own.client.advance(day);
    expect(await own.count(keys)).toBe(refresh.unscheduled ? 0 : total);
  });
});
