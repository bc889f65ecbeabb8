import * as z from "zod";
import { isNeverShown, nameInputOf, type Definition } from "../../provider/engine/definition";
import { defaultOf } from "../../provider/engine/schema";
import type { Documented, Field } from "./sources";
import { chapters, isLookedUp } from "./systems";

/** The reference: a page for every system, made of the definitions and their comments. */

/** Text by the name of its file. */
export function referencePages(documented: ReadonlyMap<string, Documented>): Map<string, string> {
  const texts = chapters().map(({ name, title, definitions }): [string, string] => [
    `${name}.md`,
    [`# ${title}`, made, ...definitions.map((one) => section(one, documented.get(one.type)!))].join("\n\n"),
  ]);
  return new Map([["README.md", index()], ...texts]);
}

const made = "<!-- Made from the definitions by `npm run generate`: change those. -->";

function index(): string {
  const entries = chapters().map(({ name, title, definitions }) => {
    const types = definitions.map(({ type }) => `[\`${type}\`](${name}.md#${type.toLowerCase()})`);
    return `- [${title}](${name}.md): ${types.join(", ")}`;
  });
  return `# Reference

${made}

Every resource with its arguments and outputs. An argument that is not marked _required_ may be left out. Arguments that are
_not observable_ cannot drift: the service never returns them, or they steer the provider alone. Every resource also takes
\`adopt\`: \`true\`, or the id of an existing object to take over.

${entries.join("\n")}`;
}

function section(definition: Definition, { comment, listComment, inputs, outputs }: Documented): string {
  const { type, path } = definition;
  const ways = [
    ...(isLookedUp(definition) ? [`\`${type}.get(name, id)\` looks one up by its id.`] : []),
    [list(definition), listComment].filter((text) => text !== "").join(" "),
    ...(path === "/" ? [] : [`API: \`${path}\`.`]),
  ];
  return [
    `## ${type}`,
    comment,
    ways.filter((text) => text !== "").join(" "),
    "### Arguments",
    inputs.map((field) => item(field, definition.inputs[field.name]!, notes(definition, field.name))).join("\n"),
    ...(outputs.length === 0 ? [] : ["### Outputs", outputs.map((field) => output(field, definition)).join("\n")]),
  ].join("\n\n");
}

function list({ type, filters, listedWithin }: Definition): string {
  if (listedWithin) return `\`${type}.list({ ${listedWithin.input} })\` lists those of one \`${listedWithin.input}\`.`;
  if (!filters) return "";
  if (filters.length === 0) return `\`${type}.list()\` lists them.`;
  return `\`${type}.list({ … })\` lists them, filtered by ${filters.map((one) => `\`${one}\``).join(", ")}.`;
}

function notes(definition: Definition, key: string): string[] {
  const schema = definition.inputs[key]!;
  const usual = defaultOf(schema);
  return [
    ...(schema.safeParse(undefined).success || nameInputOf(definition) === key ? [] : ["required"]),
    ...(usual === undefined ? [] : [`default \`${JSON.stringify(usual)}\``]),
    ...(definition.secret?.includes(key) ? ["secret"] : []),
    ...(definition.immutable?.includes(key) ? ["a change replaces"] : []),
    ...(isNeverShown(definition, key) ? ["not observable"] : []),
  ];
}

function output(field: Field, definition: Definition): string {
  return item(field, definition.outputs[field.name]!, definition.secret?.includes(field.name) ? ["secret"] : []);
}

function item(field: Field, schema: z.ZodType, marks: string[]): string {
  const about = [typeOf(schema), ...marks.map((mark) => `_${mark}_`)].join(", ");
  const inner = field.fields.map((one) => `  - **\`${one.name}\`**: ${one.comment}`);
  const comment = field.comment.replaceAll(" - `", "\n  - `");
  return [`- **\`${field.name}\`** (${about}): ${comment}`, ...inner].join("\n");
}

interface JsonSchema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  format?: string;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  properties?: object;
  additionalProperties?: JsonSchema;
}

function typeOf(schema: z.ZodType): string {
  return inWords(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema);
}

function inWords(schema: JsonSchema): string {
  const values = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  if (values) return values.map((one) => `\`${JSON.stringify(one)}\``).join(" or ");
  // Where any text passes, the words that are known are suggestions.
  if (schema.anyOf?.some((one) => one.type === "string" && one.enum === undefined && one.format === undefined))
    return [...new Set(schema.anyOf.filter((one) => one.enum === undefined).map(inWords))].join(" or ");
  if (schema.anyOf) return schema.anyOf.map(inWords).join(" or ");
  if (schema.type === "array") return `list of ${inWords(schema.items ?? {})}`;
  if (schema.type === "object")
    return schema.properties ? "object" : `map of ${inWords(schema.additionalProperties ?? {})}`;
  return plain[schema.type ?? ""] ?? "any value";
}

const plain: Readonly<Record<string, string>> = {
  string: "text",
  number: "number",
  integer: "whole number",
  boolean: "true or false",
};
