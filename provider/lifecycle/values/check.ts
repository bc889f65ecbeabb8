import { isDeepStrictEqual } from "node:util";
import type * as z from "zod";
import { isEmpty } from "../../api/shown";
import type { Bag, Definition, Failure } from "../vocabulary/definition";
import { fieldsWhere, marksIn, marksOf, nameInputOf, secretsOf } from "../vocabulary/field";
import { uniqueSets } from "./diff";
import { isMap, othersPart, withoutNull } from "./wire";
import { mistake, hintFor, nearestOf } from "./mistakes";
import { problemsBetween } from "./rules";
import { inOtherCase } from "./unfamiliar";
import { core, fieldsOf, hasUnknown, partsOf, unknownValue, wordsOf } from "../vocabulary/schema";
import { filledInKey, givenNameKey, optionsKey } from "../vocabulary/hiddenKeys";
import { shortestSecret } from "../../api/secrets";
import { stringifiedOutputs } from "../../api/stringified";

/** Inputs every resource has. */
export const commonInputs = ["adopt"] as const;

export interface Checked {
  inputs: Bag;
  failures: Failure[];
}

/** Validates all inputs at once and fills in documented defaults. Pure; unknown values pass. */
export function check(definition: Definition, olds: Bag, written: Bag): Checked {
  const news = withLastingName(definition, olds, written);
  const inputs: Bag = {};
  const failures: Failure[] = [];
  for (const [key, schema] of Object.entries(definition.inputs)) {
    const { value, reasons } = checkOne(schema, presentIn(definition, key, news[key]));
    if (value !== undefined) inputs[key] = value;
    failures.push(...reasons.map(({ path, reason }) => ({ property: [key, ...path].join("."), reason })));
  }
  for (const key of [...commonInputs, optionsKey]) if (news[key] !== undefined) inputs[key] = news[key];
  failures.push(
    ...unreachable(definition, inputs),
    ...adoption(definition, inputs),
    ...misspelt(definition, news),
    ...removed(definition, olds, news),
    ...reserved(definition, inputs),
    ...inOtherCase(definition, inputs),
    ...revealed(definition, inputs),
  );
  // Rules across properties assume that each value is valid by itself.
  const problems = instead(stringifiedOutputs(news), failures);
  return { inputs, failures: problems.length === 0 ? acrossProperties(definition, inputs) : problems };
}

/** What is wrong with these inputs explains whatever else is wrong with them. */
function instead(causes: readonly Failure[], failures: readonly Failure[]): Failure[] {
  const inputOf = ({ property }: Failure) => property.split(".")[0];
  const explained = causes.map(inputOf);
  return [...causes, ...failures.filter((one) => !explained.includes(inputOf(one)))];
}

/** In a map that the service merges, `null` is no value. */
const presentIn = (definition: Definition, key: string, value: unknown): unknown =>
  (marksOf(definition, key).as === "merge" ? withoutNull(value) : value) ?? undefined;

/** Objects whose name is their id: as part of a path, these names mean another one. */
function unreachable(definition: Definition, inputs: Bag): Failure[] {
  const key = nameInputOf(definition);
  if (key === undefined || definition.id !== key || ![".", ".."].includes(inputs[key] as string)) return [];
  return [{ property: key, reason: `${JSON.stringify(inputs[key])} could never be read or deleted: choose another` }];
}

/**
 * A defaulted name is kept when the resource is renamed in its program: it names an object, and
 * keys.
 */
function withLastingName(definition: Definition, olds: Bag, news: Bag): Bag {
  const { [filledInKey]: isFilledIn, ...rest } = news;
  const key = nameInputOf(definition);
  const given = key && (olds[givenNameKey] ?? olds[key]);
  return isFilledIn && key && given !== undefined ? { ...rest, [key]: given } : rest;
}

