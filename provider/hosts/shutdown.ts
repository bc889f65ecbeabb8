import { setMaxListeners } from "node:events";
import { fstatSync } from "node:fs";
import type { Stop } from "../api/clock";

/** Calls in progress get a few more seconds, so that created objects are still recorded. */
const graceMilliseconds = 4_000;

/**
 * How a provider process ends: on a signal, when Pulumi cancels, and with the engine that started
 * it.
 */
export class Shutdown {
  private readonly waits = new AbortController();
  private readonly calls = new AbortController();
  private underWay = 0;
  private isWatching = false;
  private leave: (() => void) | undefined;

  constructor() {
    // Every wait and every call under way listens to them.
    setMaxListeners(0, this.waits.signal, this.calls.signal);
  }

  /** Runs work that the process completes before it exits. */
  async attend<T>(work: () => T | Promise<T>): Promise<T> {
    this.underWay++;
    try {
      return await work();
    } finally {
      this.underWay--;
      // The response is written after this turn of the event loop.
      if (this.underWay === 0 && this.leave) setTimeout(this.leave, 100);
    }
  }

  /** The signal that work listens to. From the first call on, signals end the process gracefully. */
  stop(): Stop {
    if (!this.isWatching) {
      this.isWatching = true;
      process.once("SIGINT", () => this.end(130));
      process.once("SIGTERM", () => this.end(143));
    }
    return { waits: this.waits.signal, calls: this.calls.signal };
  }

  /** Waits end at once, calls after the grace period. */
  cancel(): void {
    this.waits.abort();
    setTimeout(() => this.calls.abort(), graceMilliseconds).unref();
  }

  /**
   * Ends the process when the engine is gone, however it ended. The engine holds the other end of
   * standard input and never writes there. The parent process is no indicator: Pulumi's launcher is
   * a shell script, which outlives the engine.
   */
  endWithEngine(): void {
    // Reading from a pipe may block a process on Windows.
    if (process.platform === "win32" || !isPipe(0)) return;
    const gone = () => {
      this.end(1);
      // Nothing else would end it.
      setTimeout(() => this.leave?.(), graceMilliseconds + 1_000);
    };
    // If standard input is broken, the engine is not at its other end.
    process.stdin.once("end", gone).once("error", gone).resume().unref();
  }

  private end(code: number): void {
    this.leave = () => process.exit(code);
    if (this.underWay === 0) this.leave();
    this.cancel();
  }
}

function isPipe(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isFIFO();
  } catch {
    return false;
  }
}
