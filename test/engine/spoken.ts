import { existsSync, readFileSync, rmSync } from "node:fs";

/**
 * What the processes of a command write themselves. The engine reads the standard output and the standard error of the program, of
 * its language host and of each provider, and puts every line into the log of its events. What is about a resource was said
 * to the engine instead.
 */

interface Line {
  diagnosticEvent?: { message: string; severity: string; urn?: string };
}

export interface Written {
  output: string[];
  error: string[];
}

/** The file is removed. */
export function writtenBy(eventLog: string): Written {
  if (!existsSync(eventLog)) return { output: [], error: [] };
  const lines = readFileSync(eventLog, "utf8").split("\n").filter(Boolean);
  rmSync(eventLog);
  const events = lines.flatMap((line) => (JSON.parse(line) as Line).diagnosticEvent ?? []);
  const textOf = (some: typeof events) => some.map(({ message }) => message.trimEnd());
  return {
    output: textOf(events.filter(({ severity, urn }) => severity === "info" && !urn)),
    error: textOf(events.filter(({ severity }) => severity === "info#err")),
  };
}
