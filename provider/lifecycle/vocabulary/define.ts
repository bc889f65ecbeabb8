import type { Definition, Shape } from "./definition";

/** A definition whose fields are known by name. */
export type Defined<I extends Shape, O extends Shape> = Definition & { readonly inputs: I; readonly outputs: O };

/**
 * Declares a resource. Only the declaration itself is typed by its fields: code that is passed a
 * definition sees fields of any name.
 */
export function defineResource<const I extends Shape, const O extends Shape>(
  definition: Definition<NoInfer<I>, NoInfer<O>> & { readonly inputs: I; readonly outputs: O },
): Defined<I, O> {
  return definition;
}
