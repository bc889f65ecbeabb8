import { isContainer, type Bag, type Definition } from "./definition";
import { keptSet, sharedSet, type Difference } from "./diff";
import { ResourceError } from "./failure";
import { optionsOf } from "./options";
import { wordsOf } from "./schema";

/** A replacement as it is planned. */
export interface Replacement {
  label: string;
  olds: Bag;
  news: Bag;
  difference: Difference;
}

/** Throws where a replacement is planned that must not be. */
export function refuseReplacement(definition: Definition, replacement: Replacement): void {
  if (replacement.difference.replaces.length === 0) return;
  refuseContainer(definition, replacement);
  refuseOccupied(definition, replacement);
}

/** What is in a container would go with it: for keys that is their end, and nobody asks for that by changing a name. */
function refuseContainer(definition: Definition, { label, news, difference: { replaces } }: Replacement): void {
  if (!isContainer(definition) || optionsOf(news).replaces?.length) return;
  const changed = replaces.join(", ");
  throw new ResourceError(
    `replacing ${label} was refused: a change of ${changed} needs a new object, and everything that is in the old one, ` +
      `keys too, would go with it. Take the change back, or declare another ${definition.type} beside it. If it is to go ` +
      `with all that is in it, say so by the option  replaceOnChanges: [${replaces.map((key) => JSON.stringify(key)).join(", ")}].`,
  );
}

/** What stays of the old object would be in the way of the new one. */
function refuseOccupied(definition: Definition, { label, olds, news, difference }: Replacement): void {
  const { retains } = optionsOf(news);
  const kept = retains ? sharedSet(definition, olds, news) : keptSet(definition, olds, news);
  if (!kept) return;
  const name = kept.at(-1)!;
  const why = retains ? "the option retainOnDelete" : `onDestroy: ${JSON.stringify(olds.onDestroy)}`;
  throw new ResourceError(
    `replacing ${label} cannot succeed: a change of ${difference.replaces.join(", ")} needs a new object, but ${why} ` +
      `leaves the old one's ${name} taken. Give the new object another ${name}${orFree(definition, { olds, news })}; or ` +
      `take the change back.`,
  );
}

/** How the old object could be made to give its place up. */
function orFree(definition: Definition, { olds, news }: Pick<Replacement, "olds" | "news">): string {
  if (optionsOf(news).retains)
    return ", or, if the old object may go for good, take the option out in an update of its own first";
  const freeing = wordsOf(definition.inputs.onDestroy).filter(
    (word) => !keptSet(definition, { ...olds, onDestroy: word }, news),
  );
  if (freeing.length === 0) return "";
  const words = freeing.map((word) => JSON.stringify(word)).join(" or ");
  return `, or, if the old object may go for good, set onDestroy: ${words} in an update of its own first`;
}
