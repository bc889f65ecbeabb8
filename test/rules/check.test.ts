import fc from "fast-check";
import { check } from "../../provider/lifecycle/values/check";
import type { Bag } from "../../provider/lifecycle/vocabulary/definition";
import { unknownValue } from "../../provider/lifecycle/vocabulary/schema";
import { registry } from "../../provider/resources";
import { fittingInputsOf, obscured, presumeValid } from "./arbitraries";
import { box, boxInputs } from "./shapes";

const least = { name: "one", account: "a-1" };

interface Row {
  name: string;
  old?: Bag;
  new: Bag;
  /** `property: part of the reason`, in order. */
  expect: string[];
}

test.each([".", ".."])("a name that is an id in paths must not be %j, any other may", (name) => {
  const byName = { ...box, id: "name" };
  const reasons = ({ failures }: ReturnType<typeof check>) => failures.map(({ reason }) => reason);
  expect(reasons(check(byName, {}, { ...least, name }))).toEqual([
    expect.stringMatching(/could never be read or deleted/),
  ]);
  expect(reasons(check(byName, {}, { ...least, name: `${name}a` }))).toEqual([]);
  expect(reasons(check(box, {}, { ...least, name }))).toEqual([]);
});

const rows: Row[] = [
  { name: "required inputs alone are valid", new: least, expect: [] },
  { name: "a missing required input is reported", new: { name: "one" }, expect: ["account: is required"] },
  { name: "null counts as missing", new: { ...least, account: null }, expect: ["account: is required"] },
  {
    name: "a wrong type is reported on its property",
    new: { ...least, sizeInLitres: "big" },
    expect: ["sizeInLitres: "],
  },
  {
    name: "a value out of range is reported",
    new: { ...least, sizeInLitres: 11 },
    expect: ["sizeInLitres: must be between 1 and 10"],
  },
  { name: "a value outside the allowed ones is reported", new: { ...least, kind: "medium" }, expect: ["kind: "] },
  {
    name: "a wrong nested value is reported with its path",
    new: { ...least, owner: { fullName: "x", contacts: [{ eMail: "a" }, { eMail: 1 }] } },
    expect: ["owner.contacts.1.eMail: "],
  },
  {
    name: "a misspelt argument is reported with the correct spelling",
    new: { ...least, descriptoin: "x" },
    expect: ['descriptoin: unknown argument of Box; did you mean "description"?'],
  },
  {
    name: "an argument in the wrong case is reported with the correct one",
    new: { ...least, secretkey: "x" },
    expect: ['secretkey: unknown argument of Box; did you mean "secretKey"?'],
  },
  {
    name: "of two similar names the closer one is suggested",
    new: { ...least, stags: ["a"] },
    expect: ['stags: unknown argument of Box; did you mean "tags"?'],
  },
  {
    name: "an unknown argument is reported with the list of arguments",
    new: { ...least, colour: "red" },
    expect: ["colour: unknown argument of Box; its arguments are name, account, kind,"],
  },
  {
    name: "an output is reported as an output",
    new: { ...least, serialNumber: "1" },
    expect: ["serialNumber: is an output of Box; its arguments are"],
  },
  {
    name: "a misspelt field of an object is reported with the correct spelling",
    new: { ...least, owner: { fullName: "x", contact: [] } },
    expect: ['owner.contact: unknown field of owner; did you mean "contacts"?'],
  },
  {
    name: "a misspelt nested field is reported with its path",
    new: { ...least, owner: { fullName: "x", contacts: [{ eMail: "a" }, { eMail: "b", phone: "1" }] } },
    expect: ["owner.contacts.1.phone: unknown field of contacts; its fields are eMail"],
  },
  {
    name: "a misspelt required field is missing, and reported with the correct spelling",
    new: { ...least, owner: { fulName: "x" } },
    expect: ["owner.fullName: is required", 'owner.fulName: unknown field of owner; did you mean "fullName"?'],
  },
  {
    name: "a misspelt field without a value is ignored",
    new: { ...least, owner: { fullName: "x", phone: undefined, fax: null } },
    expect: [],
  },
  {
    name: "keys of a map are not checked",
    new: { ...least, labels: { anything: "a" }, meta: { a: { b: 1 } }, policy: { Version: "1" } },
    expect: [],
  },
  { name: "a misspelt argument without a value is ignored", new: { ...least, descriptoin: undefined }, expect: [] },
  { name: "properties of the engine are ignored", new: { ...least, __provider: "…" }, expect: [] },
  {
    name: "all problems are reported at once",
    new: { kind: "medium", sizeInLitres: 0, colour: "red", adopt: 7 },
    expect: ["name: is required", "account: is required", "kind: ", "sizeInLitres: ", "adopt: ", "colour: "],
  },
  {
    name: "a rule between inputs is reported",
    new: { ...least, enabled: false },
    expect: ["expiresAt: is required when enabled is false"],
  },
  {
    name: "a rule between inputs is only checked once each value is valid",
    new: { ...least, enabled: false, kind: "medium" },
    expect: ["kind: "],
  },
  { name: "adopt may be true", new: { ...least, adopt: true }, expect: [] },
  { name: "adopt may be an id", new: { ...least, adopt: "b-1" }, expect: [] },
  { name: "adopt may be unknown yet", new: { ...least, adopt: unknownValue }, expect: [] },
  { name: "adopt may be nothing else", new: { ...least, adopt: {} }, expect: ["adopt: must be true, false or the id"] },
];

