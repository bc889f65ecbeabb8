import type { Definition } from "../../provider/lifecycle/vocabulary/definition";
import { decodeAll } from "../../provider/lifecycle/values/wire";

/** What responses about Azure have in common, as the public sources show it. S: seen there. */

export const id = "2f18eade-2fd9-4c48-85f7-550107729299";
export const header = {
  id, // S
  account: "kylo:kylo:admin:accounts:kylo", // S
  createdAt: "2026-02-01T10:00:00.123456Z", // S
  updatedAt: "2026-02-01T10:00:00.123456Z", // S
};
export const decoded = (definition: unknown, wire: Record<string, unknown>) =>
  decodeAll(definition as Definition, wire);
