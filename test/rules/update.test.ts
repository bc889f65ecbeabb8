import type { Wire } from "../../provider/api/client";
import type { Bag, Definition } from "../../provider/lifecycle/definition";
import { InitializationError, ResourceError } from "../../provider/lifecycle/failure";
import { begin, beginWith, standing, state } from "./boxes";
import { rejection, stage, type FakeService } from "./fakeService";
import { box, boxInputs, remarked } from "./shapes";

/** Update of an existing object. */

interface Update {
  name: string;
  held?: Wire;
  old?: Bag;
  new: Bag;
  /** The PATCH body; none if nothing needs to be sent. */
  body?: Wire;
}

const updates: Update[] = [
  { name: "only the changed value is sent", new: { sizeInLitres: 6 }, body: { box_param: { Size: 6 } } },
  {
    name: "all changed values are sent together",
    new: { sizeInLitres: 6, labels: { a: "b" } },
    body: { box_param: { Size: 6 }, labels: { a: "b" } },
  },
  {
    name: "a removed value is cleared",
    held: { expires_at: "soon" },
    old: { expiresAt: "soon" },
    new: {},
    body: { expires_at: "" },
  },
  { name: "settings of the provider need no call", new: { onDestroy: "destroy" } },
  {
    name: "a value that the service already has needs no call",
    held: { box_param: { Size: 6 } },
    new: { sizeInLitres: 6 },
  },
  {
    name: "a value that was changed outside Pulumi is corrected",
    held: { labels: { a: "theirs" } },
    old: { labels: { a: "theirs" } },
    new: {},
    body: { labels: {} },
  },
  { name: "an unchanged secret is not sent again", old: { secretKey: "s" }, new: { secretKey: "s" } },
  {
    name: "a changed secret is sent",
    old: { secretKey: "s" },
    new: { secretKey: "t" },
    body: { secret_key: "t" },
  },
  { name: "a removed secret is cleared", old: { secretKey: "s" }, new: {}, body: { secret_key: "" } },
  { name: "a value set by the service is kept", held: { policy: { a: 1 }, region: "r-1" }, new: {} },
  {
    name: "a change of order alone is not sent",
    held: { tags: [{ tag: "a" }, { tag: "b" }] },
    old: { tags: ["b", "a"] },
    new: { tags: ["b", "a"] },
  },
];

test.each(updates)("$name", async ({ held = {}, old = {}, new: news, body }) => {
  const { service, box: life } = beginWith({ ...standing, ...held });
  const inputs = { ...boxInputs, ...news };
  const updated = await life.update("b-1", { ...state, ...old }, inputs);
  expect(updated.id).toBe("b-1");
  expect(updated.state).toMatchObject(inputs);
  expect(service.changes).toEqual(body ? ["PATCH /boxes/b-1"] : []);
  if (body) expect(service.bodies.at(-1)?.body).toEqual(body);
  expect(life.diff(updated.state, inputs)).toMatchObject({ changes: false });
});

