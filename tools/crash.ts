import { Command } from "commander";
import { styled } from "../cli/style";
import { wholeNumber } from "./shared/wholeNumber";

/** `npm run crash`: its options, as the test that does the work reads them from the environment. */

interface Options {
  runs: number;
  seed: number;
  only?: number;
  workers: number;
  page?: boolean;
  json?: string;
  skipCheckpoints?: boolean;
}

const command = () =>
  styled(new Command("npm run crash --"), {
    examples: ["npm run crash -- --runs 10", "npm run crash -- --only 7"],
    endings: {
      failure:
        "an object is there twice, left over or lost; the next run does not converge; or a process of the provider is left",
    },
  })
    .description(
      "Kill deployments of the real Pulumi engine, against an emulator, in the middle of a request; run them again, and " +
        "count what the service holds.",
    )
    .option("--runs <number>", "number of kills", wholeNumber(1), 100)
    .option("--seed <number>", "seed of the first one; each further one has the next", wholeNumber(1), 1)
    .option("--only <seed>", "replay the one of this seed", wholeNumber(1))
    .option("--workers <number>", "how many at a time", wholeNumber(1), 2)
    .option("--json <file>", "also write every outcome into a file")
    .option("--skip-checkpoints", "go without Pulumi's checkpoints: what a killed engine has done is in no state")
    .option("--page", "also write the results that docs/reliability.md shows");

export function crashEnvironment(args: readonly string[]): NodeJS.ProcessEnv {
  const { runs, seed, only, workers, page, json, skipCheckpoints } = command()
    .parse(args, { from: "user" })
    .opts<Options>();
  return {
    CRASH_RUNS: String(only === undefined ? runs : 1),
    CRASH_SEED: String(only ?? seed),
    CRASH_WORKERS: String(workers),
    ...(skipCheckpoints ? { CRASH_SKIP_CHECKPOINTS: "1" } : {}),
    ...(page ? { CRASH_PAGE: "1" } : {}),
    ...(json === undefined ? {} : { CRASH_JSON: json }),
  };
}
