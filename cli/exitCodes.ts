import type { Command } from "commander";

/**
 * How a command can end: each code means the same in every command, as the table in
 * docs/pipelines.md says.
 */
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

type Ending = keyof typeof exitCodes;

/** The table of exit codes for a help text, with the words of one command. */
export function exitCodeTable(meanings: Partial<Record<Ending, string>>): string {
  const rows = Object.entries({ usage: "the command line is wrong, nothing was run", ...meanings })
    .map(([name, meaning]) => ({ code: exitCodes[name as Ending], meaning }))
    .sort((a, b) => a.code - b.code);
  return ["Exit codes:", ...rows.map(({ code, meaning }) => `  ${code}  ${meaning}`)].join("\n");
}

/** A mistake in the arguments ends a command, and those below it, with the code for that. */
export function endingOnMistakes(command: Command): Command {
  return command.exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? exitCodes.done : exitCodes.usage));
}
