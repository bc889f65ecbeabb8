import type * as z from "zod";
import { counted } from "../../api/counted";

/** The error map of all schemas, in the terms of the program. No message contains the value. */

type Issue = z.core.$ZodRawIssue;

/** The message for an issue that has none of its own. */
export function mistake(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return ofType(issue.expected, issue.input);
    case "invalid_value":
      return oneOf(issue.values, issue.input);
    case "too_small":
      return tooSmall(issue);
    case "too_big":
      return tooBig(issue);
    case "not_multiple_of":
      return `must be a multiple of ${issue.divisor}`;
    case "invalid_format":
      return ofForm(issue.format, typeof issue.prefix === "string" ? issue.prefix : (issue.pattern ?? ""));
    case "invalid_key":
      return `is not a valid key: ${joined(issue.issues.map(({ message }) => message))}`;
    case "unrecognized_keys":
      return `must not have ${issue.keys.map((key) => `"${key}"`).join(", ")}`;
    case "invalid_union":
      return ofUnion(issue.errors, issue.input);
    default:
      return "is not valid";
  }
}

const names: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "an integer",
  boolean: "a boolean",
  array: "a list",
  record: "a map",
  object: "an object",
  null: "null",
};

function ofType(expected: string, input: unknown): string {
  const needed = names[expected] ?? expected;
  if (typeof input === "number" && !Number.isInteger(input) && expected === "int") return `must be ${needed}`;
  return `must be ${needed}, not ${kindOf(input)}`;
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "number" && !Number.isFinite(value)) return String(value);
  if (typeof value === "boolean") return "a boolean";
  return names[typeof value] ?? `a ${typeof value}`;
}

function oneOf(values: readonly unknown[], input: unknown): string {
  const words = values.map((value) => JSON.stringify(value));
  if (words.length === 1) return `must be ${words[0]}`;
  if (typeof input === "string" && values.every((value) => typeof value === "number"))
    return `${ofType("number", input)}: one of ${words.join(", ")}`;
  const texts = values.filter((value) => typeof value === "string");
  const nearest = typeof input === "string" ? nearestOf(input, texts) : undefined;
  return `must be one of ${words.join(", ")}${nearest === undefined ? "" : `; did you mean "${nearest}"?`}`;
}

type Bounded = Extract<Issue, { code: "too_small" | "too_big" }>;

/** What a bound counts; nothing for numbers, which are compared directly. */
const units: Readonly<Record<string, string>> = { string: "character", array: "item", set: "item", map: "entry" };
const unitOf = ({ origin }: Bounded): string | undefined => units[origin];

function tooSmall(issue: Extract<Issue, { code: "too_small" }>): string {
  const of = unitOf(issue);
  if (of === undefined) return range(issue) ?? `must be ${issue.inclusive ? "at least" : "more than"} ${issue.minimum}`;
  if (issue.minimum === 1) return "must not be empty";
  return `must have ${issue.exact ? "exactly" : "at least"} ${counted(issue.minimum, of)}`;
}

function tooBig(issue: Extract<Issue, { code: "too_big" }>): string {
  const of = unitOf(issue);
  if (of === undefined) return range(issue) ?? `must be ${issue.inclusive ? "at most" : "less than"} ${issue.maximum}`;
  return `must have ${issue.exact ? "exactly" : "at most"} ${counted(issue.maximum, of)}`;
}

/** Both bounds, if both are known. */
function range({ schema }: Bounded & { schema?: unknown }): string | undefined {
  const { minValue, maxValue } = (schema ?? {}) as { minValue?: number | null; maxValue?: number | null };
  const isEnd = (end: number | null | undefined) => typeof end === "number" && Math.abs(end) < Number.MAX_SAFE_INTEGER;
  return isEnd(minValue) && isEnd(maxValue) ? `must be between ${minValue} and ${maxValue}` : undefined;
}

/** Formats of strings; `%` stands for the required part. */
const forms: Readonly<Record<string, string>> = {
  starts_with: 'start with "%"',
  ends_with: 'end with "%"',
  includes: 'contain "%"',
  regex: "match %",
  datetime: "be a date and time such as 2027-01-31T00:00:00Z",
  date: "be a date such as 2027-01-31",
  url: "be a URL",
  email: "be an email address",
  uuid: "be a UUID",
  ipv4: "be an IPv4 address",
  ipv6: "be an IPv6 address",
};

function ofForm(format: string, about: string): string {
  return `must ${forms[format] ?? "have another format"}`.replace("%", () => about);
}

/**
 * Literals are reported as an enumeration; a value of none of several types, with those types; else
 * the nearest option reports what is missing.
 */
function ofUnion(options: readonly (readonly z.core.$ZodIssue[])[], input: unknown): string {
  const roots = options.map((issues) => issues.find(({ path }) => path.length === 0));
  const values = roots.flatMap((issue) => (issue?.code === "invalid_value" ? issue.values : []));
  if (values.length > 0 && roots.every((issue) => issue?.code === "invalid_value")) return oneOf(values, input);
  const isOtherType = (issue: z.core.$ZodIssue | undefined): boolean =>
    issue?.code === "invalid_type" ||
    (issue?.code === "invalid_value" && !issue.values.some((value) => typeof value === typeof input));
  const ofRightType = options.filter((_, index) => !isOtherType(roots[index]));
  if (ofRightType.length > 0) return joined(ofRightType.map(described));
  const expected = roots.flatMap((issue) => {
    if (issue?.code === "invalid_type") return [names[issue.expected]!];
    return issue?.code === "invalid_value" ? issue.values.map((value) => names[typeof value]!) : [];
  });
  return `must be ${[...new Set(expected)].join(" or ")}, not ${kindOf(input)}`;
}

/** What an option is missing, by path. */
function described(issues: readonly z.core.$ZodIssue[]): string {
  return issues.map(({ path, message }) => (path.length === 0 ? message : `${path.join(".")} ${message}`)).join(", ");
}

const joined = (messages: readonly string[]): string => [...new Set(messages)].join(", or ");

/** The name that was probably meant: the closest one, within two edits, or one for a short word. */
export function nearestOf(property: string, known: readonly string[]): string | undefined {
  const far = (key: string) => distance(key.toLowerCase(), property.toLowerCase());
  const most = property.length < 5 ? 1 : 2;
  const [nearest] = known.filter((key) => far(key) <= most).sort((a, b) => far(a) - far(b));
  return nearest;
}

/**
 * What to write instead of an unknown name: the one that was probably meant, or else what there is.
 * `all` says what the names are.
 */
export function hintFor(name: string, known: readonly string[], all: string): string {
  const nearest = nearestOf(name, known);
  return nearest === undefined ? `its ${all} are ${known.join(", ")}` : `did you mean "${nearest}"?`;
}

/** Edit distance, for "did you mean". Twenty lines: a package would be one more in every program. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[b.length]!;
}
