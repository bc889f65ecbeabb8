import type { Clock } from "../../provider/api/clock";
import type { Bag } from "../../provider/lifecycle/definition";
import { activateLicence } from "./fixtures/fixture";
import { startRig, type Rig } from "./rig";

/** What the lifecycle of one system's connections and containers is tested with. */
export interface ConnectionLife {
  type: string;
  /** Arguments that log in. */
  login: Bag;
  /** Other arguments that log in just as well, by the name of the method. */
  otherLogins: Record<string, Bag>;
  /** Arguments that replace some of `login` and that the cloud rejects, and its message. */
  refusals: readonly [name: string, login: Bag, words: RegExp][];
  /** The container, with all it needs except its connection. */
  container: { type: string; args: Bag };
  /** Makes a test take that long in the cloud. */
  slow(rig: Rig, seconds: number): Promise<unknown>;
  /** Makes the cloud reject the login from now on. */
  lockOut(rig: Rig): Promise<unknown>;
}

/** A clock that moves the emulator's: waiting takes no time. */
export function quickClock(rig: Rig): Clock {
  let now = 0;
  return {
    now: () => now,
    random: () => 0.5,
    async sleep(milliseconds) {
      now += milliseconds;
      await rig.advance(milliseconds / 1000);
    },
  };
}

/** Resolves once the emulator has received a call of that route. */
async function received(rig: Rig, route: RegExp): Promise<void> {
  for (;;) {
    const { routes } = await rig.control("GET", "/requests");
    if (Object.keys(routes as Bag).some((one) => route.test(one))) return;
  }
}

/** Declares the tests. */
export function testConnectionLife(life: ConnectionLife): void {
  let rig: Rig;
  beforeAll(async () => {
    rig = await startRig();
  });
  afterAll(() => rig.close());
  beforeEach(async () => {
    await rig.renew();
    await activateLicence(rig);
  });

  const create = (args: Bag) => {
    const lifecycle = rig.lifecycle(life.type, quickClock(rig));
    const { inputs, failures } = lifecycle.check({}, args);
    expect(failures).toEqual([]);
    return lifecycle.create(inputs);
  };

  test.each(Object.entries(life.otherLogins))("becomes ready with %s", async (_name, login) => {
    expect((await create({ name: "other", ...login })).state).toMatchObject({ state: "ready" });
  });

  test.each(life.refusals)(
    "fails with %s and the reason, and the next update continues",
    async (_name, wrong, words) => {
      const failure = await create({ name: "wrong", ...life.login, ...wrong }).catch((error: unknown) => error);
      expect(failure).toMatchObject({ name: "InitializationError", message: expect.stringMatching(words) });
      const { id, properties } = failure as { id: string; properties: Bag };
      expect(properties).toMatchObject({ state: "failed", lastConnectionError: expect.stringMatching(words) });
      const lifecycle = rig.lifecycle(life.type, quickClock(rig));
      const { inputs } = lifecycle.check(properties, { name: "wrong", ...life.login });
      expect((await lifecycle.update(id, properties, inputs)).state).toMatchObject({ state: "ready" });
    },
  );

  test("waits for a slow test", async () => {
    await life.slow(rig, 20);
    const making = create({ name: "slow", ...life.login });
    await received(rig, /^POST .*\/connections\/\{id\}\/test$/);
    await rig.advance(20);
    expect((await making).state).toMatchObject({ state: "ready" });
  });

  test("lost readiness is detected, and makes a container wait until it fails with the reason", async () => {
    const connection = await create({ name: "lost", ...life.login });
    await life.lockOut(rig);
    const paths = await rig.api.list("/connectionmgmt/connections", { name: "lost" });
    const path = String(paths[0]!.resource_url).replace(/^\/v1/, "");
    await rig.api.post(`${path}/test`);
    const seen = await rig.lifecycle(life.type).read(connection.id, connection.state);
    expect(seen?.state).toMatchObject({ state: "failed" });
    const lifecycle = rig.lifecycle(life.container.type, quickClock(rig));
    const { inputs } = lifecycle.check({}, { ...life.container.args, connection: connection.id });
    await expect(lifecycle.create(inputs)).rejects.toThrow(
      new RegExp(`${life.type} "lost" is failed, not ready; the service says: `),
    );
  });
}
