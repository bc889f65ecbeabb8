import { ifFound } from "../../api/errors";
import type { Bag, Definition, Scope } from "../vocabulary/definition";
import { uniqueSets } from "../values/diff";
import { nameInputOf, needsOf } from "../vocabulary/field";
import { itemPath } from "../vocabulary/paths";
import type { Missing } from "./presence";
import { serviceKey } from "../vocabulary/hiddenKeys";

/** What tells a deleted object from one that is only out of sight. */

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
export function holderOf(definition: Definition): string | undefined {
  const found = needsOf(definition).map(([, needed]) => (needed.role === "container" ? needed.type : holderOf(needed)));
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

/**
 * The collection of a key: keys of one kind do not vanish together, however many other objects are
 * found.
 */
export const keysOf = ({ role, path }: Definition): string | undefined => (role === "key" ? path : undefined);

/**
 * The containers, and what else lies in one, that an object with this state belongs to, each with
 * its label.
 */
function holdersOf(definition: Definition, state: Bag): { path: string; label: string }[] {
  return needsOf(definition).flatMap(([key, needed]) => {
    const id = state[key];
    if (typeof id !== "string" || !isContained(needed)) return [];
    return [{ path: itemPath(needed, id), label: `${needed.type} "${id}"` }];
  });
}

/** Their labels. */
export const holderLabels = (definition: Definition, state: Bag): string[] =>
  holdersOf(definition, state).map(({ label }) => label);

/** What has to be known about a missing object before it is removed from the state. */
export function missing(definition: Definition, { api }: Pick<Scope, "api">, state: Bag): Missing {
  const lostContainer = async () => {
    for (const { path, label } of holdersOf(definition, state)) if (!(await ifFound(api.get(path)))) return label;
    return undefined;
  };
  return { collection: keysOf(definition), remembered: state[serviceKey], lostContainer };
}