/** Failures that hold whatever the unknown values turn out to be. */
function acrossProperties(definition: Definition, inputs: Bag): Failure[] {
  if (!definition.rules && !definition.hooks?.check) return [];
  if (!hasUnknown(inputs)) return problemsBetween(definition, inputs);
  const cases = possibilities(definition, inputs);
  const [first = [], ...others] = cases.map((one) => attempted(() => problemsBetween(definition, one)));
  return first.filter((one) => others.every((failures) => failures.some((other) => isDeepStrictEqual(one, other))));
}

/** Maximum number of cases that are checked; beyond that, nothing is reported yet. */
const manyCases = 256;

/**
 * What inputs may turn out to be: the unknown ones left out, present with any value, and with each
 * literal that they allow.
 */
function possibilities(definition: Definition, inputs: Bag): Bag[] {
  let cases = [withoutUnknown(inputs), inputs];
  for (const [key, value] of Object.entries(inputs)) {
    const words = value === unknownValue ? wordsOf(definition.inputs[key]) : [];
    cases = cases.flatMap((one) => [one, ...words.map((word) => ({ ...one, [key]: word }))]);
    if (cases.length > manyCases) return [];
  }
  return cases;
}

/** A rule that throws on an unknown value reports nothing yet. */
function attempted(rule: () => Failure[]): Failure[] {
  try {
    return rule();
  } catch {
    return [];
  }
}

function adoption(definition: Definition, inputs: Bag): Failure[] {
  const { adopt } = inputs;
  if (adopt === true) return unfindable(definition, inputs);
  if (adopt === undefined || adopt === null || adopt === false || adopt === unknownValue) return [];
  if (typeof adopt === "string" && adopt !== "") return [];
  return [{ property: "adopt", reason: "must be true, false or the id of an existing object" }];
}

/**
 * An object that cannot be found would be created: a duplicate of what the program meant to take
 * over.
 */
function unfindable(definition: Definition, inputs: Bag): Failure[] {
  const sets = uniqueSets(definition).filter((set) => set.length > 0);
  if (sets.length === 0 || sets.some((set) => set.every((key) => !isEmpty(inputs[key])))) return [];
  const ways = sets.map((set) => set.join(" and ")).join(", or ");
  return [
    {
      property: "adopt",
      reason: `finds an existing object by ${ways}: set that, or give the object's id instead of true`,
    },
  ];
}

interface OneChecked {
  value: unknown;
  reasons: { path: string[]; reason: string }[];
}

function checkOne(schema: z.ZodType, given: unknown): OneChecked {
  const result = schema.safeParse(given, { error: mistake });
  if (result.success) return { value: result.data, reasons: [] };
  const reasons = result.error.issues
    // A value that is not known yet is not reported.
    .filter((issue) => !hasUnknown(at(given, issue.path)))
    .map((issue) => ({
      path: issue.path.map(String),
      reason: at(given, issue.path) === undefined ? "is required" : `${issue.message}${formOf(schema, issue)}`,
    }));
  return { value: given, reasons };
}

/** What to write for an object of the service, where anything else stands. */
function formOf(schema: z.ZodType, { path, code }: z.core.$ZodIssue): string {
  if (marksIn(schema).ref !== "object" || path.length > 0 || code !== "invalid_type") return "";
  const [type] = wordsOf(fieldsOf(schema)?.type);
  return `: give { type, id } with a type such as ${String(type)} and the service's id, or in TypeScript the resource itself`;
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((inner, key) => {
    if (inner === unknownValue || inner === undefined || inner === null) return inner;
    return (inner as Record<PropertyKey, unknown>)[key];
  }, value);
}

