import type { Bag, Definition } from "./definition";
import { keptSet, type Difference } from "./diff";
import { ResourceError } from "./failure";
import { wordsOf } from "./schema";

/** Throws where a replacement is planned that cannot succeed: what stays of the old object would be in the way of the new one. */
export function refuseOccupied(
  definition: Definition,
  label: string,
  { olds, news, difference }: { olds: Bag; news: Bag; difference: Difference },
): void {
  const kept = difference.replaces.length > 0 && keptSet(definition, olds, news);
  if (!kept) return;
  const name = kept.at(-1)!;
  const freeing = wordsOf(definition.inputs.onDestroy).filter(
    (word) => !keptSet(definition, { ...olds, onDestroy: word }, news),
  );
  const orFree =
    freeing.length === 0
      ? ""
      : `, or, if the old object may go for good, set onDestroy: ${freeing.map((word) => JSON.stringify(word)).join(" or ")} ` +
        `in an update of its own first`;
  throw new ResourceError(
    `replacing ${label} cannot succeed: a change of ${difference.replaces.join(", ")} needs a new object, but destroying ` +
      `the old one with onDestroy: ${JSON.stringify(olds.onDestroy)} leaves its ${name} taken. Give the new object another ` +
      `${name}${orFree}; or take the change back.`,
  );
}
