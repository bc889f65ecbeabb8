import type * as z from "zod";

/** How Pulumi writes a value that a preview cannot know yet. It stands for any type, at any depth. */
export const unknownValue = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** True when `value` is unknown or holds something unknown. */
export function hasUnknown(value: unknown): boolean {
  if (value === unknownValue) return true;
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).some(hasUnknown);
}

/** The parts of a zod schema's definition that matter here. */
interface SchemaParts {
  type: string;
  innerType?: z.ZodType;
  in?: z.ZodType;
  element?: z.ZodType;
  valueType?: z.ZodType;
  defaultValue?: unknown;
  entries?: Record<string, unknown>;
  values?: unknown[];
  options?: z.ZodType[];
}

export function partsOf(schema: z.ZodType): SchemaParts {
  return schema.def;
}

/** The schema below optional, default, nullable and the like. */
export function core(schema: z.ZodType): z.ZodType {
  const { innerType, in: input } = partsOf(schema);
  const inner = innerType ?? input;
  return inner ? core(inner) : schema;
}

/** The named fields of an object schema; `undefined` for any other. */
export function fieldsOf(schema: z.ZodType): Record<string, z.ZodType> | undefined {
  const inner = core(schema);
  return partsOf(inner).type === "object"
    ? (inner as unknown as { shape: Record<string, z.ZodType> }).shape
    : undefined;
}

/** The documented default, for a schema that has one. */
export function defaultOf(schema: z.ZodType): unknown {
  const parts = partsOf(schema);
  if (parts.type === "default") return parts.defaultValue;
  return parts.innerType ? defaultOf(parts.innerType) : undefined;
}

/**
 * Every value that an enumeration, a boolean or a union of literals allows; none for types with too
 * many.
 */
export function wordsOf(schema: z.ZodType | undefined): unknown[] {
  if (!schema) return [];
  const { type, entries, values, options } = partsOf(core(schema));
  if (type === "boolean") return [true, false];
  return [...Object.values(entries ?? {}), ...(values ?? []), ...(options ?? []).flatMap(wordsOf)];
}
