import type { Definition } from "../../provider/lifecycle/vocabulary/definition";
import { hiddenIn, makerIn, Marker, type Origin } from "../../provider/lifecycle/evidence/mark";
import { box, boxInputs } from "./shapes";

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
