import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { partOf, type Account } from "./accounts";

export const usage = `Usage: node bin/run.js up|preview|drift [options]

  up       creates and changes what accounts.json says
  preview  shows what up would do
  drift    also compares with the service; ends with 7 when something differs

  --only <names>   only these accounts, separated by commas
  --part <i/n>     only the i-th of n parts of the accounts, such as 1/7 on Mondays
  --resume         not those that the last run has finished, unless their data or the program has changed
  --stacks <n>     stacks at a time (default: processors of this machine)
  --calls <n>      concurrent calls of the service, for all of them together (default: 16)
  --secrets-provider <address>
                   what encrypts the secrets of stacks that do not exist yet, such as awskms://… (default: Pulumi's)`;

/** A mistake in the command line. */
export class UsageError extends Error {}

export interface Options {
  mode: "up" | "preview" | "drift";
  only?: string[];
  part?: { index: number; count: number };
  resume: boolean;
  stacks: number;
  calls: number;
  secretsProvider?: string;
}

export function readOptions(args: string[]): Options {
  const { values, positionals } = parsed(args);
  const [mode, ...more] = positionals;
  if ((mode !== "up" && mode !== "preview" && mode !== "drift") || more.length > 0)
    throw new UsageError("one of up, preview and drift is required");
  const options: Options = {
    mode,
    only: values.only?.split(","),
    part: values.part === undefined ? undefined : readPart(values.part),
    resume: values.resume ?? false,
    stacks: count("--stacks", values.stacks ?? String(availableParallelism())),
    calls: count("--calls", values.calls ?? "16"),
    secretsProvider: values["secrets-provider"],
  };
  if (options.calls < options.stacks)
    throw new UsageError(
      `--calls ${options.calls} leaves no call for each of ${options.stacks} stacks: lower --stacks`,
    );
  return options;
}

function parsed(args: string[]) {
  const text = { type: "string" } as const;
  const options = {
    only: text,
    part: text,
    resume: { type: "boolean" },
    stacks: text,
    calls: text,
    "secrets-provider": text,
  } as const;
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function count(option: string, text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= 1) return value;
  throw new UsageError(`${option} ${text} is not a number of at least 1`);
}

function readPart(text: string): { index: number; count: number } {
  const [index = 0, of = 0] = text.split("/").map(Number);
  if (Number.isSafeInteger(of) && Number.isSafeInteger(index) && index >= 1 && index <= of) return { index, count: of };
  throw new UsageError(`--part ${text} is not a part such as 1/7`);
}

/** The accounts that the options name. */
export function selected(accounts: Account[], { only, part }: Options): Account[] {
  const unknown = only?.filter((name) => !accounts.some((account) => account.name === name)) ?? [];
  if (unknown.length > 0) throw new UsageError(`accounts.json has no ${unknown.join(", ")}`);
  return accounts
    .filter(({ name }) => only?.includes(name) ?? true)
    .filter((account) => part === undefined || partOf(account, part.count) === part.index - 1);
}
