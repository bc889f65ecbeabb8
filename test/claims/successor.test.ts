import { settledIn, successorIn } from "../../provider/lifecycle/claims/folds";
import { by, written } from "./written";

/** Which resource goes on with the object "a" of the resource "one", which is deleted. */

test.each<[string, string[], string | undefined]>([
  ["nobody has it", [], undefined],
  ["it is only recorded", ["one recorded a", "two recorded a"], undefined],
  ["another one declares it", ["one recorded a", "two declared a"], "two"],
  ["another one made it", ["two adopting a", "two made a"], "two"],
  ["another one only began to adopt it", ["two adopting a"], undefined],
  ["another one is about to get another object", ["two declared a", "two leaving a"], "two"],
  ["another one lost it", ["two declared a", "two dropped a"], undefined],
  ["another one only wants it", ["two wanted a", "two blocked a"], undefined],
  ["the plan keeps it", ["one declared a"], "one"],
  ["the plan replaces it", ["one declared a", "one leaving a"], undefined],
  [
    "the plan replaces it, and its replacement takes it over",
    ["one declared a", "one leaving a", "one adopting a"],
    "one",
  ],
  ["its replacement has another object", ["one declared a", "one made b"], undefined],
  ["its replacement begins to adopt another object", ["one declared a", "one adopting b"], undefined],
  ["its replacement lost the other object", ["one declared a", "one made b", "one dropped b"], "one"],
  ["a refresh found it after the plan", ["one declared a", "one recorded a"], "one"],
])("%s", (_when, lines, successor) => {
  const claims = written(...lines);
  const ofObject = claims.filter(({ object }) => object?.key === "a");
  expect(successorIn(ofObject, by(claims, "one"), "one")?.urn).toBe(successor);
});

test.each<[string[], string[]]>([
  [["one recorded a", "two adopting a"], []],
  [["one declared a"], ["one"]],
  [
    ["one declared a", "two adopting a", "two made a"],
    ["one", "two"],
  ],
  [["one declared a", "one leaving a", "one ended a"], []],
])("after %j, the resources %j have the object for good", (lines, expected) => {
  expect(settledIn(written(...lines)).map(({ urn }) => urn)).toEqual(expected);
});
