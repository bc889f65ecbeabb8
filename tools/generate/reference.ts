import * as z from "zod";
import type { Definition } from "../../provider/lifecycle/definition";
import { marksIn, nameInputOf } from "../../provider/lifecycle/field";
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

Every resource with its arguments and outputs. An argument that is not marked _required_ may be left out. A write-only
one, or one that is not sent to the service, cannot drift. Every resource also takes \`adopt\`: \`true\`, or the id of an
existing object to take over. The components have pages of their own: \`KeyRotationPolicy\` in [rotation](../rotation.md),
\`RestClient\` in [registered clients](../registered-clients.md).

${entries.join("\n")}`;
}

function section(definition: Definition, { comment, listComment, inputs, outputs }: Documented): string {
  const { type, path } = definition;
  const ways = [
    ...(isLookedUp(definition) ? [`\`${type}.get(name, id)\` looks one up by its id.`] : []),
    [list(definition), listComment].filter((text) => text !== "").join(" "),
    ...(path === "/" || path === "" ? [] : [`API: \`${path}\`.`]),
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
  return [...(schema.safeParse(undefined).success || nameInputOf(definition) === key ? [] : ["required"])];
}

function output(field: Field, definition: Definition): string {
  return item(field, definition.outputs[field.name]!, marksIn(definition.outputs[field.name]).secret ? ["secret"] : []);
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
  // Where any string is valid, the known values are suggestions.
  if (schema.anyOf?.some((one) => one.type === "string" && one.enum === undefined && one.format === undefined))
    return [...new Set(schema.anyOf.filter((one) => one.enum === undefined).map(inWords))].join(" or ");
  if (schema.anyOf) return [...new Set(schema.anyOf.map(inWords))].join(" or ");
  if (schema.type === "array") return `list of ${inWords(schema.items ?? {})}`;
  if (schema.type === "object")
    return schema.properties ? "object" : `map of ${inWords(schema.additionalProperties ?? {})}`;
  return plain[schema.type ?? ""] ?? "any value";
}

const plain: Readonly<Record<string, string>> = {
  string: "string",
  number: "number",
  integer: "integer",
  boolean: "boolean",
};
