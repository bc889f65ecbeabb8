import { median } from "./figures";
import type { Case, Run, Step, StepName } from "./measure";
import type { Side } from "./sides";

/** What the provider may cost at most. The times hold on a fast network: a provider that does nothing has none to wait for. */
export const limits = {
  upRatio: 1.25,
  previewRatio: 1.25,
  requestsToCreate: 2,
  requestsToRead: 1,
  requestsToDelete: 1,
  loginsPerProcess: 1,
  /** To know which service responds, before anything is changed there. */
  requestsPerChange: 1,
  /** 1.05 times that of a provider that does nothing. */
  stateBytes: 1655,
  memoryMiB: 200,
} as const;

export interface Limit {
  at: number;
  /** True when the limit itself is one too many. */
  below?: boolean;
}

/** A line of the report. */
export interface Figure {
  what: string;
  unit: "s" | "ratio" | "" | "bytes" | "MiB";
  ours?: number;
  floor?: number;
  /** What the limit is for; absent where it cannot be measured. */
  value?: number;
  limit?: Limit;
}

export type Runs = Record<Side, Run[]>;

export interface Result extends Case {
  runs: Runs;
  figures: Figure[];
}

export function resultOf(measured: Case, runs: Runs): Result {
  return { ...measured, runs, figures: [...times(measured, runs), ...counts(measured, runs), ...sizes(runs)] };
}

export function isMissed({ value, limit }: Figure): boolean {
  if (value === undefined || limit === undefined) return false;
  return limit.below ? value >= limit.at : value > limit.at;
}

function times({ latencyMs }: Case, runs: Runs): Figure[] {
  const seconds = (side: Side, step: StepName): number => median(runs[side].map((run) => run[step].seconds));
  const line = (what: string, step: StepName, at?: number): Figure => {
    const [ours, floor] = [seconds("ours", step), seconds("floor", step)];
    const limit = at === undefined || latencyMs > 0 ? undefined : { at };
    return { what, unit: "ratio", ours, floor, value: ours / floor, limit };
  };
  return [
    line("`pulumi up`", "up", limits.upRatio),
    line("`pulumi preview --refresh`", "preview", limits.previewRatio),
    line("`pulumi destroy`", "destroy"),
  ];
}

/** Counts do not scatter: the worst run is the figure. */
function counts({ resources }: Case, { ours }: Runs): Figure[] {
  const worst = (of: (run: Run) => number): number => Math.max(...ours.map(of));
  const line = (what: string, at: number, of: (run: Run) => number): Figure => {
    const value = worst(of);
    return { what, unit: "", ours: value, value, limit: { at } };
  };
  const each =
    (step: StepName, once = 0) =>
    (run: Run) =>
      (run[step].requests - once) / resources;
  return [
    line("requests to create a connection", limits.requestsToCreate, each("up", limits.requestsPerChange)),
    line("requests to read a connection", limits.requestsToRead, each("preview")),
    line("requests to delete a connection", limits.requestsToDelete, each("destroy", limits.requestsPerChange)),
    line("logins of a provider process", limits.loginsPerProcess, (run) =>
      Math.max(...stepsOf(run).map(({ logins }) => logins)),
    ),
  ];
}

function sizes(runs: Runs): Figure[] {
  const state = (side: Side): number => Math.max(...runs[side].map(({ stateBytes }) => stateBytes));
  const memory = (side: Side): number | undefined => {
    const peaks = runs[side].flatMap(stepsOf).map(({ memoryMiB }) => memoryMiB);
    const known = peaks.filter((peak) => peak !== undefined);
    return known.length === 0 ? undefined : Math.max(...known);
  };
  const line = (what: string, unit: Figure["unit"], at: number, of: (side: Side) => number | undefined): Figure => {
    const [ours, floor] = [of("ours"), of("floor")];
    return { what, unit, ours, floor, value: ours, limit: { at, below: true } };
  };
  return [
    line("state of a connection", "bytes", limits.stateBytes, state),
    line("peak memory of the provider process", "MiB", limits.memoryMiB, memory),
  ];
}

function stepsOf({ up, preview, destroy }: Run): Step[] {
  return [up, preview, destroy];
}

/** A Markdown table with each figure beside its limit. */
export function tableOf({ resources, latencyMs, runs, figures }: Result): string {
  const latency = latencyMs === 0 ? "no added latency" : `${latencyMs} ms latency`;
  const rows = [
    ["", "ours", "does nothing", "ratio", "limit", ""],
    ["---", "---:", "---:", "---:", "---:", "---"],
    ...figures.map(rowOf),
  ];
  const table = rows.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
  return `### ${resources} connections, ${latency}, ${runs.ours.length} runs of each\n\n${table}\n`;
}

function rowOf(figure: Figure): string[] {
  const { what, unit, ours, floor, value, limit } = figure;
  const show = (number: number | undefined): string => (number === undefined ? "" : spell(number, unit));
  const ratio = unit === "ratio" && value !== undefined ? value.toFixed(2) : "";
  const known = value === undefined ? "not measured" : show(ours);
  return [what, known, show(floor), ratio, spellLimit(limit, unit), verdict(figure)];
}

function verdict(figure: Figure): string {
  if (figure.limit === undefined || figure.value === undefined) return "";
  return isMissed(figure) ? "**missed**" : "met";
}

function spell(number: number, unit: Figure["unit"]): string {
  if (unit === "ratio" || unit === "s") return `${number.toFixed(2)} s`;
  return `${Number(number.toFixed(unit === "" ? 2 : 0))}${unit && ` ${unit}`}`;
}

function spellLimit(limit: Limit | undefined, unit: Figure["unit"]): string {
  if (limit === undefined) return "";
  const at = unit === "ratio" ? limit.at.toFixed(2) : spell(limit.at, unit);
  return `${limit.below ? "<" : "≤"} ${at}`;
}
