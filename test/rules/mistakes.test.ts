import * as z from "zod";
import { check } from "../../provider/lifecycle/values/check";
import type { Definition } from "../../provider/lifecycle/vocabulary/definition";
import { registry } from "../../provider/resources";

/** Messages about wrong values: plain words about the argument, whichever schema rejects it. */

const said = (schema: z.ZodType, value: unknown): string[] => {
  const definition: Definition = { type: "Thing", path: "/things", inputs: { size: schema }, outputs: {} };
  return check(definition, {}, { size: value }).failures.map(({ property, reason }) => `${property}: ${reason}`);
};

const rows: [name: string, schema: z.ZodType, value: unknown, expected: string][] = [
  ["a number instead of a string", z.string(), 7, "size: must be a string, not a number"],
  ["a string instead of a number", z.number(), "7", "size: must be a number, not a string"],
  ["a string instead of a boolean", z.boolean(), "yes", "size: must be a boolean, not a string"],
  ["a string instead of a list", z.array(z.string()), "one", "size: must be a list, not a string"],
  ["a list instead of an object", z.object({ a: z.string() }), ["a"], "size: must be an object, not a list"],
  ["a boolean instead of a map", z.record(z.string(), z.string()), true, "size: must be a map, not a boolean"],
  ["null inside a list", z.array(z.string()), [null], "size.0: must be a string, not null"],
  ["not a number", z.number(), NaN, "size: must be a number, not NaN"],
  ["a fraction", z.int(), 1.5, "size: must be an integer"],
  ["below the minimum", z.number().min(2), 1, "size: must be at least 2"],
  ["above the maximum", z.number().max(2), 3, "size: must be at most 2"],
  ["not above the exclusive minimum", z.number().gt(2), 2, "size: must be more than 2"],
  ["below a range", z.int().min(1).max(9), 0, "size: must be between 1 and 9"],
  ["above a range", z.int().min(1).max(9), 10, "size: must be between 1 and 9"],
  ["not a multiple", z.number().multipleOf(8), 9, "size: must be a multiple of 8"],
  ["an empty string", z.string().min(1), "", "size: must not be empty"],
  ["a short string", z.string().min(3), "ab", "size: must have at least 3 characters"],
  ["a long string", z.string().max(3), "abcd", "size: must have at most 3 characters"],
  ["a string of another length", z.string().length(2), "abc", "size: must have exactly 2 characters"],
  ["an empty list", z.array(z.string()).min(1), [], "size: must not be empty"],
  ["a long list", z.array(z.string()).max(1), ["a", "b"], "size: must have at most 1 item"],
  ["another prefix", z.string().startsWith("arn:"), "x", 'size: must start with "arn:"'],
  ["another format", z.string().regex(/^a+$/), "x", "size: must match /^a+$/"],
  ["not a date", z.iso.datetime(), "x", "size: must be a date and time such as 2027-01-31T00:00:00Z"],
  ["a custom message", z.string().regex(/^a+$/, "must be all a"), "x", "size: must be all a"],
  ["an error without a message", z.string().refine(() => false), "x", "size: is not valid"],
  [
    "a key of a map",
    z.record(z.string().max(1), z.string()),
    { ab: "c" },
    "size.ab: is not a valid key: must have at most 1 character",
  ],
  [
    "one of several strings, misspelt",
    z.enum(["red", "green"]),
    "gren",
    'size: must be one of "red", "green"; did you mean "green"?',
  ],
  [
    "one of several strings, in capitals",
    z.enum(["red", "green"]),
    "RED",
    'size: must be one of "red", "green"; did you mean "red"?',
  ],
  ["an unknown string", z.enum(["red", "green"]), "magenta", 'size: must be one of "red", "green"'],
  ["an empty string where only some are allowed", z.enum(["red", "green"]), 1, 'size: must be one of "red", "green"'],
  ["the only allowed string", z.literal("red"), "blue", 'size: must be "red"'],
  [
    "a string where only some numbers are allowed",
    z.union([z.literal(2048), z.literal(4096)]),
    "2048",
    "size: must be a number, not a string: one of 2048, 4096",
  ],
  ["a choice of literals", z.union([z.literal(2048), z.literal(4096)]), 1024, "size: must be one of 2048, 4096"],
  [
    "neither of two types",
    z.union([z.string(), z.record(z.string(), z.unknown())]),
    1,
    "size: must be a string or a map, not a number",
  ],
  [
    "neither of two formats",
    z.union([z.string().startsWith("a"), z.string().startsWith("b")]),
    "c",
    'size: must start with "a", or must start with "b"',
  ],
  [
    "neither a known string nor another",
    z.union([z.enum(["a", "b"]), z.string()]),
    7,
    "size: must be a string, not a number",
  ],
  [
    "the right type in a wrong format",
    z.union([z.number(), z.string().startsWith("b")]),
    "c",
    'size: must start with "b"',
  ],
  [
    "an object without a required field",
    z.union([z.string(), z.object({ id: z.string() })]),
    { id: 1 },
    "size: id must be a string, not a number",
  ],
];

test.each(rows)("%s", (_name, schema, value, expected) => {
  expect(said(schema, value)).toEqual([expected]);
});

// The schema library's own messages use TypeScript's types and the received value.
const foreign = /Invalid|expected|received|Too (small|big)|Unrecognized|\bundefined\b|must match/;
const wrong: unknown[] = [
  7,
  -1,
  1e12,
  0.5,
  NaN,
  true,
  "",
  " ",
  "nonsense",
  [],
  ["nonsense", 7],
  {},
  { nonsense: 7 },
  [{}],
];

test.each(registry.map((definition) => [definition.type, definition]))(
  "%s: every argument has plain messages for any wrong value",
  (_type, definition) => {
    const reasons = Object.entries(definition.inputs).flatMap(([key, schema]) =>
      wrong.flatMap((value) =>
        check({ ...definition, inputs: { [key]: schema }, hooks: {} }, {}, { [key]: value }).failures.map(
          ({ property, reason }) => `${property}: ${reason}`,
        ),
      ),
    );
    expect(reasons.filter((reason) => foreign.test(reason))).toEqual([]);
  },
);
