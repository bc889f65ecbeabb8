import type { Api } from "../../provider/api/client";
import { systemClock, type Clock } from "../../provider/api/clock";
import { scopeOf } from "../../provider/lifecycle/service/scope";
import { ResourceError } from "../../provider/lifecycle/vocabulary/failure";
import { busyClouds } from "../../provider/resources/clouds";
import { definitionOf } from "../../provider/resources/load";
import { rotateKey } from "../../provider/resources/schedules/rotateKey";
import type { Planned, Work } from "./plan";
import { failureWords } from "./words";

/** Rotates keys, one after the other. */

/** How a key ended. */
export interface Outcome {
  system: string;
  type: string;
  /** The service's id of the key before the run. */
  id: string;
  name: string;
  /**
   * `recent`: its material is new enough. `skipped`: it has its old material, by the rules or by a
   * decision. `notReached`: the run was interrupted before.
   */
  outcome: "rotated" | "recent" | "skipped" | "failed" | "notReached";
  reason?: string;
  /** What identified its material before, and what does now. */
  old?: string;
  new?: string;
  /** When the new material was made, RFC 3339; absent where the service does not say. */
  made?: string;
}

interface Running {
  readonly api: Api;
  readonly ifMadeBefore: string;
  readonly clock?: Clock;
  /** Aborted: no further key is begun. */
  readonly drain: AbortSignal;
  /** Aborted: nothing is waited for any more. */
  readonly stop: AbortSignal;
  /** What to do about a rotation that is not proved: a sentence. */
  readonly next: string;
  /** Shows progress. */
  tell(text: string): void;
  /** Called with each key whose rotation begins. */
  begun(label: string): void;
  /** Called with each key that is done. */
  ended(outcome: Outcome): void;
}

export async function rotateAll(planned: readonly Planned[], running: Running): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const one of planned) {
    const outcome = await outcomeOf(one, running);
    outcomes.push(outcome);
    running.ended(outcome);
  }
  return outcomes;
}

async function outcomeOf({ key, label, work, skipped }: Planned, running: Running): Promise<Outcome> {
  const { system, type, id, name } = key;
  const identity = { system, type, id, name };
  if (!work) return { ...identity, outcome: skipped!.as, reason: skipped!.reason };
  if (running.drain.aborted) return { ...identity, outcome: "notReached", reason: "the run was interrupted before" };
  running.begun(label);
  try {
    return { ...identity, ...(await rotated(label, id, work, running)) };
  } catch (error) {
    const reason = failureWords(`rotating ${label}`, error, running.next);
    return { ...identity, outcome: "failed", reason, old: work.material.id };
  }
}

type Result = Pick<Outcome, "outcome" | "reason" | "old" | "new" | "made">;

async function rotated(label: string, id: string, { facet, undated }: Work, running: Running): Promise<Result> {
  const { api, ifMadeBefore, clock = systemClock, stop, next, tell } = running;
  const environment = { api, clock, stop, log: tell, busy: busyClouds };
  const scope = scopeOf(definitionOf("RotateNow"), environment, { inputs: {}, label });
  const look = async () => {
    const record = await facet.find(scope.api, id);
    if (record) return record;
    throw new ResourceError(`rotating ${label} failed: the service has no such key.`);
  };
  const limit = undated === undefined ? ifMadeBefore : undefined;
  const { material, replaced } = await rotateKey(scope, { facet, look, ifMadeBefore: limit, next });
  const { id: now, made } = material;
  if (replaced === undefined) return { outcome: "recent", reason: `its material was made at ${made}`, new: now, made };
  const isEarly = limit !== undefined && made !== undefined && Date.parse(made) < Date.parse(limit);
  const reason = isEarly
    ? `its new material is dated ${made}, before ${limit}: a repeated run would rotate it again, so leave it out`
    : undefined;
  return { outcome: "rotated", reason, old: replaced, new: now, made };
}
