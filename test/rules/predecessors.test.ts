import type { Bag, Definition } from "../../provider/lifecycle/vocabulary/definition";
import { ResourceError } from "../../provider/lifecycle/vocabulary/failure";
import { onDestroy } from "../../provider/lifecycle/vocabulary/field";
import { Lifecycle } from "../boundLifecycle";
import { Ledger } from "../../provider/lifecycle/claims/ledger";
import { Prerequisites } from "../../provider/lifecycle/service/readiness";
import { FakeService, rejection, stage } from "./fakeService";
import { box, boxInputs, remarked } from "./shapes";

/** A new resource whose key was removed from the stack, and can still be recovered. */

const ends = "2026-02-01T00:00:00Z";

const renamable = remarked(box, { name: { change: undefined } });

/** Its name is free once its deletion is scheduled. */
const keyBox: Definition = {
  ...renamable,
  role: "key",
  inputs: {
    ...renamable.inputs,
    onDestroy: onDestroy({ schedule: { calls: "hook", recoverable: "until its window ends" }, retain: [] }),
  },
  scheduled: {
    endsAt: ({ state, ends: at }) => (state === "pending" ? (at as string) : undefined),
    among: ({ account }) => ({ account: String(account), state: "pending" }),
  },
  hooks: {
    ...box.hooks,
    remove: async ({ api }, id) =>
      void (await api.patch(`/boxes/${id}`, { state: "pending", ends, name: `gone ${id}` })),
    ended: ({ state }) => state === "pending",
  },
};
const inputs: Bag = { ...boxInputs, onDestroy: "schedule" };

interface Run {
  stack?: string;
  name?: string;
  backend?: string;
  isOwned?: boolean;
  ledger?: Ledger;
}

/** Runs of one program, one after the other, on one service. */
function begin(definition = keyBox) {
  const { service, clock, stop, log } = stage(new FakeService());
  service.put("/accounts/a-1", { name: "acme", state: "ready" });
  const run = (how: Run = {}) => {
    const { stack = "dev", name = "one", backend = "0123456789ab", isOwned = true, ledger = new Ledger() } = how;
    log.length = 0;
    const prerequisites = new Prerequisites(clock);
    const self = { urn: `urn:pulumi:${stack}::shop::Box::${name}`, name };
    const surroundings = () => ({
      api: service,
      clock,
      stop: stop.signal,
      prerequisites,
      log: (text: string) => void log.push(text),
    });
    return new Lifecycle(definition, surroundings, {
      ledger,
      self: () => self,
      isManaged: () => true,
      owner: () => (isOwned ? { name: `acme/shop/${stack}/Box/${name}`, backend } : undefined),
    });
  };
  const destroyed = async (changes: Bag = {}, how: Run = {}) => {
    const life = run(how);
    const { id, state } = await life.create({ ...inputs, ...changes });
    await run(how).delete(id, state);
    return id;
  };
  const lists = () => service.calls.filter((call) => call === "GET /boxes?").length;
  const boxes = () => [...service.objects.keys()].filter((path) => path.startsWith("/boxes/")).length;
  return { service, log, run, destroyed, boxes, lists };
}

test("no other key is created beside the one that the resource had: the error shows both ways to go on", async () => {
  const { run, destroyed, boxes } = begin();
  const id = await destroyed();
  const { message } = await rejection(run().create(inputs), ResourceError);
  expect(message).toContain(
    `it had the key "${id}", whose deletion is scheduled, and which can be recovered until ${ends}`,
  );
  expect(message).toMatch(new RegExp(`adopt: "${id}".*adopt: false`));
  expect(boxes()).toBe(1);
  expect((await run().create({ ...inputs, adopt: id })).id).toBe(id);
});

test("adopt: false creates another one", async () => {
  const { run, destroyed, log } = begin();
  const id = await destroyed();
  expect((await run().create({ ...inputs, adopt: false })).id).not.toBe(id);
  expect(log.join()).not.toContain("warning");
});

test("adopt: true, which finds none of its name, does not create one either", async () => {
  const { run, destroyed } = begin();
  await destroyed();
  await expect(run().create({ ...inputs, adopt: true })).rejects.toThrow(/adopt: "b-1"/);
});

test("of several, each is shown", async () => {
  const { run, destroyed } = begin();
  const first = await destroyed();
  const life = run();
  const { id, state } = await life.create({ ...inputs, adopt: false });
  await run().delete(id, state);
  await expect(run().create(inputs)).rejects.toThrow(new RegExp(`adopt: "${first}" or adopt: "${id}"`));
});

describe("it is created, with a warning,", () => {
  test.each<[string, Bag, Run, RegExp]>([
    ["where the old key differs in what cannot be changed", { kind: "large" }, {}, /made for this resource earlier/],
    ["where another backend may have made it", {}, { backend: "ba9876543210" }, /in another backend/],
  ])("%s", async (_, changes, how, whose) => {
    const { run, destroyed, log } = begin();
    const id = await destroyed(changes, how);
    expect((await run().create(inputs)).id).not.toBe(id);
    const warnings = log.filter((line) => line.startsWith("warning: "));
    expect(warnings).toEqual([expect.stringContaining(`"${id}", whose deletion is scheduled`)]);
    expect(warnings[0]).toMatch(whose);
    expect(warnings[0]).toContain(`adopt: "${id}"`);
  });
});

