import fc, { type Arbitrary } from "fast-check";
import type * as z from "zod";
import { check } from "../../provider/lifecycle/values/check";
import type { Bag, Definition } from "../../provider/lifecycle/vocabulary/definition";
import { problemsBetween } from "../../provider/lifecycle/values/rules";
import { isOpen } from "../../provider/lifecycle/vocabulary/field";
import { defaultOf, fieldsOf, partsOf, unknownValue, wordsOf } from "../../provider/lifecycle/vocabulary/schema";
import { certificate, fingerprint, privateKey, request } from "./pem";

/** Values generated from the schemas of a definition; the same in every run. */

fc.configureGlobal({ seed: 20260101, numRuns: 12 });

/** Strings in each format that some schema requires. */
const strings = [
  ...["a", "prod", "eu-west-1", "us-gov-east-1", "local|2a9f", "team/orders", "365d", "12h", "any", "Ünï çødé ♥"],
  ...["ocid1.tenancy.oc1..a", "ocid1.user.oc1..a", "ocid1.compartment.oc1..a", "ocid1.vault.oc1.eu-frankfurt-1.a"],
  "12:34:56:78:9a:bc:de:f0:12:34:56:78:9a:bc:de:f0",
  ...["123456789012", "arn:aws:iam::123456789012:role/x", "0 3 1 */3 *", "30 2 * * MON-FRI"],
  ...[
    "https://sap.example.com/kms/v2",
    "2027-01-31T00:00:00Z",
    "2030-06-01T12:00:00+02:00",
    '{"Version":"2012-10-17","Statement":{"Effect":"Allow"}}',
    "AwsKey",
  ],
  JSON.stringify({ type: "service_account", private_key_id: "i", private_key: privateKey, client_email: "a@b.c" }),
];
strings.push("FR", certificate, request, privateKey, `${certificate}${privateKey}`);
const numbers = [0, 1, 7, 30, 60, 90, 128, 256, 365, 2048, 4096, 0.5];

const satisfying = <T>(schema: z.ZodType, pool: readonly T[]): Arbitrary<T> => {
  const fitting = pool.filter((one) => schema.safeParse(one).success);
  if (fitting.length === 0) throw new Error(`no sample fits a schema of type ${partsOf(schema).type}: add one`);
  return fc.constantFrom(...fitting);
};

/** A string from the pool, or one generated from the schema. */
function textOf(schema: z.ZodType): Arbitrary<string> {
  if (strings.some((one) => schema.safeParse(one).success)) return satisfying(schema, strings);
  const { checks = [] } = schema.def as { checks?: { _zod: { def: object } }[] };
  const made = checks.flatMap(({ _zod }) => {
    const { pattern, prefix } = _zod.def as { pattern?: RegExp; prefix?: string };
    if (prefix) return [`${prefix}one`, `${prefix}two`];
    return pattern ? fc.sample(fc.stringMatching(new RegExp(pattern.source)), { numRuns: 30, seed: 1 }) : [];
  });
  return satisfying(schema, made);
}

interface MoreParts {
  entries?: Record<string, string>;
  options?: z.ZodType[];
  values?: unknown[];
}

/** A value that the schema accepts, never `undefined`. */
export function valueOf(schema: z.ZodType): Arbitrary<unknown> {
  const parts = partsOf(schema);
  const { entries, options, values } = parts as MoreParts;
  const inner = parts.innerType ?? parts.in;
  if (inner) return valueOf(inner);
  switch (parts.type) {
    case "string":
      return textOf(schema);
    case "number":
      return satisfying(schema, numbers);
    case "boolean":
      return fc.boolean();
    case "enum":
      return fc.constantFrom(...Object.values(entries!));
    case "literal":
      return fc.constantFrom(...values!);
    case "array":
      return fc.uniqueArray(valueOf(parts.element!), { maxLength: 3 }).filter((list) => schema.safeParse(list).success);
    case "record":
      return fc.dictionary(fc.constantFrom("team", "camelCase", "snake_case", "x-y"), valueOf(parts.valueType!), {
        maxKeys: 3,
        noNullPrototype: true,
      });
    case "object":
      return objectOf(fieldsOf(schema)!);
    case "union":
      // A value of the service that is not known is a word as well.
      if (isOpen(schema)) return fc.constantFrom(...wordsOf(schema), "Something-New_1");
      return fc.oneof(...options!.map(valueOf));
    case "unknown":
      return fc.constantFrom("free", 7, true, { nested: ["x"] });
    default:
      throw new Error(`no values for a schema of type ${parts.type}`);
  }
}

