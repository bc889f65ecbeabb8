import type { Clock } from "../../api/clock";
import { Deadline } from "../../api/deadline";
import { growing, pauser, persist } from "../../api/persist";
import { OverdueError } from "../vocabulary/failure";

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
