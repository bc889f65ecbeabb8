import type { Clock } from "./clock";

/**
 * When a call has to end, with all its retries. What it waits for before an attempt, such as a free
 * connection, moves the deadline on: calls that queue because there are many of them have as much
 * time with the service as one alone.
 */
export class Deadline {
  private at: number;

  constructor(
    milliseconds: number,
    private readonly clock: Pick<Clock, "now">,
  ) {
    this.at = clock.now() + milliseconds;
  }

  /** Milliseconds until then. */
  get left(): number {
    return this.at - this.clock.now();
  }

  extend(milliseconds: number): void {
    this.at += milliseconds;
  }
}
