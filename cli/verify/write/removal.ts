import type { Definition } from "../../../provider/lifecycle/vocabulary/definition";
import { lifecycleAt, type Site } from "./life";
import type { Item } from "./inventory";
import { everySample } from "./clouds/samples";

/** Deletes what a run made, known from the service alone. */
export async function removeItem(
  { definition, id }: Pick<Item, "definition" | "id">,
  site: Site,
  ending = endingOf(definition),
): Promise<void> {
  const { operations, context } = lifecycleAt(definition, site);
  const seen = await operations.read(context, id, {});
  if (seen) await operations.delete(context, seen.id, { ...seen.state, ...ending });
}

const endingOf = (definition: Definition) => everySample.find(({ type }) => type === definition.type)?.ending;

/** Later samples refer to earlier ones: they are deleted first. */
export function inReverse<T extends { readonly definition: Definition }>(items: readonly T[]): T[] {
  const at = ({ definition }: T) => everySample.findIndex(({ type }) => type === definition.type);
  return [...items].sort((a, b) => at(b) - at(a));
}
