import { isKind } from "../../provider/api/errors";
import type { Wire } from "../../provider/api/client";
import type { Bag, Definition } from "../../provider/lifecycle/definition";
import { InitializationError, ResourceError } from "../../provider/lifecycle/failure";
import { rejection, stage, without } from "./fakeService";
import { box, boxInputs, event, remarked } from "./shapes";

/** Update and read of an existing object. */

const standing: Wire = {
  name: "one",
  account: "a-1",
  kind: "small",
  box_param: { Size: 5 },
  serial: "s-1",
  meta: { pulumi_ciphertrust: "m-1" },
};
const state: Bag = { ...boxInputs, serialNumber: "s-1", version: 0 };

const begin = (object: Wire | undefined = standing) => {
  const all = stage();
  all.service.put("/accounts/a-1", { name: "acme", state: "ready" });
  all.service.put("/accounts/a-2", { name: "other", state: "ready" });
  if (object) all.service.put("/boxes/b-1", object);
  return { ...all, box: all.life(box) };
};

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
  const { service, box: life } = begin({ ...standing, ...held });
  const inputs = { ...boxInputs, ...news };
  const updated = await life.update("b-1", { ...state, ...old }, inputs);
  expect(updated.id).toBe("b-1");
  expect(updated.state).toMatchObject(inputs);
  expect(service.changes).toEqual(body ? ["PATCH /boxes/b-1"] : []);
  if (body) expect(service.bodies.at(-1)?.body).toEqual(body);
  expect(life.diff(updated.state, inputs)).toMatchObject({ changes: false });
});

describe("an update", () => {
  test("of a deleted object is an error with advice, and creates nothing", async () => {
    const { service, box: life } = begin();
    service.objects.delete("/boxes/b-1");
    const { message } = await rejection(life.update("b-1", state, { ...boxInputs, sizeInLitres: 6 }), ResourceError);
    expect(message).toMatch(/updating Box "one" failed: the service no longer has it\. Run `pulumi up --refresh`/);
    expect(service.changes).toEqual([]);
  });

  test("that the service rejects before anything changed is a plain failure: the old state is still correct", async () => {
    const { service, box: life } = begin();
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
    const { service, life } = begin();
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
    const { service, box: life } = begin();
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
    const { life } = begin();
    await life(enriched).update("b-1", state, { ...boxInputs, description: "x" });
    expect(asked[0]).toMatchObject({ description: "x", serialNumber: "s-1" });
    expect(reminded[0]).toEqual(state);
  });

  test("sends values that the service only accepts together, if they are set", async () => {
    const paired: Definition = { ...box, together: [["secretKey", "sizeInLitres", "expiresAt"]] };
    const { service, life } = begin();
    const known = { ...state, secretKey: "s" };
    await life(paired).update("b-1", known, { ...boxInputs, secretKey: "s", sizeInLitres: 6 });
    expect(service.bodies.at(-1)?.body).toEqual({ secret_key: "s", box_param: { Size: 6 } });
    await life(paired).update("b-1", known, { ...boxInputs, secretKey: "s", sizeInLitres: 6, labels: { a: "b" } });
    expect(service.bodies.at(-1)?.body).toMatchObject({ labels: { a: "b" } });
  });
});

const stageOf = (service: ReturnType<typeof begin>["service"], definition: Definition) =>
  stage(service).life(definition);

