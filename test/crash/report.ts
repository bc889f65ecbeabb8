import type { Outcome } from "./crash";
import { markdownTable } from "../markdownTable";
import { wordsOf, type Kill, type Moment } from "./plan";

/** The summary of many crashes. */

const kills: readonly Kill[] = ["provider", "engine", "program", "command", "SIGINT", "SIGTERM", "service", "power"];
const moments: readonly Moment[] = ["before", "unanswered", "answered"];

type Column = readonly [title: string, of: (outcomes: readonly Outcome[]) => number];

const total = (of: (outcome: Outcome) => number) => (outcomes: readonly Outcome[]) =>
  outcomes.reduce((sum, outcome) => sum + of(outcome), 0);

const columns: readonly Column[] = [
  ["runs", (outcomes) => outcomes.length],
  ["converged", total(({ converged }) => Number(converged))],
  ["restored", total(({ restored }) => Number(restored))],
  ["unlocked", total(({ unlocked }) => Number(unlocked))],
  ["pending", total(({ pending }) => pending)],
  ["forgotten", total(({ forgotten }) => forgotten)],
  ["adopt lines", total(({ adopted }) => adopted.length)],
  ["duplicates", total(({ duplicates }) => duplicates.length)],
  ["orphans", total(({ orphans }) => orphans.length)],
  ["lost", total(({ lost }) => lost.length)],
  ["left", total(({ left }) => left.length)],
  ["idle", total(({ idle }) => idle)],
];

/** A table in Markdown, by killed process and moment. */
export function tableOf(outcomes: readonly Outcome[]): string {
  const counts = (some: readonly Outcome[]) => columns.map(([, of]) => String(of(some)));
  const rows = kills.flatMap((kill) =>
    moments.flatMap((moment) => {
      const some = outcomes.filter(({ plan }) => plan.kill === kill && plan.moment === moment);
      return some.length === 0 ? [] : [[kill, moment, ...counts(some)]];
    }),
  );
  return markdownTable([
    ["struck", "moment", ...columns.map(([title]) => title)],
    ...rows,
    ["all", "", ...counts(outcomes)],
  ]);
}

/** Which types needed a line `adopt`, and how often. */
export function adoptedTypes(outcomes: readonly Outcome[]): string {
  const types = outcomes.flatMap(({ adopted }) => adopted);
  const counts = [...new Set(types)].sort().map((type) => `${type} ${types.filter((one) => one === type).length}`);
  return counts.length === 0 ? "No resource needed a line `adopt`." : `Lines \`adopt\` by type: ${counts.join(", ")}.`;
}

export function longestEnd(outcomes: readonly Outcome[]): number {
  return Math.max(0, ...outcomes.map(({ endedAfterMs }) => endedAfterMs ?? 0));
}

export function violationsOf(outcomes: readonly Outcome[]): string[] {
  return outcomes.flatMap(({ plan, violations }) => violations.map((one) => `${wordsOf(plan)}: ${one}`));
}

const recorded = {
  name: "crashes.md",
  title: "Crashes",
  option: "",
  stack: "a stack of several systems",
  more: "See [crash recovery](safety.md#crash-recovery).",
};

const unrecorded: typeof recorded = {
  name: "crashes-without-checkpoints.md",
  title: "Crashes without checkpoints",
  option: "--skip-checkpoints ",
  stack: "what [`pipeline up --skip-checkpoints`](pipelines.md#many-resources) accepts",
  more: "Pulumi writes the state once, when it ends, so a killed engine has forgotten all that the run did.",
};

/** What is particular to the page of these outcomes. */
export const pageFor = (skipsCheckpoints: boolean) => (skipsCheckpoints ? unrecorded : recorded);

/** The page in `docs`. */
export function pageOf(outcomes: readonly Outcome[], first: number): string {
  const { title, option, stack, more } = pageFor(outcomes.some(({ plan }) => plan.skipsCheckpoints));
  const violations = outcomes
    .filter((outcome) => outcome.violations.length > 0)
    .map(({ plan }) => `- ${wordsOf(plan)}`);
  return `# ${title}

\`npm run crash -- ${option}--runs ${outcomes.length} --seed ${first} --page\` wrote this page. Each run deploys ${stack} with the
real Pulumi engine, kills something at a request that the seed names, does what Pulumi and the errors ask for, runs the
operation again, and counts what the service holds. ${more}

${tableOf(outcomes)}

- struck: \`kill -9\` of the provider process, of Pulumi's engine, of the program, of \`pulumi-ciphertrust pipeline\`, or of the
  service, which starts again; or a signal to the engine or the pipeline command; power: all processes of the machine end at once, its
  temporary files are gone, and the state file that Pulumi wrote last is cut off, with the file of its attributes
- moment: before the service had the request, before its response went back, or after that
- converged: the next run succeeded, and a preview with a refresh had nothing to change
- restored: runs whose state file, or its attributes, could not be read; unlocked: runs that needed \`pulumi cancel\`; pending: operations that Pulumi recorded as unfinished; forgotten: objects that the
  killed run had created and no state had
- adopt lines: lines that an error asked for, and that were added
- duplicates: objects of the service that the stack did not have afterwards; orphans: those that destroying it left behind; lost:
  those that the service did not have; left: processes and files of this provider; idle: processes that the killed engine had
  started for providers, and that no call had reached, so that they wait for ever with no code of this provider in them

${adoptedTypes(outcomes)}
${violations.length === 0 ? "" : `\nRuns that did not end well:\n\n${violations.join("\n")}\n`}`;
}