function misspelt(definition: Definition, news: Bag): Failure[] {
  const known = [...Object.keys(definition.inputs), ...commonInputs];
  const computed = Object.keys(definition.outputs);
  const foreign = Object.keys(news).filter((key) => !key.startsWith("__") && !known.includes(key) && given(news[key]));
  const arguments_ = foreign.map((property) => {
    const nearest = nearestOf(property, known);
    if (nearest) return { property, reason: `unknown argument of ${definition.type}; did you mean "${nearest}"?` };
    const why = computed.includes(property) ? "is an output" : "unknown argument";
    return { property, reason: `${why} of ${definition.type}; its arguments are ${known.join(", ")}` };
  });
  const inside = Object.entries(definition.inputs).flatMap(([key, schema]) =>
    foreignFields(schema, news[key]).map(({ path, fields }) => {
      const name = path.at(-1)!;
      // An item of a list is named after the list.
      const owner = [key, ...path.slice(0, -1)].findLast((one) => !/^\d+$/.test(one))!;
      return {
        property: [key, ...path].join("."),
        reason: `unknown field of ${owner}; ${hintFor(name, fields, "fields")}`,
      };
    }),
  );
  return [...arguments_, ...inside];
}

const given = (value: unknown): boolean => value !== undefined && value !== null;

interface Foreign {
  path: string[];
  /** The fields that the object can have. */
  fields: string[];
}

/** Fields of objects, at any depth, that their schema does not know: they would be lost silently. */
function foreignFields(schema: z.ZodType, value: unknown): Foreign[] {
  if (typeof value !== "object" || value === null) return [];
  const below = (inner: z.ZodType | undefined, key: string) =>
    inner
      ? foreignFields(inner, (value as Bag)[key]).map(({ path, fields }) => ({ path: [key, ...path], fields }))
      : [];
  const fields = fieldsOf(schema);
  if (fields) {
    // A list where an object belongs has been reported already.
    if (Array.isArray(value)) return [];
    return Object.keys(value).flatMap((key) => {
      if (key in fields) return below(fields[key], key);
      return given((value as Bag)[key]) ? [{ path: [key], fields: Object.keys(fields) }] : [];
    });
  }
  const { element, valueType } = partsOf(core(schema));
  return Object.keys(value).flatMap((key) => below(element ?? valueType, key));
}

/** What the service cannot clear must not be removed silently. */
function removed(definition: Definition, olds: Bag, news: Bag): Failure[] {
  return fieldsWhere(definition, ({ absent }) => absent === "keep").flatMap((key) => {
    const [was, is] = [olds[key], news[key]];
    if (isEmpty(was) || hasUnknown(is) || !isEmpty(is)) return [];
    return [
      { property: key, reason: "cannot be removed from the service once it is set: keep it, or give it another value" },
    ];
  });
}

/** Keys that only others write would never arrive, or be lost again. */
function reserved(definition: Definition, inputs: Bag): Failure[] {
  return fieldsWhere(definition, (marks) => marks.reserved !== undefined).flatMap((key) => {
    const marks = marksOf(definition, key);
    return Object.keys(othersPart(marks, inputs[key])).map((name) => ({
      property: `${key}.${name}`,
      reason: `cannot be set: ${marks.reserved!.by}. Leave it out; what the object has stays`,
    }));
  });
}

/**
 * A secret that is part of the object's own name: responses are searched for it, and the name is
 * one.
 */
function revealed(definition: Definition, inputs: Bag): Failure[] {
  const key = nameInputOf(definition);
  const name = key && inputs[key];
  if (typeof name !== "string" || name === unknownValue) return [];
  return secretsOf(definition).flatMap((property) => {
    const secret = inputs[property];
    if (typeof secret !== "string" || secret.length < shortestSecret || !name.includes(secret)) return [];
    return [{ property, reason: `is part of ${key}, which everybody sees: change one of them` }];
  });
}

/** An object with an unknown part counts as given, without that part. */
function withoutUnknown(inputs: Bag): Bag {
  return Object.fromEntries(
    Object.entries(inputs).flatMap(([key, value]) => {
      if (!hasUnknown(value)) return [[key, value]];
      return isMap(value) ? [[key, withoutUnknown(value)]] : [];
    }),
  );
}
