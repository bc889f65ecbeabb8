import type { Bag, Definition } from "./definition";
import { chosenEnd, endingOf, isUnreadable, marksOf } from "./field";

/** Which objects hold key material: what else is lost with them cannot be made again. */

/** True for containers, and for whatever else has objects of its own inside. */
export const isFull = ({ role }: Pick<Definition, "role">): boolean => role === "container" || role === "domain";

/**
 * True for containers that are only the service's record of what is in another system: their keys
 * stay there.
 */
export const leavesKeys = (definition: Definition): boolean =>
  definition.role === "container" && marksOf(definition, "onDestroy").endings === undefined;

/** True for keys, their versions and material, and for what has keys inside. */
export const holdsKeys = (definition: Definition): boolean =>
  definition.role === "key" || definition.role === "material" || isFull(definition);

/** The same, and true for what may be a key: for a refusal that costs nothing. */
export const mayEndKeys = (definition: Definition, state: Bag): boolean =>
  endsKeys(definition, state) || (definition.role === "any" && endingOf(definition, state)?.length !== 0);

/**
 * True if destroying an object with this state ends key material, at once or after a while; false
 * where it stays as it is.
 */
export function endsKeys(definition: Definition, state: Bag): boolean {
  if (!holdsKeys(definition) || chosenEnd(definition, state)?.staysIn !== undefined) return false;
  return isUnreadable(definition, state) || endingOf(definition, state)?.length !== 0;
}
