/** A table in Markdown: the first column is text, the others are numbers. */
export function markdownTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const alignments = headings.map((_, column) => (column === 0 ? "---" : "---:"));
  return [headings, alignments, ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
