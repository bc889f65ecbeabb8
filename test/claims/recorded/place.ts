import type { Bag, Definition } from "../../../provider/lifecycle/vocabulary/definition";
import { collectionOf } from "../../../provider/lifecycle/vocabulary/record";
import { serviceKey } from "../../../provider/lifecycle/vocabulary/hiddenKeys";

/** Which object a resource has, whichever type describes it. */

/**
 * An object, whichever type describes it, and where it is: the service's identity, empty if that is
 * not known.
 */
export interface Place {
  readonly object: string;
  readonly service: string;
}

/**
 * The same for resources of other processes: those of the dynamic provider, the native plugin and
 * explicit providers know nothing of each other.
 */
export interface Elsewhere {
  /** Notes that a resource of this process, which the program declares, has the object. */
  hold(place: Place): void;
  release(place: Place): void;
  /** Whether one of another process has it. */
  has(place: Place): boolean;
  /** Whether one of another process has any. */
  isUsed(): boolean;
}

/** The beginning of all objects of a collection. */
export const objectsOf = (definition: Definition, known: Bag): string =>
  JSON.stringify([collectionOf(definition, known)]);

export function placeOf(definition: Definition, id: string, known: Bag): Place {
  const { [serviceKey]: service } = known;
  return {
    object: `${objectsOf(definition, known)}${JSON.stringify(id)}`,
    service: typeof service === "string" ? service : "",
  };
}
