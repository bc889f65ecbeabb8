import type { Wire } from "../api/client";
import { ApiError } from "../api/errors";

/** Items of an answer that is a bare list in some places, and an object around one in others. */
export function itemsIn(answer: Wire, name: string): Wire[] {
  if (Array.isArray(answer)) return answer as Wire[];
  return ((answer[name] ?? answer.resources ?? []) as Wire[] | null) ?? [];
}

/** The calls that add containers take several at once and respond with a list: ours is the only one in it. */
export function firstAdded(
  answer: Wire,
  list: string,
  call: string,
  isOurs: (one: Wire) => boolean = () => true,
): Wire {
  const items = itemsIn(answer, list);
  // Some may answer with the one container that they added.
  const added = (items.length > 0 ? items : [answer]).find((one) => typeof one.id === "string" && isOurs(one));
  if (added) return added;
  throw new ApiError("the response does not name what was added", { kind: "unanswered", call });
}
