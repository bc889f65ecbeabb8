import type { Wire } from "../../provider/api/client";
import type { Bag, Definition } from "../../provider/lifecycle/vocabulary/definition";
import { InitializationError, ResourceError } from "../../provider/lifecycle/vocabulary/failure";
import { beginWith, standing, state } from "./boxes";
import { rejection, stage } from "./fakeService";
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
    expect(service.bodies).toEqual([{ call: "PATCH /boxes/b-1", body: { description: "new" } }]);
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
    const paired: Definition = { ...box, update: { together: [["secretKey", "sizeInLitres", "expiresAt"]] } };
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
