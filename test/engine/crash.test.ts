import { writeFileSync } from "node:fs";
import type { Outcome } from "../crash/crash";
import { planOf, wordsOf } from "../crash/plan";
import { adoptedTypes, longestEnd, tableOf, violationsOf, write } from "../crash/report";
import { crashes, summary } from "../crash/series";
import { engineTimeout } from "./harness";

/**
 * Kills during deployments: the next run continues. `npm run crash` runs many; without it, a
 * sample.
 */

const {
  CRASH_RUNS,
  CRASH_SEED = "1",
  CRASH_WORKERS = "2",
  CRASH_PAGE,
  CRASH_JSON,
  CRASH_SKIP_CHECKPOINTS,
} = process.env;

function tell(line: string, outcomes?: readonly Outcome[]): void {
  process.stderr.write(`${line}\n`);
  if (CRASH_JSON && outcomes) writeFileSync(CRASH_JSON, JSON.stringify(outcomes, undefined, 2));
}

/**
 * The program, the engine, the provider, a signal, the service, the power; created, changed,
 * refreshed.
 */
const sample = [1003, 1009, 1013, 1015, 1019, 42];
/** The engine, after it was told to skip checkpoints, by a variable and by the option of a pipeline. */
const unrecorded = [3, 7];

const inLinuxOnly = process.platform === "linux" ? test : test.skip;

if (CRASH_RUNS === undefined) {
  const plans = [...sample.map((seed) => planOf(seed)), ...unrecorded.map((seed) => planOf(seed, true))];
  inLinuxOnly.each(plans.map((plan) => [wordsOf(plan), plan]))(
    "%s: the next run converges, with every object once and nothing left",
    async (_words, { seed, skipsCheckpoints }) => {
      const [outcome] = await crashes({ runs: 1, first: seed, workers: 1, skipsCheckpoints, tell: () => undefined });
      expect(outcome!.violations).toEqual([]);
    },
    engineTimeout,
  );
} else {
  inLinuxOnly(
    `${CRASH_RUNS} crashes`,
    async () => {
      const [runs, first, workers] = [CRASH_RUNS, CRASH_SEED, CRASH_WORKERS].map(Number) as [number, number, number];
      const skipsCheckpoints = CRASH_SKIP_CHECKPOINTS !== undefined;
      const outcomes = await crashes({ runs, first, workers, skipsCheckpoints, tell });
      tell(`${tableOf(outcomes)}\n${adoptedTypes(outcomes)}\nLongest end after a signal: ${longestEnd(outcomes)} ms.`);
      if (CRASH_PAGE) write(outcomes, first, skipsCheckpoints);
      if (outcomes.length === 1) tell(summary(outcomes[0]!));
      expect(violationsOf(outcomes)).toEqual([]);
    },
    24 * 3_600_000,
  );
}
