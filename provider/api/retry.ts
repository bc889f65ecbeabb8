import type { Clock } from "./clock";
import { Deadline } from "./deadline";
import { ApiError, errorOfResponse, isKind } from "./errors";
import { growing, pauser, persist } from "./persist";
import { errorOfHeld, quorumIn } from "./quorum";
import { flawOf } from "./responses";
import { nameOf, type ApiRequest, type Send } from "./transport";

export interface RetryOptions {
  /** Maximum number of retries of a call. */
  maxRetries: number;
  /** Seconds for one call including all its retries. */
  requestTimeoutSeconds: number;
}

const delays = { first: 200, longest: 10_000, factor: 2, jitter: 1 };

/** Turns everything but a success that the service itself reports into an {@link ApiError}. */
export function withErrors(send: Send): Send {
  return async (call) => {
    const response = await send(call);
    const quorum = quorumIn(call, response.status, response.body);
    if (quorum) throw errorOfHeld(call, quorum, response.status);
    if (response.status < 200 || response.status >= 300) {
      throw errorOfResponse(nameOf(call), response.status, response.body, response.retryAfter);
    }
    const flaw = flawOf(call, response.status, response.body);
    if (flaw) throw notTheServices(call, response.status, flaw);
    return response;
  };
}

/** Whether the service carried out the call is as unknown as if there had been no response. */
function notTheServices(call: ApiRequest, status: number, flaw: string): ApiError {
  const advice =
    "Check ciphertrust:address (CIPHERTRUST_ADDRESS), and the network path to the service (proxy, firewall).";
  const facts = { kind: "unanswered", call: nameOf(call), status, advice } as const;
  return new ApiError(`the response (${status}) ${flaw}`, facts);
}

/** Retries transient failures where that is safe, within one deadline, honoring Retry-After. */
export function withRetry(send: Send, options: RetryOptions, clock: Clock, stop: AbortSignal): Send {
  const pauses = growing(delays, clock);
  return async (call) => {
    const deadline = call.deadline ?? new Deadline(options.requestTimeoutSeconds * 1000, clock);
    if (deadline.left <= 0) throw outOfTime(call);
    const wait = pauser(clock, stop, () => "the call was canceled", nameOf(call));
    return persist(() => send({ ...call, deadline }), {
      afterError: (error) => {
        if (!mayRepeat(call, error)) return undefined;
        const atLeast = (error.facts.retryAfterSeconds ?? 0) * 1000;
        return { pauses, most: options.maxRetries, atLeast, left: deadline.left, wait };
      },
    });
  };
}

/**
 * A call that never reached the service can always be retried; one that may have been processed,
 * only if it is idempotent.
 */
function mayRepeat(call: ApiRequest, error: unknown): error is ApiError {
  if (isKind(error, "unreachable", "busy")) return true;
  return isKind(error, "unanswered") && (call.repeatable ?? call.method !== "POST");
}

/** A call that is not sent has certainly changed nothing. */
function outOfTime(call: ApiRequest): ApiError {
  const advice = "Try again, or raise ciphertrust:requestTimeoutSeconds (CIPHERTRUST_REQUEST_TIMEOUT_SECONDS).";
  return new ApiError("no time was left for a retry", { kind: "unreachable", call: nameOf(call), advice });
}
