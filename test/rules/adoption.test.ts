import type { Wire } from "../../provider/api/client";
import { adoptionChanges } from "../../provider/lifecycle/reconciler/adoption";
import type { Definition } from "../../provider/lifecycle/vocabulary/definition";
import { ref } from "../../provider/lifecycle/vocabulary/field";
import { ResourceError } from "../../provider/lifecycle/vocabulary/failure";
import { unknownValue } from "../../provider/lifecycle/vocabulary/schema";
import { begin, posts } from "./boxes";
import { rejection, stage } from "./fakeService";
import { account, box, boxInputs, remarked } from "./shapes";

/** Adopting an existing object instead of creating one. */

const existing = { name: "one", account: "a-1", kind: "small", description: "theirs", box_param: { Size: 9 } };
const brownfield = (object: Wire = existing) => {
  const all = begin();
  all.service.put("/boxes/b-77", object);
  return { ...all, box: all.life(box) };
};

test.each([
  ["by name", true],
  ["by id", "b-77"],
])("%s adopts the object and updates it to match the program", async (_how, adopt) => {
  const { service, box: life } = brownfield();
  const { id, state } = await life.create({ ...boxInputs, adopt });
  expect(id).toBe("b-77");
  expect(state).toMatchObject({ ...boxInputs, adopt, description: "theirs" });
  expect(service.changes).toEqual(["PATCH /boxes/b-77"]);
  expect(service.bodies.at(-1)?.body).toEqual({ box_param: { Size: 5 } });
});

test("a reference that the service shows by name is not told as a change", async () => {
  const { service, life, log } = brownfield({ ...existing, account: "acme", box_param: { Size: 5 } });
  const movable = { ...box, inputs: { ...box.inputs, account: ref(account, { wire: "account" }) } };
  await life(movable).create({ ...boxInputs, adopt: true });
  expect([service.changes, log]).toEqual([[], ['Box "one" takes over the existing object "b-77"']]);
});

test("adoption accepts an object that somebody created between our lookup and our create", async () => {
  const { service, box: life } = begin();
  const meanwhile = () => void service.put("/boxes/b-77", existing);
  service.fail({ call: "POST /boxes", kind: "conflict", meanwhile });
  const { id, state } = await life.create({ ...boxInputs, adopt: true, secretKey: "s" });
  expect(id).toBe("b-77");
  expect(state).toMatchObject({ ...boxInputs, description: "theirs", secretKey: "s" });
  expect(service.changes).toEqual(["POST /boxes", "PATCH /boxes/b-77"]);
  expect(service.bodies.at(-1)?.body).toEqual({ box_param: { Size: 5 } });
});

test("adoption rejects such an object, too, if it cannot be updated to match", async () => {
  const { service, box: life } = begin();
  const meanwhile = () => void service.put("/boxes/b-77", { ...existing, kind: "large" });
  service.fail({ call: "POST /boxes", kind: "conflict", meanwhile });
  const { message } = await rejection(life.create({ ...boxInputs, adopt: true }), ResourceError);
  expect(message).toMatch(/adopting Box "one" failed: .*kind is "large", not "small"/);
  expect(service.changes).toEqual(["POST /boxes"]);
});

test("an object of another container is refused, unless that one no longer exists and was added again", async () => {
  const { service, box: life, log } = brownfield({ ...existing, account: "a-2", box_param: { Size: 5 } });
  service.put("/accounts/a-2", { name: "other", state: "ready" });
  const { message } = await rejection(life.create({ ...boxInputs, adopt: "b-77" }), ResourceError);
  expect(message).toMatch(/adopting Box "one" failed: .*account is "a-2", not "a-1"/);
  service.objects.delete("/accounts/a-2");
  log.length = 0;
  expect((await life.create({ ...boxInputs, adopt: "b-77" })).id).toBe("b-77");
  expect(service.changes).toEqual([]);
  expect(log.join()).not.toMatch(/changed to/);
});

describe("adoption with a write-only value", () => {
  const inputs = { ...boxInputs, adopt: true, sizeInLitres: 9, secretKey: "s" };

  test("trusts the program's value, sends nothing, and says so; a later change is sent", async () => {
    const { service, box: life, log } = brownfield();
    const { id, state } = await life.create(inputs);
    expect(service.changes).toEqual([]);
    expect(state.secretKey).toBe("s");
    expect(log.join()).toMatch(/Box "one" was taken over as it is: secretKey was not sent/);
    expect(life.diff(state, inputs)).toMatchObject({ changes: false });
    await life.update(id, state, { ...inputs, secretKey: "t" });
    expect(service.bodies.at(-1)?.body).toEqual({ secret_key: "t" });
  });

  const readied = {
    output: "state",
    is: ["ready"],
    pending: [],
    timeoutSeconds: 5,
    test: () => Promise.resolve({ ...existing, id: "b-77", state: "ready" }),
  };

  test.each<[string, readonly string[] | undefined, unknown]>([
    ["sends the program's value to an object that failed its test, because its own value may be the cause", [], "s"],
    ["sends no value that the test does not depend on", ["secretKey"], undefined],
    [
      "sends nothing to an object whose readiness depends on no argument: it is repaired as it is",
      undefined,
      undefined,
    ],
  ])("%s", async (_what, untested, sent) => {
    const { service, life, log } = begin();
    service.put("/boxes/b-77", { ...existing, state: "failed" });
    await life({ ...box, ready: { ...readied, untested } }).create(inputs);
    expect(service.objects.get("/boxes/b-77")?.secret_key).toEqual(sent);
    expect(log.join()).toMatch(sent === undefined ? /secretKey was not sent/ : /changed to .*: secretKey$/);
  });

  test("adoption does not mention defaults and missing values", async () => {
    const { box: life, log } = brownfield();
    await life.create({ ...boxInputs, adopt: true, sizeInLitres: 9 });
    expect(log).toEqual(['Box "one" takes over the existing object "b-77"']);
  });
});

