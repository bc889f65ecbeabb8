import { around, type Call } from "../../api/around";
import type { Api } from "../../api/client";
import type { Clock } from "../../api/clock";
import { ApiError, isInDoubt } from "../../api/errors";
import { OverdueError } from "../vocabulary/failure";
import { pauser } from "./wait";

/**
 * A refusal that passes by itself, because the system behind the service is busy or limits the rate
 * of calls.
 */
export interface Busy {
  /**
   * True if the refusal is of this kind. `earlier` are the calls of the same operation that
   * succeeded.
   */
  is(refusal: ApiError, call: Call, earlier: readonly Call[]): boolean;
  /** True if the refusal may have another reason: messages then quote it. */
  isDoubtful?(refusal: ApiError): boolean;
  /** The reason, a clause for messages. */
  readonly why: string;
  /** Seconds for one call including all its retries. */
  readonly seconds: number;
  /** Seconds before the first retry; they double with each further one. */
  readonly firstPause: number;
  readonly longestPause: number;
}

export interface Patience {
  readonly label: string;
  readonly clock: Clock;
  readonly stop: AbortSignal;
  progress(text: string): void;
}

/**
 * The same API, which retries what a busy system refuses. A refused call has changed nothing, so
 * every method is safe to repeat; where the outcome is uncertain, a call that is not idempotent is
 * handed back, for the caller to look up what it made.
 */
export function whileBusy(api: Api, kinds: readonly Busy[], patience: Patience): Api {
  if (kinds.length === 0) return api;
  const earlier: Call[] = [];
  return around(api, async (call, work) => {
    const done = await persist(call, work, {
      patience,
      kindOf: (refusal) => kinds.find((one) => one.is(refusal, call, earlier)),
    });
    if (call.method !== "GET") earlier.push(call);
    return done;
  });
}

interface Attempts {
  readonly patience: Patience;
  kindOf(refusal: ApiError): Busy | undefined;
}

async function persist<T>(call: Call, work: () => Promise<T>, { patience, kindOf }: Attempts): Promise<T> {
  const { clock, stop, label, progress } = patience;
  const start = clock.now();
  for (let attempt = 0; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const busy = error instanceof ApiError ? kindOf(error) : undefined;
      if (!busy || !(error instanceof ApiError)) throw error;
      const longest = Math.min(busy.longestPause, busy.firstPause * 2 ** attempt) * 1000;
      // Callers that were refused at the same time spread over half of the pause.
      const pause = longest * (1 - clock.random() / 2);
      if (clock.now() + pause > start + busy.seconds * 1000) throw overdue(busy, error);
      const said = busy.isDoubtful?.(error) ? `, as far as its refusal says (${error.message})` : "";
      progress(`${label}: ${busy.why}${said}; retrying`);
      await pauser(clock, stop, () => busy.why)(pause);
      if (isInDoubt(error) && call.method === "POST" && call.repeatable !== true)
        throw new ApiError(error.message, { ...error.facts, kind: "unanswered" }, { cause: error });
    }
  }
}

function overdue({ why, seconds }: Busy, error: ApiError): Error {
  return new OverdueError(`${why}, and was for ${seconds} seconds: ${error.message} (${error.facts.call})`);
}
