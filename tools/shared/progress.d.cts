/** Silent for the first two seconds. */
export class Progress {
  constructor(stream?: { write(text: string): unknown; isTTY?: boolean });
  /** What is being done now; shown with the time since the start once it takes long. */
  step(text: string): void;
  /** A line that is always shown. */
  note(text: string): void;
  /**
   * Ends the display; the outcome is shown, with the time it took, only if it took long. A later
   * step starts anew.
   */
  stop(outcome?: string): void;
}

/** A duration in words: "3 min 20 s". */
export function elapsed(ms: number): string;
