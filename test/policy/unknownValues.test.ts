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

test("any other error is thrown", () => {
  expect(() => ifKnown(thrown(new Error("a mistake")))).toThrow("a mistake");
});

test.each(["not known yet", "a mistake"])(
  "an error of one resource (%s) is thrown after the others were looked at",
  (message) => {
    const error = message === "a mistake" ? new Error(message) : unknown;
    const seen: number[] = [];
    const look = (one: number) => (seen.push(one), one === 1 ? thrown(error)() : undefined);
    expect(() => forEach([1, 2], look)).toThrow(message);
    expect(seen).toEqual([1, 2]);
  },
);
