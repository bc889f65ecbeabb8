import * as z from "zod";
import type { Bag, Definition, Failure } from "../../lifecycle/vocabulary/definition";
import { hintFor } from "../../lifecycle/values/mistakes";
import { inputOf, optionsArgument, type Options } from "../../lifecycle/values/options";
import { hasUnknown } from "../../lifecycle/vocabulary/schema";
import { optionsKey } from "../../lifecycle/vocabulary/hiddenKeys";

const schema = z.strictObject({
  replaceOnChanges: z.array(z.string()).optional(),
  retainOnDelete: z.boolean().optional(),
  organization: z.string().optional(),
});

/** The inputs with the options where the lifecycle looks for them. */
export function withOptions(
  definition: Definition,
  { [optionsArgument]: given, ...news }: Bag,
): { news: Bag; failures: Failure[] } {
  if (given === undefined || given === null || hasUnknown(given)) return { news, failures: [] };
  const { data, error } = schema.safeParse(given);
  if (!data) return { news, failures: error.issues.flatMap(failuresOf) };
  const failures = foreignTo(definition, data.replaceOnChanges);
  if (failures.length > 0) return { news, failures };
  const options: Options = {
    replaces: data.replaceOnChanges,
    retains: data.retainOnDelete,
    organization: data.organization,
  };
  return { news: { ...news, [optionsKey]: options }, failures: [] };
}

function failuresOf(issue: z.core.$ZodIssue): Failure[] {
  if (issue.code !== "unrecognized_keys") return [{ property: optionsArgument, reason: issue.message }];
  return issue.keys.map((key) => ({
    property: `${optionsArgument}.${key}`,
    reason: `unknown field of ${optionsArgument}; ${hint(key, Object.keys(schema.shape), "fields")}`,
  }));
}

/** Paths of `replaceOnChanges` that lead into no input would have no effect. */
function foreignTo({ type, inputs }: Definition, paths: readonly string[] = []): Failure[] {
  const foreign = paths.map(inputOf).filter((name) => name !== "*" && !Object.hasOwn(inputs, name));
  return foreign.map((name) => ({
    property: `${optionsArgument}.replaceOnChanges`,
    reason: `unknown argument "${name}" of ${type}; ${hint(name, Object.keys(inputs), "arguments")}`,
  }));
}

/** Python spells a name with underscores, which count as no mistakes. */
function hint(name: string, known: readonly string[], all: string): string {
  return hintFor(name.replaceAll("_", ""), known, all);
}

/** How a program permits a replacement, beside the option of that name. */
export function repeated(keys: readonly string[]): string {
  return ` and the argument  ${optionsArgument}: { replaceOnChanges: ${JSON.stringify(keys)} }`;
}
