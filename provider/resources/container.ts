import type { Definition } from "../lifecycle/definition";
import { marksOf, needsOf } from "../lifecycle/field";
import { spell } from "../lifecycle/wire";

/** The container of such objects: its definition, and the field of their records, and filter of their list, with its id. None for what stands by itself. */
export function containerOf(definition: Definition): { container: Definition; field: string } | undefined {
  const [input, container] = needsOf(definition).find(([, { role }]) => role === "container") ?? [];
  if (input === undefined || !container) return undefined;
  const { wire } = marksOf(definition, input);
  const from = typeof wire === "object" ? wire.from : wire;
  return { container, field: typeof from === "string" ? from : spell(definition, input) };
}
