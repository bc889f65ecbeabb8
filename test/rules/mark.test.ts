import type { Definition } from "../../provider/lifecycle/vocabulary/definition";
import {
  backendOf,
  hiddenIn,
  keepingMark,
  makerIn,
  Marker,
  otherwise,
  type Origin,
} from "../../provider/lifecycle/evidence/mark";
import { field } from "../../provider/lifecycle/vocabulary/field";
import * as z from "zod";
import { account, box, boxInputs, remarked } from "./shapes";

/** Whose an object is, according to a mark that another run wrote. */

const backend = "0123456789ab";
const names: [string, Definition][] = [
  ["names", box],
  ["no names", { ...box, mark: "labels" }],
];

interface Run {
  name?: string;
  backend?: string;
  former?: readonly string[];
}
const markerOf = (definition: Definition, { name = "acme/shop/dev/Box/one", former, ...other }: Run) =>
  new Marker(definition, { name, backend, ...other }, hiddenIn(definition, boxInputs), former);

describe.each(names)("a mark with %s", (_what, definition) => {
  const record = markerOf(definition, {}).marked({});

  test.each<[Origin, string, Run]>([
    ["earlierRun", "the same resource", {}],
    ["otherBackend", "another backend", { backend: "ba9876543210" }],
    ["other", "another stack", { name: "acme/shop/new/Box/one" }],
    ["earlierRun", "a renamed stack", { name: "acme/shop/new/Box/one", former: ["shop/dev"] }],
    ["earlierRun", "a moved stack", { name: "apex/store/new/Box/one", former: ["x/y", "acme/shop/dev"] }],
    ["earlierRun", "a stack that was moved between backends", { backend: "ba9876543210", former: ["shop/dev"] }],
    ["other", "a stack that was another one", { name: "acme/shop/new/Box/one", former: ["shop/de", "apex/shop/dev"] }],
    ["other", "another resource of a renamed stack", { name: "acme/shop/new/Box/two", former: ["shop/dev"] }],
  ])("is %s for %s", (origin, _who, run) => {
    expect(markerOf(definition, run).originOf(record)).toBe(origin);
  });
});

test.each<[string | undefined, string, Run]>([
  ["one", "the same stack", { name: "acme/shop/dev/Box/two" }],
  ["one", "a renamed stack", { name: "acme/shop/new/Box/two", backend: "ba9876543210", former: ["shop/dev"] }],
  [undefined, "another stack", { name: "acme/shop/new/Box/two", former: ["shop/old"] }],
  [undefined, "another backend", { name: "acme/shop/dev/Box/two", backend: "ba9876543210" }],
  [undefined, "the resource itself", { former: ["shop/dev"] }],
])("an object is the one of sibling %j for another resource of %s", (sibling, _who, run) => {
  expect(markerOf(box, run).siblingIn(markerOf(box, {}).marked({}))).toBe(sibling);
});

describe.each([
  ["characters that tags do not allow", "acme/shop/dev/Box/schlüssel (prod)"],
  ["more characters than tags do", `acme/shop/dev/Box/${"long".repeat(60)}`],
])("the name of a resource with %s", (_what, name) => {
  const record = markerOf(box, { name }).marked({});

  test("leaves its stack readable", () => {
    expect(makerIn(box, record)).toMatchObject({ stack: "acme/shop/dev", backend });
    expect(markerOf(box, { name }).originOf(record)).toBe("earlierRun");
    expect(markerOf(box, { name: `${name}2` }).originOf(record)).toBe("other");
    expect(markerOf(box, { name: name.replace("/dev/", "/new/"), former: ["shop/dev"] }).originOf(record)).toBe(
      "earlierRun",
    );
  });
});

test("of a stack with such a name, the mark has a fingerprint alone", () => {
  expect(makerIn(box, markerOf(box, { name: "acme/shöp/dev/Box/one" }).marked({}))).toBeUndefined();
});

describe("whether a response is about the object of a call", () => {
  test("is told by the mark of that call alone", () => {
    const [own, other] = [markerOf(box, {}), markerOf(box, {})];
    const [record, foreign] = [own.marked({}), other.marked({})];
    expect(own.proves(record)).toBe(true);
    expect(own.originOf(record)).toBe("thisCall");
    expect(own.proves(foreign)).toBe(false);
    expect(own.proves({})).toBeUndefined();
  });

  test("is not told if no mark was sent, or the type has no place for one", () => {
    const record = markerOf(box, {}).marked({});
    expect(markerOf(box, {}).proves(record)).toBeUndefined();
    const unmarked = markerOf(account, {});
    expect(unmarked.marked({ name: "one" })).toEqual({ name: "one" });
    expect(unmarked.isWritten).toBe(false);
  });
});

test.each<[boolean, string, Marker]>([
  [true, "a marked object of a resource", markerOf(box, {})],
  [false, "an object without an owner", new Marker(box, undefined, hiddenIn(box, boxInputs))],
  [false, "an object without a mark", markerOf(account, {})],
])("it is %j that marks show the owner of %s", (isOwned, _what, marker) => {
  expect(marker.isOwned).toBe(isOwned);
});

