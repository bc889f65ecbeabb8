import { newlyUnfamiliar, notKnown, unfamiliarIn } from "../values/unfamiliar";
import type { Definition } from "../vocabulary/definition";
import { ResourceError } from "../vocabulary/failure";
import type { Replacement } from "./replacement";

/**
 * Throws if a plan gives an existing object a value that is not known. What the service then
 * refuses would have cost the old object, or left it half changed.
 */
export function refuseUnfamiliar(definition: Definition, { label, olds, news, difference }: Replacement): void {
  const { changed, replaces } = difference;
  const [first] =
    replaces.length > 0
      ? unfamiliarIn(definition, news)
      : newlyUnfamiliar(definition, olds, news).filter(({ input }) => changed.includes(input));
  if (first === undefined) return;
  const act = replaces.length > 0 ? "replacing" : "changing";
  throw new ResourceError(
    `${act} ${label} was refused: ${notKnown(first)} Nothing was changed. The service may refuse such a value, so only a ` +
      `new resource can have it. Revert the change; or declare a second ${definition.type} with the value, and remove this ` +
      "one in a later update.",
  );
}
