import type { LoadResult, Surroundings } from "./load";
import type { WindowResult, WindowSize } from "./windows";

/** The results as tables in Markdown, laid out as Prettier does it. */

type Row = (string | number)[];

function table(head: string[], rows: Row[]): string {
  const texts = [head, ...rows].map((row) => row.map(String));
  const widths = head.map((_, column) => Math.max(3, ...texts.map((row) => row[column]!.length)));
  const line = (row: string[]) => `| ${row.map((text, column) => text.padEnd(widths[column]!)).join(" | ")} |`;
  const rule = `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`;
  return [line(texts[0]!), rule, ...texts.slice(1).map(line)].join("\n");
}

const percent = (share: number): string => `${(100 * share).toFixed(share > 0 && share < 0.1 ? 1 : 0)} %`;

export function loadTable(results: LoadResult[], { latencyMs, engineSeconds, seconds }: Surroundings): string {
  const head = ["keys", "limit", "stacks", "calls", "served", "refused", "failed", "1,000 accounts"];
  const rows = results.map(({ keys, rate, stacks, calls, served, refused, failed, hours }) => [
    keys,
    rate === 0 ? "none" : `${rate}/s`,
    stacks,
    stacks * calls,
    `${served.toFixed(0)}/s`,
    percent(refused),
    percent(failed),
    hours < 1 ? `${(60 * hours).toFixed(0)} min` : `${hours.toFixed(1)} h`,
  ]);
  const measured = `Each line is a load of ${seconds} s; a call takes ${latencyMs} ms, and a stack ${engineSeconds} s besides its calls.`;
  return `${table(head, rows)}\n\n${measured}`;
}

export function windowTable(results: WindowResult[], { accounts, seconds }: WindowSize): string {
  const head = ["schedules", "accounts refreshed", "runs refused", "minutes"];
  const rows = results.map(({ title, refreshed, refused, minutes }) => [title, refreshed, refused, minutes]);
  return `${table(head, rows)}\n\n${accounts} accounts, each of which takes ${seconds} s to refresh.`;
}

/** The page with a new text between `<!-- simulation: <name> -->` and `<!-- /simulation -->`. */
export function withPassage(page: string, name: string, text: string): string {
  const start = `<!-- simulation: ${name} -->`;
  const [before, rest] = page.split(start);
  const end = rest?.indexOf("<!-- /simulation -->") ?? -1;
  if (rest === undefined || end < 0) throw new Error(`The page has no passage ${name}.`);
  return `${before}${start}\n\n${text}\n\n${rest.slice(end)}`;
}
