import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { columns, type Row } from "./tally";
import type { Outcome } from "./trial";

/** The page of the matrix, from the outcomes of a run. */

const path = join(__dirname, "../../docs/faults.md");

export interface Results {
  readonly seed: number;
  outcomes: Outcome[];
  /** How many single faults there are for all types together. */
  singles: number;
}

export const committedPage = (): string => readFileSync(path, "utf8");
export const writePage = (page: string): void => writeFileSync(path, page);

export function pageOf(_results: Results): string {
  return "";
}

export function tableOf(title: string, rows: readonly (readonly [string, Row])[]): string {
  const cells = rows.map(([name, row]) => [name, ...columns.map((column) => String(row[column]))]);
  return table([[title, ...columns], ...cells]);
}

/** A Markdown table with even columns, as the formatter of this repository wants it. */
function table([head, ...rows]: string[][]): string {
  const widths = head!.map((_, column) => Math.max(...[head!, ...rows].map((row) => row[column]!.length)));
  const line = (cells: string[]) => `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(" | ")} |`;
  return [line(head!), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}
