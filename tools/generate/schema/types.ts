import type * as z from "zod";
import { isOpen } from "../../../provider/lifecycle/vocabulary/field";
import { fieldsOf, partsOf, wordsOf } from "../../../provider/lifecycle/vocabulary/schema";
import type { Field } from "../sources";
import { mayBeLeftOut } from "../types";

/**
 * Schemas of values in the words of Pulumi's schema:
 * https://www.pulumi.com/docs/iac/packages/schema/.
 */

export interface TypeSpec {
  type?: string;
  $ref?: string;
  items?: TypeSpec;
  additionalProperties?: TypeSpec;
  oneOf?: TypeSpec[];
}

export interface Property extends TypeSpec {
  description?: string;
  default?: unknown;
  secret?: boolean;
  willReplaceOnChanges?: boolean;
}

export interface ObjectType {
  type: "object";
  description?: string;
  properties: Record<string, Property>;
  required?: string[];
}

interface EnumType {
  type: "string";
  enum: { name: string; value: string }[];
}

/** The type of the argument that repeats resource options. */
export const optionsType = "ciphertrust:index:ResourceOptions";

export const refTo = (token: string): TypeSpec => ({ $ref: `#/types/${token}` });

/** Anything at all. */
export const anything: TypeSpec = { $ref: "pulumi.json#/Any" };

/** Objects and enumerations, which have names in a schema. */
export class Types {
  private readonly known = new Map<string, ObjectType | EnumType>();

  /** Another type that would have the same name gets a number. */
  add(token: string, type: ObjectType | EnumType): TypeSpec {
    const same = this.known.get(token);
    if (same && JSON.stringify(same) !== JSON.stringify(type)) return this.add(`${token}2`, type);
    this.known.set(token, type);
    return refTo(token);
  }

  all(): Record<string, ObjectType | EnumType> {
    return Object.fromEntries([...this.known].sort(([a], [b]) => a.localeCompare(b)));
  }

  /** The type of a value; `token` is the name of an object or enumeration that it is, or holds. */
  of(schema: z.ZodType, token: string, fields: readonly Field[]): TypeSpec {
    const { innerType, type, element, entries, values, options, valueType } = partsOf(schema);
    if (innerType) return this.of(innerType, token, fields);
    if (isOpen(schema)) return relaxed(this.enumeration(token, wordsOf(schema)));
    switch (type) {
      case "string":
      case "boolean":
        return { type };
      case "number":
        return { type: (schema as z.ZodNumber).format === null ? "number" : "integer" };
      case "enum":
        return this.enumeration(token, Object.values(entries!));
      case "literal":
        return this.enumeration(token, values!);
      case "union":
        return oneOf(options!.map((one, at) => this.of(one, at === 0 ? token : `${token}${at + 1}`, fields)));
      case "array":
        return { type: "array", items: this.of(element!, token, fields) };
      case "record":
        return { type: "object", additionalProperties: this.of(valueType!, token, fields) };
      case "object":
        return this.object(token, fieldsOf(schema)!, fields);
      default:
        return anything;
    }
  }

  /** Numbers have no names that languages could use. */
  enumeration(token: string, values: readonly unknown[]): TypeSpec {
    const texts = values.filter((one) => typeof one === "string");
    if (texts.length < values.length) return { type: "integer" };
    return this.add(token, { type: "string", enum: membersOf(token, texts) });
  }

  private object(token: string, shape: Record<string, z.ZodType>, fields: readonly Field[]): TypeSpec {
    const properties = Object.entries(shape).map(([name, schema]): [string, Property] => {
      const field = fields.find((one) => one.name === name)!;
      const type = unrelaxed(this.of(schema, inside(token, name), field.fields));
      return [name, { ...type, description: field.comment }];
    });
    const required = Object.keys(shape).filter((name) => !mayBeLeftOut(shape[name]!));
    return this.add(token, { type: "object", properties: Object.fromEntries(properties), required });
  }
}

/** Known values in an enumeration, and any other string beside them: only for what programs give. */
const relaxed = (known: TypeSpec): TypeSpec => ({ type: "string", oneOf: [{ type: "string" }, known] });

/** The same where it is read, too: a string. */
export function unrelaxed<T extends TypeSpec>(spec: T): T {
  const { oneOf: choice, items, ...rest } = spec;
  if (rest.type === "string" && choice) return rest as T;
  return items ? { ...spec, items: unrelaxed(items) } : spec;
}

/** The name of what a property holds. */
export function inside(token: string, name: string): string {
  return token + name.charAt(0).toUpperCase() + name.slice(1);
}

/** Without a name in PascalCase, Python's SDK breaks words in capitals up: `RS_A_2048`. */
function membersOf(token: string, values: readonly string[]): EnumType["enum"] {
  const members = values.map((value) => ({ name: memberName(value), value }));
  const wrong = members.find(({ name }, at) => {
    return !/^[A-Z]/.test(name) || members.findIndex((one) => one.name === name) < at;
  });
  if (wrong) throw new Error(`"${wrong.value}" needs another name than "${wrong.name}" in ${token}`);
  return members;
}

/** Two numbers stay apart: `PKCS1_2048` is not `Pkcs12048`. */
function memberName(value: string): string {
  return value.split(/[^A-Za-z0-9]+/).reduce((before, part) => {
    const words = /[a-z]/.test(part) ? (part.match(/[A-Z]+s?(?![a-z])|[A-Z]?[a-z0-9]+/g) ?? []) : [part];
    const after = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()).join("");
    return before + (/\d$/.test(before) && /^\d/.test(after) ? "_" : "") + after;
  }, "");
}

/** Where any string is valid, the known ones are suggestions, which a schema has no word for. */
function oneOf(types: readonly TypeSpec[]): TypeSpec {
  if (types.some(({ type }) => type === "string") && types.every((one) => one.type === "string" || one.$ref)) {
    return { type: "string" };
  }
  const distinct = [...new Map(types.map((one) => [JSON.stringify(one), one])).values()];
  return distinct.length === 1 ? distinct[0]! : { oneOf: distinct };
}
