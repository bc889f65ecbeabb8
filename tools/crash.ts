import { Command, InvalidArgumentError } from "commander";

/** `npm run crash`: its options, as the test that does the work reads them from the environment. */

function number(text: string): number {
  const value = Number(text);
  if (text.trim() !== "" && Number.isInteger(value) && value >= 1) return value;
  throw new InvalidArgumentError(`"${text}" is not a whole number of at least 1.`);
}

interface Options {
  runs: number;
  seed: number;
  only?: number;
  workers: number;
  page?: boolean;
  json?: string;
}

const command = () =>
  new Command("npm run crash --")
    .description(
      "Kills deployments of the real Pulumi engine, against an emulator, in the midst of a request; runs them again, and " +
        "counts what the service holds. The exit code is 1 when an object is there twice, left over or lost, when the next " +
        "run does not converge, or when a process of the provider is left.",
    )
    .option("--runs <number>", "number of kills", number, 100)
    .option("--seed <number>", "seed of the first one; each further one has the next", number, 1)
    .option("--only <seed>", "replays the one of this seed", number)
    .option("--workers <number>", "how many at a time", number, 2)
    .option("--json <file>", "also writes every outcome into a file")
    .option("--page", "writes docs/crashes.md");

export function crashEnvironment(args: readonly string[]): NodeJS.ProcessEnv {
  const { runs, seed, only, workers, page, json } = command().parse(args, { from: "user" }).opts<Options>();
  return {
    CRASH_RUNS: String(only === undefined ? runs : 1),
    CRASH_SEED: String(only ?? seed),
    CRASH_WORKERS: String(workers),
    ...(page ? { CRASH_PAGE: "1" } : {}),
    ...(json === undefined ? {} : { CRASH_JSON: json }),
  };
}
