import {
  claimantsIn,
  conflictIn,
  isDeclaredIn,
  isKeptIn,
  objectsOf,
  onlyHolderIn,
  otherHolderIn,
} from "../../provider/lifecycle/claims/folds";
import { written } from "./written";

/** Which resources have an object. */

test.each<[string[], string[]]>([
  [[], []],
  [["one recorded a"], ["one"]],
  [
    ["one recorded a", "two recorded a"],
    ["one", "two"],
  ],
  [["one declared a", "one leaving a"], ["one"]],
  [["one leaving a"], []],
  [["one wanted a", "two blocked a"], []],
  [["one adopting a", "one made a"], ["one"]],
  [["one declared a", "one dropped a"], []],
  [["one made a", "two recorded a", "one ended a"], ["two"]],
  [
    ["one recorded a", "two recorded a", "one dropped a", "one recorded a"],
    ["two", "one"],
  ],
])("after %j, it is with %j", (lines, holders) => {
  expect(claimantsIn(written(...lines)).map(({ name }) => name)).toEqual(holders);
});

test.each<[string[], { conflict?: string; only?: string; other?: string; isDeclared: boolean; isKept: boolean }]>([
  [["two recorded a"], { only: "two", other: "two", isDeclared: false, isKept: false }],
  [["two declared a"], { conflict: "two", only: "two", other: "two", isDeclared: true, isKept: true }],
  [
    ["two declared a", "two recorded a"],
    { conflict: "two", only: "two", other: "two", isDeclared: true, isKept: true },
  ],
  [["two adopting a"], { conflict: "two", only: "two", other: "two", isDeclared: true, isKept: true }],
  [
    ["two declared a", "two leaving a"],
    { conflict: "two", only: "two", other: "two", isDeclared: true, isKept: false },
  ],
  [["one declared a"], { only: "one", isDeclared: true, isKept: true }],
  [["two recorded a", "one declared a"], { only: "one", isDeclared: true, isKept: true }],
  [["two recorded a", "three recorded a"], { other: "two", isDeclared: false, isKept: false }],
  [["unnamed declared a"], { conflict: "unnamed", only: "unnamed", other: "unnamed", isDeclared: true, isKept: true }],
  [["two wanted a", "two blocked a"], { isDeclared: false, isKept: false }],
])("after %j, the resource one sees %j", (lines, expected) => {
  const claims = written(...lines);
  expect({
    conflict: conflictIn(claims, "one")?.name,
    only: onlyHolderIn(claims)?.name,
    other: otherHolderIn(claims, "one")?.name,
    isDeclared: isDeclaredIn(claims),
    isKept: isKeptIn(claims),
  }).toEqual(expected);
});

test("a resource may have several objects, and its claim without an object is on none", () => {
  const claims = written("one recorded", "one declared a", "one leaving a", "one leaving", "one made b");
  expect([...objectsOf(claims)].map(([key, { stage, isLeaving }]) => [key, stage, isLeaving])).toEqual([
    ["a", "declared", true],
    ["b", "made", false],
  ]);
});
