import type { Resource } from "./report";

/** Parts of a summary in Markdown, with nothing in them that others could make into markup. */

export function nameOf({ type, name }: Resource): string {
  return `${code(type)} ${inCell(name)}`;
}

/** Long values are truncated: their beginning identifies them. */
export function value(text: string | undefined): string {
  if (text === undefined) return "";
  return code(text.length > 200 ? `${text.slice(0, 200)}…` : text);
}

export function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

/** Whatever may end a line, and with it a row, with the space around it. */
const lineEnds = /\s*[\n\r\u2028\u2029]\s*/g;

/**
 * Inline code in a table's cell: the fence is longer than any run of backticks inside, and a bar
 * would end the cell.
 */
export function code(text: string): string {
  const runs = text.match(/`+/g) ?? [];
  const fence = "`".repeat(Math.max(0, ...runs.map((run) => run.length)) + 1);
  const pad = /^`|`$/.test(text) ? " " : "";
  return `${fence}${pad}${text.replace(lineEnds, " ").replaceAll("|", "\\|")}${pad}${fence}`;
}

/** Plain text in a cell: nothing in it may become markup, a mention or a line of its own. */
export function inCell(text: string): string {
  return text
    .trim()
    .replace(/[\\`*_[\]<>|#~]/g, "\\$&")
    .replaceAll("@", "@\u200b")
    .replace(lineEnds, "<br>");
}

/** A block whose fence is longer than any run of backticks inside. */
export function fenced(text: string): string {
  const runs = text.match(/`+/g) ?? [];
  const fence = "`".repeat(Math.max(3, ...runs.map((run) => run.length + 1)));
  return `${fence}\n${text.length > 4000 ? `${text.slice(0, 4000)}…` : text}\n${fence}`;
}
