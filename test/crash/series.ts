import { crash, type Outcome } from "./crash";
import { planOf, wordsOf } from "./plan";
import { Service } from "./service";

/** A series of crashes, a few in parallel. */

export interface Series {
  /**
   * How many kills. Seeds whose operation ends before the kill do not count, and are replaced by
   * the next ones.
   */
  runs: number;
  /** The first seed. */
  first: number;
  workers: number;
  skipsCheckpoints?: boolean;
  /** Called after each run with the results so far. */
  tell(line: string, outcomes: readonly Outcome[]): void;
}

export async function crashes({ runs, first, workers, skipsCheckpoints, tell }: Series): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  let next = first;
  let underWay = 0;
  const work = async (): Promise<void> => {
    const service = await Service.start();
    try {
      while (outcomes.length + underWay < runs) {
        underWay++;
        const outcome = await crash(planOf(next++, skipsCheckpoints), service).finally(() => underWay--);
        if (outcome.struck !== undefined) outcomes.push(outcome);
        tell(`${outcomes.length} of ${runs}: ${wordsOf(outcome.plan)}: ${summary(outcome)}`, outcomes);
      }
    } finally {
      await service.stop();
    }
  };
  await Promise.all(Array.from({ length: Math.min(workers, runs) }, work));
  return outcomes.sort((a, b) => a.plan.seed - b.plan.seed);
}

/** The result of a run on one line. */
export function summary({ struck, violations, adopted, unlocked, pending, forgotten }: Outcome): string {
  if (struck === undefined) return "it ended before; does not count";
  const more = [
    unlocked ? "pulumi cancel" : "",
    pending > 0 ? `${pending} pending` : "",
    forgotten > 0 ? `${forgotten} forgotten` : "",
    adopted.length > 0 ? `adopt: ${adopted.join(", ")}` : "",
  ].filter(Boolean);
  const end = violations.length === 0 ? "converged" : `NOT WELL: ${violations.join("; ").slice(0, 300)}`;
  return `${struck}: ${[end, ...more].join("; ")}`;
}
