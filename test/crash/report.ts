import { join } from "node:path";
import type { CrashResults } from "../../tools/generate/results";
import { writeData } from "../dataFile";
import { markdownTable } from "../markdownTable";
import type { Outcome } from "./crash";
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

const countsOf = (some: readonly Outcome[]): number[] => columns.map(([, of]) => of(some));

/** The outcomes by killed process and moment. */
function rowsOf(outcomes: readonly Outcome[]): [Kill, Moment, Outcome[]][] {
  return kills
    .flatMap((kill) => moments.map((moment) => [kill, moment] as const))
    .map(([kill, moment]): [Kill, Moment, Outcome[]] => [
      kill,
      moment,
      outcomes.filter(({ plan }) => plan.kill === kill && plan.moment === moment),
    ])
    .filter(([, , some]) => some.length > 0);
}

/** A table in Markdown. */
export function tableOf(outcomes: readonly Outcome[]): string {
  return markdownTable([
    ["struck", "moment", ...columns.map(([title]) => title)],
    ...rowsOf(outcomes).map(([kill, moment, some]) => [kill, moment, ...countsOf(some).map(String)]),
    ["all", "", ...countsOf(outcomes).map(String)],
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

const fileOf = (skipsCheckpoints: boolean) =>
  join(__dirname, skipsCheckpoints ? "resultsWithoutCheckpoints.json" : "results.json");

/** Keeps the results for docs/reliability.md. */
export function write(outcomes: readonly Outcome[], seed: number, skipsCheckpoints: boolean): void {
  const results: CrashResults = {
    seed,
    columns: columns.map(([title]) => title),
    rows: rowsOf(outcomes).map(([kill, moment, some]) => [kill, moment, ...countsOf(some)]),
    adopted: outcomes.flatMap(({ adopted }) => adopted).sort(),
    failed: outcomes.filter(({ violations }) => violations.length > 0).map(({ plan }) => wordsOf(plan)),
  };
  writeData(fileOf(skipsCheckpoints), results);
}