test("adoption neither waits for nor tests an object that it already refers to", async () => {
  const { service, box: life } = brownfield();
  service.put("/accounts/a-1", { name: "acme", state: "failed" });
  await life.create({ ...boxInputs, adopt: true, sizeInLitres: 9 });
  expect(service.changes).toEqual([]);
});

test("adoption treats the name of a referenced object like its id", async () => {
  const { service, box: life } = brownfield({ ...existing, account: "acme", box_param: { Size: 5 } });
  const inputs = { ...boxInputs, adopt: "b-77" };
  const { state } = await life.create(inputs);
  expect(service.changes).toEqual([]);
  expect(life.diff(state, inputs)).toMatchObject({ changes: false });
});

test.each([
  ["nothing if everything matches", { sizeInLitres: 9 }, []],
  ["what would be updated", { sizeInLitres: 4, tags: ["a"] }, ["sizeInLitres", "tags"]],
  ["what could not be updated", { sizeInLitres: 9, kind: "large" }, ["kind"]],
  ["nothing that is write-only or not known yet", { sizeInLitres: unknownValue, secretKey: "s" }, []],
  ["nothing that only the provider keeps", { sizeInLitres: 9, onDestroy: "destroy" }, []],
])("a preview of an adoption reports %s", (_name, more, expected) => {
  expect(adoptionChanges(box, { id: "b-77", ...existing }, { ...boxInputs, ...more })).toEqual(expected);
});

test("adoption trusts the program for values that can neither be read nor updated, and does not replace", async () => {
  const { life } = brownfield();
  const hidden: Definition = remarked(box, { secretKey: { change: "replace" } });
  const inputs = { ...boxInputs, adopt: true, secretKey: "s" };
  const { state } = await life(hidden).create(inputs);
  expect(life(hidden).diff(state, inputs)).toMatchObject({ replaces: [] });
});

test("adoption reads the whole object, because lists may omit fields", async () => {
  const { service, box: life } = brownfield();
  service.fail({ call: "GET /boxes?", response: { items: [{ id: "b-77", name: "one", account: "a-1" }] } });
  await life.create({ ...boxInputs, adopt: true });
  expect(service.bodies.at(-1)?.body).toEqual({ box_param: { Size: 5 } });
});

test("adoption creates a new object if none has that name", async () => {
  const { service, box: life } = begin();
  const { id } = await life.create({ ...boxInputs, adopt: true });
  expect(id).toBe("b-1");
  expect(posts(service)).toHaveLength(1);
});

test("adoption with an id that does not exist is an error and creates nothing", async () => {
  const { service, box: life } = begin();
  const { message } = await rejection(life.create({ ...boxInputs, adopt: "b-404" }), ResourceError);
  expect(message).toMatch(/adopting Box "one" failed: the service has no object with the id "b-404"/);
  expect(posts(service)).toHaveLength(0);
});

test("adoption rejects an object that would have to be replaced, and says what differs", async () => {
  const { service, box: life } = brownfield({ ...existing, kind: "large" });
  const { message } = await rejection(life.create({ ...boxInputs, adopt: "b-77" }), ResourceError);
  expect(message).toMatch(/adopting Box "one" failed: .*kind is "large", not "small"/);
  expect(message).toContain("Describe it as it is, or give the resource another name");
  expect(service.changes).toEqual([]);
});

test("adoption rejects an object of another kind in the same collection", async () => {
  const { service, box: life } = brownfield({ ...existing, operation: "crating" });
  const { message } = await rejection(life.create({ ...boxInputs, adopt: true }), ResourceError);
  expect(message).toContain('its operation is "crating"');
  expect(service.changes).toEqual([]);
});

test("adoption rejects an object that the definition does not recognize", async () => {
  const { life, service } = stage();
  service.put("/accounts/a-1", { name: "acme", state: "ready" });
  service.put("/boxes/b-77", existing);
  const small: Definition = { ...box, isOne: ({ description }) => description !== "theirs" };
  const { message } = await rejection(life(small).create({ ...boxInputs, adopt: "b-77" }), ResourceError);
  expect(message).toContain("it is not a Box");
  expect(service.changes).toEqual([]);
});

test("adoption asks which one is meant if several objects match", async () => {
  const { service, box: life } = brownfield();
  service.put("/boxes/b-78", existing);
  const { message } = await rejection(life.create({ ...boxInputs, adopt: true }), ResourceError);
  expect(message).toMatch(/several objects match.*"b-77", "b-78"/);
  expect(service.changes).toEqual([]);
});
