import * as z from "zod";
import { check } from "../../provider/lifecycle/values/check";
import type { Bag, Definition, Rule } from "../../provider/lifecycle/vocabulary/definition";
import { unknownValue } from "../../provider/lifecycle/vocabulary/schema";

/** Rules between inputs: when they hold, which input they name, and their messages. */

const text = z.string().optional();
const inputs = {
  ...{ key: text, secret: text, token: text, start: text, end: text },
  kind: z.enum(["aes", "rsa", "ec"]).default("aes"),
  size: z.number().optional(),
  curve: text,
  isShared: z.boolean().default(false),
  isOn: z.boolean().default(true),
  nodes: z.array(z.object({ host: z.string() })).default([]),
};

/** The problems of the inputs, as a user reads them. */
function problems(rule: Rule<keyof typeof inputs>, given: Bag): string[] {
  const definition: Definition = { type: "Thing", path: "/things", inputs, outputs: {}, filters: [], rules: [rule] };
  return check(definition, {}, given).failures.map(({ property, reason }) => `${property}: ${reason}`);
}

interface Row {
  readonly rule: Rule<keyof typeof inputs>;
  readonly right: readonly Bag[];
  readonly wrong: readonly (readonly [Bag, string])[];
}

const rows: Readonly<Record<string, Row>> = {
  "an input that another one needs": {
    rule: { when: "key", requires: ["secret"] },
    right: [{}, { secret: "s" }, { key: "k", secret: "s" }],
    wrong: [
      [{ key: "k" }, "secret: is required when key is given"],
      [{ key: "k", secret: "" }, "secret: is required when key is given"],
    ],
  },
  "an input that a value needs": {
    rule: { when: { kind: "rsa" }, requires: ["size"], because: "2048 to 4096" },
    right: [{}, { kind: "ec" }, { kind: "rsa", size: 2048 }],
    wrong: [[{ kind: "rsa" }, 'size: is required when kind is "rsa": 2048 to 4096']],
  },
  "an input that some values rule out": {
    rule: { unless: { kind: ["ec", undefined] }, excludes: ["curve"] },
    right: [{}, { curve: "c", kind: "ec" }],
    wrong: [[{ curve: "c" }, 'curve: is not allowed unless kind is "ec"']],
  },
  "what says no more than its default": {
    rule: { when: "token", excludes: ["isOn", "isShared"] },
    right: [{ token: "t", isOn: true, isShared: false }],
    wrong: [[{ token: "t", isOn: false }, "isOn: is not allowed when token is given"]],
  },
  "a case with exceptions": {
    rule: { when: "key", unless: ["token", { isShared: true }], requires: ["secret"] },
    right: [{}, { key: "k", token: "t" }, { key: "k", isShared: true }],
    wrong: [[{ key: "k" }, "secret: is required when key is given, unless token is given or isShared is true"]],
  },
  "one way of several": {
    rule: { choose: ["token", ["key", "secret"]], because: "it logs in by one of them" },
    right: [{ token: "t" }, { key: "k", secret: "s" }],
    wrong: [
      [{}, "token: either token or key and secret is required: it logs in by one of them"],
      [{ key: "k" }, "secret: is required with key"],
      [{ token: "t", key: "k" }, "token: conflicts with key: it logs in by one of them"],
    ],
  },
  "one way of several, or none": {
    rule: { choose: ["token", { anyOf: ["key", "secret"] }], optional: true },
    right: [{}, { token: "t" }, { secret: "s" }],
    wrong: [[{ token: "t", key: "k", secret: "s" }, "token: conflicts with key and secret: choose one"]],
  },
  "a pair": {
    rule: { pair: ["key", "secret"] },
    right: [{}, { key: "k", secret: "s" }],
    wrong: [
      [{ key: "k" }, "secret: is required with key"],
      [{ secret: "s" }, "key: is required with secret"],
    ],
  },
  "two moments": {
    rule: { earlier: "start", later: "end" },
    right: [{}, { start: "2027-01-01T00:00:00Z" }, { start: "2027-01-01T00:00:00Z", end: "2027-01-01T00:00:01Z" }],
    wrong: [[{ start: "2027-01-01T00:00:00Z", end: "2027-01-01T00:00:00Z" }, "end: must be later than start"]],
  },
  "items that differ": {
    rule: { distinct: "nodes", by: "host" },
    right: [{ nodes: [{ host: "a" }, { host: "b" }] }, { nodes: [{ host: unknownValue }, { host: unknownValue }] }],
    wrong: [[{ nodes: [{ host: "a" }, { host: "b" }, { host: "a" }] }, 'nodes: names the host "a" twice']],
  },
  "values that go with another one": {
    rule: { values: "size", by: "kind", allowed: { aes: [128, 256], rsa: { from: 2048, to: 4096 } } },
    right: [{ size: 256 }, { kind: "rsa", size: 4096 }, { kind: "ec", size: 1 }, { kind: "rsa" }],
    wrong: [
      [{ size: 257 }, 'size: must be 128 or 256 when kind is "aes"'],
      [{ kind: "rsa", size: 128 }, 'size: must be 2048 to 4096 when kind is "rsa"'],
    ],
  },
};

describe.each(Object.entries(rows))("%s", (_name, { rule, right, wrong }) => {
  test.each(right)("%j is valid", (given) => expect(problems(rule, given)).toEqual([]));
  test.each(wrong)("%j: %s", (given, problem) => expect(problems(rule, given)).toEqual([problem]));
});

test("a rule on unknown values is not reported yet", () => {
  expect(problems({ when: "key", requires: ["secret"] }, { key: "k", secret: unknownValue })).toEqual([]);
  expect(problems({ when: { kind: "rsa" }, requires: ["size"] }, { kind: unknownValue })).toEqual([]);
  expect(problems({ unless: { kind: "ec" }, excludes: ["curve"] }, { kind: unknownValue, curve: "c" })).toEqual([]);
});

test("a rule that is broken whatever the unknown values is reported immediately", () => {
  expect(problems({ pair: ["key", "secret"] }, { key: "k", token: unknownValue })).toEqual([
    "secret: is required with key",
  ]);
});
