/** A Markdown table with even columns, as the formatter of this repository wants it. */
export function markdownTable([head, ...rows]: string[][]): string {
  const widths = head!.map((_, column) => Math.max(3, ...[head!, ...rows].map((row) => row[column]!.length)));
  const line = (cells: string[]) => `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(" | ")} |`;
  return [line(head!), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}
