import * as z from "zod";
import type { Bag, Failure } from "../../lifecycle/definition";
import { optionsArgument, optionsKey, type Options } from "../../lifecycle/options";
import { hasUnknown } from "../../lifecycle/schema";

const schema = z.strictObject({
  replaceOnChanges: z.array(z.string()).optional(),
  retainOnDelete: z.boolean().optional(),
  organization: z.string().optional(),
});

/** The inputs with the options where the lifecycle looks for them. */
export function withOptions({ [optionsArgument]: given, ...news }: Bag): { news: Bag; failures: Failure[] } {
  if (given === undefined || given === null || hasUnknown(given)) return { news, failures: [] };
  const { data, error } = schema.safeParse(given);
  if (!data)
    return { news, failures: error.issues.map(({ message }) => ({ property: optionsArgument, reason: message })) };
  const options: Options = {
    replaces: data.replaceOnChanges,
    retains: data.retainOnDelete,
    organization: data.organization,
  };
  return { news: { ...news, [optionsKey]: options }, failures: [] };
}

/** How a program permits a replacement, beside the option of that name. */
export function repeated(keys: readonly string[]): string {
  return ` and the argument  ${optionsArgument}: { replaceOnChanges: ${JSON.stringify(keys)} }`;
}
