import type { Definition } from "../lifecycle/vocabulary/definition";
import { homes } from "./generated/homes";

/** The definition of one type, if this version has it, without loading those of other systems. */
export function findDefinition(type: string): Definition | undefined {
  return (homeOf(type)?.definitions ?? allDefinitions)().find((one) => one.type === type);
}

/** The same of a type that is in a stack. Throws if there is none. */
export function definitionOf(type: string): Definition {
  const definition = findDefinition(type);
  if (definition) return definition;
  throw new Error(
    `this version of pulumi-ciphertrust has no resource ${type}: install the version that created the stack`,
  );
}

/** The token of a type in programs that use the plugin, such as `ciphertrust:aws:AwsKey`. */
export function tokenOf(type: string): string {
  return `ciphertrust:${homeOf(type)?.system ?? "general"}:${type}`;
}

/**
 * The type that a token names, of the plugin or of a dynamic resource; `undefined` for components,
 * and for what is not ours.
 */
export function typeIn(token: string): string | undefined {
  return /^(?:pulumi-nodejs:dynamic\/ciphertrust|ciphertrust:(?!index:)\w+):(\w+)$/.exec(token)?.[1];
}

function homeOf(type: string) {
  return Object.hasOwn(homes, type) ? homes[type] : undefined;
}

/** Every definition. This loads those of all systems, where they are not loaded yet. */
export function allDefinitions(): readonly Definition[] {
  // eslint-disable-next-line @typescript-eslint/no-require-imports, @typescript-eslint/consistent-type-imports -- loaded when needed
  return (require("./index") as typeof import("./index")).registry;
}
