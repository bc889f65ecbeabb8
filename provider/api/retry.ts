import type { Clock } from "./clock";
import { ApiError, errorOfAnswer, isKind } from "./errors";
import { flawOf } from "./responses";
import { nameOf, type ApiRequest, type Send } from "./transport";

export interface RetryOptions {
  /** How often a call is sent again at most. */
  maxRetries: number;
  /** Seconds for one call with all its repetitions. */
  requestTimeoutSeconds: number;
}

const firstDelay = 200;
const longestDelay = 10_000;

/** Full jitter: spreads the callers that failed together over the whole interval. */
export function backoff(attempt: number, clock: Clock): number {
  return clock.random() * Math.min(longestDelay, firstDelay * 2 ** attempt);
}

/** Turns everything but a success that the service itself reports into an {@link ApiError}. */
export function withErrors(send: Send): Send {
  return async (call) => {
    const answer = await send(call);
    if (answer.status < 200 || answer.status >= 300) {
      throw errorOfAnswer(nameOf(call), answer.status, answer.body, answer.retryAfter);
    }
    const flaw = flawOf(call, answer.status, answer.body);
    if (flaw) throw notTheServices(call, answer.status, flaw);
    return answer;
  };
}

/** Whether the service did what was asked is as unknown as if there had been no response. */
function notTheServices(call: ApiRequest, status: number, flaw: string): ApiError {
  const advice =
    "Check ciphertrust:address (CIPHERTRUST_ADDRESS), and what stands between here and the service (proxy, firewall).";
  const facts = { kind: "unanswered", call: nameOf(call), status, advice } as const;
  return new ApiError(`the response (${status}) ${flaw}`, facts);
}

/** Sends again what failed in passing, when that is safe, inside one deadline, obeying Retry-After. */
export function withRetry(send: Send, options: RetryOptions, clock: Clock, stop: AbortSignal): Send {
  return async (call) => {
    const deadline = call.deadline ?? clock.now() + options.requestTimeoutSeconds * 1000;
    if (clock.now() >= deadline) throw outOfTime(call);
    for (let attempt = 0; ; attempt++) {
      try {
        return await send({ ...call, deadline });
      } catch (error) {
        if (!mayRepeat(call, error) || attempt >= options.maxRetries) throw error;
        const asked = (error.facts.retryAfterSeconds ?? 0) * 1000;
        const pause = Math.max(asked, backoff(attempt, clock));
        if (clock.now() + pause >= deadline) throw error;
        await pauseFor(pause, call, clock, stop);
      }
    }
  };
}

/** What never reached the service may always be sent again; what may have been processed only if repeating is harmless. */
function mayRepeat(call: ApiRequest, error: unknown): error is ApiError {
  if (isKind(error, "unreachable", "busy")) return true;
  return isKind(error, "unanswered") && (call.repeatable ?? call.method !== "POST");
}

/** What is not sent at all can be said to have changed nothing. */
function outOfTime(call: ApiRequest): ApiError {
  const advice = "Try again, or raise ciphertrust:requestTimeoutSeconds (CIPHERTRUST_REQUEST_TIMEOUT_SECONDS).";
  return new ApiError("no time was left to send it again", { kind: "unreachable", call: nameOf(call), advice });
}

async function pauseFor(milliseconds: number, call: ApiRequest, clock: Clock, stop: AbortSignal): Promise<void> {
  try {
    await clock.sleep(milliseconds, stop);
  } catch {
    throw new ApiError("the call was given up", { kind: "interrupted", call: nameOf(call) });
  }
}
