import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Definition } from "../../../provider/lifecycle/vocabulary/definition";
import type { Outcome } from "./row";
import { markdownTable } from "../../markdownTable";

/** The table of the drift page, from the results of a run. */

const path = join(__dirname, "../../../docs/drift.md");
const marker = "<!-- From here on this page is the result of a test run: see CONTRIBUTING.md. -->";

export function pageOf(registry: readonly Definition[], outcomes: ReadonlyMap<string, Outcome>): string {
  const sections = registry.map((definition) => sectionOf(definition, outcomes));
  return `${written()}${marker}\n\n${summaryOf(outcomes)}\n\n${sections.join("\n\n")}\n`;
}

export function committedPage(): string {
  return readFileSync(path, "utf8");
}

export function writePage(page: string): void {
  writeFileSync(path, page);
}

/** The handwritten part, above the marker. */
function written(): string {
  return committedPage().split(marker)[0]!;
}

function summaryOf(outcomes: ReadonlyMap<string, Outcome>): string {
  const counted = (result: Outcome["result"]) => [...outcomes.values()].filter((one) => one.result === result).length;
  return (
    `${outcomes.size} inputs: ${counted("repaired")} repaired in place, ${counted("replaced")} repaired by a ` +
    `replacement, ${counted("not observable")} not observable.`
  );
}

function sectionOf({ type, inputs }: Definition, outcomes: ReadonlyMap<string, Outcome>): string {
  const rows = Object.keys(inputs).map((key) => {
    const { result, how } = outcomes.get(`${type}.${key}`)!;
    return [`\`${key}\``, result, how];
  });
  return `### ${type}\n\n${markdownTable([["Input", "Result", "Changed by"], ...rows])}`;
}