describe("an update", () => {
  test("leaves what the preview did not show as it is, and says so; a refresh shows it", async () => {
    const { service, box: life, log } = beginWith({ ...standing, enabled: false, labels: { a: "theirs" } });
    const inputs = { ...boxInputs, description: "new" };
    const { state: after } = await life.update("b-1", state, inputs);
    expect(service.bodies).toMatchObject([{ body: { description: "new" } }]);
    expect(after).toMatchObject({ description: "new", enabled: true });
    expect(after.labels).toEqual({});
    expect(log.join()).toMatch(/Box "one" is not as the program says in enabled, labels: .* is left as it is/);
    const { state: seen } = (await life.read("b-1", after))!;
    expect(life.diff(seen, inputs).changed).toEqual(["enabled", "labels"]);
  });

  test("of a deleted object is an error with advice, and creates nothing", async () => {
    const { service, box: life } = beginWith();
    service.objects.delete("/boxes/b-1");
    const { message } = await rejection(life.update("b-1", state, { ...boxInputs, sizeInLitres: 6 }), ResourceError);
    expect(message).toMatch(/updating Box "one" failed: the service no longer has it\. Run `pulumi up --refresh`/);
    expect(service.changes).toEqual([]);
  });

  test("that the service rejects before anything changed is a plain failure: the old state is still correct", async () => {
    const { service, box: life } = beginWith();
    service.fail({ call: "PATCH", kind: "badRequest" });
    const error = await rejection(life.update("b-1", state, { ...boxInputs, sizeInLitres: 6 }), ResourceError);
    expect(error).not.toBeInstanceOf(InitializationError);
    expect(error.message).toMatch(
      /updating Box "one" failed: .*no such size.*\(PATCH \/boxes\/b-1\)\. Correct the argument/,
    );
  });

  test("that fails half-way records its progress, and the next one continues from there", async () => {
    const calls: string[] = [];
    const moving: Definition = {
      ...remarked(box, { steps: { wire: { to: false } } }),
      actions: [
        {
          inputs: ["steps"],
          run: async ({ api, inputs }, { id }) => {
            calls.push("steps");
            return api.patch(`/boxes/${id}`, { steps: (inputs as Bag).steps });
          },
        },
      ],
    };
    const { service, life } = beginWith();
    const inputs = { ...boxInputs, sizeInLitres: 6, steps: ["a"], secretKey: "new" };
    service.fail(
      { call: "PATCH", response: { ...standing, id: "b-1", box_param: { Size: 6 } } },
      { call: "PATCH", kind: "failed" },
    );
    const error = await rejection(
      life(moving).update("b-1", { ...state, secretKey: "old" }, inputs),
      InitializationError,
    );
    expect(error.properties).toMatchObject({ sizeInLitres: 6, steps: [], secretKey: "new" });
    expect(life(moving).diff(error.properties, inputs).changed).toEqual(["steps"]);
    service.put("/boxes/b-1", { ...standing, box_param: { Size: 6 } });
    const next = await life(moving).update("b-1", error.properties, inputs);
    expect(next.state).toMatchObject(inputs);
    expect(calls).toEqual(["steps", "steps"]);
  });

  test("to another reference waits until that is ready", async () => {
    const { service, box: life } = beginWith();
    const movable: Definition = remarked(box, { account: { change: undefined } });
    service.put("/accounts/a-2", { name: "other", state: "untested" });
    service.fail({ call: "POST /accounts/a-2/test", response: { state: "ready" } });
    await stageOf(service, movable).update("b-1", state, { ...boxInputs, account: "a-2" });
    expect(service.changes).toEqual(["POST /accounts/a-2/test", "PATCH /boxes/b-1"]);
    service.calls.length = 0;
    await life.update("b-1", state, boxInputs);
    expect(service.calls).toEqual(["GET /boxes/b-1"]);
  });

  test("reads what it is about to compare, although nothing was known of it before", async () => {
    const asked: Bag[] = [];
    const reminded: Bag[] = [];
    const enriched: Definition = {
      ...box,
      hooks: {
        ...box.hooks,
        enrich: async (_api, record, wanted, known) => {
          asked.push(wanted);
          reminded.push(known);
          return { ...record, limits: { quota: 9 } };
        },
      },
    };
    const { life } = beginWith();
    await life(enriched).update("b-1", state, { ...boxInputs, description: "x" });
    expect(asked[0]).toMatchObject({ description: "x", serialNumber: "s-1" });
    expect(reminded[0]).toEqual(state);
  });

  test("sends values that the service only accepts together, if they are set", async () => {
    const paired: Definition = { ...box, together: [["secretKey", "sizeInLitres", "expiresAt"]] };
    const { service, life } = beginWith();
    const known = { ...state, secretKey: "s" };
    await life(paired).update("b-1", known, { ...boxInputs, secretKey: "s", sizeInLitres: 6 });
    expect(service.bodies.at(-1)?.body).toEqual({ secret_key: "s", box_param: { Size: 6 } });
    await life(paired).update("b-1", known, { ...boxInputs, secretKey: "s", sizeInLitres: 6, labels: { a: "b" } });
    expect(service.bodies.at(-1)?.body).toMatchObject({ labels: { a: "b" } });
  });
});

const stageOf = (service: ReturnType<typeof beginWith>["service"], definition: Definition) =>
  stage(service).life(definition);

describe("what somebody added to a set or a map after the last refresh", () => {
  test.each<[string, Bag, Bag, Bag, Wire]>([
    [
      "an item of a set",
      { tags: ["a", "b"] },
      { tags: ["a", "c"] },
      { tags: ["a", "c", "x"] },
      { tags: [{ tag: "a" }, { tag: "b" }, { tag: "x" }] },
    ],
    [
      "an entry of a map",
      { labels: { a: "1", b: "2" } },
      { labels: { a: "3" } },
      { labels: { a: "3", x: "9" } },
      { labels: { a: "1", b: "2", x: "9" } },
    ],
  ])("%s stays, and is reported", async (_name, before, after, expected, held) => {
    const { box: life, log } = beginWith({ ...standing, ...held });
    const inputs = { ...boxInputs, ...after };
    const updated = await life.update("b-1", { ...state, ...before }, inputs);
    expect(updated.state).toMatchObject(expected);
    expect(log.join()).toMatch(/^Box "one": somebody added to (tags|labels) outside Pulumi, .*left as it is[^,]*$/);
    // The next preview shows it, and the next update removes it.
    expect(life.diff(updated.state, inputs).changed).toEqual(Object.keys(after));
    expect((await life.update("b-1", updated.state, inputs)).state).toMatchObject(after);
  });
});

