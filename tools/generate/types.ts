import type * as z from "zod";
import { fieldsOf, partsOf } from "../../provider/lifecycle/vocabulary/schema";
import type { Field } from "./sources";

/** Schemas as plain TypeScript, with the words of their definitions on every field. */

/**
 * How a value stands in arguments, where it may come from other resources at every depth; or among
 * what a resource shows.
 */
type Place = "argument" | "member";

interface Context {
  place: Place;
  /** Type and path of the property, for complaints. */
  where: string;
  /** The fields that the property's objects are documented with. */
  fields: readonly Field[];
}

/** The type of an argument. */
export function argumentType(schema: z.ZodType, field: Field): string {
  return lifted(present(schema), { place: "argument", where: field.where, fields: field.fields });
}

/** The type of what a resource shows. */
export function memberType(schema: z.ZodType, field: Field): string {
  const type = body(present(schema), { place: "member", where: field.where, fields: field.fields });
  return mayBeAbsent(schema) ? `${type} | undefined` : type;
}

/** True when a program may leave the value out. */
export function mayBeLeftOut(schema: z.ZodType): boolean {
  const { type, innerType } = partsOf(schema);
  return type === "optional" || type === "default" || (innerType !== undefined && mayBeLeftOut(innerType));
}

/** True when the value may be missing even after defaults are filled in. */
function mayBeAbsent(schema: z.ZodType): boolean {
  return partsOf(schema).type === "optional";
}

function present(schema: z.ZodType): z.ZodType {
  const { innerType } = partsOf(schema);
  return innerType ? present(innerType) : schema;
}

function lifted(schema: z.ZodType, context: Context, absent = ""): string {
  const type = body(schema, context);
  if (context.place === "member") return `${type}${absent}`;
  // It already accepts an output.
  return type === "unknown" ? type : `pulumi.Input<${type}${absent}>`;
}

function body(schema: z.ZodType, context: Context): string {
  const { type, element, entries, values, options, valueType } = partsOf(schema);
  const part = (inner: z.ZodType) => lifted(present(inner), context);
  switch (type) {
    case "string":
    case "number":
    case "boolean":
    case "unknown":
      return type;
    case "enum":
      return Object.values(entries!).map(quoted).join(" | ");
    case "literal":
      return values!.map(quoted).join(" | ");
    case "union":
      return unionOf(options!.map((one) => body(present(one), context)));
    case "array": {
      const item = part(element!);
      return /^[\w.]+(<.*>)?$/s.test(item) && !/[|{]/.test(item.replace(/<.*>/s, "")) ? `${item}[]` : `(${item})[]`;
    }
    case "record":
      return `Record<string, ${part(valueType!)}>`;
    case "object":
      return objectType(fieldsOf(schema)!, context);
    default:
      throw new Error(`${context.where}: a schema of the kind ${type} has no counterpart among the generated types`);
  }
}

/**
 * A union with `string` absorbs literals; for an editor to offer them, the other member must not be
 * plain `string`.
 */
function unionOf(types: readonly string[]): string {
  const isOpen = types.includes("string") && types.some((one) => one.startsWith('"'));
  return [...new Set(isOpen ? types.map((one) => (one === "string" ? anyString : one)) : types)].join(" | ");
}

const anyString = "(string & Record<never, never>)";

const quoted = (value: unknown): string => JSON.stringify(value);

function objectType(shape: Record<string, z.ZodType>, context: Context): string {
  const lines = Object.entries(shape).map(([name, schema]) => {
    const field = context.fields.find((one) => one.name === name);
    const where = `${context.where}.${name}`;
    if (!field) throw new Error(`${where}: has no comment`);
    const isOptional = context.place === "argument" ? mayBeLeftOut(schema) : mayBeAbsent(schema);
    const isAbsent = isOptional && context.place === "argument" ? " | undefined" : "";
    const type = lifted(present(schema), { place: context.place, where, fields: field.fields }, isAbsent);
    return `${doc(field.comment, where)}${name}${isOptional ? "?" : ""}: ${type};`;
  });
  return `{\n${lines.join("\n")}\n}`;
}

/**
 * A doc comment on lines of its own. What could not be copied from an editor's hover as it stands
 * is refused.
 */
export function doc(text: string, where: string, example?: string): string {
  if (text === "") throw new Error(`${where}: has no comment`);
  if (/\*\\?\//.test(text + (example ?? "")))
    throw new Error(`${where}: a comment must not contain the end of a comment`);
  if (example === undefined) return `/** ${text} */\n`;
  const lines = [text, "", "@example", "~~~ts", ...example.split("\n"), "~~~"];
  return `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join("\n")}\n */\n`;
}
