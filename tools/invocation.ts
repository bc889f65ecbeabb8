import type { Progress } from "./shared/progress.cjs";

/** One call of an npm command. */
export interface Invocation {
  args: string[];
  progress: Progress;
  /** Aborted when this process is told to end. */
  signal: AbortSignal;
}
