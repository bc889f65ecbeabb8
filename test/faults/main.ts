import { fork } from "node:child_process";
import { availableParallelism } from "node:os";
import { Progress } from "../../tools/shared/progress.cjs";
import { readOptions, type Options } from "./options";
import { replayOf, tableOf, write, type Results } from "./report";
import { subjects } from "./subjects";
import { rowOf, tally, total } from "./tally";
import { isViolation, violations, type Outcome } from "./trial";
import { work, type News, type Task } from "./worker";

/** The command: distributes the types among processes, shows its progress, and prints the results. */

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2), availableParallelism());
  const results = await collect(options, tasksOf(options));
  const { outcomes } = results;
  if (options.page && !options.type && !options.kinds && !options.pairs && !options.phase && !options.faults)
    write(results);
  const failed = outcomes.filter(isViolation);
  if (options.faults) for (const one of outcomes) console.log(one.failures.concat(one.adopted).join("\n"));
  const rows = tally(outcomes, rowOf);
  console.log(tableOf("Fault", [...rows, ["all", total(rows.values())]]));
  console.log(failed.length === 0 ? "Every run ended as it must." : `${failed.length} runs did not end as they must.`);
  return failed.length === 0 ? 0 : 1;
}

function tasksOf({ runs, type, ...wish }: Options): Task[] {
  const types = subjects.map(({ name }) => name).filter((one) => (type ?? one) === one);
  const share = (at: number) => Math.floor(runs / types.length) + (at < runs % types.length ? 1 : 0);
  return types.map((one, at) => ({ ...wish, type: one, runs: share(at) }));
}

/** Each process gets another type as soon as it has finished one. */
async function collect(options: Options, tasks: Task[]): Promise<Results> {
  const results: Results = { seed: options.seed, asked: options.runs, outcomes: [], singles: 0 };
  const progress = new Progress();
  const all = options.faults ? 1 : options.runs;
  const waiting = [...tasks];
  const show = () => progress.step(`${results.outcomes.length} of ${all} runs, ${waiting.length} types to come`);
  show();
  const serve = () =>
    new Promise<void>((resolve, reject) => {
      const child = fork(__filename, ["--worker"]);
      const next = () => {
        const task = waiting.shift();
        if (task) child.send(task);
        else child.disconnect();
      };
      child.on("message", (news: News) => {
        if (!("outcome" in news)) {
          results.singles += news.singles;
          return next();
        }
        results.outcomes.push(news.outcome);
        if (isViolation(news.outcome)) progress.note(reportOf(news.outcome));
        show();
      });
      child.on("exit", (code) => (code === 0 ? resolve() : reject(new Error("a process of the matrix broke off"))));
      next();
    });
  try {
    await Promise.all(Array.from({ length: Math.min(options.jobs, tasks.length) }, serve));
  } finally {
    progress.stop();
  }
  return { ...results, outcomes: inOrder(results.outcomes) };
}

/** Whichever process was faster: in the order of the subjects, and within a type as planned. */
function inOrder(outcomes: readonly Outcome[]): Outcome[] {
  const place = new Map(subjects.map(({ name }, at) => [name, at]));
  return [...outcomes].sort((a, b) => place.get(a.type)! - place.get(b.type)!);
}

function reportOf(outcome: Outcome): string {
  const found = violations.flatMap((name) => outcome[name].map((what) => `    ${name}: ${what}`));
  return [
    `${outcome.type}: ${replayOf(outcome)}`,
    ...found,
    ...outcome.failures.map((what) => `    said: ${what}`),
  ].join("\n");
}

if (process.argv[2] === "--worker") void work();
else void main().then((code) => (process.exitCode = code));
