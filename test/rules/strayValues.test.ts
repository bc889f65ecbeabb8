import type { Wire } from "../../provider/api/client";
import type { Bag } from "../../provider/lifecycle/vocabulary/definition";
import { decodeAll } from "../../provider/lifecycle/values/wire";
import { box, remarked } from "./shapes";

/**
 * Values in responses that are not what their fields expect: they must never look like a change
 * that somebody made.
 */

describe("a value of another type than its field's", () => {
  const shown = (record: Wire, prior: Bag = {}) => decodeAll(box, { name: "one", ...record }, prior);

  test.each<[string, Wire, string, unknown]>([
    ["a number as string", { box_param: { Size: "7" } }, "sizeInLitres", 7],
    ["a boolean as string", { enabled: "false" }, "enabled", false],
    ["another boolean as string", { enabled: "true" }, "enabled", true],
    ["a string as number", { description: 7 }, "description", "7"],
    ["an invalid number", { box_param: { Size: "many" } }, "sizeInLitres", 5],
    ["a list instead of a string", { description: ["a"] }, "description", undefined],
    ["a string instead of a list", { tags: "a" }, "tags", []],
    ["a list instead of a map", { labels: ["a"] }, "labels", {}],
    ["an object instead of a boolean", { enabled: {} }, "enabled", true],
    ["a list instead of what a union allows", { policy: ["x"] }, "policy", undefined],
    ["a word in another case", { kind: "LARGE" }, "kind", "large"],
    ["a word that the field does not have", { kind: "Large (XL)" }, "kind", "Large (XL)"],
  ])("%s", (_what, record, key, value) => {
    expect(shown(record)[key]).toEqual(value);
  });

  test.each<[string, Wire, Bag]>([
    ["an object instead of a string", { region: { name: "eu" } }, { region: "eu-west-1" }],
    ["a word that no program could have written", { kind: "Large (XL)" }, { kind: "large" }],
  ])("is no change to a field that forces replacement: %s", (_what, record, prior) => {
    expect(shown(record, prior)).toMatchObject(prior);
  });
});

describe("a response of another shape than a definition's function expects", () => {
  const reading = remarked(box, {
    quota: { wire: { to: false, from: ({ limits }) => (limits as unknown[]).filter(Boolean).length } },
    expiresAt: { wire: { from: ({ expires_at }) => new Date(expires_at as number).toISOString() } },
    version: { wire: { from: () => JSON.parse("{") as unknown } },
  });
  const { version: _version, ...outputs } = reading.outputs;

  test("counts as not shown", () => {
    const state = decodeAll({ ...reading, outputs }, { limits: 7, expires_at: 8.64e15 + 1, description: "x" });
    expect(state).toMatchObject({ description: "x" });
    expect([state.quota, state.expiresAt]).toEqual([undefined, undefined]);
  });

  test("but any other error is none of the response's", () =>
    expect(() => decodeAll(reading, {})).toThrow(SyntaxError));
});
