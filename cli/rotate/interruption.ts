/**
 * How a run is interrupted: the first signal lets it finish the key under way, a second one ends it
 * at once. While no key is under way, the first one does.
 */
export class Interruption {
  signal: NodeJS.Signals | undefined;
  /** Aborted by the first signal. */
  readonly drain = new AbortController();
  /** Aborted when nothing is waited for any more. */
  readonly stop = new AbortController();
  /** The key under way. */
  underWay: string | undefined;

  constructor(private readonly tell: (text: string) => void) {}

  readonly hear = (signal: NodeJS.Signals): void => {
    const isFirst = this.signal === undefined;
    this.signal ??= signal;
    this.drain.abort();
    if (isFirst && this.underWay !== undefined)
      this.tell(`Waiting for the proof of ${this.underWay}; no other key is begun. Ctrl-C ends the run at once.`);
    else this.stop.abort();
  };

  watch(): void {
    process.on("SIGINT", this.hear).on("SIGTERM", this.hear);
  }

  unwatch(): void {
    process.off("SIGINT", this.hear).off("SIGTERM", this.hear);
  }
}
