import { existsSync, readFileSync, rmSync } from "node:fs";

/**
 * What the processes of a command write to standard error. The engine reads that of the program, of
 * its language host and of each provider, and puts every line into the log of its events.
 */

interface Line {
  diagnosticEvent?: { message: string; severity: string };
}

/** The file is removed. */
export function writtenToError(eventLog: string): string[] {
  if (!existsSync(eventLog)) return [];
  const lines = readFileSync(eventLog, "utf8").split("\n").filter(Boolean);
  rmSync(eventLog);
  const messages = lines.map((line) => (JSON.parse(line) as Line).diagnosticEvent);
  return messages.filter((one) => one?.severity === "info#err").map((one) => one!.message.trimEnd());
}
