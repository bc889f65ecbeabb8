import { isKind } from "../../provider/api/errors";
import type { Wire } from "../../provider/api/client";
import type { Bag, Definition } from "../../provider/lifecycle/vocabulary/definition";
import { InitializationError, ResourceError } from "../../provider/lifecycle/vocabulary/failure";
import { beginWith, standing, state } from "./boxes";
import { rejection, without } from "./fakeService";
import { box, boxInputs, event, slowBox } from "./shapes";
import { changedKey } from "../../provider/lifecycle/vocabulary/hiddenKeys";

/** Read of an existing object. */

/** A box that asks for an update when its output shows a later version. */
const due: Definition = {
  ...box,
  actions: [
    {
      inputs: ["enabled"],
      due: ({ version }) => (version === 4 ? { from: 0, why: "its version is old" } : undefined),
      run: () => Promise.resolve(),
    },
  ],
};

describe("read", () => {
  const seen = async (held: Wire, prior: Bag = state) =>
    (await beginWith({ ...standing, ...held }).box.read("b-1", prior))!;

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

  const other = { ...standing, id: "b-1", kind: "large" };

  test.each([
    ["one response that would replace it is not believed", 1, "small"],
    ["two that agree are", 2, "large"],
  ])("%s", async (_what, times, kind) => {
    const { service, box: life } = beginWith();
    service.fail({ call: "GET /boxes/b-1", response: other, times });
    expect((await life.read("b-1", state))!.state.kind).toBe(kind);
    expect(service.calls.filter((call) => call === "GET /boxes/b-1")).toHaveLength(2);
  });

  test("returns the id of an object that is looked up by its name", async () => {
    const { service, box: life } = beginWith();
    service.put("/boxes/one", { ...standing, id: "b-1" });
    expect((await life.read("one", {}))?.id).toBe("b-1");
    expect((await life.read("one", state))?.id).toBe("one");
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
    const { service, box: life } = beginWith();
    service.objects.clear();
    service.put("/accounts/a-1", { name: "acme", state: "ready" });
    const made = await life.create({ ...boxInputs, description: "mine", policy: { a: 1 } });
    const { inputs } = (await life.read(made.id, made.state))!;
    expect(inputs).toMatchObject({ description: "mine", policy: { a: 1 } });
  });

  test("reports an object as gone only if the service itself says so", async () => {
    const { service, box: life } = beginWith();
    service.objects.delete("/boxes/b-1");
    expect(await life.read("b-1", state)).toBeUndefined();
  });

  test.each(["forbidden", "unauthorized", "failed", "unanswered"] as const)(
    "%s is an error, and the object is not gone",
    async (kind) => {
      const { service, box: life } = beginWith();
      service.fail({ call: "GET /boxes/b-1", kind });
      const { message, cause } = await rejection(life.read("b-1", state), ResourceError);
      expect(message).toMatch(/^reading Box "one" failed: /);
      expect(isKind(cause, kind)).toBe(true);
    },
  );

  test("of an event sends no request: a job that the service has deleted is not drift", async () => {
    const { service, life } = beginWith();
    const found = await life(event).read("e-1", { what: "a", outcome: "done" });
    expect(found).toEqual({ id: "e-1", state: { what: "a", outcome: "done" }, inputs: { what: "a" } });
    expect(service.calls).toEqual([]);
  });
});

describe("a node that lags behind", () => {
  const lagging = (times: number) => {
    const all = beginWith();
    all.service.fail({ call: "GET /boxes/b-1", kind: "notFound", times });
    return { ...all, lagging: all.life(box, { lagSeconds: 30 }) };
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

  test("is given half a minute to know what was just made or changed, and says so; an older object is not waited for", async () => {
    const now = Date.parse("2026-01-01T00:00:00Z");
    const missing = async (changed: unknown) => {
      const { clock, log, lagging: life } = lagging(99);
      const found = await life.read("b-1", { ...state, [changedKey]: changed });
      return [found, Math.round(clock.seconds), log.length];
    };
    expect(await missing(now - 299_000)).toEqual([undefined, 30, 2]);
    expect(await missing(now + 3_600_000)).toEqual([undefined, 30, 2]);
    for (const old of [now - 301_000, 0, undefined]) expect(await missing(old)).toEqual([undefined, 2, 0]);
    const { lagging: life } = lagging(5);
    expect(await life.read("b-1", { ...state, [changedKey]: now })).toBeDefined();
  });

  test.each<[string, Wire, number, Definition?]>([
    ["an argument that differs", { box_param: { Size: 9 } }, 30],
    ["an output that differs, because what uses the object has changed it", { version: 4 }, 0],
    ["an object that is no longer ready", { state: "failed" }, 30, { ...box, ready: slowBox.ready }],
    ["an object for which something is due", { version: 4 }, 30, due],
  ])("is given half a minute for what a plan would act on: %s", async (_what, held, waits, type = box) => {
    const { clock, life } = beginWith({ ...standing, state: "ready", ...held });
    const left = { ...state, state: "ready", [changedKey]: Date.parse("2026-01-01T00:00:00Z") };
    const found = await life(type, { lagSeconds: 30 }).read("b-1", left);
    expect(Math.round(clock.seconds)).toBe(waits);
    expect(found?.state).not.toEqual(left);
  });

  test("a 404 of something other than the object does not mean that the object is gone", async () => {
    const { service, life } = beginWith();
    const withPart: Definition = {
      ...box,
      hooks: { enrich: async (api, record) => ({ ...record, part: await api.get("/boxes/b-1/part") }) },
    };
    await expect(life(withPart).read("b-1", state)).rejects.toThrow(/404/);
    expect(service.objects.has("/boxes/b-1")).toBe(true);
  });

  test("a response without an id is not the object", async () => {
    const { service, box: life } = beginWith();
    service.fail({ call: "GET /boxes/b-1", response: { name: "other" } });
    await expect(life.read("b-1", state)).rejects.toThrow(/has no id/);
    service.fail({ call: "PATCH /boxes/b-1", response: { message: "accepted" } });
    // It was not changed, and nothing says that it was.
    const failed = life.update("b-1", state, { ...boxInputs, description: "new" });
    expect((await rejection(failed, InitializationError)).properties.description).toBeUndefined();
  });
});
