import { isKind } from "../../provider/api/errors";
import type { Wire } from "../../provider/api/client";
import type { Bag, Definition } from "../../provider/lifecycle/definition";
import { InitializationError, ResourceError } from "../../provider/lifecycle/failure";
import { rejection, stage, without } from "./fakeService";
import { box, boxInputs, event, remarked } from "./shapes";

/** Update and read of an object that stands in the service. */

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
  /** The PATCH body; none when nothing needs to be sent. */
  body?: Wire;
}

const updates: Update[] = [
  { name: "a changed value alone is sent", new: { sizeInLitres: 6 }, body: { box_param: { Size: 6 } } },
  {
    name: "all changed values go together",
    new: { sizeInLitres: 6, labels: { a: "b" } },
    body: { box_param: { Size: 6 }, labels: { a: "b" } },
  },
  {
    name: "a removed value is emptied",
    held: { expires_at: "soon" },
    old: { expiresAt: "soon" },
    new: {},
    body: { expires_at: "" },
  },
  { name: "what steers the provider needs no call", new: { onDestroy: "destroy" } },
  { name: "what the service holds already needs no call", held: { box_param: { Size: 6 } }, new: { sizeInLitres: 6 } },
  {
    name: "what somebody changed behind our back is repaired",
    held: { labels: { a: "theirs" } },
    new: {},
    body: { labels: {} },
  },
  { name: "a secret that stays is not sent again", old: { secretKey: "s" }, new: { secretKey: "s" } },
  {
    name: "a secret that changes is sent",
    old: { secretKey: "s" },
    new: { secretKey: "t" },
    body: { secret_key: "t" },
  },
  { name: "a secret that is removed is emptied", old: { secretKey: "s" }, new: {}, body: { secret_key: "" } },
  { name: "what the service fills in is left alone", held: { policy: { a: 1 }, region: "r-1" }, new: {} },
  {
    name: "order alone is nothing to send",
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
  test("of an object that has vanished is an error that says what to do, and makes nothing", async () => {
    const { service, box: life } = begin();
    service.objects.delete("/boxes/b-1");
    const { message } = await rejection(life.update("b-1", state, { ...boxInputs, sizeInLitres: 6 }), ResourceError);
    expect(message).toMatch(/updating Box "one" failed: the service no longer has it\. Run `pulumi up --refresh`/);
    expect(service.changes).toEqual([]);
  });

  test("that the service rejects before anything changed is a plain failure: the old state is still true", async () => {
    const { service, box: life } = begin();
    service.fail({ call: "PATCH", kind: "badRequest" });
    const error = await rejection(life.update("b-1", state, { ...boxInputs, sizeInLitres: 6 }), ResourceError);
    expect(error).not.toBeInstanceOf(InitializationError);
    expect(error.message).toMatch(
      /updating Box "one" failed: .*no such size.*\(PATCH \/boxes\/b-1\)\. Correct the argument/,
    );
  });

  test("that fails half-way records what was reached, and the next one goes on from there", async () => {
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

  test("looks for what it is about to compare, although nothing was known of it before", async () => {
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

  test("sends what the service takes only together, as far as it is wanted", async () => {
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

  test("shows what is there as state, and as inputs", async () => {
    const { state: now, inputs } = await seen({});
    expect(now).toMatchObject(state);
    expect(inputs).toEqual(boxInputs);
  });

  test.each([
    { name: "what drifted", held: { box_param: { Size: 9 } }, shown: { sizeInLitres: 9 }, asInput: true },
    { name: "a map that drifted", held: { labels: { a: "b" } }, shown: { labels: { a: "b" } }, asInput: true },
    { name: "an output that moved on", held: { version: 4 }, shown: { version: 4 }, asInput: false },
  ])("shows $name", async ({ held, shown, asInput }) => {
    const { state: now, inputs } = await seen(held);
    expect(now).toMatchObject(shown);
    if (asInput) expect(inputs).toMatchObject(shown);
    else expect(inputs).toEqual(boxInputs);
  });

  test("keeps what the service never shows", async () => {
    const { state: now, inputs } = await seen({}, { ...state, secretKey: "s", onDestroy: "destroy", adopt: true });
    for (const kept of [now, inputs]) expect(kept).toMatchObject({ secretKey: "s", onDestroy: "destroy", adopt: true });
  });

  test("keeps the program's spelling of what means the same", async () => {
    const written = { tags: ["b", "a"], policy: '{ "a": 1 }', expiresAt: "2027-01-31T02:00:00+02:00" };
    const held = { tags: [{ tag: "a" }, { tag: "b" }], policy: { a: 1 }, expires_at: "2027-01-31T00:00:00Z" };
    expect((await seen(held, { ...state, ...written })).state).toMatchObject(written);
  });

  test("a name answered where an id was sent is no drift", async () => {
    expect((await seen({ account: "acme" })).state.account).toBe("a-1");
  });

  test.each([
    ["another id", "a-2"],
    ["the name of another", "other"],
    ["the name of one that is gone", "nobody"],
  ])("%s answered where an id was sent is drift", async (_what, returned) => {
    expect((await seen({ account: returned })).state.account).toBe(returned);
  });

  test("of an id alone, without anything known before, shows what is there", async () => {
    const { state: now } = await seen({ description: "x" }, {});
    expect(now).toMatchObject({ ...without(state, "onDestroy"), description: "x" });
  });

  test("of what a program never wrote and the service filled in shows no input", async () => {
    const { inputs } = await seen({ policy: { a: 1 }, region: "r-1", description: "theirs" });
    expect(inputs).toEqual(boxInputs);
  });

  test("of what a program wrote shows it as input, although the service fills it in otherwise", async () => {
    const { service, box: life } = begin();
    service.objects.clear();
    service.put("/accounts/a-1", { name: "acme", state: "ready" });
    const made = await life.create({ ...boxInputs, description: "mine", policy: { a: 1 } });
    const { inputs } = (await life.read(made.id, made.state))!;
    expect(inputs).toMatchObject({ description: "mine", policy: { a: 1 } });
  });

  test("finds it gone only when the service itself says so", async () => {
    const { service, box: life } = begin();
    service.objects.delete("/boxes/b-1");
    expect(await life.read("b-1", state)).toBeUndefined();
  });

  test.each(["forbidden", "unauthorized", "failed", "unanswered"] as const)(
    "%s is an error, never gone",
    async (kind) => {
      const { service, box: life } = begin();
      service.fail({ call: "GET /boxes/b-1", kind });
      const { message, cause } = await rejection(life.read("b-1", state), ResourceError);
      expect(message).toMatch(/^reading Box "one" failed: /);
      expect(isKind(cause, kind)).toBe(true);
    },
  );

  test("of an event asks nobody: a job that the service has forgotten is no drift", async () => {
    const { service, life } = begin();
    const found = await life(event).read("e-1", { what: "a", outcome: "done" });
    expect(found).toEqual({ id: "e-1", state: { what: "a", outcome: "done" }, inputs: { what: "a" } });
    expect(service.calls).toEqual([]);
  });
});

describe("a service that accepts a value and keeps its own", () => {
  test("is told of, since every later preview would show the same again", async () => {
    const { service, box: life, log } = begin();
    service.fail({ call: "PATCH", response: { ...standing, id: "b-1" } });
    const updated = await life.update("b-1", state, { ...boxInputs, sizeInLitres: 6 });
    expect(updated.state.sizeInLitres).toBe(5);
    expect(log).toEqual([
      'Box "one": the service accepted sizeInLitres and returned a different value; the next preview will report it again',
    ]);
  });

  test("is not suspected of what it does as asked", async () => {
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

  test("is asked again before an object is forgotten, changed or counted as deleted", async () => {
    expect(await lagging(2).box.read("b-1", state)).toBeDefined();
    expect(await lagging(3).box.read("b-1", state)).toBeUndefined();
    expect((await lagging(2).box.update("b-1", state, boxInputs)).id).toBe("b-1");
    const { service, box: life } = lagging(1);
    service.fail({ call: "DELETE /boxes/b-1", kind: "notFound" });
    await life.delete("b-1", state);
    expect(service.objects.has("/boxes/b-1")).toBe(false);
    expect(service.calls.filter((call) => call.startsWith("DELETE"))).toHaveLength(2);
  });

  test("what is beside the object does not make it gone", async () => {
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
    // It was not changed, and nobody claims that it was.
    expect(then.description).toBeUndefined();
  });
});
