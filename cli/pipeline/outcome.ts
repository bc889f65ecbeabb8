/** How a run of `pulumi-ciphertrust pipeline` ends, each with an exit code of its own. */
export const exitCodes = {
  /** Everything is as the program says; `up` or `destroy` has done its work. */
  unchanged: 0,
  /** Something failed: the login, the service, the program, the state. */
  failure: 1,
  /** The command line is wrong; nothing was run. */
  usage: 2,
  /** A mandatory policy is violated. */
  policy: 3,
  /** The service differs from what was last deployed: the engine's own exit code for it. */
  drift: 7,
  /** The program asks for changes that are not deployed yet. */
  changes: 8,
  /** Keys would be deleted, which nobody has allowed. */
  "key-deletion": 9,
} as const;

export type Outcome = keyof typeof exitCodes;

/** How a run ends that was started. */
export type Ending = Exclude<Outcome, "usage">;

/** The subcommands, with what each is for. */
export const commands = {
  preview: "what `pulumi up` would change, and what was changed outside: for a pull request",
  drift: "whether anything was changed outside, or is not deployed yet: for a schedule",
  up: "deploy the program, and correct drift: for a merge",
  destroy: "destroy what the stack has: for a stack that is no longer needed",
} as const;
export type Command = keyof typeof commands;

/** True for those that change something. */
export const isDeed = (command: Command): command is "up" | "destroy" => command === "up" || command === "destroy";

/** Outcomes that a pipeline may accept as success. */
export const acceptable = ["drift", "changes"] as const satisfies readonly Outcome[];
export type Acceptable = (typeof acceptable)[number];

const meanings: Record<Outcome, string> = {
  unchanged: "nothing to change; for up and destroy: done",
  failure: "something failed: login, service, program or state",
  usage: "the command line is wrong, nothing was run",
  policy: "a mandatory policy is violated, whatever else was found",
  drift: "drift: resources were changed outside Pulumi, whatever else would change",
  changes: "the program asks for changes that are not deployed yet",
  "key-deletion": "keys would be deleted, without --allow-key-deletion; whatever else would change",
};

/** The table of exit codes, for help texts. */
export function exitCodeTable(): string {
  const rows = Object.entries(exitCodes).map(([name, code]) => `  ${code}  ${meanings[name as Outcome]}`);
  return ["Exit codes:", ...rows, "  128 + n  ended by signal n"].join("\n");
}
