import type { Bag, Definition } from "../../provider/lifecycle/vocabulary/definition";
import { Lifecycle } from "../boundLifecycle";
import { Prerequisites } from "../../provider/lifecycle/service/readiness";
import { stage, type Fault } from "./fakeService";
import { account, box, boxInputs, remarked } from "./shapes";

/** What the resources of one process share of the connection that they need. */

const connection: Definition = { ...account, role: "connection" };
const container = remarked(box, { account: { ref: connection } });
const look = "GET /accounts/a-1";
const test1 = "POST /accounts/a-1/test";
const add = "POST /boxes";

/** A process whose resources share, on a service with the connection `a-1`. */
function process(state = "ready") {
  const { service, clock, stop, log } = stage();
  service.put("/accounts/a-1", { name: "acme", state });
  const prerequisites = new Prerequisites(clock);
  const surroundings = () => ({
    api: service,
    clock,
    stop: stop.signal,
    log: (text: string) => void log.push(text),
    prerequisites,
  });
  const life = (definition: Definition) => new Lifecycle(definition, surroundings);
  const make = (name: string, more: Bag = {}) => life(container).create({ ...boxInputs, name, ...more });
  return { service, clock, life, make };
}

const became = (state: string, more: Partial<Fault> = {}): Fault => ({ call: test1, response: { state }, ...more });

describe("containers of one connection share its readiness check", () => {
  test("that is under way, and that has succeeded", async () => {
    const { service, make } = process();
    await Promise.all([make("one"), make("two"), make("three")]);
    await make("four");
    expect(service.calls).toEqual([look, add, add, add, add]);
  });

  test("and its test, if the connection was never tested", async () => {
    const { service, make } = process("untested");
    service.fail(became("failed"), became("ready"));
    await Promise.all([make("one"), make("two")]);
    expect(service.calls).toEqual([look, test1, test1, add, add]);
  });

  test("and need none at all if this process has just made the connection ready", async () => {
    const { service, life, make } = process();
    service.fail({ call: "POST /accounts/b-1/test", response: { state: "ready" } });
    const { id } = await life(connection).create({ name: "other" });
    await make("one", { account: id });
    expect(service.calls).toEqual(["POST /accounts", "POST /accounts/b-1/test", add]);
  });

  test("but not with those of another one", async () => {
    const { service, make } = process();
    service.put("/accounts/a-2", { name: "other", state: "ready" });
    await Promise.all([make("one"), make("two", { account: "a-2" })]);
    expect(service.calls).toContain("GET /accounts/a-2");
  });
});

describe("it is checked again", () => {
  test("after a minute", async () => {
    const { service, clock, make } = process();
    await make("one");
    clock.advance(59);
    await make("two");
    clock.advance(1);
    await make("three");
    expect(service.calls).toEqual([look, add, add, look, add]);
  });

  test("after a check that failed, whose error every container gets", async () => {
    const { service, make } = process();
    service.fail({ call: look, kind: "forbidden" });
    const [one, two] = await Promise.allSettled([make("one"), make("two")]);
    expect(String((one as PromiseRejectedResult).reason)).toMatch(/creating Box "one" failed: .*403/);
    expect(String((two as PromiseRejectedResult).reason)).toMatch(/creating Box "two" failed: .*403/);
    await make("three");
    expect(service.calls).toEqual([look, look, add]);
  });

  test("after a container was refused", async () => {
    const { service, make } = process();
    service.fail({ call: add, kind: "badRequest" });
    await expect(make("one")).rejects.toThrow(/400/);
    const refused = service.calls.length;
    await make("two");
    expect(service.calls.slice(refused)).toEqual([look, add]);
  });

  test("after this process has deleted the connection", async () => {
    const { life, make } = process();
    await make("one");
    await life(connection).delete("a-1", { name: "acme", state: "ready" });
    await expect(make("two")).rejects.toThrow(/404/);
  });

  test("after this process could not change the connection", async () => {
    const { service, life, make } = process();
    await make("one");
    service.fail({ call: "PATCH /accounts/a-1", kind: "badRequest" });
    await expect(life(connection).update("a-1", { name: "acme", state: "ready" }, { name: "new" })).rejects.toThrow();
    service.calls.length = 0;
    await make("two");
    expect(service.calls).toEqual([look, add]);
  });

  test("after a change that broke the connection, although a container was created meanwhile", async () => {
    const { service, life, make } = process();
    let meanwhile: Promise<unknown> = Promise.resolve();
    service.fail({ call: "PATCH /accounts/a-1", meanwhile: () => void (meanwhile = make("one")) });
    service.fail(became("failed", { times: 999 }));
    const changed = life(connection).update("a-1", { name: "acme", state: "ready" }, { name: "new" });
    await expect(changed).rejects.toThrow(/is failed, not ready/);
    await meanwhile;
    service.put("/accounts/a-1", { name: "new", state: "failed" });
    await expect(make("two")).rejects.toThrow(/is failed, not ready/);
  });
});

test("containers that begin to wait together give up together", async () => {
  const { service, clock, make } = process("untested");
  service.fail(became("failed", { times: 999 }));
  const all = await Promise.allSettled([make("one"), make("two"), make("three")]);
  expect(all.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  expect(clock.seconds).toBeCloseTo(30, 3);
});

test("a container that joins the wait of another one still waits as long as it would alone", async () => {
  const { service, clock, make } = process("untested");
  let late: Promise<unknown> | undefined;
  const join = () => void (late ??= clock.seconds >= 20 ? make("two") : undefined);
  service.fail(became("failed", { times: 999, meanwhile: join }));
  await expect(make("one")).rejects.toThrow(/is failed, not ready/);
  expect(clock.seconds).toBeCloseTo(30, 3);
  await expect(late).rejects.toThrow(/creating Box "two" failed: Account "acme" is failed, not ready/);
  expect(clock.seconds).toBeGreaterThanOrEqual(50);
  expect(service.changes).not.toContain(add);
});

test("what an object needs is not read twice for its create, and is read again after the first change", async () => {
  const { service, life } = process();
  service.put("/accounts/k-1", { name: "key", state: "ready" });
  // A plain definition: many do not share one, and it may change at any time.
  const read = ({ api }: { api: typeof service }) => api.get("/accounts/k-1");
  const copy: Definition = {
    ...box,
    type: "Copy",
    hooks: {
      async create(scope, body) {
        await read(scope as never);
        const made = await scope.api.post("/boxes", body);
        await read(scope as never);
        return made;
      },
    },
  };
  await life(copy).create({ ...boxInputs, account: "k-1" });
  await life(copy).create({ ...boxInputs, name: "two", account: "k-1" });
  const each = ["GET /accounts/k-1", add, "GET /accounts/k-1"];
  expect(service.calls).toEqual([...each, ...each]);
});

test("a container that keys read on creation is read once for all of them", async () => {
  const { service, life } = process();
  service.put("/accounts/v-1", { name: "vault", region: "north" });
  const vault: Definition = { ...account, role: "container", ready: undefined };
  const key: Definition = {
    ...remarked(box, { account: { ref: vault } }),
    hooks: {
      async create({ api }, body) {
        const { region } = await api.get("/accounts/v-1");
        return api.post("/boxes", { ...body, region });
      },
    },
  };
  const make = (name: string) => life(key).create({ ...boxInputs, name, account: "v-1" });
  const made = await Promise.all([make("one"), make("two")]);
  expect(made.map(({ state }) => state.region)).toEqual(["north", "north"]);
  expect(service.calls).toEqual(["GET /accounts/v-1", add, add]);
});
