import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Mistake } from "./mistake";

/** The page of errors: words by hand, and in each section the messages of a run. */

const path = join(__dirname, "../../docs/errors.md");

export interface Told extends Pick<Mistake, "name" | "next"> {
  message: string;
  /** What the compiler says, where that comes first. */
  compiler?: string;
}

/** The page with these messages, by the headings of its sections. */
export function pageWith(told: Readonly<Record<string, readonly Told[]>>): string {
  const left = new Set(Object.keys(told));
  const sections = committedPage()
    .split(/^(?=## )/m)
    .map((text) => {
      const [, title = ""] = /^## (.*)$/m.exec(text) ?? [];
      const isPlace = place.test(text);
      if (isPlace !== left.delete(title)) throw new Error(`docs/errors.md, ${title}: messages and their place differ`);
      return isPlace
        ? text.replace(place, () => `<!-- messages -->\n\n${entries(told[title]!)}\n\n<!-- /messages -->`)
        : text;
    });
  if (left.size > 0) throw new Error(`docs/errors.md has no section ${[...left].join(", ")}`);
  return sections.join("");
}

const place = /<!-- messages -->[^]*<!-- \/messages -->/;

export function committedPage(): string {
  return readFileSync(path, "utf8");
}

export function writePage(page: string): void {
  writeFileSync(path, page);
}

/** What was refused before any call says all by itself: a list. The others have headings. */
function entries(all: readonly Told[]): string {
  const shown = new Set<string>();
  const [plain, headed] = [all.filter((one) => !isCalled(one)), all.filter(isCalled)];
  const list = plain.map((one) => `- ${[...quotation(one, shown), ...more(one)].join("\\\n  ")}`).join("\n");
  return [list, ...headed.map((one) => entry(one, shown))].filter(Boolean).join("\n\n");
}

const isCalled = ({ message }: Told): boolean => / failed: | refused: /.test(message);

function entry(told: Told, shown: Set<string>): string {
  const quoted = quotation(told, shown).map((line) => `> ${line}`);
  return [`### ${told.name}`, quoted.join("\\\n"), ...more(told)].join("\n\n");
}

function more({ compiler, next }: Told): string[] {
  const [, code] = /\b(TS\d+)\b/.exec(compiler ?? "") ?? [];
  const words = [code && `Compiler: ${code}.`, next].filter(Boolean);
  return words.length > 0 ? [words.join(" ")] : [];
}

/**
 * Code that wraps, each line by itself; without the line that the page says once, and without
 * requests.
 */
function quotation({ message }: Told, shown: Set<string>): string[] {
  const lines = message
    .replace(/^.* configuration cannot be used:\s+- /, "")
    .replaceAll(/ \((?:GET|POST|PUT|PATCH|DELETE) [^)]*\)/g, "")
    .split("\n");
  return lines.map((line) => code(shortened(line.trim(), shown)));
}

function code(text: string): string {
  const fence = text.includes("`") ? "``" : "`";
  return fence + text + fence;
}

/** Without the rest of a long list, and without sentences that the section has shown already. */
function shortened(line: string, shown: Set<string>): string {
  const sentences = line.replaceAll(longList, "$1…").split(/(?<=\.) +(?=\S)/);
  const told = sentences.map((one) => {
    if (!shown.has(one)) return one;
    return "…";
  });
  for (const one of sentences) if (one.split(" ").length > fewWords) shown.add(one);
  return told.filter((one, at) => one !== "…" || told[at - 1] !== "…").join(" ");
}

const longList = /((?:[\w"-]+, ){3})(?:[\w"-]+, )+[\w"-]+/g;
const fewWords = 6;
