import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { format, resolveConfig } from "prettier";
import { UserError } from "../errors";
import { projectRoot } from "../project";
import { tableOf, type Result } from "./report";

const page = join("docs", "performance.md");

/** Writes each result between the lines that mark its place on the page, and its plots beside the page. */
export async function writePage(results: readonly Result[]): Promise<void> {
  const file = join(projectRoot(), page);
  const text = results.reduce(withResult, readFileSync(file, "utf8"));
  writeFileSync(file, await format(text, { ...(await resolveConfig(file)), filepath: file }));
  for (const plot of results.flatMap(({ plots = [] }) => plots)) {
    const target = join(projectRoot(), "docs", plot.file);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, plot.svg);
  }
}

/** The page with this result in its place. */
export function withResult(text: string, result: Result): string {
  const [begin, end] = [`<!-- bench: ${result.name} -->`, `<!-- end: ${result.name} -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new UserError(`${page} has no place for ${result.name}: ${begin} … ${end}`);
  const table = result.figures.length > 0 ? tableOf(result, true) : undefined;
  const shown = [table, result.notes].filter(Boolean).join("\n\n");
  return `${text.slice(0, from + begin.length)}\n\n${shown}\n\n${text.slice(to)}`;
}
