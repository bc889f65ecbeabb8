import type { Clock } from "../../api/clock";
import { ApiError } from "../../api/errors";
import { OverdueError } from "../vocabulary/failure";

const firstPause = 200;
const longestPause = 5_000;

/**
 * Polls with growing pauses. Every wait has a deadline, an injected clock, and the last seen state
 * in its message. The program's own limit replaces every deadline.
 */
export function poller(clock: Clock, stop: AbortSignal, limitSeconds?: number) {
  return async <T>(look: () => Promise<T | undefined>, deadlineSeconds: number, overdue: () => string): Promise<T> => {
    const deadline = clock.now() + (limitSeconds ?? deadlineSeconds) * 1000;
    for (let pause = firstPause; ; pause = Math.min(longestPause, pause * 1.6)) {
      const found = await look();
      if (found !== undefined) return found;
      const left = deadline - clock.now();
      if (left <= 0) throw new OverdueError(overdue());
      await pauser(clock, stop, overdue)(Math.min(pause, left));
    }
  };
}

/** Waits once; names what it waits for if the process is told to stop meanwhile. */
export function pauser(clock: Clock, stop: AbortSignal, why = () => "nothing was changed") {
  return async (milliseconds: number): Promise<void> => {
    try {
      await clock.sleep(milliseconds, stop);
    } catch {
      throw new ApiError(`interrupted while waiting: ${why()}`, { kind: "interrupted", call: "waiting" });
    }
  };
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
