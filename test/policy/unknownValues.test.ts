import { forEach, ifKnown } from "../../policy/resources";

/** What a rule cannot know yet is no failure of the rule, and nothing else is taken for that. */

const unknown = Object.assign(new Error("not known yet"), { unknownTypeSentinel: true });
const thrown = (error: unknown) => () => {
  throw error;
};

test("a value that is not known yet is none", () => {
  expect(ifKnown(() => "known")).toBe("known");
  expect(ifKnown(thrown(unknown))).toBeUndefined();
});

test("any other error is thrown at once", () => {
  const mistake = thrown(new Error("a mistake"));
  expect(() => ifKnown(mistake)).toThrow("a mistake");
  const seen: number[] = [];
  expect(() => forEach([1, 2], (one) => (seen.push(one), mistake()))).toThrow("a mistake");
  expect(seen).toEqual([1]);
});

test("an unknown value of one resource is thrown after the others were looked at", () => {
  const seen: number[] = [];
  const look = (one: number) => (seen.push(one), one === 1 ? thrown(unknown)() : undefined);
  expect(() => forEach([1, 2], look)).toThrow("not known yet");
  expect(seen).toEqual([1, 2]);
});
