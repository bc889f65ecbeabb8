import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Mistake } from "./mistake";

/** The page of typical mistakes, from the messages of a run. */

const docs = join(__dirname, "../../docs");
const path = join(docs, "errors.md");

export interface Told extends Pick<Mistake, "name" | "written" | "next"> {
  message: string;
  /** What the compiler says, where that comes first. */
  compiler?: string;
}

/** The mistakes that belong together, under one heading. */
export type Group = readonly [title: string, mistakes: readonly Told[]];

export function pageOf(groups: readonly Group[]): string {
  const sections = groups.map(([title, mistakes]) => [`## ${title}`, ...mistakes.map(entry)].join("\n\n"));
  const count = groups.reduce((sum, [, mistakes]) => sum + mistakes.length, 0);
  return `${[head(count), ...sections].join("\n\n")}\n`;
}

/** The mistakes that the page of symptoms does not lead to. */
export function unreachable(names: readonly string[]): string[] {
  const symptoms = readFileSync(join(docs, "guides/troubleshooting.md"), "utf8");
  return names.filter((name) => !symptoms.includes(`(../errors.md#${anchorOf(name)})`));
}

/** As the code hosts make it from the heading. */
function anchorOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}

export function committedPage(): string {
  return readFileSync(path, "utf8");
}

export function writePage(page: string): void {
  writeFileSync(path, page);
}

const head = (count: number): string => `# Errors

<!-- This page is the result of a test run: \`npm run generate -- errors\` writes it. -->

${count} typical mistakes, and the message that each gets. A message says what failed, on which resource, what the service
responded, and what to do. What the compiler finds in a TypeScript program fails before Pulumi plans anything; the
provider's message is then what programs without types get, such as those in JavaScript. What a preview can know is refused there, before anything is sent; Pulumi then
puts the type and the name of the resource in front, such as \`pulumi-nodejs:dynamic/ciphertrust:AwsKey resource 'orders' has a problem\`. Ids,
addresses and times are left out here. [Troubleshooting](guides/troubleshooting.md) leads to them by symptom.`;

function entry({ name, written, message, compiler, next }: Told): string {
  const provider = quotation(lines(message));
  const said =
    compiler === undefined
      ? [provider]
      : ["The TypeScript compiler:", quotation(lines(compiler)), "The provider:", provider];
  return [`### ${name}`, lines(written), ...said, next].join("\n\n");
}

const quotation = (text: string): string => text.replaceAll(/^/gm, "> ");

/** Code that wraps, each line by itself. */
function lines(text: string): string {
  const fence = text.includes("`") ? "``" : "`";
  return text
    .split("\n")
    .map((line) => fence + line.trim() + fence)
    .join("\\\n");
}