describe("it is created, without a word,", () => {
  test.each<[string, Bag, Run]>([
    ["where another stack had the old key", {}, { stack: "prod" }],
    ["where no mark shows whose it was", {}, { isOwned: false }],
  ])("%s", async (_, changes, how) => {
    const { run, destroyed, log } = begin();
    await destroyed(changes, how);
    await run().create(inputs);
    expect(log.join()).not.toContain("warning");
  });

  test("where the old key is no longer pending, or lost", async () => {
    const { service, run, destroyed } = begin({ ...keyBox, remembersGone: true });
    const id = await destroyed();
    const record = service.objects.get(`/boxes/${id}`)!;
    service.put(`/boxes/${id}`, { ...record, gone: true });
    await run().create(inputs);
  });
});

describe("where it was made for another resource of the stack, which", () => {
  /** What tells the two apart is gone with the deletion. */
  const nameless: Definition = {
    ...keyBox,
    hooks: {
      ...keyBox.hooks,
      remove: async ({ api }, id) =>
        void (await api.patch(`/boxes/${id}`, { state: "pending", ends, name: undefined })),
    },
  };
  const warnings = (log: readonly string[]) => log.filter((line) => line.startsWith("warning: "));

  test("the program does not declare, a warning shows how to have it, once", async () => {
    const { run, destroyed, log } = begin(nameless);
    const id = await destroyed({}, { name: "two" });
    const life = run();
    for (const name of ["one", "three"]) await life.create({ ...inputs, name });
    expect(warnings(log)).toEqual([
      expect.stringMatching(
        new RegExp(
          `^warning: Box "one" is created, although this stack made the key "${id}", whose deletion is scheduled, and which can ` +
            `be recovered until ${ends}, for Box "two", which .* declare Box "two" with {2}adopt: "${id}" {2}and`,
        ),
      ),
    ]);
  });

  test.each<[string, Definition, Bag, Run]>([
    ["has another name in the service", keyBox, {}, {}],
    ["is another one in what cannot be changed", nameless, { kind: "large" }, {}],
    ["is of another stack", nameless, {}, { stack: "prod" }],
    ["is of another backend", nameless, {}, { backend: "ba9876543210" }],
  ])("%s, nothing is said", async (_what, definition, changes, how) => {
    const { run, destroyed, log } = begin(definition);
    await destroyed({ name: "two", ...changes }, { name: "two", ...how });
    await run().create(inputs);
    expect(warnings(log)).toEqual([]);
  });

  test("the program declares, nothing is said", async () => {
    const { run, destroyed, log } = begin(nameless);
    await destroyed({}, { name: "two" });
    const ledger = new Ledger();
    run({ name: "two", ledger }).check({}, { ...inputs, name: "another" });
    await run({ ledger }).create(inputs);
    expect(warnings(log)).toEqual([]);
  });
});

describe("a replacement's own old key never hinders it", () => {
  test("where it is deleted first", async () => {
    const { run } = begin();
    const made = await run().create(inputs);
    const life = run();
    life.check(made.state, inputs);
    await life.plan(made.id, made.state, { ...inputs, kind: "large" });
    await life.delete(made.id, made.state);
    expect((await life.create(inputs)).id).not.toBe(made.id);
  });

  test("where the engine shows nothing of the replacement but the delete", async () => {
    const { run } = begin();
    const made = await run().create(inputs);
    const life = run();
    await life.delete(made.id, made.state);
    life.check({}, inputs);
    expect((await life.create(inputs)).id).not.toBe(made.id);
  });

  test("where an earlier run deleted it, and could not create the new one", async () => {
    const { run, destroyed } = begin();
    const id = await destroyed();
    const life = run();
    life.check(inputs, inputs);
    expect((await life.create(inputs)).id).not.toBe(id);
  });
});

describe("the list of such keys is read", () => {
  test("once for all that are created in one place", async () => {
    const { run, lists } = begin();
    const life = run();
    await Promise.all(["one", "two", "three"].map((name) => life.create({ ...inputs, name })));
    expect(lists()).toBe(1);
  });

  test.each<[string, Definition, Bag]>([
    ["of types without any", { ...keyBox, scheduled: undefined }, {}],
    ["where the service creates no other one", { ...keyBox, scheduled: { endsAt: () => undefined } }, {}],
    ["of types without a mark", { ...keyBox, mark: undefined }, {}],
    ["with adopt: false", keyBox, { adopt: false }],
  ])("not at all %s", async (_, definition, changes) => {
    const { run, lists } = begin(definition);
    await run().create({ ...inputs, ...changes });
    expect(lists()).toBe(0);
  });

  test("and nothing is created if it cannot be", async () => {
    const { service, run, boxes } = begin();
    service.fail({ call: "GET /boxes?", kind: "failed", times: 9 });
    await expect(run().create(inputs)).rejects.toThrow(/500/);
    expect(boxes()).toBe(0);
  });
});
