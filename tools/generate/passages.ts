import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { coverageTable } from "../../cli/systems";
import type { System } from "../../provider/resources/system";
import { systems } from "../../provider/resources/systems";
import { projectRoot } from "../project";
import { quoted } from "./quotations";
import { results } from "./results";

/** What is generated in written pages: between `<!-- <kind>: <words> -->` and `<!-- /<kind> -->`. */

const namesWhere = (has: (system: System) => unknown) => () =>
  systems
    .filter(has)
    .map(({ name }) => `\`${name}\``)
    .join(", ");

/** The systems with a guide of their own. */
const guided = () => systems.filter(({ name }) => existsSync(join(projectRoot(), "docs", "guides", `${name}.md`)));

/** What pages say of the systems. */
const ofSystems: Readonly<Record<string, () => string>> = {
  rotated: () =>
    systems
      .filter(({ rotatable }) => rotatable)
      .map(({ title }) => title)
      .join(", "),
  keyNames: namesWhere(({ kinds }) => kinds),
  names: namesWhere(() => true),
  guides: () => {
    const linked = (table: string, { name, title }: System) =>
      table.replace(`\n| ${title} |`, `\n| [${title}](${name}.md) |`);
    return `\n\n${guided().reduce(linked, coverageTable())}\n\n`;
  },
  identifiers: () => {
    const labels = systems.flatMap(({ title, rotatable }) =>
      Object.values(rotatable ?? {}).map((key) => `- ${title}: ${key.identifier.label}`),
    );
    return `\n\n${[...new Set(labels)].join("\n")}\n\n`;
  },
};

/** Pages that have such passages. */
const pages = [
  "README.md",
  "examples/README.md",
  ...["docs", "docs/guides"].flatMap((folder) =>
    readdirSync(join(projectRoot(), folder)).map((name) => `${folder}/${name}`),
  ),
];

/** The pages with their passages as they are to be, by path. */
export function pagesWithPassages(): Map<string, string> {
  const texts = pages
    .filter((page) => page.endsWith(".md"))
    .map((page) => [page, readFileSync(join(projectRoot(), page), "utf8")] as const)
    .filter(([, text]) => passage.test(text));
  const filled = (_: string, begin: string, kind: string, words: string, end: string) =>
    `${begin}${kinds[kind]!(words.split(" "))}${end}`;
  return new Map(texts.map(([page, text]) => [page, text.replace(everyPassage, filled)]));
}

type Write = (words: readonly string[]) => string;

/** By the kind of a passage, what its words ask for. */
const kinds: Readonly<Record<string, Write>> = {
  systems: named(ofSystems),
  results: named(results),
  example: ([folder = "", ...names]) => `\n\n\`\`\`ts\n${quoted(folder, names)}\n\`\`\`\n\n`,
};

function named(passages: Readonly<Record<string, () => string>>): Write {
  return ([name = ""]) => {
    const text = passages[name];
    if (!text) throw new Error(`there is no passage "${name}", only ${Object.keys(passages).join(", ")}`);
    return text();
  };
}

const passage = new RegExp(`(<!-- (${Object.keys(kinds).join("|")}): ([^>]+?) -->)[^]*?(<!-- /\\2 -->)`);
const everyPassage = new RegExp(passage, "g");
