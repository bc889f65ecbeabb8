import type { Wire } from "../../api/client";
import { ResourceError } from "../../engine/failure";

/** The calls that add containers take several at once and answer a list: ours is the only one in it. */
export function firstAdded(answer: Wire, list: string, call: string): Wire {
  const [added] = (answer[list] ?? answer.resources ?? (answer.id ? [answer] : [])) as Wire[];
  if (added) return added;
  throw new ResourceError(`the service answered ${call} without naming what it added; look at its ${list}.`);
}
