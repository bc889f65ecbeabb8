import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Mistake } from "./mistake";

/** The page of typical mistakes, from the messages of a run. */

const path = join(__dirname, "../../docs/errors.md");

export interface Told extends Pick<Mistake, "name" | "written" | "next"> {
  message: string;
}

/** The mistakes that belong together, under one heading. */
export type Group = readonly [title: string, mistakes: readonly Told[]];

export function pageOf(groups: readonly Group[]): string {
  const sections = groups.map(([title, mistakes]) => `## ${title}\n\n${table(mistakes)}`);
  const count = groups.reduce((sum, [, mistakes]) => sum + mistakes.length, 0);
  return `${[head(count), ...sections].join("\n\n")}\n`;
}

export function committedPage(): string {
  return readFileSync(path, "utf8");
}

export function writePage(page: string): void {
  writeFileSync(path, page);
}

const head = (count: number): string => `# Errors

<!-- This page is the result of a test run: \`npm run errors:page\` writes it. -->

${count} typical mistakes, and the message that each gets. A message says what failed, on which resource, what the service
responded, and what to do. What a preview can know is refused there, before anything is sent; Pulumi then puts the type and
the name of the resource in front, such as \`ciphertrust:AwsKey resource 'orders' has a problem\`. Ids, addresses and times
are left out here.`;

function table(mistakes: readonly Told[]): string {
  const rows = mistakes.map(({ name, written, message, next }) => [name, code(written), code(message), next]);
  const all = [["Mistake", "What was written", "Message", "What to do"], ["-", "-", "-", "-"], ...rows];
  return all.map((row) => `| ${row.join(" | ")} |`).join("\n");
}

/** Lines of code in a table cell, in which pipes and backticks must be escaped. */
function code(text: string): string {
  const fence = text.includes("`") ? "``" : "`";
  const lines = text.replaceAll("|", "\\|").split("\n");
  return lines.map((line) => fence + line.trim() + fence).join("<br>");
}
