import fc, { type Arbitrary } from "fast-check";
import type { z } from "zod";
import { check } from "../../provider/engine/check";
import type { Bag, Definition } from "../../provider/engine/definition";
import { fieldsOf, partsOf, unknownValue } from "../../provider/engine/schema";

/** Values made from the schemas of a definition; the same ones in every run. */

fc.configureGlobal({ seed: 20260101 });

/** Texts of every kind that some schema asks for. */
const texts = [
  ...["a", "prod", "eu-west-1", "us-gov-east-1", "local|2a9f", "team/orders", "365d", "12h", "any", "Ünï çødé ♥"],
  ...["123456789012", "arn:aws:iam::123456789012:role/x", "0 3 1 */3 *", "30 2 * * MON-FRI"],
  ...["2027-01-31T00:00:00Z", "2030-06-01T12:00:00+02:00", '{"Version":"2012-10-17"}', "AwsKey"],
];
const numbers = [0, 1, 7, 30, 60, 90, 128, 256, 365, 2048, 4096, 0.5];

const satisfying = <T>(schema: z.ZodType, pool: readonly T[]): Arbitrary<T> => {
  const fitting = pool.filter((one) => schema.safeParse(one).success);
  if (fitting.length === 0) throw new Error(`no sample fits a schema of type ${partsOf(schema).type}`);
  return fc.constantFrom(...fitting);
};

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
      return satisfying(schema, texts);
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
      return fc.record(Object.fromEntries(Object.entries(fieldsOf(schema)!).map(([key, one]) => [key, valueOf(one)])), {
        noNullPrototype: true,
      });
    case "union":
      return fc.oneof(...options!.map(valueOf));
    case "unknown":
      return fc.constantFrom("free", 7, true, { nested: ["x"] });
    default:
      throw new Error(`no values for a schema of type ${parts.type}`);
  }
}

/** Inputs in which every value is right in itself; those that may be left out sometimes are. */
export function inputsOf(definition: Definition): Arbitrary<Bag> {
  const values = Object.entries(definition.inputs).map(([key, schema]) => {
    const value = valueOf(schema);
    return [key, schema.safeParse(undefined).success ? fc.option(value, { nil: undefined }) : value] as const;
  });
  return fc.record(Object.fromEntries(values), { noNullPrototype: true });
}

/** Inputs without any problem: what can be left out is added as long as the rules across properties allow it. */
export function validInputsOf(definition: Definition): Arbitrary<Bag> {
  const problems = (inputs: Bag) => check(definition, {}, inputs).failures.length;
  const mayBeLeftOut = (key: string) => definition.inputs[key]!.safeParse(undefined).success;
  const keys = Object.keys(definition.inputs);
  const order = fc.shuffledSubarray(keys.filter(mayBeLeftOut));
  return fc
    .tuple(inputsOf(definition), order)
    .map(([given, optional]) => {
      let inputs: Bag = Object.fromEntries(keys.filter((key) => !mayBeLeftOut(key)).map((key) => [key, given[key]]));
      for (const key of optional) {
        const more = { ...inputs, [key]: given[key] };
        if (problems(more) <= problems(inputs)) inputs = more;
      }
      return inputs;
    })
    .filter((inputs) => problems(inputs) === 0);
}

/** The same inputs with some of them, or something inside them, unknown. */
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
