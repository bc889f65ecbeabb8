import * as z from "zod";
import { defineResource, type Defined, type Definition, type Shape } from "../lifecycle/vocabulary/definition";
import { field, marksOf, needsOf, ref } from "../lifecycle/vocabulary/field";
import { spell } from "../lifecycle/values/wire";

/** What containers have in common. */

/** The path that everything of a container's system is below, such as `/cckm/sap`. */
export const areaOf = ({ path }: Pick<Definition, "path">): string => /^\/cckm\/[^/]+/.exec(path)![0];

/**
 * A container that is added with others of its kind: POST `…/add-<collection>` responds with the
 * list of those that were added.
 */
export function addedInList(path: string) {
  const [, area, collection] = /^(.*)\/([^/]+)$/.exec(path)!;
  const createPath = { path: `${area}/add-${collection}`, adds: collection!.replaceAll("-", "_") };
  return { role: "container", path, createPath } as const;
}

/**
 * The input that says what to add, which the call takes as a list of one; `from` is its place in
 * responses.
 */
export function toAdd<S extends z.ZodType>(schema: S, to: string, from = to): S {
  return field(schema, { change: "replace", wire: { to, from, encode: (one) => [one] } });
}

/** What every container has that a connection offers. */
export const containerFields = {
  /**
   * Id of the `{@connection}` to reach it through; it must be, or become, `ready`. Updated in
   * place, to a connection that reaches it as well.
   */
  connection: z.string().min(1),
};

/** What such a container has of its own. */
type Own<I extends Shape, O extends Shape> = Omit<
  Definition<I & typeof containerFields, O>,
  keyof ReturnType<typeof addedInList> | "inputs" | "outputs"
>;

/**
 * Declares a container that is added in a list, from what a connection offers, beside that
 * connection.
 */
export function defineContainer<const I extends Shape, const O extends Shape>(
  connection: Definition,
  path: string,
  { inputs, ...own }: Own<NoInfer<I>, NoInfer<O>> & { readonly inputs: I; readonly outputs: O },
): Defined<I & typeof containerFields, O> {
  const definition: Definition = defineResource({
    ...addedInList(path),
    ...(own as unknown as Definition),
    inputs: { ...containerFields, connection: ref(connection, { holds: true }), ...inputs },
  });
  return definition as Defined<I & typeof containerFields, O>;
}

/**
 * The container of such objects: their input that refers to it, its definition, and the field of
 * their records, and filter of their list, with its id. None for what stands by itself.
 */
export function containerOf(
  definition: Definition,
): { input: string; container: Definition; field: string } | undefined {
  const [input, container] = needsOf(definition).find(([, { role }]) => role === "container") ?? [];
  if (input === undefined || !container) return undefined;
  const { wire } = marksOf(definition, input);
  const from = typeof wire === "object" ? wire.from : wire;
  return { input, container, field: typeof from === "string" ? from : spell(definition, input) };
}
