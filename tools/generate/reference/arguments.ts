import * as z from "zod";
import type { Definition } from "../../../provider/lifecycle/vocabulary/definition";
import { isOpen, marksIn, nameInputOf } from "../../../provider/lifecycle/vocabulary/field";
import { fieldsOf, partsOf } from "../../../provider/lifecycle/vocabulary/schema";
import type { Documented, Field } from "../sources";
import { isScheduled } from "../systems";
import { mayBeLeftOut } from "../types";
import { recordedCalls } from "./calls";
import { section } from "./text";

/** Arguments and outputs of a resource. */

export function argumentsOf(definition: Definition, { inputs }: Documented): string {
  const items = inputs.map((field) => {
    const schema = definition.inputs[field.name]!;
    const isRequired = !mayBeLeftOut(schema) && nameInputOf(definition) !== field.name;
    return item(field, schema, isRequired ? ["required"] : []);
  });
  return section("Arguments", [...items, adopt(definition)].filter((text) => text !== "").join("\n"));
}

function adopt({ type, action }: Definition): string {
  if (action || recordedCalls(type).length === 0) return "";
  return "- **`adopt`** (boolean or string): Takes over an existing object: [importing](#importing). Default: a new one is created. Used only on creation.";
}

export function outputsOf(definition: Definition, { outputs }: Documented): string {
  const items = outputs.map((field) => {
    const schema = definition.outputs[field.name]!;
    return item(field, schema, marksIn(schema).secret ? ["secret"] : []);
  });
  const nextRuns = isScheduled(definition)
    ? [
        "- **`nextRuns`** (list of string): The next three times it runs, RFC 3339 in UTC; computed in the program, in TypeScript only.",
      ]
    : [];
  return section(
    "Outputs",
    "All arguments are outputs, too, as the service has them, and:",
    ["- **`id`** (string): Id in the service.", ...nextRuns, ...items].join("\n"),
  );
}

function item(field: Field, schema: z.ZodType, marks: readonly string[], indent = ""): string {
  const about = [typeOf(schema), ...marks.map((mark) => `_${mark}_`)].join(", ");
  const shape = shapeIn(schema);
  const inner = field.fields.flatMap((one) => {
    const own = shape?.[one.name];
    return own ? [item(one, own, mayBeLeftOut(own) ? [] : ["required"], `${indent}  `)] : [];
  });
  const comment = field.comment.replaceAll(" - `", `\n${indent}  - \``);
  return [`${indent}- **\`${field.name}\`** (${about}): ${comment}`, ...inner].join("\n");
}

/** The fields of the objects that a value of this schema holds. */
function shapeIn(schema: z.ZodType): Record<string, z.ZodType> | undefined {
  const own = fieldsOf(schema);
  if (own) return own;
  const { innerType, element, valueType, options = [] } = partsOf(schema);
  const below = [innerType, element, valueType, ...options].filter((one) => one !== undefined);
  return below.map((one) => shapeIn(one)).find((one) => one !== undefined);
}

interface JsonSchema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  format?: string;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  title?: string;
  properties?: object;
  additionalProperties?: JsonSchema;
}

function typeOf(schema: z.ZodType): string {
  const override: NonNullable<Parameters<typeof z.toJSONSchema>[1]>["override"] = ({ zodSchema, jsonSchema }) => {
    if (isOpen(zodSchema as unknown as z.ZodType)) jsonSchema.title = open;
  };
  return inWords(z.toJSONSchema(schema, { io: "input", unrepresentable: "any", override }) as JsonSchema);
}

/** Marks an enumeration that is not complete. */
const open = "open";

function inWords(schema: JsonSchema): string {
  const values = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  if (values) return values.map((one) => `\`${JSON.stringify(one)}\``).join(" or ");
  if (schema.anyOf) return alternatives(schema.anyOf, schema.title === open);
  if (schema.type === "array") return `list of ${inWords(schema.items ?? {})}`;
  if (schema.type === "object")
    return schema.properties ? "object" : `map of ${inWords(schema.additionalProperties ?? {})}`;
  return plain[schema.type ?? ""] ?? "any value";
}

function alternatives(among: readonly JsonSchema[], areOpen: boolean): string {
  if (areOpen) return `${inWords(among[0]!)} or another string`;
  // Where any string is valid, the known values are suggestions.
  const isAny = (one: JsonSchema) => one.type === "string" && one.enum === undefined && one.format === undefined;
  const shown = among.some(isAny) ? among.filter((one) => one.enum === undefined) : among;
  return [...new Set(shown.map(inWords))].join(" or ");
}

const plain: Readonly<Record<string, string>> = {
  string: "string",
  number: "number",
  integer: "integer",
  boolean: "boolean",
};