const mayBeLeftOut = (schema: z.ZodType) => schema.safeParse(undefined).success;

/** An object with these fields; optional ones are sometimes missing. */
function objectOf(fields: Record<string, z.ZodType>, own: Record<string, unknown[]> = {}): Arbitrary<Bag> {
  const values = Object.entries(fields).map(([key, schema]) => {
    return [key, own[key] ? fc.constantFrom(...own[key]) : valueOf(schema)] as const;
  });
  const requiredKeys = Object.keys(fields).filter((key) => !mayBeLeftOut(fields[key]!));
  return fc.record(Object.fromEntries(values), { requiredKeys, noNullPrototype: true });
}

/** Values that only rules between inputs know. */
const knownToRules: Record<string, Record<string, unknown[]>> = {
  OciConnection: { credentials: [{ keyFile: privateKey }], fingerprint: [fingerprint] },
  ContainerAcl: { actions: [["view"], ["keycreate"], ["keycreate", "view"]] },
};

/** Inputs in which every single value is valid. */
function inputsOf(definition: Definition): Arbitrary<Bag> {
  return objectOf(definition.inputs, knownToRules[definition.type]);
}

/**
 * Inputs that are mostly valid: optional values are added as long as the rules between inputs allow
 * them.
 */
export function fittingInputsOf(definition: Definition): Arbitrary<Bag> {
  if (!definition.rules && !definition.hooks?.check) return inputsOf(definition);
  const defaults = Object.entries(definition.inputs).map(([key, schema]) => [key, defaultOf(schema)] as const);
  const problems = (inputs: Bag) => problemsBetween(definition, { ...Object.fromEntries(defaults), ...inputs }).length;
  return inputsOf(definition).map((given) => {
    const entries = Object.entries(given);
    const optional = entries.filter(([key]) => mayBeLeftOut(definition.inputs[key]!));
    let inputs: Bag = Object.fromEntries(entries.filter(([key]) => !mayBeLeftOut(definition.inputs[key]!)));
    // Some values are only valid together with others: a second round adds those that came too early.
    for (const [key, value] of [...optional, ...optional]) {
      const more = { ...inputs, [key]: value };
      if (problems(more) <= problems(inputs)) inputs = more;
    }
    return inputs;
  });
}

/** Skips the inputs that still break a rule between inputs. */
export function presumeValid(definition: Definition, inputs: Bag): void {
  fc.pre(check(definition, {}, inputs).failures.length === 0);
}

/** The same inputs with some of them, or nested parts, unknown. */
export function obscured(inputs: Bag): Arbitrary<Bag> {
  const entries = Object.entries(inputs).map(([key, value]) => {
    const inside = typeof value === "object" && value !== null && Object.keys(value).length > 0;
    const variants = [value, unknownValue, ...(inside ? [firstUnknown(value)] : [])];
    return [key, fc.constantFrom(...variants)] as const;
  });
  return fc.record(Object.fromEntries(entries), { noNullPrototype: true });
}

function firstUnknown(value: object): unknown {
  if (Array.isArray(value)) return [unknownValue, ...(value.slice(1) as unknown[])];
  const [first, ...rest] = Object.entries(value);
  return Object.fromEntries([[first![0], unknownValue], ...rest]);
}
