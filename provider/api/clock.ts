import { setMaxListeners } from "node:events";
import { setTimeout as delay } from "node:timers/promises";

/** Time and randomness as the provider sees them; tests replace them. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after that many milliseconds; rejects at once when `signal` aborts. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** A number in [0, 1), for jitter. */
  random(): number;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (milliseconds, signal) => delay(milliseconds, undefined, { signal }),
  random: () => Math.random(),
};

/**
 * How this process is told to stop: first the waits between calls are aborted, a little later the
 * calls.
 */
export interface Stop {
  waits: AbortSignal;
  calls: AbortSignal;
}

export const neverStop: Stop = { waits: new AbortController().signal, calls: new AbortController().signal };
// Every call under way listens to it.
setMaxListeners(0, neverStop.waits, neverStop.calls);
