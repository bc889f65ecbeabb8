import { isViolation, violations, type Outcome } from "./trial";

/** Counts of outcomes, as the tables show them. */

export const columns = ["runs", "done", "failed with advice", "needed adopt", ...violations] as const;

export type Row = Record<(typeof columns)[number], number>;

const emptyRow = (): Row => Object.fromEntries(columns.map((name) => [name, 0])) as Row;

function count(row: Row, outcome: Outcome): void {
  row.runs++;
  const isDone = outcome.failures.length === 0;
  if (isDone && !isViolation(outcome)) row.done++;
  if (!isDone && outcome.unusable.length === 0) row["failed with advice"]++;
  if (outcome.adopted.length > 0) row["needed adopt"]++;
  for (const name of violations) if (outcome[name].length > 0) row[name]++;
}

/** The row that an outcome belongs to: of its fault, or of all pairs. */
export const rowOf = ({ faults }: Outcome): string => (faults.length === 1 ? faults[0]!.kind : pairs);
export const pairs = "two faults";

export function tally(outcomes: readonly Outcome[], keyOf: (outcome: Outcome) => string): Map<string, Row> {
  const rows = new Map<string, Row>();
  for (const outcome of outcomes) {
    const key = keyOf(outcome);
    const row = rows.get(key) ?? emptyRow();
    rows.set(key, row);
    count(row, outcome);
  }
  return rows;
}

export function total(rows: Iterable<Row>): Row {
  const sum = emptyRow();
  for (const row of rows) for (const name of columns) sum[name] += row[name];
  return sum;
}
