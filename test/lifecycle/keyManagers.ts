import type { Clock } from "../../provider/api/clock";
import type { Bag } from "../../provider/lifecycle/definition";
import { startRig, type Rig } from "./rig";

/** The tests that the connections of every HSM and key manager pass. */
export interface ManagerCase {
  connection: string;
  /** Arguments of a connection that works. */
  args(rig: Rig): Promise<Bag>;
  /** Arguments that the other side rejects, and its message. */
  wrong: Bag;
  reason: RegExp;
  /** Makes a test take 20 seconds, and rejects the service for the first 30 seconds of a connection. */
  slow(rig: Rig): Promise<unknown>;
  /** Makes the other side reject the service from now on. */
  lose(rig: Rig): Promise<unknown>;
  /** A container that is created later. */
  container: string;
  containerArgs: Bag;
  /** The connection's test in the service. */
  testPath(id: string): string;
}

/** Waiting moves the emulator's clock instead of taking real time. */
export function worldClock(rig: Rig): Clock {
  let now = 0;
  return {
    now: () => now,
    async sleep(milliseconds) {
      now += milliseconds;
      await rig.advance(milliseconds / 1000);
    },
    random: () => 0.5,
  };
}

/** While a response takes time, the world's clock advances. */
async function whileTimePasses<T>(rig: Rig, work: Promise<T>): Promise<T> {
  let done = false;
  const end = work.finally(() => (done = true));
  end.catch(() => undefined);
  while (!done) await rig.advance(1);
  return end;
}

export function testReadiness(given: ManagerCase): void {
  let rig: Rig;
  beforeAll(async () => {
    rig = await startRig({ world: { licensing: { licenses: [{ feature: "CCKM" }] } } });
  });
  afterAll(() => rig.close());
  beforeEach(() => rig.renew());

  const create = (type: string, args: Bag) => {
    const lifecycle = rig.lifecycle(type, worldClock(rig));
    const { inputs, failures } = lifecycle.check({}, args);
    expect(failures).toEqual([]);
    return lifecycle.create(inputs);
  };

  test(`${given.connection}: wrong credentials are reported with the other side's message`, async () => {
    const args = { ...(await given.args(rig)), ...given.wrong, readyTimeoutSeconds: 1 };
    const refused = create(given.connection, args);
    await expect(refused).rejects.toThrow(given.reason);
    const error = await refused.catch((one: Error) => one);
    expect((error as Error).message).not.toContain(String(given.wrong.password));
  });

  test(`${given.connection}: a test may take time, and is repeated until the other side is ready`, async () => {
    const args = { ...(await given.args(rig)), readyTimeoutSeconds: 120 };
    await given.slow(rig);
    const made = await whileTimePasses(rig, create(given.connection, args));
    expect(made.state.state).toBe("ready");
  });

  test(`${given.container}: waits for a connection that was ready once, and fails with the reason`, async () => {
    const made = await create(given.connection, await given.args(rig));
    await given.lose(rig);
    await rig.api.post(given.testPath(made.id));
    await rig.advance(1);
    const refused = create(given.container, { ...given.containerArgs, connection: made.id });
    await expect(refused).rejects.toThrow(given.reason);
    await expect(refused).rejects.toThrow(new RegExp(`creating ${given.container}.*not ready`));
  });
}
