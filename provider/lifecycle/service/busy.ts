import { around, type Call } from "../../api/around";
import type { Api } from "../../api/client";
import type { Clock } from "../../api/clock";
import { ApiError, isInDoubt } from "../../api/errors";
import { growing, persist, type Retry } from "../../api/persist";
import { OverdueError } from "../vocabulary/failure";
import { waiter } from "./wait";

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
    const start = patience.clock.now();
    const done = await persist(work, {
      afterError: (error) => {
        if (!(error instanceof ApiError)) return undefined;
        const kind = kinds.find((one) => one.is(error, call, earlier));
        return kind && retryOf(kind, { call, error, start, patience });
      },
    });
    if (call.method !== "GET") earlier.push(call);
    return done;
  });
}

interface Refused {
  readonly call: Call;
  readonly error: ApiError;
  /** When the call was first sent. */
  readonly start: number;
  readonly patience: Patience;
}

function retryOf(busy: Busy, { call, error, start, patience }: Refused): Retry {
  const { clock, stop, label, progress } = patience;
  const { why, firstPause, longestPause } = busy;
  const wait = waiter(clock, stop, () => why);
  return {
    // Callers that were refused at the same time spread over half of the pause.
    pauses: growing({ first: firstPause * 1000, longest: longestPause * 1000, factor: 2, jitter: 0.5 }, clock),
    left: start + busy.seconds * 1000 - clock.now(),
    async wait(milliseconds) {
      const said = busy.isDoubtful?.(error) ? `, as far as its refusal says (${error.message})` : "";
      progress(`${label}: ${why}${said}; retrying`);
      await wait(milliseconds);
      if (isInDoubt(error) && call.method === "POST" && call.repeatable !== true)
        throw new ApiError(error.message, { ...error.facts, kind: "unanswered" }, { cause: error });
    },
    overdue: () => overdue(busy, error),
  };
}

function overdue({ why, seconds }: Busy, error: ApiError): Error {
  return new OverdueError(`${why}, and was for ${seconds} seconds: ${error.message} (${error.facts.call})`);
}
