import { join } from "node:path";
import type { CountedRow, FaultResults } from "../../tools/generate/results";
import { readData, writeData } from "../dataFile";
import { markdownTable } from "../markdownTable";
import { kinds, textOf } from "./kinds";
import { subjects } from "./subjects";
import { columns, pairs, rowOf, tally, type Row } from "./tally";
import { isViolation, violations, type Outcome } from "./trial";

/** The results of a run of the matrix, for docs/reliability.md. */

const path = join(__dirname, "results.json");

export interface Results {
  readonly seed: number;
  /** How many runs were requested: a type with few requests has fewer than its share. */
  readonly asked: number;
  outcomes: Outcome[];
  /** How many single faults there are for all types together. */
  singles: number;
}

export const committed = (): FaultResults => readData(path);

export function write({ seed, asked, outcomes, singles }: Results): void {
  const results: FaultResults = {
    seed,
    asked,
    singles,
    columns: [...columns],
    byFault: rowsOf(outcomes, rowOf, [...kinds.map(({ name }) => name), pairs]),
    byType: rowsOf(
      outcomes,
      ({ type }) => type,
      subjects.map(({ name }) => name),
    ),
    failed: outcomes.filter(isViolation).map((one) => ({
      type: one.type,
      replay: replayOf(one),
      violations: violations.filter((name) => one[name].length > 0),
    })),
    adopted: adoptedIn(outcomes),
  };
  writeData(path, results);
}

function rowsOf(
  outcomes: readonly Outcome[],
  keyOf: (outcome: Outcome) => string,
  order: readonly string[],
): CountedRow[] {
  const rows = tally(outcomes, keyOf);
  return order.flatMap((name): CountedRow[] => {
    const row = rows.get(name);
    return row === undefined ? [] : [[name, ...columns.map((column) => row[column])]];
  });
}

/** By type: in how many runs, after what, and how the user got the id. */
function adoptedIn(outcomes: readonly Outcome[]): FaultResults["adopted"] {
  const needing = outcomes.filter(({ adopted }) => adopted.length > 0);
  const types = [...new Set(needing.map(({ type }) => type))];
  return types.map((type) => {
    const own = needing.filter((one) => one.type === type);
    return {
      type,
      runs: own.length,
      after: [...new Set(own.map((one) => one.faults.map(textOf).join("+")))].slice(0, 3),
      id: [...new Set(own.flatMap(({ adopted }) => adopted))].sort(),
    };
  });
}

/** The command that runs it alone. */
export function replayOf({ type, faults: all }: Outcome): string {
  const name = type.includes(" ") ? `"${type}"` : type;
  return `npm run faults -- --type ${name} --faults ${all.map(textOf).join("+")}`;
}

export function tableOf(title: string, rows: readonly (readonly [string, Row])[]): string {
  const cells = rows.map(([name, row]) => [name, ...columns.map((column) => String(row[column]))]);
  return markdownTable([[title, ...columns], ...cells]);
}