const removals: Row[] = [
  {
    name: "a value that the service cannot clear may not be removed",
    old: { description: "x" },
    new: least,
    expect: ["description: cannot be removed from the service once it is set"],
  },
  {
    name: "a value that the service cannot clear may not be emptied",
    old: { description: "x" },
    new: { ...least, description: "" },
    expect: ["description: cannot be removed"],
  },
  { name: "it may be changed", old: { description: "x" }, new: { ...least, description: "y" }, expect: [] },
  {
    name: "it may be unknown yet",
    old: { description: "x" },
    new: { ...least, description: unknownValue },
    expect: [],
  },
  { name: "an empty one may be left out", old: { description: "", meta: {} }, new: least, expect: [] },
  {
    name: "a key may be removed from a map that the service merges",
    old: { meta: { a: 1, b: 2 } },
    new: { ...least, meta: { b: 3 } },
    expect: [],
  },
  { name: "it may be removed", old: { meta: { a: 1 } }, new: least, expect: [] },
  {
    name: "a string instead of a map is one problem, not a crash",
    old: { meta: { a: 1 } },
    new: { ...least, meta: "a" },
    expect: ["meta: must be a map, not a string"],
  },
  { name: "anything else may be removed", old: { labels: { a: "b" }, expiresAt: "x" }, new: least, expect: [] },
];

const unknowns: Row[] = [
  ...Object.keys(box.inputs).map((key) => ({
    name: `an unknown ${key} is accepted`,
    new: { ...least, [key]: unknownValue },
    expect: [],
  })),
  {
    name: "unknown values are accepted at every depth",
    new: {
      ...least,
      tags: ["a", unknownValue],
      labels: { a: unknownValue },
      owner: { fullName: unknownValue, contacts: [{ eMail: unknownValue }] },
      meta: { a: [{ b: unknownValue }] },
    },
    expect: [],
  },
  {
    name: "an unknown object has no misspelt fields",
    new: { ...least, owner: unknownValue },
    expect: [],
  },
  {
    name: "a misspelt field next to an unknown value is reported",
    new: { ...least, owner: { fullName: unknownValue, contacts: [{ email: unknownValue, eMail: unknownValue }] } },
    expect: ['owner.contacts.0.email: unknown field of contacts; did you mean "eMail"?'],
  },
  {
    name: "a wrong value next to an unknown one is reported",
    new: { ...least, owner: { fullName: unknownValue, contacts: [{ eMail: 1 }] } },
    expect: ["owner.contacts.0.eMail: "],
  },
  {
    name: "an unknown value may be the one that a rule requires",
    new: { ...least, enabled: false, expiresAt: unknownValue },
    expect: [],
  },
  {
    name: "a rule between known values is reported although others are unknown",
    new: { ...least, enabled: false, labels: { a: unknownValue } },
    expect: ["expiresAt: is required"],
  },
  {
    name: "a rule that fails on an unknown value reports nothing",
    new: { ...least, enabled: false, tags: unknownValue, steps: ["a"] },
    expect: [],
  },
];

test.each([...rows, ...removals, ...unknowns])("$name", ({ old = {}, new: news, expect: expected }) => {
  const found = check(box, old, news).failures.map(({ property, reason }) => `${property}: ${reason}`);
  expect(found).toHaveLength(expected.length);
  expected.forEach((start, index) => expect(found[index]!.startsWith(start)).toBe(true));
});

test("documented defaults are filled in, and nothing else", () => {
  expect(check(box, {}, least).inputs).toEqual(boxInputs);
});

test("the inputs are kept as written, including adopt and wrong values, without unknown arguments", () => {
  const news = { ...least, kind: "medium", adopt: "b-1", colour: "red", __provider: "…", region: unknownValue };
  expect(check(box, {}, news).inputs).toEqual({ ...boxInputs, kind: "medium", adopt: "b-1", region: unknownValue });
});

test("defaults are not shared between resources", () => {
  const [one, other] = [check(box, {}, least).inputs, check(box, {}, least).inputs];
  (one.tags as string[]).push("mine");
  expect(other.tags).toEqual([]);
  expect(check(box, {}, least).inputs.tags).toEqual([]);
});

describe.each(registry.map((definition) => [definition.type, definition] as const))("%s", (_type, definition) => {
  test("check never throws for any inputs", () => {
    const anything = fc.dictionary(fc.constantFrom(...Object.keys(definition.inputs), "adopt", "foo"), fc.jsonValue());
    fc.assert(fc.property(anything, anything, (old, news) => Array.isArray(check(definition, old, news).failures)));
  });

  test("valid inputs stay valid when any part of them is unknown", () => {
    const cases = fittingInputsOf(definition).chain((known) => fc.tuple(fc.constant(known), obscured(known)));
    fc.assert(
      fc.property(cases, ([known, partly]) => {
        presumeValid(definition, known);
        expect(check(definition, known, partly).failures).toEqual([]);
        expect(check(definition, {}, partly).failures).toEqual([]);
      }),
    );
  });

  test("every argument with a letter missing is reported with the correct spelling", () => {
    const names = [...Object.keys(definition.inputs), ...Object.keys(definition.outputs)];
    const alike = (cut: string) => names.filter((one) => one.startsWith(cut.slice(0, -1))).length > 1;
    for (const key of Object.keys(definition.inputs).filter((one) => one.length > 5)) {
      const cut = key.slice(0, -1);
      if (alike(cut)) continue;
      const { failures } = check(definition, {}, { [cut]: "x" });
      expect(failures.map(({ reason }) => reason)).toContainEqual(expect.stringContaining(`did you mean "${key}"?`));
    }
  });
});
