import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { UserError } from "../errors";
import { projectRoot } from "../project";
import { shown, type Result } from "./report";

const page = join("docs", "performance.md");

/**
 * Writes each result, and where it was measured, between the lines that mark its place on the page,
 * and plots beside the page.
 */
export async function writePage(results: readonly Result[], machine: string): Promise<void> {
  // Loaded for this alone.
  const { format, resolveConfig } = await import("prettier");
  const file = join(projectRoot(), page);
  const text = results.reduce(withResult, withPassage(readFileSync(file, "utf8"), "machine", machine));
  writeFileSync(file, await format(text, { ...(await resolveConfig(file)), filepath: file }));
  for (const plot of results.flatMap(({ plots = [] }) => plots)) {
    const target = join(projectRoot(), "docs", plot.file);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, plot.svg);
  }
}

/** The page with this result in its place. */
export function withResult(text: string, result: Result): string {
  return withPassage(text, result.name, shown(result, true));
}

function withPassage(text: string, name: string, passage: string): string {
  const [begin, end] = [`<!-- bench: ${name} -->`, `<!-- end: ${name} -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new UserError(`${page} has no place for ${name}: ${begin} … ${end}`);
  return `${text.slice(0, from + begin.length)}\n\n${passage}\n\n${text.slice(to)}`;
}