describe("a service that accepts a value and keeps its own", () => {
  test("is reported, because every later preview would show the same again", async () => {
    const { service, box: life, log } = beginWith();
    service.fail({ call: "PATCH", response: { ...standing, id: "b-1", box_param: { Size: 7 } } });
    const updated = await life.update("b-1", state, { ...boxInputs, sizeInLitres: 6 });
    expect(updated.state.sizeInLitres).toBe(7);
    expect(log).toEqual([
      'Box "one": the service accepted sizeInLitres and returned a different value; the next preview will report it again',
    ]);
  });

  test.each<[string, Wire | undefined]>([
    ["as it was before", { ...standing, id: "b-1" }],
    ["not", { status: "accepted" }],
    ["not, because there is no body", {}],
  ])("fails where a response shows the object %s, and the object is as before", async (_name, response) => {
    const { service, box: life, clock } = beginWith();
    service.fail({ call: "PATCH", response, times: 99 });
    const failed = life.update("b-1", state, { ...boxInputs, sizeInLitres: 6 });
    const error = await rejection(failed, InitializationError);
    expect(error.message).toMatch(/the service accepted sizeInLitres, and the object is as before.*quorum/);
    expect(error.properties.sizeInLitres).toBe(5);
    expect(clock.seconds).toBeCloseTo(2, 3);
  });

  const tagsOf = (...tags: string[]) => ({ tags: tags.map((tag) => ({ tag })) });
  const inPart = (shown: Wire) => ({
    call: "PATCH",
    response: { ...standing, id: "b-1", ...shown },
    meanwhile: (service: FakeService) => void service.put("/boxes/b-1", { ...standing, ...shown }),
    times: 99,
  });

  test.each<[string, Bag, Bag, Wire]>([
    ["an item is left", { tags: ["a", "b"] }, { tags: ["c"] }, tagsOf("b", "c")],
    ["an item is missing", { tags: ["a"] }, { tags: ["b", "c"] }, tagsOf("b")],
    ["an entry is left", { labels: { a: "1", b: "1" } }, { labels: { a: "2" } }, { labels: { a: "2", b: "1" } }],
    ["an entry is missing", { labels: {} }, { labels: { a: "1", b: "1" } }, { labels: { a: "1" } }],
    [
      "an entry has its old value",
      { labels: { a: "1", b: "1" } },
      { labels: { a: "2", b: "2" } },
      { labels: { a: "2", b: "1" } },
    ],
  ])("fails where a set or a map is changed in part: %s", async (_name, before, after, shown) => {
    const { service, box: life } = beginWith({
      ...standing,
      labels: before.labels,
      ...tagsOf(...((before.tags ?? []) as string[])),
    });
    service.fail(inPart(shown));
    const failed = life.update("b-1", { ...state, ...before }, { ...boxInputs, ...after });
    const { message } = await rejection(failed, InitializationError);
    expect(message).toContain(`the service accepted ${Object.keys(after)[0]}, and the object is as before`);
  });

  test.each<[string, Bag, Bag, Wire]>([
    ["an item", { tags: ["a"] }, { tags: ["b"] }, tagsOf("b", "x")],
    ["an entry", { labels: { a: "1" } }, { labels: { b: "1" } }, { labels: { b: "1", x: "9" } }],
    ["another value", { labels: { a: "1" } }, { labels: { a: "2" } }, { labels: { a: "3" } }],
  ])("does not fail where a set or a map shows %s that nobody sent", async (_name, before, after, shown) => {
    const {
      service,
      box: life,
      log,
    } = beginWith({ ...standing, labels: before.labels, ...tagsOf(...((before.tags ?? []) as string[])) });
    service.fail(inPart(shown));
    await life.update("b-1", { ...state, ...before }, { ...boxInputs, ...after });
    expect(log.join()).toContain(`the service accepted ${Object.keys(after)[0]} and returned a different value`);
  });

  test("does not fail for a reference, which the service may show in another spelling", async () => {
    const movable: Definition = remarked(box, { account: { change: undefined } });
    const { service } = beginWith();
    service.fail(inPart({}));
    const { state: after } = await stageOf(service, movable).update("b-1", state, { ...boxInputs, account: "a-2" });
    expect(after.account).toBe("a-1");
  });

  test("is reported by a create: the object is made as it was described", async () => {
    const { service, box: life, log } = begin();
    const spelled = { ...standing, meta: {}, id: "b-9", description: "ONE" };
    service.put("/boxes/b-9", spelled);
    service.fail({ call: "POST /boxes", response: spelled }, { call: "PATCH", response: spelled, times: 9 });
    const made = await life.create({ ...boxInputs, description: "one" });
    expect(made).toMatchObject({ id: "b-9", state: { description: "ONE" } });
    expect(log.join()).toContain("the service accepted description and returned a different value");
  });

  test("is given the time that a node may lag behind", async () => {
    const { box: life, service } = beginWith();
    service.fail({ call: "PATCH", response: { ...standing, id: "b-1" }, after: true });
    service.fail({ call: "GET", response: { ...standing, id: "b-1" }, times: 2 });
    expect((await life.update("b-1", state, { ...boxInputs, sizeInLitres: 6 })).state.sizeInLitres).toBe(6);
  });

  test("is not reported for documented behavior", async () => {
    const { box: life, log } = beginWith();
    await life.update("b-1", state, { ...boxInputs, sizeInLitres: 6, secretKey: "s", onDestroy: "destroy" });
    expect(log).toEqual([]);
  });
});
