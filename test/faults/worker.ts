import type { Fault } from "./kinds";
import { plan, singlesOf, type Wish } from "./plan";
import { startSite } from "./site";
import { subjectNamed } from "./subjects";
import { Trial, type Outcome } from "./trial";

/** A job of a matrix process: the runs of one type. */
export interface Task extends Wish {
  /** The name of the subject. */
  readonly type: string;
  /** Instead of those that the seed draws. */
  readonly faults?: Fault[];
}

/** Its reports: each outcome, and last how many single faults there are for the type. */
export type News = { readonly outcome: Outcome } | { readonly type: string; readonly singles: number };

/** Runs jobs until the parent disconnects. */
export async function work(): Promise<void> {
  const site = await startSite();
  const tell = (news: News) => process.send!(news);
  let turn = Promise.resolve();
  process.on("message", (task: Task) => {
    turn = turn.then(async () => {
      const trial = await Trial.of(site, subjectNamed(task.type));
      const runs = task.faults ? [task.faults] : plan(task.type, trial.sent, task);
      for (const faults of runs) tell({ outcome: await trial.run(faults) });
      tell({ type: task.type, singles: singlesOf(trial.sent).length });
    });
    turn.catch((error: unknown) => {
      process.stderr.write(`${task.type}: ${error instanceof Error ? error.stack : String(error)}\n`);
      process.exit(1);
    });
  });
  process.on("disconnect", () => void site.close());
}