describe("whose an object is", () => {
  const unowned = new Marker(box, undefined, hiddenIn(box, boxInputs));

  test("is unknown without a mark, and to a run without an owner", () => {
    expect(markerOf(box, {}).originOf({})).toBe("unknown");
    expect(unowned.originOf(markerOf(box, {}).marked({}))).toBe("unknown");
    expect(unowned.siblingIn(markerOf(box, {}).marked({}))).toBeUndefined();
    expect(makerIn(box, {})).toBeUndefined();
  });

  test.each<[string, string, Run]>([
    [", made for this resource earlier", "the resource itself", {}],
    [", made for a resource of the same name in a stack of the", "another backend", { backend: "ba9876543210" }],
    [", made for acme/shop/dev/Box/one", "another resource", { name: "acme/shop/dev/Box/two" }],
  ])("is said as %j to %s", (said, _who, run) => {
    expect(markerOf(box, run).makerOf(markerOf(box, {}).marked({}))).toContain(said);
  });

  test.each<[string, Definition, string]>([
    ["a mark without names", { ...box, mark: "labels" }, "acme/shop/dev/Box/two"],
    ["a mark without a stack", box, "verify"],
  ])("is not said of %s", (_what, definition, name) => {
    expect(markerOf(definition, {}).makerOf(markerOf(definition, { name }).marked({}))).toBe("");
  });

  test("names a backend for the owner of that name alone", () => {
    const record = markerOf(box, { name: "verify" }).marked({});
    expect(backendOf(box, record, "verify")).toBe(backend);
    expect(backendOf(box, record, "other")).toBeUndefined();
    expect(backendOf(box, {}, "verify")).toBeUndefined();
  });
});

describe("a change", () => {
  const record = markerOf(box, {}).marked({ name: "one" });
  const { meta } = record;

  test("of the map with the mark keeps the mark of the object", () => {
    expect(keepingMark(box, record, { meta: { a: 1 } })).toEqual({ meta: { a: 1, ...(meta as object) } });
  });

  test("of something else does not send the mark", () => {
    expect(keepingMark(box, record, { name: "two" })).toEqual({ name: "two" });
  });

  test.each<[string, Definition]>([
    ["an object without a mark", box],
    ["a type without marks", account],
  ])("of %s invents none", (_what, definition) => {
    expect(keepingMark(definition, {}, { meta: { a: 1 } })).toEqual({ meta: { a: 1 } });
  });

  test("of a part of the place with the mark does not send the rest", () => {
    const two: Definition = {
      ...box,
      mark: { write: (body, mark) => ({ ...body, first: mark, second: mark }), read: ({ first }) => first },
    };
    expect(keepingMark(two, { first: "m" }, { first: "other" })).toEqual({ first: "other" });
    expect(keepingMark(two, { first: "m" }, { first: "other", second: "x" })).toEqual({ first: "m", second: "m" });
  });
});

describe("what no response shows", () => {
  const hidden = {
    ...box,
    inputs: {
      ...box.inputs,
      usage: field(z.string().optional(), { seen: "never" }),
      extractable: field(z.boolean().optional(), { seen: "never" }),
      silent: field(z.string().optional(), { seen: "never", change: "ignore" }),
    },
  } as Definition;
  const of = (inputs: object) => hiddenIn(hidden, { ...boxInputs, ...inputs });

  test("leaves out secrets, and what may change without consequence", () => {
    expect(of({}).keys).toEqual(["usage", "extractable"]);
    expect(of({ secretKey: "s-1", silent: "a" })).toEqual(of({}));
    expect(hiddenIn(remarked(box, {}), boxInputs)).toEqual({ keys: [], digest: undefined });
  });

  test("is told apart by its digest, where absent and off are the same", () => {
    expect(of({ usage: "sign" }).digest).not.toBe(of({}).digest);
    expect(of({ extractable: false })).toEqual(of({}));
    expect(of({ extractable: true }).digest).not.toBe(of({}).digest);
  });

  test("is named where an object was made with another", () => {
    const made = new Marker(hidden, { name: "acme/shop/dev/Box/one", backend }, of({ usage: "sign" })).marked({});
    const planned = (inputs: object) =>
      new Marker(hidden, { name: "acme/shop/dev/Box/one", backend }, of(inputs)).otherwiseIn(made);
    expect(planned({ usage: "seal" })).toMatch(/^it was made with another usage or extractable, which/);
    expect(planned({ usage: "sign" })).toBeUndefined();
  });

  test.each<[string, string | undefined, string | undefined]>([
    ["the mark does not tell", "abcdef", undefined],
    ["the type hides nothing", undefined, "abcdef"],
  ])("is not named if %s", (_why, digest, made) => {
    expect(otherwise({ keys: ["usage"], digest }, made)).toBeUndefined();
  });
});
