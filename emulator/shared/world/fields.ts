import { createHash } from "node:crypto";
import * as z from "zod";

/** Fields that the worlds of many systems have, and marks on fields. */

export const name = z.string().min(1);
export const seconds = z.number().min(0);
/** Seconds after a connection's creation until the external system lets the service in. */
export const readyAfterSeconds = seconds.default(0);
/** Seconds that a connection test takes. */
export const testSeconds = seconds.default(0.05);
/** What an account says of connections that log in to it. */
export const loginTimes = { readyAfterSeconds, testSeconds };
/** Days since the key was made. */
export const ageInDays = z.number().min(0).default(90);

const secrets = new WeakSet<object>();
const removables = new WeakSet<object>();

function marked<F extends z.ZodType>(field: F, marks: WeakSet<object>): F {
  marks.add(field);
  return field;
}

/**
 * Marks a field whose value no response may contain. The mark comes last: `.optional()` and the
 * like make another field.
 */
const secret = <F extends z.ZodType>(field: F): F => marked(field, secrets);

/** Marks an optional field that a control call takes away with null. The mark comes last. */
const removable = <F extends z.ZodOptional>(field: F): F => marked(field, removables);
export const isRemovable = (field: z.ZodType): boolean => removables.has(field);

/** Seconds that a refresh or synchronization takes; by the number of keys without it. */
export const loadSeconds = removable(seconds.optional());

/** A password, a token and the like. */
export const password = secret(z.string().min(1));

/**
 * The value without what the schema marks as secret. Members that the schema does not know are
 * kept.
 */
export function withoutSecrets(schema: z.ZodType, value: unknown): unknown {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return withoutSecrets(schema.unwrap() as z.ZodType, value);
  if (schema instanceof z.ZodArray && Array.isArray(value))
    return value.map((item) => withoutSecrets(schema.element as z.ZodType, item));
  if (!(schema instanceof z.ZodObject) || typeof value !== "object" || value === null) return value;
  const fields = schema.shape as Readonly<Record<string, z.ZodType>>;
  return Object.fromEntries(
    Object.entries(value).flatMap(([member, inner]) => {
      const field = fields[member];
      if (field === undefined) return [[member, inner]];
      return secrets.has(field) ? [] : [[member, withoutSecrets(field, inner)]];
    }),
  );
}

/** A UUID that is the same for the same text. */
export function idFrom(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`];
  return [...parts, hex.slice(20, 32)].join("-");
}
