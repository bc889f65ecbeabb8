import type { Bag, Definition } from "./definition";
import { keptSet, sharedSet, type Difference } from "./diff";
import { ResourceError } from "./failure";
import { optionsOf } from "./options";
import { wordsOf } from "./schema";

/** A planned replacement. */
export interface Replacement {
  label: string;
  olds: Bag;
  news: Bag;
  difference: Difference;
}

/** Throws if a planned replacement is not allowed. */
export function refuseReplacement(definition: Definition, replacement: Replacement): void {
  if (replacement.difference.replaces.length === 0) return;
  refuseContainer(definition, replacement);
  refuseOccupied(definition, replacement);
}

/** The contents of a container would be deleted with it, keys too: a changed name must not cause that. */
function refuseContainer(definition: Definition, { label, news, difference: { replaces } }: Replacement): void {
  if (definition.role !== "container" || optionsOf(news).replaces?.length) return;
  const changed = replaces.join(", ");
  throw new ResourceError(
    `replacing ${label} was refused: a change of ${changed} forces replacement, which would delete everything in the old object, ` +
      `including keys. Revert the change, or declare a second ${definition.type}. To delete it ` +
      `with its contents, add the option  replaceOnChanges: [${replaces.map((key) => JSON.stringify(key)).join(", ")}].`,
  );
}

/** What remains of the old object would conflict with the new one. */
function refuseOccupied(definition: Definition, { label, olds, news, difference }: Replacement): void {
  const { retains } = optionsOf(news);
  const kept = retains ? sharedSet(definition, olds, news) : keptSet(definition, olds, news);
  if (!kept) return;
  const name = kept.at(-1)!;
  const why = retains ? "the option retainOnDelete" : `onDestroy: ${JSON.stringify(olds.onDestroy)}`;
  throw new ResourceError(
    `replacing ${label} cannot succeed: a change of ${difference.replaces.join(", ")} forces replacement, but ${why} ` +
      `keeps the old object's ${name} in use. Give the new object another ${name}${orFree(definition, { olds, news })}; or ` +
      `revert the change.`,
  );
}

/** How the old object's name could be freed. */
function orFree(definition: Definition, { olds, news }: Pick<Replacement, "olds" | "news">): string {
  if (optionsOf(news).retains)
    return ", or, if the old object may be deleted permanently, remove the option in a separate update first";
  const freeing = wordsOf(definition.inputs.onDestroy).filter(
    (word) => !keptSet(definition, { ...olds, onDestroy: word }, news),
  );
  if (freeing.length === 0) return "";
  const words = freeing.map((word) => JSON.stringify(word)).join(" or ");
  return `, or, if the old object may be deleted permanently, set onDestroy: ${words} in a separate update first`;
}
