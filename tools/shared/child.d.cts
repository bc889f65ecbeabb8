export interface RunOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** Text for the child's standard input; without it the child reads ours, or what `stdin` says. */
  input?: string;
  stdin?: "inherit" | "ignore";
  /** Collects the child's output instead of showing it. */
  capture?: boolean;
  /** Called with each line of standard error; only together with `capture`. */
  onLine?: (line: string) => void;
  /** Kills the child, and what it started, after so many milliseconds. */
  deadlineMs?: number;
}

export interface RunResult {
  /** The exit code, or 128 and the signal's number. */
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs a command to its end and passes signals on to it. Rejects only if it cannot be started. */
export function run(command: string, args: readonly string[], options?: RunOptions): Promise<RunResult>;
export function isAlive(pid: number): boolean;
export const SIGNALS: readonly ("SIGINT" | "SIGTERM" | "SIGHUP")[];
