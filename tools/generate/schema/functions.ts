import type { DeclaredFunction, Declarations } from "../declarations";
import { DeclaredTypes } from "./declared";
import type { ObjectType, Types } from "./types";

/**
 * Functions that only read: what the SDK runs in the program, the plugin runs for programs in other
 * languages.
 */

/** Their part of the schema. */
export function functionsOf(declarations: Declarations, types: Types): object {
  const declared = new DeclaredTypes(declarations, types);
  const entries = declarations.functions().map((one) => [`ciphertrust:index:${one.name}`, functionOf(one, declared)]);
  return Object.fromEntries(entries) as object;
}

function functionOf({ comment, parameters, returns }: DeclaredFunction, declared: DeclaredTypes): object {
  const [args] = parameters.filter(({ name }) => name !== "options");
  return {
    description: comment,
    inputs: (args && declared.object(args.type)) ?? { type: "object", properties: {} },
    outputs: resultOf(returns, declared),
  };
}

/** A function of the protocol returns an object: a list is in it as `items`. */
function resultOf(returns: string, declared: DeclaredTypes): ObjectType {
  const [, result = returns] = /^pulumi\.Output<(.*)>$/s.exec(returns) ?? [];
  if (!result.endsWith("[]")) return declared.object(result)!;
  const items = { ...declared.of(result), description: "What was found." };
  return { type: "object", properties: { items }, required: ["items"] };
}

/** Where the plugin finds the code of each. */
export function functionsFile(declarations: Declarations): string {
  const lines = declarations.functions().map(({ name, loads }) => {
    const module = `../../../${loads.module.replace(/^provider\//, "")}`;
    return `${name}: () => (require("${module}") as typeof import("${module}")).${loads.name},`;
  });
  return `
import type { Api } from "../../../api/client";

// Generated from the functions of the SDK: npm run generate.

type Lookup = (api: Api, args: never) => Promise<unknown>;

/* eslint-disable @typescript-eslint/no-require-imports, @typescript-eslint/consistent-type-imports -- loaded when needed */
/** The code of each function. */
export const functions: Readonly<Record<string, () => Lookup>> = { ${lines.join("\n")} };
/* eslint-enable */
`.trimStart();
}