describe("read", () => {
  const seen = async (held: Wire, prior: Bag = state) =>
    (await begin({ ...standing, ...held }).box.read("b-1", prior))!;

  test("returns the object as state, and as inputs", async () => {
    const { state: now, inputs } = await seen({});
    expect(now).toMatchObject(state);
    expect(inputs).toEqual(boxInputs);
  });

  test.each([
    { name: "drift", held: { box_param: { Size: 9 } }, shown: { sizeInLitres: 9 }, asInput: true },
    { name: "drift of a map", held: { labels: { a: "b" } }, shown: { labels: { a: "b" } }, asInput: true },
    { name: "a changed output", held: { version: 4 }, shown: { version: 4 }, asInput: false },
  ])("shows $name", async ({ held, shown, asInput }) => {
    const { state: now, inputs } = await seen(held);
    expect(now).toMatchObject(shown);
    if (asInput) expect(inputs).toMatchObject(shown);
    else expect(inputs).toEqual(boxInputs);
  });

  test("keeps write-only values", async () => {
    const { state: now, inputs } = await seen({}, { ...state, secretKey: "s", onDestroy: "destroy", adopt: true });
    for (const kept of [now, inputs]) expect(kept).toMatchObject({ secretKey: "s", onDestroy: "destroy", adopt: true });
  });

  test("keeps the program's spelling of equal values", async () => {
    const written = { tags: ["b", "a"], policy: '{ "a": 1 }', expiresAt: "2027-01-31T02:00:00+02:00" };
    const held = { tags: [{ tag: "a" }, { tag: "b" }], policy: { a: 1 }, expires_at: "2027-01-31T00:00:00Z" };
    expect((await seen(held, { ...state, ...written })).state).toMatchObject(written);
  });

  test("a name returned where an id was sent is not drift", async () => {
    expect((await seen({ account: "acme" })).state.account).toBe("a-1");
  });

  test.each([
    ["another id", "a-2"],
    ["the name of another object", "other"],
    ["the name of a deleted object", "nobody"],
  ])("%s returned where an id was sent is drift", async (_what, returned) => {
    expect((await seen({ account: returned })).state.account).toBe(returned);
  });

  test("by id alone, without an earlier state, returns the object", async () => {
    const { state: now } = await seen({ description: "x" }, {});
    expect(now).toMatchObject({ ...without(state, "onDestroy"), description: "x" });
  });

  test("returns no input for a value set by the service that the program never wrote", async () => {
    const { inputs } = await seen({ policy: { a: 1 }, region: "r-1", description: "theirs" });
    expect(inputs).toEqual(boxInputs);
  });

  test("returns an input for a value that the program wrote, although the service sets it differently", async () => {
    const { service, box: life } = begin();
    service.objects.clear();
    service.put("/accounts/a-1", { name: "acme", state: "ready" });
    const made = await life.create({ ...boxInputs, description: "mine", policy: { a: 1 } });
    const { inputs } = (await life.read(made.id, made.state))!;
    expect(inputs).toMatchObject({ description: "mine", policy: { a: 1 } });
  });

  test("reports an object as gone only if the service itself says so", async () => {
    const { service, box: life } = begin();
    service.objects.delete("/boxes/b-1");
    expect(await life.read("b-1", state)).toBeUndefined();
  });

  test.each(["forbidden", "unauthorized", "failed", "unanswered"] as const)(
    "%s is an error, and the object is not gone",
    async (kind) => {
      const { service, box: life } = begin();
      service.fail({ call: "GET /boxes/b-1", kind });
      const { message, cause } = await rejection(life.read("b-1", state), ResourceError);
      expect(message).toMatch(/^reading Box "one" failed: /);
      expect(isKind(cause, kind)).toBe(true);
    },
  );

  test("of an event sends no request: a job that the service has deleted is not drift", async () => {
    const { service, life } = begin();
    const found = await life(event).read("e-1", { what: "a", outcome: "done" });
    expect(found).toEqual({ id: "e-1", state: { what: "a", outcome: "done" }, inputs: { what: "a" } });
    expect(service.calls).toEqual([]);
  });
});

describe("a service that accepts a value and keeps its own", () => {
  test("is reported, because every later preview would show the same again", async () => {
    const { service, box: life, log } = begin();
    service.fail({ call: "PATCH", response: { ...standing, id: "b-1" } });
    const updated = await life.update("b-1", state, { ...boxInputs, sizeInLitres: 6 });
    expect(updated.state.sizeInLitres).toBe(5);
    expect(log).toEqual([
      'Box "one": the service accepted sizeInLitres and returned a different value; the next preview will report it again',
    ]);
  });

  test("is not reported for documented behavior", async () => {
    const { box: life, log } = begin();
    await life.update("b-1", state, { ...boxInputs, sizeInLitres: 6, secretKey: "s", onDestroy: "destroy" });
    expect(log).toEqual([]);
  });
});

describe("a node that lags behind", () => {
  const lagging = (times: number) => {
    const all = begin();
    all.service.fail({ call: "GET /boxes/b-1", kind: "notFound", times });
    return all;
  };

  test("is read again before an object is forgotten, updated or counted as deleted", async () => {
    expect(await lagging(2).box.read("b-1", state)).toBeDefined();
    expect(await lagging(3).box.read("b-1", state)).toBeUndefined();
    expect((await lagging(2).box.update("b-1", state, boxInputs)).id).toBe("b-1");
    const { service, box: life } = lagging(1);
    service.fail({ call: "DELETE /boxes/b-1", kind: "notFound" });
    await life.delete("b-1", state);
    expect(service.objects.has("/boxes/b-1")).toBe(false);
    expect(service.calls.filter((call) => call.startsWith("DELETE"))).toHaveLength(2);
  });

  test("a 404 of something other than the object does not mean that the object is gone", async () => {
    const { service, life } = begin();
    const withPart: Definition = {
      ...box,
      hooks: { enrich: async (api, record) => ({ ...record, part: await api.get("/boxes/b-1/part") }) },
    };
    await expect(life(withPart).read("b-1", state)).rejects.toThrow(/404/);
    expect(service.objects.has("/boxes/b-1")).toBe(true);
  });

  test("a response without an id is not the object", async () => {
    const { service, box: life } = begin();
    service.fail({ call: "GET /boxes/b-1", response: { name: "other" } });
    await expect(life.read("b-1", state)).rejects.toThrow(/has no id/);
    service.fail({ call: "PATCH /boxes/b-1", response: { message: "accepted" } });
    const { state: then } = await life.update("b-1", state, { ...boxInputs, description: "new" });
    // It was not changed, and nothing says that it was.
    expect(then.description).toBeUndefined();
  });
});
