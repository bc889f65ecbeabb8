import { Progress } from "./shared/progress.cjs";
import { SIGNALS } from "./shared/child.cjs";
import { commands } from "./commands";
import { UserError } from "./errors";

/** Runs one of the npm commands and returns its exit code. */
export async function main(command: string | undefined, args: string[]): Promise<number> {
  const run = Object.hasOwn(commands, command ?? "") ? commands[command as keyof typeof commands] : undefined;
  if (!run) {
    console.error(`Use one of: ${Object.keys(commands).join(", ")}.`);
    return 2;
  }
  const interruption = watchSignals();
  const progress = new Progress();
  try {
    return await run({
      args: args.filter((arg, index) => index > 0 || arg !== "--"),
      progress,
      signal: interruption.signal,
    });
  } catch (error) {
    progress.stop();
    if (interruption.signal.aborted) return 130;
    if (!(error instanceof UserError)) throw error;
    console.error(error.message);
    return 1;
  }
}

/**
 * From here on a signal no longer ends this process: what waits or runs has to end first, and
 * cleans up behind itself.
 */
function watchSignals(): AbortController {
  const interruption = new AbortController();
  for (const signal of SIGNALS) process.on(signal, () => interruption.abort());
  return interruption;
}
