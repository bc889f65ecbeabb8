import type { Side } from "./programs";
import { markdownTable } from "./table";

/** Rows of the report, and how they are judged and shown. */

type Unit = "s" | "ms" | "requests" | "bytes" | "MiB" | "times" | "";

interface Limit {
  at: number;
  /** True when the limit itself is one too many. */
  below?: boolean;
  /** True for what depends on the machine: it is judged at full size only. */
  timed?: boolean;
}

/** One row: a figure of ours, beside a floor's where there is one. */
export interface Figure {
  what: string;
  unit: Unit;
  /** Absent where it cannot be measured on this machine. */
  ours?: number;
  floor?: { side: Side | "few"; value?: number };
  /** What the limit is for: ours itself, or how many times the floor's it is. */
  judged: "value" | "ratio";
  limit?: Limit;
  /** CPU seconds of all processes of Pulumi: they scatter less than times do. */
  cpu?: { ours?: number; floor?: number };
}

export interface Plot {
  file: string;
  svg: string;
}

/** What one scenario has found. */
export interface Result {
  name: string;
  title: string;
  figures: Figure[];
  /** What else is worth a table on the page, in Markdown. */
  notes?: string;
  plots?: Plot[];
}

const ratioOf = ({ ours, floor }: Pick<Figure, "ours" | "floor">): number | undefined =>
  ours === undefined || floor?.value === undefined ? undefined : ours / floor.value;

const valueOf = (figure: Figure): number | undefined => (figure.judged === "ratio" ? ratioOf(figure) : figure.ours);

/** @param full false when the sizes are so small that times say nothing */
export function isMissed(figure: Figure, full: boolean): boolean {
  const value = valueOf(figure);
  if (value === undefined || figure.limit === undefined) return false;
  const { at, below, timed } = figure.limit;
  if (timed && !full) return false;
  return below ? value >= at : value > at;
}

const headings = ["", "ours", "floor", "ratio", "CPU, ours", "CPU, floor", "CPU ratio", "target", ""];

/** A result in Markdown. */
export function shown(result: Pick<Result, "figures" | "notes">, full: boolean): string {
  const table = result.figures.length > 0 ? tableOf(result, full) : undefined;
  return [table, result.notes].filter(Boolean).join("\n\n");
}

/** A Markdown table with each figure beside its target; columns that stay empty are omitted. */
export function tableOf({ figures }: Pick<Result, "figures">, full: boolean): string {
  const rows = figures.map((figure) => rowOf(figure, full));
  const isUsed = (column: number): boolean => column === 0 || rows.some((row) => row[column] !== "");
  const used = headings.map((_, column) => column).filter(isUsed);
  const only = (row: readonly string[]): string[] => used.map((at) => row[at]!);
  return markdownTable(only(headings), rows.map(only));
}

function rowOf(figure: Figure, full: boolean): string[] {
  const { what, unit, ours, floor, cpu } = figure;
  const beside = floor?.value === undefined ? "" : `${spell(floor.value, unit)} (*${floor.side}*)`;
  return [
    what,
    ours === undefined ? "not measured" : spell(ours, unit),
    beside,
    spelled(ratioOf(figure), "times"),
    spelled(cpu?.ours, "s"),
    spelled(cpu?.floor, "s"),
    spelled(cpu?.ours === undefined || cpu.floor === undefined ? undefined : cpu.ours / cpu.floor, "times"),
    spellLimit(figure),
    verdict(figure, full),
  ];
}

function verdict(figure: Figure, full: boolean): string {
  if (figure.limit === undefined || valueOf(figure) === undefined) return "";
  if (figure.limit.timed && !full) return "not judged";
  return isMissed(figure, full) ? "**missed**" : "met";
}

const spelled = (value: number | undefined, unit: Unit): string => (value === undefined ? "" : spell(value, unit));

function spell(value: number, unit: Unit): string {
  if (unit === "times") return value.toFixed(2);
  if (unit === "s" || unit === "ms") return `${value.toFixed(2)} ${unit}`;
  const digits = unit === "requests" || unit === "" ? 2 : 0;
  const text = Number(value.toFixed(digits)).toLocaleString("en-US");
  return unit === "requests" || unit === "" ? text : `${text} ${unit}`;
}

function spellLimit({ limit, judged, unit }: Figure): string {
  if (limit === undefined) return "";
  return `${limit.below ? "<" : "≤"} ${spell(limit.at, judged === "ratio" ? "times" : unit)}`;
}
