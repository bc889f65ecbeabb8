import type * as z from "zod";
import type { Definition } from "../../provider/lifecycle/vocabulary/definition";
import { nameInputOf, objectReferencesOf, secretsOf } from "../../provider/lifecycle/vocabulary/field";
import { fieldsOf, wordsOf } from "../../provider/lifecycle/vocabulary/schema";
import type { Documented, Field } from "./sources";
import { exampleOf } from "./samples";
import { chapters, isLookedUp, isScheduled, type Chapter } from "./systems";
import { argumentType, doc, mayBeLeftOut, memberType } from "./types";

/**
 * The classes that programs use, a file for every system: plain types, and the little that a
 * program needs of a definition.
 */

const made = "// Made from provider/resources by `npm run generate`: change the definitions there.";

/** Text by the name of its file. */
export function classFiles(documented: ReadonlyMap<string, Documented>): Map<string, string> {
  const files = chapters().map((chapter): [string, string] => [`${chapter.name}.ts`, fileOf(chapter, documented)]);
  const names = files.map(([name]) => `export * from "./${name.replace(/\.ts$/, "")}";`);
  return new Map([...files, ["index.ts", [made, "", ...names].join("\n")]]);
}

function fileOf({ name, definitions }: Chapter, documented: ReadonlyMap<string, Documented>): string {
  const classes = definitions.map((one) =>
    classOf(one, documented.get(one.type)!, exampleOf(one.type, name).statement),
  );
  const text = classes.join("\n\n");
  const code = text.replace(/\/\*\*.*?\*\//gs, "");
  const used = (...names: string[]) => names.filter((name) => new RegExp(`\\b${name.split(" ").pop()}\\b`).test(code));
  const imports = [
    [
      used("listOf", "listWithin", "type Arguments", "type Filters", "type FunctionOptions", "type Listed"),
      "../function",
    ],
    [
      used("CipherTrustResource", "ScheduleResource", "type CommonArgs", "type Kind", "type ObjectReference"),
      "../resource",
    ],
  ] as const;
  const lines = imports.flatMap(([names, from]) =>
    names.length === 0 ? [] : [`import { ${names.join(", ")} } from "${from}";`],
  );
  return [made, 'import type * as pulumi from "@pulumi/pulumi";', ...lines, "", text].join("\n");
}

function classOf(definition: Definition, documented: Documented, example: string): string {
  const { type } = definition;
  const isOptional = documented.inputs.every(({ name }) => isLeftOut(definition, name));
  const base = isScheduled(definition) ? "ScheduleResource" : "CipherTrustResource";
  const members = [...documented.inputs, ...documented.outputs].map((field) => member(definition, field));
  return `${[argsOf(definition, documented), ...listArgs(definition, documented)].join("\n\n")}

${doc(documented.comment, type, example)}export class ${type} extends ${base} {
  /** @internal */
  static override readonly kind: Kind = ${JSON.stringify(kindOf(definition))};

${members.join("\n")}

${[...lookUp(definition, isOptional), ...list(definition, documented)].join("\n")}
  constructor(name: string, args${isOptional ? "?" : ""}: ${type}Args, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}`;
}

/** What the base class needs to know at run time. */
function kindOf(definition: Definition): object {
  const { type, inputs, outputs } = definition;
  const secret = secretsOf(definition);
  const objectReferences = objectReferencesOf(definition);
  return {
    type,
    inputs: Object.keys(inputs),
    outputs: Object.keys(outputs),
    namedAfterResource: nameInputOf(definition),
    ...(objectReferences.length > 0 ? { objectReferences } : {}),
    ...(secret.length > 0 ? { secret } : {}),
  };
}

function argsOf(definition: Definition, { inputs }: Documented): string {
  const { type } = definition;
  const references = objectReferencesOf(definition);
  const lines = inputs.map((field) => {
    const { name, comment, where } = field;
    const taken = references.includes(name)
      ? `CipherTrustResource | ObjectReference<${referredTypes(definition.inputs[name]!)}>`
      : argumentType(definition.inputs[name]!, field);
    return `${doc(comment, where)}${name}${isLeftOut(definition, name) ? "?" : ""}: ${taken};`;
  });
  return `/** Arguments of ${/^[AEIOU]/.test(type) ? "an" : "a"} {@link ${type}}. */
export interface ${type}Args extends CommonArgs {
${lines.join("\n")}
}`;
}

/** The types of the objects that a reference may name. */
function referredTypes(schema: z.ZodType): string {
  return wordsOf(fieldsOf(schema)!.type)
    .map((type) => JSON.stringify(type))
    .join(" | ");
}

function isLeftOut(definition: Definition, name: string): boolean {
  return nameInputOf(definition) === name || mayBeLeftOut(definition.inputs[name]!);
}

function member({ inputs, outputs }: Definition, field: Field): string {
  const { name, comment, where } = field;
  const type = memberType((inputs[name] ?? outputs[name])!, field);
  return `${doc(comment, where)}declare readonly ${name}: pulumi.Output<${type}>;`;
}

function lookUp(definition: Definition, isOptional: boolean): string[] {
  const { type } = definition;
  if (!isLookedUp(definition)) return [];
  const nothing = isOptional ? "undefined" : "undefined as never";
  return [
    `/** Reads an existing object by its id in the service, without managing it. */
    static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): ${type} {
      return new ${type}(name, ${nothing}, { ...opts, id });
    }`,
  ];
}

/** What the list of a type asks for, where that belongs to one other object. */
function listArgs({ type, listing }: Definition, { inputs }: Documented): string[] {
  const of = inputs.find(({ name }) => name === listing?.within?.input);
  if (!of) return [];
  return [
    `/** Which ones {@link ${type}.list} is to list. */
export interface ${type}sArgs {
  ${doc(firstSentence(of.comment), of.where)}${of.name}: string;
}`,
  ];
}

function list({ type, filters, listing }: Definition, { listComment }: Documented): string[] {
  if (listing?.within) {
    return [
      `/** Every one of them that belongs to one \`${listing.within.input}\`. */
    static list(args: Arguments<${type}sArgs>, options?: FunctionOptions): pulumi.Output<Listed<${type}>[]> {
      return listWithin("${type}", args, options);
    }`,
    ];
  }
  if (!filters) return [];
  return [
    `/** ${["Every one of them in the service that passes the filters.", listComment].join(" ").trim()} */
    static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<${type}>[]> {
      return listOf("${type}", filters, options);
    }`,
  ];
}

/** Without what a change does: here nothing can change. */
function firstSentence(comment: string): string {
  return comment.replace(/\. .*$/, ".");
}
