import type { Bag, Definition } from "../../provider/lifecycle/vocabulary/definition";
import { diff } from "../../provider/lifecycle/values/diff";
import { Lifecycle } from "../boundLifecycle";
import { FakeClock } from "../api/support";
import { FakeService, failure } from "./fakeService";
import { box, boxInputs, remarked } from "./shapes";

/**
 * Updates that are due by time or by state although no input changes; values that only count once,
 * and values that are only shown once.
 */

const due = Date.parse("2026-06-01T00:00:00Z");
let runs: string[] = [];
const perishable: Definition = {
  ...remarked(box, {
    account: { ref: undefined },
    secretKey: { change: "ignore" },
    serialNumber: { seen: "once" },
  }),
  type: "Perishable",
  actions: [
    {
      inputs: ["quota"],
      due: ({ state }) => (state === "fresh" ? { from: due, why: "it spoils" } : undefined),
      run: async ({ api }, { id }) => (runs.push(id), api.patch(`/boxes/${id}`, { state: "renewed", serial: "s-new" })),
    },
    {
      inputs: [],
      due: ({ state }) => (state === "sealed" ? { from: 0, why: "it is sealed" } : undefined),
      run: async ({ api }, { id }) => (runs.push(`open ${id}`), api.patch(`/boxes/${id}`, { state: "fresh" })),
    },
  ],
};

const { account: _account, ...rest } = boxInputs;
const inputs: Bag = { ...rest, account: "a-1" };
let service: FakeService;
let log: string[];
beforeEach(() => {
  service = new FakeService();
  [log, runs] = [[], []];
});
const life = (definition = perishable) =>
  new Lifecycle(definition, () => ({
    api: service,
    clock: new FakeClock(),
    stop: new AbortController().signal,
    log: (text) => log.push(text),
  }));
const held = (state: string): Bag => {
  service.put("/boxes/b-1", { ...{ name: "one", account: "a-1", state, serial: "s-1" }, box_param: { Size: 5 } });
  return { ...inputs, state, serialNumber: "s-1", version: 0 };
};

test.each([
  { name: "before its time nothing is due", state: "fresh", now: due - 1, expect: { changes: false } },
  { name: "from then on an update is due", state: "fresh", now: due, expect: { changes: true, due: ["it spoils"] } },
  {
    name: "without a clock only an immediate update is due",
    state: "sealed",
    expect: { changes: true, due: ["it is sealed"] },
  },
  { name: "what is done is not due again", state: "renewed", now: due + 1, expect: { changes: false } },
])("$name", ({ state, now, expect: expected }) => {
  const difference = diff(perishable, held(state), inputs, now);
  expect(difference).toMatchObject({ changed: [], replaces: [], ...expected });
  if (!expected.due) expect(difference).not.toHaveProperty("due");
});

test("nothing is due for what is replaced anyway", () => {
  const difference = diff(perishable, held("fresh"), { ...inputs, kind: "large" }, due);
  expect(difference).toMatchObject({ replaces: ["kind"] });
  expect(difference).not.toHaveProperty("due");
});

test("the service's clock decides, and a preview gives the reason", async () => {
  const state = held("fresh");
  service.now = due - 1;
  expect((await life().compare(state, inputs)).changes).toBe(false);
  service.now = due;
  expect((await life().compare(state, inputs)).changes).toBe(true);
  expect(log).toEqual(['Perishable "one": it spoils']);
});

test("if the service's time cannot be read, this machine's is used", async () => {
  service.time = () => Promise.reject(failure("unreachable", "POST /auth/tokens/"));
  const past = { ...perishable, actions: [{ ...perishable.actions![0]!, due: () => ({ from: 1, why: "it spoils" }) }] };
  expect((await life(past).compare(held("fresh"), inputs)).changes).toBe(true);
});

test("the time is not read if nothing depends on it", async () => {
  service.time = () => Promise.reject(new Error("asked"));
  expect((await life().compare(held("sealed"), inputs)).changes).toBe(true);
  expect((await life(box).compare(held("fresh"), inputs)).changes).toBe(false);
});

test("an update does what is due, once, and other updates do not", async () => {
  const state = held("fresh");
  service.now = due - 1;
  await life().update("b-1", state, { ...inputs, enabled: false });
  expect(runs).toEqual([]);
  service.now = due;
  const { state: after } = await life().update("b-1", held("fresh"), inputs);
  expect(runs).toEqual(["b-1"]);
  expect(after).toMatchObject({ state: "renewed", serialNumber: "s-new" });
});

test("a value that is shown once is kept until a new one is shown", async () => {
  const state = held("renewed");
  service.put("/boxes/b-1", { name: "one", account: "a-1", state: "renewed", box_param: { Size: 5 } });
  expect((await life().read("b-1", state))!.state.serialNumber).toBe("s-1");
  const { state: after } = await life().update("b-1", state, { ...inputs, enabled: false });
  expect(after.serialNumber).toBe("s-1");
});

test("a value that counts once is ignored afterwards", () => {
  expect(diff(perishable, held("renewed"), { ...inputs, secretKey: "another" }).changes).toBe(false);
  expect(diff(box, held("renewed"), { ...inputs, secretKey: "another" }).changed).toEqual(["secretKey"]);
});
