import { countsOf, untriedReason, type Entry, type Report } from "./report";

/** Why types were not tried, of those that have a reason. */
const untriedBecause = ({ outcome, differences: [first] }: Entry): string | undefined =>
  outcome === "not tried" && first?.where === untriedReason ? first.what : undefined;

/** A report as text for a terminal, as Markdown and as JSON: all with the same contents. */

export function asTable(report: Report): string {
  const width = Math.max(...report.entries.map(({ name }) => name.length), 0);
  const rows = report.entries
    .filter((one) => untriedBecause(one) === undefined)
    .flatMap(({ name, outcome, differences }) => [
      `${name.padEnd(width)}  ${outcome}`,
      ...differences.map(({ where, what }) => `${" ".repeat(width)}    ${where}: ${what}`),
    ]);
  return [...headOf(report), "", ...rows, ...untried(report), "", numbersOf(report)].join("\n");
}

/** One line for each reason, below what counts. */
function untried({ entries }: Report): string[] {
  const types = new Map<string, string[]>();
  for (const entry of entries) {
    const why = untriedBecause(entry);
    if (why !== undefined) types.set(why, [...(types.get(why) ?? []), entry.name]);
  }
  if (types.size === 0) return [];
  const lines = [...types].map(([why, names]) => `  ${why}: ${names.join(", ")}`);
  return ["", "not tried:", ...lines];
}

export function asMarkdown(report: Report): string {
  const rows = report.entries.map((one) => [`\`${one.name}\``, one.outcome, differencesOf(one)]);
  const table = [["type or function", "outcome", "differences"], ["---", "---", "---"], ...rows];
  const lines = table.map((row) => `| ${row.join(" | ")} |`);
  const head = headOf(report).map((line) => `- ${line}`);
  return ["# Verification report", "", ...head, `- ${numbersOf(report)}`, "", ...lines, ""].join("\n");
}

export function asJson(report: Report): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}

function headOf({ package: own, service, complete }: Report): string[] {
  const head = [`pulumi-ciphertrust: ${own}`, `CipherTrust Manager: ${service}`];
  return complete ? head : [...head, "incomplete: the run ended before everything was tried"];
}

function numbersOf(report: Report): string {
  const numbers = countsOf(report).map(([outcome, count]) => `${count} ${outcome}`);
  return numbers.length === 0 ? "nothing was tried" : numbers.join(", ");
}

function differencesOf({ differences }: Entry): string {
  return differences.map(({ where, what }) => `\`${cell(where).replaceAll("`", "'")}\`: ${cell(what)}`).join("<br>");
}

/** Text that does not end a cell of a table. */
const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll(/\s+/g, " ");
