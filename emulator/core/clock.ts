import { formatTime } from "./time";

/** The emulator's time: real time plus an offset, or held still while a due task runs. */
export class Clock {
  private held: number | undefined;
  private last = { millisecond: 0, tick: 0 };

  constructor(
    /** Milliseconds by which this clock is ahead of real time. */
    public offset = 0,
    private readonly real: () => number = Date.now,
  ) {}

  /** Milliseconds since 1970. */
  now(): number {
    return this.held ?? this.real() + this.offset;
  }

  /**
   * The time as text, with six digits of the second. No two stamps of the same millisecond are
   * equal, so an update always shows in `updatedAt`.
   */
  stamp(): string {
    const millisecond = this.now();
    const tick = millisecond === this.last.millisecond ? this.last.tick + 1 : 0;
    this.last = { millisecond, tick };
    // A last digit that is none would be left out.
    const micro = tick * 10 + 1;
    return formatTime(millisecond + Math.floor(micro / 1000), micro % 1000);
  }

  /** Moves the clock to a point in the future; earlier points leave it alone. */
  moveTo(time: number): void {
    this.offset += Math.max(0, time - (this.real() + this.offset));
  }

  hold(time: number): void {
    this.held = time;
  }

  release(): void {
    this.held = undefined;
  }
}
