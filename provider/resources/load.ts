import type { Definition } from "../lifecycle/definition";
import { homes } from "./generated/homes";

/** The definition of one type, without loading those of other systems. Throws if there is none. */
export function definitionOf(type: string): Definition {
  const home = Object.hasOwn(homes, type) ? homes[type] : everything;
  const definition = home!().find((one) => one.type === type);
  if (definition) return definition;
  throw new Error(
    `this version of pulumi-ciphertrust has no resource ${type}: install the version that created the stack`,
  );
}

/** Types of no single system. */
function everything(): readonly Definition[] {
  // eslint-disable-next-line @typescript-eslint/no-require-imports, @typescript-eslint/consistent-type-imports -- loaded when needed
  return (require("./index") as typeof import("./index")).registry;
}
