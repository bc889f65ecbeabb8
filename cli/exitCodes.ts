import { constants } from "node:os";

/** How a command can end. docs/exit-codes.md has the table for users. */
export const exitCodes = {
  done: 0,
  /** Something failed: the login, the service, the program, the state. */
  failure: 1,
  /** The command line is wrong; nothing was run. */
  usage: 2,
  /** A mandatory policy is violated. */
  policy: 3,
  /** The command found what it looks for: differences, overdue keys. */
  findings: 4,
  /** The service differs from what was last deployed: the engine's own exit code for it. */
  drift: 7,
  /** The program asks for changes that are not deployed yet. */
  changes: 8,
  /** Keys would be deleted, which nobody has allowed. */
  keyDeletion: 9,
} as const;

/** What a command's exit codes mean in it. */
export type Endings = Partial<Record<keyof typeof exitCodes, string>>;

/** The table of exit codes for a help text: what all commands have in common, with the words of one. */
export function exitCodeTable(endings: Endings): string {
  const common: Endings = { done: "done", failure: "it failed", usage: "the command line is wrong; nothing was run" };
  const rows = Object.entries({ ...common, ...endings })
    .map(([name, meaning]) => ({ code: exitCodes[name as keyof typeof exitCodes], meaning }))
    .sort((a, b) => a.code - b.code)
    .map(({ code, meaning }) => `  ${String(code).padEnd(9)}${meaning}`);
  return ["Exit codes:", ...rows, "  128 + n  ended by signal n"].join("\n");
}

/** The exit code of a run that a signal ended. */
export const signalCode = (signal: NodeJS.Signals): number => 128 + constants.signals[signal];
