import type { Wire } from "../../provider/api/client";
import type { Bag, Definition } from "../../provider/lifecycle/vocabulary/definition";
import { marksOf, type Marks } from "../../provider/lifecycle/vocabulary/field";
import { InitializationError } from "../../provider/lifecycle/vocabulary/failure";
import { begin, beginWith, standing, state } from "./boxes";
import { rejection, stage, without, type FakeService } from "./fakeService";
import { box, boxInputs, remarked } from "./shapes";

/** An accepted change is no proof: the object shows whether it was carried out. */

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

  test("fails at once where the change waits for the approval of others", async () => {
    const { service, box: life, clock } = beginWith();
    service.held = "/boxes/b-1";
    service.fail({ call: "PATCH", response: { ...standing, id: "b-1" }, times: 99 });
    const failed = life.update("b-1", state, { ...boxInputs, sizeInLitres: 6 });
    const error = await rejection(failed, InitializationError);
    expect(error.message).toContain("a failure of kind held");
    expect([error.properties.sizeInLitres, clock.seconds]).toEqual([5, 0]);
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
    [
      "another value beside an old one",
      { labels: { a: "1", b: "1" } },
      { labels: { a: "1", b: "2" } },
      { labels: { a: "1", b: "3" } },
    ],
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

  test.each<[string, Bag, Bag, Wire]>([
    ["a map that it did not have before", {}, { owner: { fullName: "a" } }, { owner: { full_name: "c" } }],
    [
      "another text, however much of the old one is in it",
      { description: "abc" },
      { description: "x" },
      { description: "abd" },
    ],
  ])("does not fail where it shows %s", async (_name, before, after, shown) => {
    const { service, box: life, log } = beginWith({ ...standing, ...before });
    service.fail(inPart(shown));
    await life.update("b-1", { ...state, ...before }, { ...boxInputs, ...after });
    expect(log.join()).toContain(`the service accepted ${Object.keys(after)[0]} and returned a different value`);
  });

  test("does not fail for a reference, which the service may show in another spelling", async () => {
    const movable: Definition = remarked(box, { account: { change: undefined } });
    const { service } = beginWith();
    service.fail(inPart({}));
    const { state: after } = await stage(service)
      .life(movable)
      .update("b-1", state, { ...boxInputs, account: "a-2" });
    expect(after.account).toBe("a-1");
  });

  test("cannot show what it never returns", async () => {
    const { service, box: life } = beginWith();
    service.fail({ call: "PATCH", response: {} });
    expect((await life.update("b-1", state, { ...boxInputs, secretKey: "s" })).state.secretKey).toBe("s");
  });

  test("is believed where it shows nothing of the value, before and after", async () => {
    const { service, box: life } = beginWith();
    service.fail(inPart({}));
    expect((await life.update("b-1", state, { ...boxInputs, description: "new" })).id).toBe("b-1");
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

  test("is given the time that a node may lag behind, to its end", async () => {
    const { box: life, service, clock } = beginWith();
    service.fail({ call: "PATCH", response: { ...standing, id: "b-1" }, after: true });
    // The read before the change, one after it, and one after the first of two pauses.
    service.fail({ call: "GET", response: { ...standing, id: "b-1" }, times: 3 });
    expect((await life.update("b-1", state, { ...boxInputs, sizeInLitres: 6 })).state.sizeInLitres).toBe(6);
    expect(clock.seconds).toBeCloseTo(2, 3);
  });

  test("is shown by the response itself, which is read once", async () => {
    const { box: life, service } = beginWith();
    await life.update("b-1", state, { ...boxInputs, sizeInLitres: 6 });
    expect(service.calls.filter((call) => call.includes("/boxes/"))).toEqual(["GET /boxes/b-1", "PATCH /boxes/b-1"]);
  });

  test("is read at once where the response shows the object as before", async () => {
    const { box: life, service, clock, log } = beginWith();
    service.fail({ call: "PATCH", response: { ...standing, id: "b-1" }, after: true });
    await life.update("b-1", state, { ...boxInputs, sizeInLitres: 6 });
    expect([clock.pauses, log]).toEqual([[], []]);
  });

  test("is not asked of what only the state has", async () => {
    const { box: life, service } = beginWith();
    service.fail({ call: "PATCH", response: {}, after: true });
    const imported = without(state, "onDestroy");
    const { state: after } = await life.update("b-1", imported, {
      ...boxInputs,
      sizeInLitres: 6,
      onDestroy: "destroy",
    });
    expect(after).toMatchObject({ sizeInLitres: 6, onDestroy: "destroy" });
  });

  test.each<[string, Marks["by"], unknown]>([
    ["enabled", { verbs: { true: "enable", false: "disable" } }, false],
    ["tags", { items: "tags", key: "tag" }, ["a"]],
  ])("is asked of a new object, too, for what calls of their own apply: %s", async (key, by, value) => {
    const { service, life } = begin();
    const created: Wire = { ...standing, meta: {}, id: "b-9", enabled: true, tags: [] };
    service.put("/boxes/b-9", created);
    service.fail({ call: "POST /boxes/b-9/", response: {}, times: 9 });
    service.fail({ call: "POST /boxes", response: created });
    const made = life(remarked(box, { [key]: { ...marksOf(box, key), by } })).create({ ...boxInputs, [key]: value });
    const { message } = await rejection(made, InitializationError);
    expect(message).toContain(`the service accepted ${key}, and the object is as before`);
  });

  test("is not reported for documented behavior", async () => {
    const { box: life, log } = beginWith();
    await life.update("b-1", state, { ...boxInputs, sizeInLitres: 6, secretKey: "s", onDestroy: "destroy" });
    expect(log).toEqual([]);
  });
});
