import { isOnlyInState } from "./checkpoints";
import { ask, wasKilled, type Place, type Run } from "./engine";
import { isComplete } from "./events";

interface Exported {
  readonly deployment?: { readonly resources?: readonly { readonly urn: string; readonly id?: string }[] };
}

/** Whether the state has all that a run without checkpoints created, and nothing that it deleted. */
export async function isInState({ code, events }: Run, place: Place): Promise<boolean> {
  if (wasKilled(code)) return false;
  if (events.length === 0) return true;
  if (!isComplete(events)) return false;
  const stored = await ask<Exported>(["stack", "export", ...place.args], place.cwd);
  if (stored === undefined) return false;
  const there = new Set(stored.deployment?.resources?.map(({ urn, id }) => `${urn} ${id}`));
  const taken = events.flatMap(({ resOutputsEvent }) => resOutputsEvent?.metadata ?? []);
  return taken
    .filter((step) => !isOnlyInState(step))
    .every(({ op, urn, old, new: made }) => {
      if (op === "create") return there.has(`${urn} ${made?.id}`);
      return op !== "delete" || !there.has(`${urn} ${old?.id}`);
    });
}
