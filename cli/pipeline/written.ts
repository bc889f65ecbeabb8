import { isOnlyInState } from "./checkpoints";
import { ask, wasKilled, type Place, type Run } from "./engine";
import { isComplete } from "./events";
import { stateForm } from "./forms";

/**
 * Whether the state has all that a run without checkpoints created, and nothing that it deleted.
 * False if that cannot be read.
 */
export async function isInState({ code, events }: Run, place: Place): Promise<boolean> {
  if (wasKilled(code)) return false;
  if (events.length === 0) return true;
  if (!isComplete(events)) return false;
  const stored = await ask(stateForm, ["stack", "export", ...place.args], place.cwd);
  if (stored === undefined) return false;
  const taken = events
    .flatMap(({ resOutputsEvent }) => resOutputsEvent?.metadata ?? [])
    .filter((step) => ["create", "delete"].includes(step.op) && !isOnlyInState(step));
  const { resources } = stored.deployment;
  // A list that has another name would hide what was to be deleted.
  if (resources === undefined) return taken.length === 0;
  const there = new Set(resources.map((one) => `${one.urn} ${one.custom ? one.id : ""}`));
  return taken.every(({ op, urn, old, new: made }) => there.has(`${urn} ${(made ?? old)?.id}`) === (op === "create"));
}
