import type { Bag, Definition } from "../../provider/lifecycle/vocabulary/definition";
import { check } from "../../provider/lifecycle/values/check";
import { mergePatch, withoutNull, decodeAll } from "../../provider/lifecycle/values/wire";
import { InitializationError } from "../../provider/lifecycle/vocabulary/failure";
import { beginWith, standing, state } from "./boxes";
import { rejection, stage } from "./fakeService";
import { box, boxInputs, remarked } from "./shapes";

/** Maps of free keys. */

test.each<[string, unknown, unknown, unknown]>([
  ["a key that goes is null", { a: 1, b: 2 }, { b: 2 }, { a: null, b: 2 }],
  ["also deep inside", { a: { b: { c: 1, d: 2 } } }, { a: { b: { d: 2 } } }, { a: { b: { c: null, d: 2 } } }],
  ["a list is whole", { a: [1, { b: 1 }] }, { a: [{ c: 1 }] }, { a: [{ c: 1 }] }],
  ["a map may become a value", { a: { b: 1 } }, { a: 1 }, { a: 1 }],
  ["a value may become a map", { a: 1 }, { a: { b: 1 } }, { a: { b: 1 } }],
  ["a map may become empty", { a: { b: 1 } }, { a: {} }, { a: { b: null } }],
  ["without a map before, all is new", undefined, { a: 1 }, { a: 1 }],
])("the body of a change: %s", (_what, held, wanted, body) => {
  expect(mergePatch(held, wanted)).toEqual(body);
});

test("a service that merges and one that replaces end with the same", () => {
  const [held, wanted] = [{ a: { b: 1, c: { d: 1 } }, e: [1] }, { a: { c: { f: 2 } } }];
  const body = mergePatch(held, wanted);
  const merged = (target: unknown, patch: unknown): unknown => {
    if (typeof patch !== "object" || patch === null || Array.isArray(patch)) return patch;
    const base = (typeof target === "object" && !Array.isArray(target) ? target : {}) as Bag;
    const all = { ...base, ...Object.fromEntries(Object.entries(patch).map(([k, v]) => [k, merged(base[k], v)])) };
    return Object.fromEntries(Object.entries(all).filter(([, v]) => v !== null));
  };
  expect(merged(held, body)).toEqual(wanted);
  expect(withoutNull(body)).toEqual(wanted);
});

test("a null counts as absent, in a response and in a program", () => {
  expect(decodeAll(box, { id: "b-1", meta: { a: null, b: { c: null, d: 1 } } }).meta).toEqual({ b: { d: 1 } });
  expect(decodeAll(box, { id: "b-1", meta: { a: null } }).meta).toBeUndefined();
  expect(check(box, {}, { account: "a-1", name: "x", meta: { a: null, b: 1 } }).inputs.meta).toEqual({ b: 1 });
});

describe("an update that removes a key", () => {
  const meta = { a: 1, b: { c: 1, d: 2 } };

  test("sends the whole map, with null for the key, and the mark", async () => {
    const { service, box: life } = beginWith({ ...standing, meta: { ...meta, pulumi_ciphertrust: "m-1" } });
    await life.update("b-1", { ...state, meta }, { ...boxInputs, meta: { b: { c: 1 } } });
    expect(service.bodies.map(({ body }) => body)).toEqual([
      { meta: { a: null, b: { c: 1, d: null }, pulumi_ciphertrust: "m-1" } },
    ]);
  });

  test("leaves what somebody has added deep inside since the preview", async () => {
    const now = { a: 1, b: { c: 1, d: 2, theirs: 3 } };
    const { service, box: life, log } = beginWith({ ...standing, meta: now });
    await life.update("b-1", { ...state, meta }, { ...boxInputs, meta: { b: { c: 1 } } });
    expect(service.bodies[0]!.body).toEqual({ meta: { a: null, b: { c: 1, d: null, theirs: 3 } } });
    expect(log.join()).toMatch(/somebody added to meta outside Pulumi/);
  });

  test("that fails is repeated: the state still says that the program wrote the map", async () => {
    const { service, box: life } = beginWith({ ...standing, meta });
    const old = { ...state, meta, __written: ["meta"] };
    expect(life.diff(old, boxInputs).changed).toEqual(["meta"]);
    service.fail({ call: "PATCH", response: { ...standing, id: "b-1", meta }, times: 99 });
    const failed = await rejection(life.update("b-1", old, boxInputs), InitializationError);
    expect(life.diff(failed.properties, boxInputs).changed).toEqual(["meta"]);
  });
});

describe("keys that only others write", () => {
  const by = "the cloud sets them";
  const reserving: Definition = remarked(box, { labels: { reserved: { keys: /^cloud:/, by } } });

  test("are in no state, and in no diff", () => {
    const shown = decodeAll(reserving, { id: "b-1", ...standing, labels: { "cloud:stack": "x", mine: "y" } });
    expect(shown.labels).toEqual({ mine: "y" });
  });

  test("are refused in a program, by name", () => {
    const { failures } = check(reserving, {}, { account: "a-1", name: "x", labels: { "cloud:stack": "x", mine: "y" } });
    expect(failures).toEqual([
      { property: "labels.cloud:stack", reason: `cannot be set: ${by}. Leave it out; what the object has stays` },
    ]);
  });
});

describe("what grants access or protects a key", () => {
  test("fails an update that ends with another value, and the state has what the service has", async () => {
    const guarded = remarked(box, { sizeInLitres: { guards: true, wire: "box_param.Size" } });
    const { life, service } = stage();
    service.put("/accounts/a-1", { name: "acme", state: "ready" });
    service.put("/boxes/b-1", standing);
    service.fail({ call: "PATCH", response: { ...standing, id: "b-1", box_param: { Size: 7 } } });
    const failed = life(guarded).update("b-1", state, { ...boxInputs, sizeInLitres: 6 });
    const error = await rejection(failed, InitializationError);
    expect(error.message).toMatch(/the service accepted sizeInLitres, and the object has a different value/);
    expect(error.properties.sizeInLitres).toBe(7);
  });
});
