import type * as z from "zod";
import type { Definition } from "../lifecycle/definition";
import { field, marksOf, needsOf } from "../lifecycle/field";
import { spell } from "../lifecycle/wire";

/** What containers have in common. */

/** The path that everything of a container's system is below, such as `/cckm/sap`. */
export const areaOf = ({ path }: Pick<Definition, "path">): string => /^\/cckm\/[^/]+/.exec(path)![0];

/** A container that is added with others of its kind: POST `…/add-<collection>` responds with the list of those that were added. */
export function addedInList(path: string) {
  const [, area, collection] = /^(.*)\/([^/]+)$/.exec(path)!;
  const [createPath, adds] = [`${area}/add-${collection}`, collection!.replaceAll("-", "_")];
  return { role: "container", path, createPath, adds } as const;
}

/** The input that says what to add, which the call takes as a list of one; `from` is its place in responses. */
export function toAdd<S extends z.ZodType>(schema: S, to: string, from = to): S {
  return field(schema, { change: "replace", wire: { to, from, encode: (one) => [one] } });
}

/** The container of such objects: their input that refers to it, its definition, and the field of their records, and filter of their list, with its id. None for what stands by itself. */
export function containerOf(
  definition: Definition,
): { input: string; container: Definition; field: string } | undefined {
  const [input, container] = needsOf(definition).find(([, { role }]) => role === "container") ?? [];
  if (input === undefined || !container) return undefined;
  const { wire } = marksOf(definition, input);
  const from = typeof wire === "object" ? wire.from : wire;
  return { input, container, field: typeof from === "string" ? from : spell(definition, input) };
}
