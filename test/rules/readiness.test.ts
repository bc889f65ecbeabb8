import { isKind } from "../../provider/api/errors";
import type { Wire } from "../../provider/api/client";
import type { Definition } from "../../provider/lifecycle/vocabulary/definition";
import { InitializationError, ResourceError } from "../../provider/lifecycle/vocabulary/failure";
import { rejection, stage, type Fault } from "./fakeService";
import { account, box, boxInputs, slowBox } from "./shapes";

const test1 = "POST /accounts/b-1/test";
const fails = (times: number, last_error = "wrong key"): Fault => ({
  call: test1,
  times,
  response: { state: "failed", last_error },
});
const succeeds: Fault = { call: test1, response: { state: "ready", last_error: "" } };

interface Row {
  name: string;
  definition?: Definition;
  inputs?: Wire;
  faults: Fault[];
  /** Calls after the POST that creates the object. */
  calls: string[];
  /** Elapsed seconds. */
  seconds: number;
  error?: RegExp[];
}

const look = "GET /accounts/b-1";
const making = (state: string, times = 1): Fault => ({ call: "GET /boxes/b-1", times, response: { id: "b-1", state } });

const rows: Row[] = [
  {
    name: "an object that is not ready is tested once if that succeeds",
    faults: [succeeds],
    calls: [test1],
    seconds: 0,
  },
  {
    name: "a temporary state is waited out, without another test",
    faults: [
      { call: test1, response: { state: "testing" } },
      { call: look, response: { state: "testing" } },
      { call: look, response: { state: "ready" } },
    ],
    calls: [test1, look, look],
    seconds: 0.52,
  },
  {
    name: "a test that fails is retried: credentials take time to propagate",
    faults: [fails(2), succeeds],
    calls: [test1, test1, test1],
    seconds: 0.52,
  },
  {
    name: "a test that keeps failing ends at the deadline, with the last message of the service",
    faults: [fails(9, "not yet known"), fails(999, "wrong key")],
    calls: expect.any(Array) as never,
    seconds: 30,
    error: [/^creating Account "acme" failed: Account "acme" is failed, not ready; the service says: wrong key\./],
  },
  {
    name: "a state that never changes ends at the deadline",
    faults: [{ call: test1, response: { state: "testing" } }],
    calls: expect.any(Array) as never,
    seconds: 30,
    error: [/Account "acme" is testing, not ready\./],
  },
  {
    name: "a test that the service rejects outright is not retried",
    faults: [{ call: test1, kind: "badRequest" }],
    calls: [test1],
    seconds: 0,
    error: [/^creating Account "acme" failed: the service responded with 400/],
  },
  {
    name: "an object without a test is only polled",
    definition: slowBox,
    inputs: boxInputs,
    faults: [
      { call: "POST /boxes", response: { id: "b-1", name: "one", state: "making" } },
      making("making", 2),
      making("ready"),
    ],
    calls: ["GET /boxes/b-1", "GET /boxes/b-1", "GET /boxes/b-1"],
    seconds: 1.032,
  },
  {
    name: "a failed object without a test is an error immediately",
    definition: slowBox,
    inputs: boxInputs,
    faults: [{ call: "POST /boxes", response: { id: "b-1", name: "one", state: "making" } }, making("broken")],
    calls: ["GET /boxes/b-1"],
    seconds: 0.2,
    error: [/^creating SlowBox "one" failed: SlowBox "one" is broken, not ready\./],
  },
  {
    name: "an object that never becomes ready is an error after its own deadline",
    definition: slowBox,
    inputs: boxInputs,
    faults: [{ call: "POST /boxes", response: { id: "b-1", name: "one", state: "making" } }, making("making", 999)],
    calls: expect.any(Array) as never,
    seconds: 60,
    error: [/^creating SlowBox "one" failed: SlowBox "one" is making, not ready\./],
  },
  {
    name: "an input of that name sets the deadline",
    inputs: { name: "acme", readyTimeoutSeconds: 5 },
    faults: [fails(999)],
    calls: expect.any(Array) as never,
    seconds: 5,
    error: [/wrong key/],
  },
  {
    name: "a deadline of zero leaves the test to the objects that depend on it",
    inputs: { name: "acme", readyTimeoutSeconds: 0 },
    faults: [],
    calls: [],
    seconds: 0,
  },
];

test.each(rows)("$name", async ({ definition = account, inputs = { name: "acme" }, faults, calls, seconds, error }) => {
  const { service, clock, life } = stage();
  service.fail(...faults);
  const work = life(definition).create(inputs);
  if (error) {
    const { message, id } = await rejection(work, InitializationError);
    expect(id).toBe("b-1");
    for (const part of error) expect(message).toMatch(part);
    expect(message).toMatch(/\. [A-Z].*`?pulumi up`?|\. Correct the argument/);
  } else {
    await work;
  }
  expect(service.calls.slice(1)).toEqual(calls);
  expect(clock.seconds).toBeCloseTo(seconds, 3);
});

test("an object that was not waited for needs no update while it is not ready", () => {
  const { life } = stage();
  const inputs = { name: "acme" };
  expect(life(account).diff({ ...inputs, state: "untested" }, inputs).changes).toBe(true);
  expect(life(account).diff({ ...inputs, state: "untested", readyTimeoutSeconds: 0 }, inputs).changes).toBe(false);
});

