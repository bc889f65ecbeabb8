import { ifFound } from "../api/errors";
import type { Bag, Definition, Scope } from "./definition";
import { needsOf } from "./field";
import { itemPath } from "./paths";
import { serviceKey, type Missing } from "./presence";

/** What tells a deleted object from one that is only out of sight. */

/** True for containers, and for what lies in one, if only by way of what it refers to: it is out of sight with the container. */
export function isContained(definition: Definition): boolean {
  return definition.role === "container" || needsOf(definition).some(([, needed]) => isContained(needed));
}

/** What has to be known about a missing object before it is removed from the state. */
export function missing(definition: Definition, { api }: Pick<Scope, "api">, state: Bag): Missing {
  const lostContainer = async () => {
    for (const [key, needed] of needsOf(definition)) {
      const id = state[key];
      if (typeof id !== "string" || !isContained(needed)) continue;
      const holder = await ifFound(api.get(itemPath(needed, id)));
      if (!holder) return `${needed.type} "${id}"`;
    }
    return undefined;
  };
  return { remembered: state[serviceKey], lostContainer };
}
