import type { Definition } from "../vocabulary/definition";
import { nameInputOf, needsOf } from "../vocabulary/field";
import { uniqueSets } from "./diff";

/** What lies in a container: it is out of sight with it. */

/**
 * True for containers, and for what lies in one, if only by way of what it refers to: it is out of
 * sight with the container.
 */
export function isContained(definition: Definition): boolean {
  return definition.role === "container" || needsOf(definition).some(([, needed]) => isContained(needed));
}

/**
 * The type of the container in which objects of this type lie, if only by way of what they refer
 * to; `undefined` if in none.
 */
export function containerTypeOf(definition: Definition): string | undefined {
  const found = needsOf(definition).map(([, needed]) =>
    needed.role === "container" ? needed.type : containerTypeOf(needed),
  );
  return found.find((type) => type !== undefined);
}

/**
 * How an object is found again whose container was removed, as the end of a sentence: a refresh
 * makes a new record of it.
 */
export function afterwards(definition: Definition): string {
  const isFound = nameInputOf(definition) !== undefined && uniqueSets(definition).length > 0;
  const how = isFound ? "and  adopt: true  finds it by its name" : "which the service shows";
  return `add that again, and refresh it with a Refresh resource first: the object may have another id then, ${how}.`;
}