test("delays grow, to five seconds at most, and the last one ends at the deadline", async () => {
  const { service, clock, life } = stage();
  service.fail(fails(999));
  await rejection(life(account).create({ name: "acme" }), InitializationError);
  const [first, second] = clock.pauses;
  expect([first, second]).toEqual([200, 320]);
  expect(Math.max(...clock.pauses)).toBeLessThanOrEqual(5000);
  expect(clock.pauses.reduce((sum, one) => sum + one)).toBeCloseTo(30_000, 3);
});

test("a wait logs each state once, without the secrets of the object", async () => {
  const { service, log, life } = stage();
  service.fail(fails(999));
  await rejection(life(account).create({ name: "acme" }), InitializationError);
  expect(log).toEqual(['Account "acme" is failed; waiting']);
});

test("a wait ends immediately when this process is asked to stop, and the object is recorded", async () => {
  const { service, stop, life } = stage();
  service.fail({ ...fails(1), meanwhile: () => stop.abort() });
  const error = await rejection(life(account).create({ name: "acme" }), InitializationError);
  expect(error.id).toBe("b-1");
  expect(error.properties).toMatchObject({ name: "acme", state: "failed" });
  expect(error.message).toMatch(
    /interrupted while waiting: Account "acme" is failed.*run `pulumi up` again to continue/,
  );
  expect(isKind((error.cause as Error & { cause?: unknown }).cause ?? error.cause, "interrupted")).toBe(true);
  expect(service.calls).toEqual(["POST /accounts", test1]);
});

describe("an update", () => {
  const held = (state: string) => {
    const all = stage();
    all.service.put("/accounts/b-1", { name: "acme", state, key: "old" });
    return all;
  };
  const keyed: Definition = {
    ...account,
    inputs: { ...account.inputs, key: box.inputs.secretKey!, description: box.inputs.description! },
    ready: { ...account.ready!, untested: ["name", "description"] },
  };
  const old = { name: "acme", key: "old", state: "ready" };

  test("of a credential tests a ready object again", async () => {
    const { service, life } = held("ready");
    service.fail(succeeds);
    await life(keyed).update("b-1", old, { name: "acme", key: "new" });
    expect(service.changes).toEqual(["PATCH /accounts/b-1", test1]);
  });

  test("of a credential that does not work fails, although the object was ready before", async () => {
    const { service, life } = held("ready");
    service.fail(fails(999));
    const error = await rejection(life(keyed).update("b-1", old, { name: "acme", key: "bad" }), InitializationError);
    expect(error.message).toMatch(/^updating Account "acme" failed: .*wrong key/);
    expect(error.properties).toMatchObject({ key: "bad", state: "failed" });
  });

  test("of something else does not test a ready object", async () => {
    const { service, life } = held("ready");
    await life(keyed).update("b-1", old, { name: "acme", key: "old", description: "x" });
    expect(service.changes).toEqual(["PATCH /accounts/b-1"]);
  });

  test("without changes sends the program's credential to a failed object, because somebody may have changed it, and tests it", async () => {
    const { service, life } = held("failed");
    service.fail(succeeds);
    service.put("/accounts/b-1", { name: "acme", state: "failed", secret_key: "somebody else's" });
    const { state } = await life(keyed).update("b-1", old, { name: "acme", key: "old" });
    expect(service.changes).toEqual(["PATCH /accounts/b-1", test1]);
    expect(service.objects.get("/accounts/b-1")).toMatchObject({ key: "old" });
    expect(state).toMatchObject({ key: "old", state: "ready" });
  });
});

describe("a dependency", () => {
  const referring = (needed: Wire | undefined) => {
    const all = stage();
    if (needed) all.service.put("/accounts/a-1", needed);
    return { ...all, box: all.life(box) };
  };
  const testOther = "POST /accounts/a-1/test";

  test("is read before anything is created", async () => {
    const { service, box: life } = referring({ name: "acme", state: "ready" });
    await life.create(boxInputs);
    expect(service.calls).toEqual(["GET /accounts/a-1", "POST /boxes"]);
  });

  test("is tested and waited for, whoever created it", async () => {
    const { service, box: life } = referring({ name: "acme", state: "untested" });
    service.fail({ call: testOther, response: { state: "failed" } }, { call: testOther, response: { state: "ready" } });
    await life.create(boxInputs);
    expect(service.changes).toEqual([testOther, testOther, "POST /boxes"]);
  });

  test("that does not become ready is the reason of the failure, and nothing is created", async () => {
    const { service, box: life } = referring({ name: "acme", state: "untested" });
    service.fail({ call: testOther, times: 999, response: { state: "failed", last_error: "wrong key" } });
    const error = await rejection(life.create(boxInputs), ResourceError);
    expect(error).not.toBeInstanceOf(InitializationError);
    expect(error.message).toMatch(
      /^creating Box "one" failed: Account "acme" is failed, not ready; the service says: wrong key\. \w+/,
    );
    expect(service.changes).not.toContain("POST /boxes");
  });

  test("that does not exist is the reason of the failure, and nothing is created", async () => {
    const { service, box: life } = referring(undefined);
    const { message } = await rejection(life.create(boxInputs), ResourceError);
    expect(message).toMatch(/^creating Box "one" failed: .*404.*\(GET \/accounts\/a-1\)/);
    expect(service.changes).toEqual([]);
  });
});
