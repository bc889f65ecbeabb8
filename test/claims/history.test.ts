import {
  hasUnknownObjectIn,
  isNewIn,
  isRefreshedIn,
  isReplacedIn,
  lastEndedIn,
  predecessorsIn,
} from "../../provider/lifecycle/claims/folds";
import type { Claim } from "../../provider/lifecycle/claims/claim";
import { written } from "./written";

/** What the claims of one resource tell of it. */

test.each<[string[], Partial<Record<"isNew" | "isUnknown" | "isRefreshed", boolean>>]>([
  [[], { isNew: true }],
  [["one declared", "one wanted a"], { isNew: true }],
  [["one recorded"], { isUnknown: true }],
  [["unnamed recorded"], { isUnknown: true }],
  [["one recorded", "one declared a"], {}],
  [["one recorded", "one declared a", "one leaving a"], {}],
  [["one recorded", "one declared a", "one dropped a"], { isUnknown: true }],
  [["one recorded a"], { isNew: true, isRefreshed: true }],
  [["one recorded a", "one dropped a"], { isNew: true, isRefreshed: true }],
  [["one recorded a", "one ended a"], { isRefreshed: true }],
  [["one recorded", "one wanted a", "one blocked a"], { isUnknown: true }],
])("after %j, the resource is %j", (lines, expected) => {
  const claims = written(...lines);
  expect({ isNew: isNewIn(claims), isUnknown: hasUnknownObjectIn(claims), isRefreshed: isRefreshedIn(claims) }).toEqual(
    {
      ...{ isNew: false, isUnknown: false, isRefreshed: false },
      ...expected,
    },
  );
});

test.each<[string[], boolean]>([
  [[], false],
  [["one recorded a"], false],
  [["one declared a"], false],
  [["one declared a", "one declared"], false],
  [["one declared b"], true],
  [["one declared a", "one leaving a"], true],
  [["one leaving"], true],
  [["one leaving", "one declared"], true],
  [["one leaving", "one declared a"], false],
  [["one declared a", "one adopting b"], true],
  [["one declared a", "one made b"], true],
  [["one made b", "one ended b"], true],
])("after %j, the object a is replaced: %s", (lines, expected) => {
  expect(isReplacedIn(written(...lines), "a")).toBe(expected);
});

test.each<[string[], string[], string | undefined]>([
  [[], [], undefined],
  [["one recorded a"], ["a"], undefined],
  [["one recorded a", "one declared a"], [], undefined],
  [["one recorded a", "one declared"], ["a"], undefined],
  [["one declared a", "one leaving a"], ["a"], undefined],
  [["one leaving a", "one leaving"], ["a"], undefined],
  [["one leaving a", "one ended a"], [], "a"],
  [["one leaving a", "one ended b"], ["a"], "b"],
  [["one ended a", "one ended b"], [], "b"],
  [["one leaving a", "one dropped a"], ["a"], undefined],
])("after %j, a new object follows %j, and what ended last is %j", (lines, predecessors, ended) => {
  const claims = written(...lines);
  expect(predecessorsIn(claims).map(({ id }) => id)).toEqual(predecessors);
  expect(lastEndedIn(claims)?.id).toBe(ended);
});

test("a new object also follows what its predecessor had not taken over yet", () => {
  const [claim] = written("one leaving a") as [Claim];
  const before = { id: "b", state: {} };
  const former = { id: "a", state: { __formers: [before] } };
  expect(predecessorsIn([{ ...claim, former }])).toEqual([former, before]);
});
