/**
 * Deploys, previews or checks the stacks of all accounts, several at a time: `node bin/run.js
 * --help`.
 */
import { constants } from "node:os";
import { folder, readAccounts, type Account } from "./accounts";
import { Journal } from "./journal";
import { readOptions, selected, usage, UsageError, type Options } from "./options";
import { forEach, Pace } from "./pace";
import { Report } from "./report";
import { Stacks } from "./stacks";

/** How often a stack is tried that the service refuses because of too many requests. */
const attempts = 3;

/**
 * The first Ctrl-C starts no further stack. A terminal sends it to Pulumi as well, which then ends
 * the stacks that are running; a second one, and SIGTERM, which reaches only this process, are
 * passed on to it.
 */
function watchSignals(): { stopped?: NodeJS.Signals; signal: AbortSignal } {
  const abort = new AbortController();
  const watch: { stopped?: NodeJS.Signals; signal: AbortSignal } = { signal: abort.signal };
  for (const name of ["SIGINT", "SIGTERM"] as const) {
    process.on(name, () => {
      if (name === "SIGTERM" || watch.stopped) abort.abort();
      watch.stopped ??= name;
    });
  }
  return watch;
}

async function run(options: Options): Promise<number> {
  const all = readAccounts();
  const chosen = selected(all, options);
  const journal = new Journal(options.mode);
  if (!options.resume && chosen.length === all.length) journal.forget();
  const isDone = journal.isDone();
  const due = options.resume ? chosen.filter((account) => !isDone(account)) : chosen;

  const watch = watchSignals();
  const pace = new Pace(options.stacks);
  const { calls, secretsProvider } = options;
  const stacks = await Stacks.in(folder, { callsPerStack: Math.floor(calls / options.stacks), secretsProvider });
  const report = new Report(options.mode, due.length, chosen.length - due.length);
  const tried = new Map<string, number>();
  const work = async (account: Account): Promise<"again" | void> => {
    const begun = Date.now();
    const outcome = await stacks.run(account.name, options.mode, watch.signal);
    const attempt = (tried.get(account.name) ?? 0) + 1;
    tried.set(account.name, attempt);
    if (outcome.kind === "done") {
      pace.succeeded();
      journal.add(account);
    }
    if (outcome.kind === "refused") pace.wasRefused();
    const isAgain = outcome.kind === "refused" && attempt < attempts && !watch.stopped;
    if (isAgain) report.later(account.name, pace.limit);
    else report.add(account.name, outcome, (Date.now() - begun) / 1000);
    return isAgain ? "again" : undefined;
  };
  await forEach(due, pace, work, () => watch.stopped !== undefined);

  const orphans = [...stacks.existing].filter((stack) => !all.some(({ name }) => name === stack));
  const code = report.end(orphans, watch.stopped);
  return watch.stopped ? 128 + constants.signals[watch.stopped] : code;
}

async function main(): Promise<number> {
  const args = process.argv.slice(2);
  if (args.includes("--help")) {
    process.stdout.write(`${usage}\n`);
    return 0;
  }
  try {
    return await run(readOptions(args));
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    return error instanceof UsageError ? 2 : 1;
  }
}

void main().then((code) => (process.exitCode = code));
