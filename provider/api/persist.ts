import type { Clock } from "./clock";
import { ApiError } from "./errors";

/** The one loop that tries work again. What is tried again, and how, is a policy. */

/** Which outcomes are tried again: those for which the policy has a {@link Retry}. */
export interface Policy<T> {
  afterError?(error: unknown): Again;
  afterValue?(value: T): Again;
}

type Again = Retry | undefined | Promise<Retry | undefined>;

/** How an outcome is tried again. Without a further attempt, the outcome stands. */
export interface Retry {
  /** Milliseconds before each further attempt; the end of a list ends the attempts. */
  readonly pauses: readonly number[] | ((attempt: number) => number);
  /** The highest number of retries. */
  readonly most?: number;
  /** The shortest pause, which the other side has asked for (Retry-After). */
  readonly atLeast?: number;
  /** Milliseconds until the deadline. A pause that does not end before it ends the attempts. */
  readonly left?: number;
  /** Such a pause is shortened instead: the last attempt is at the deadline. */
  readonly isShortened?: boolean;
  /** Waits, and says what for. What it throws ends the attempts. */
  wait(milliseconds: number): Promise<void>;
  /** The error that replaces the outcome without a further attempt. */
  overdue?(): Error;
}

/** Works until an outcome is final, or its policy allows no further attempt. */
export async function persist<T>(work: () => Promise<T>, policy: Policy<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    const outcome = await outcomeOf(work);
    const retry = await ("value" in outcome ? policy.afterValue?.(outcome.value) : policy.afterError?.(outcome.error));
    const pause = retry && pauseOf(retry, attempt);
    if (pause !== undefined) {
      await retry!.wait(pause);
      continue;
    }
    if (retry?.overdue) throw retry.overdue();
    if ("value" in outcome) return outcome.value;
    throw outcome.error;
  }
}

async function outcomeOf<T>(work: () => Promise<T>): Promise<{ value: T } | { error: unknown }> {
  try {
    return { value: await work() };
  } catch (error) {
    return { error };
  }
}

function pauseOf({ pauses, left = Infinity, ...retry }: Retry, attempt: number): number | undefined {
  if (attempt >= (retry.most ?? Infinity) || left <= 0) return undefined;
  const planned = typeof pauses === "function" ? pauses(attempt) : pauses[attempt];
  if (planned === undefined) return undefined;
  const pause = Math.max(planned, retry.atLeast ?? 0);
  if (pause < left) return pause;
  return retry.isShortened ? left : undefined;
}

interface Growth {
  /** Milliseconds. */
  readonly first: number;
  readonly longest: number;
  readonly factor: number;
  /** The random share of each pause. 1 is full jitter; the default is none. */
  readonly jitter?: number;
}

/** Growing pauses. Jitter spreads callers that failed at the same time. */
export function growing({ first, longest, factor, jitter = 0 }: Growth, clock: Pick<Clock, "random">) {
  return (attempt: number): number =>
    Math.min(longest, Math.round(first * factor ** attempt)) * (1 - jitter + jitter * clock.random());
}

/** A wait that ends with an error when the process is told to stop. */
export function pauser(clock: Pick<Clock, "sleep">, stop: AbortSignal, why: () => string, call = "waiting") {
  return async (milliseconds: number): Promise<void> => {
    try {
      await clock.sleep(milliseconds, stop);
    } catch {
      throw new ApiError(why(), { kind: "interrupted", call });
    }
  };
}
