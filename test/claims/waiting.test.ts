import { waitingIn } from "../../provider/lifecycle/claims/folds";
import { by, written } from "./written";

/** Which resource wants the object "a", which the resource "one" has. */

test.each<[string, string[], string | undefined]>([
  ["nobody does", ["one declared a", "two declared a", "two adopting a"], undefined],
  ["its own replacement does", ["one wanted a", "one blocked a"], undefined],
  ["a new one names it", ["two wanted a"], "two"],
  ["a new one names it, and has another one", ["two wanted a", "two made b"], "two"],
  ["two name it, itself last", ["two wanted a", "one wanted a"], "two"],
  ["it was in the way of a new one", ["two blocked a"], "two"],
  ["it was in the way of one that then got another object", ["two blocked a", "two made b"], undefined],
  ["it was in the way once more after that", ["two blocked a", "two made b", "two blocked a"], "two"],
  [
    "it was in the way of two, of which one got another object",
    ["two blocked a", "three blocked a", "two made b"],
    "three",
  ],
  ["it was in the way of one that is about to adopt", ["two blocked a", "two adopting b"], "two"],
  ["one that names it comes before one that it is in the way of", ["two blocked a", "three wanted a"], "three"],
])("%s", (_when, lines, waiting) => {
  const claims = written(...lines);
  const ofObject = claims.filter(({ object }) => object?.key === "a");
  expect(waitingIn(ofObject, "one", ({ urn }) => by(claims, urn))?.urn).toBe(waiting);
});
