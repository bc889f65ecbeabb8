import type { Clock } from "../../api/clock";
import { Deadline } from "../../api/deadline";
import { growing, pauser, persist, type Retry } from "../../api/persist";
import { OverdueError } from "../vocabulary/failure";
import { around, type Call } from "../../api/around";
import type { Api } from "../../api/client";
import { ApiError, isInDoubt } from "../../api/errors";

const polls = { first: 200, longest: 5_000, factor: 1.6 };

/**
 * Polls with growing pauses. Every wait has a deadline, an injected clock, and the last seen state
 * in its message. The program's own limit replaces every deadline.
 */
export function poller(clock: Clock, stop: AbortSignal, limitSeconds?: number) {
  const pauses = growing(polls, clock);
  return async <T>(look: () => Promise<T | undefined>, deadlineSeconds: number, last: () => string): Promise<T> => {
    const deadline = new Deadline((limitSeconds ?? deadlineSeconds) * 1000, clock);
    const wait = waiter(clock, stop, last);
    const overdue = () => new OverdueError(last());
    const found = await persist(look, {
      afterValue: (value) =>
        value === undefined ? { pauses, left: deadline.left, isShortened: true, wait, overdue } : undefined,
    });
    return found!;
  };
}

/** Waits once; names what it waits for if the process is told to stop meanwhile. */
export function waiter(clock: Clock, stop: AbortSignal, why = () => "nothing was changed") {
  return pauser(clock, stop, () => `interrupted while waiting: ${why()}`);
}

const quietMilliseconds = 15_000;

/**
 * Passes on messages that differ in more than a number, others only occasionally: a long wait
 * should not fill the screen.
 */
export function paced(log: (text: string) => void, clock: Clock): (text: string) => void {
  const last = new Map<string, number>();
  return (text) => {
    const now = clock.now();
    const kind = text.replaceAll(/\d+/g, "");
    if (now - (last.get(kind) ?? -Infinity) < quietMilliseconds) return;
    last.set(kind, now);
    log(text);
  };
}

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
