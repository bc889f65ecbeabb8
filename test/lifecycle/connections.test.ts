import type { Bag } from "../../provider/lifecycle/vocabulary/definition";
import { needsOf } from "../../provider/lifecycle/vocabulary/field";
import { registry } from "../../provider/resources";
import type { WorldChange } from "../emulator/systems/system";
import { fixtures } from "./fixtures";
import { activateLicence } from "./fixtures/fixture";
import { startRig, type Rig } from "./rig";
import { whileTimePasses, worldClock } from "./worldClock";

/**
 * The tests that the connections of every system pass: to become ready, to fail with the reason, to
 * be lost.
 */

const systems = registry.flatMap((definition) => {
  const { connects } = fixtures[definition.type]!;
  if (connects === undefined) return [];
  const isCarried = (one: typeof definition) =>
    one.role === "container" && needsOf(one).some(([, needed]) => needed === definition);
  return [{ type: definition.type, container: registry.filter(isCarried).at(-1)!, connects }];
});

/** Tests of some systems are jobs, one of which may run when the time is over. */
const notReady = expect.stringMatching(/^(failed|testing)$/);

test("every connection that carries containers is one of them", () => {
  const carrying = registry.filter(({ role }) => role === "container").flatMap(needsOf);
  const types = carrying.map(([, needed]) => needed).filter(({ role }) => role === "connection");
  expect(systems.map(({ type }) => type).sort()).toEqual([...new Set(types.map(({ type }) => type))].sort());
});

describe.each(systems)("$type", ({ type, container, connects: { system, refused, otherLogins = {} } }) => {
  let rig: Rig;
  let args: Bag;
  beforeAll(async () => {
    rig = await startRig();
  });
  afterAll(() => rig.close());
  beforeEach(async () => {
    await rig.renew();
    await activateLicence(rig);
    args = await fixtures[type]!.args(rig);
  });

  const change = ([what, body]: WorldChange) => rig.control("POST", `/world/${system.world}/${what}`, body);
  const create = (of: string, wanted: Bag) => {
    const lifecycle = rig.lifecycle(of, worldClock(rig));
    const { inputs, failures } = lifecycle.check({}, wanted);
    expect(failures).toEqual([]);
    return whileTimePasses(rig, lifecycle.create(inputs));
  };

  for (const [method, login] of Object.entries(otherLogins)) {
    test(`becomes ready with ${method}`, async () => {
      expect((await create(type, { name: "other", ...login })).state).toMatchObject({ state: "ready" });
    });
  }

  test.each(refused)("fails with %s and the reason, and the next update continues", async (_name, wrong, words) => {
    const failure = await create(type, { ...args, ...wrong }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: "InitializationError", message: expect.stringMatching(words) });
    const { id, properties, message } = failure as { id: string; properties: Bag; message: string };
    for (const secret of system.secrets) expect(message + rig.log.join("\n")).not.toContain(secret);
    expect(properties).toMatchObject({ state: notReady, lastConnectionError: expect.stringMatching(words) });
    const lifecycle = rig.lifecycle(type, worldClock(rig));
    const { inputs } = lifecycle.check(properties, args);
    const repaired = await whileTimePasses(rig, lifecycle.update(id, properties, inputs));
    expect(repaired.state).toMatchObject({ state: "ready" });
  });

  test("waits for a slow test, which is repeated until the system knows the service", async () => {
    await change(system.waits({ testSeconds: 20, readyAfterSeconds: 30 }));
    expect((await create(type, { ...args, readyTimeoutSeconds: 120 })).state).toMatchObject({ state: "ready" });
  });

  test(`lost readiness is detected, and makes ${container.type} wait until it fails with the reason`, async () => {
    const connection = await create(type, args);
    const wanted = { ...(await fixtures[container.type]!.args(rig)), connection: connection.id };
    const before = await rig.api.list(container.path);
    const [locked, words] = system.lockOut;
    await change(locked);
    const [found] = await rig.api.list("/connectionmgmt/connections", { id: connection.id });
    await rig.api.post(`/connectionmgmt/services/${String(found!.service)}/connections/${connection.id}/test`);
    await rig.advance(1);
    const seen = await rig.lifecycle(type).read(connection.id, connection.state);
    expect(seen?.state).toMatchObject({ state: "failed" });
    await expect(create(container.type, wanted)).rejects.toThrow(
      new RegExp(
        `creating ${container.type}.*${type} "prod" is (failed|testing), not ready; the service says: .*${words}`,
      ),
    );
    expect(await rig.api.list(container.path)).toEqual(before);
  });
});
