import { exitCodes as codes, type Endings } from "../exitCodes";

/** How a run of `pulumi-ciphertrust pipeline` ends, each with an exit code of its own. */
export const exitCodes = {
  /** Everything is as the program says; `up` or `destroy` has done its work. */
  unchanged: codes.done,
  failure: codes.failure,
  usage: codes.usage,
  policy: codes.policy,
  drift: codes.drift,
  changes: codes.changes,
  "key-deletion": codes.keyDeletion,
} as const;

export type Outcome = keyof typeof exitCodes;

/** How a run ends that was started. */
export type Ending = Exclude<Outcome, "usage">;

/** The subcommands, with what each is for. */
export const commands = {
  preview: "Show what `pulumi up` would change, and what was changed outside: for a pull request.",
  drift: "Show whether anything was changed outside, or is not deployed yet: for a schedule.",
  up: "Deploy the program, and correct drift: for a merge.",
  destroy: "Destroy what the stack has: for a stack that is no longer needed.",
} as const;
export type Command = keyof typeof commands;

/** True for those that change something. */
export const isDeed = (command: Command): command is "up" | "destroy" => command === "up" || command === "destroy";

/** Outcomes that a pipeline may accept as success. */
export const acceptable = ["drift", "changes"] as const satisfies readonly Outcome[];
export type Acceptable = (typeof acceptable)[number];

const meanings = {
  failure: "something failed: login, service, program or state",
  policy: "a mandatory policy is violated, whatever else was found",
  drift: "drift: resources were changed outside Pulumi, whatever else would change",
  changes: "the program asks for changes that are not deployed yet",
  keyDeletion: "keys would be deleted, without --allow-key-deletion; whatever else would change",
} satisfies Endings;

const { failure, policy, drift, changes, keyDeletion } = meanings;

/** The exit codes of each subcommand, for its help. */
export const endings: Readonly<Record<Command, Endings>> = {
  preview: { done: "nothing to change", ...meanings },
  drift: { done: "nothing to change", failure, policy, drift, changes },
  up: { failure, policy, keyDeletion },
  destroy: { failure, keyDeletion },
};
