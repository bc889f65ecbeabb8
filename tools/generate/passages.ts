import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { coverageTable } from "../../cli/systems";
import type { System } from "../../provider/resources/system";
import { systems } from "../../provider/resources/systems";
import { projectRoot } from "../project";
import { settingsOfExamples } from "./settings";

/** What written pages say of the systems: between `<!-- systems: <passage> -->` and `<!-- /systems -->`. */

const titlesWhere = (has: (system: System) => unknown) => () =>
  systems
    .filter(has)
    .map(({ title }) => title)
    .join(", ");

const passages: Readonly<Record<string, () => string>> = {
  table: () => `\n\n${coverageTable()}\n\n`,
  settings: settingsOfExamples,
  rotated: titlesWhere(({ rotatable }) => rotatable),
  refreshed: titlesWhere(({ refresh }) => refresh?.scheduled),
  discovered: titlesWhere(({ discovers }) => discovers),
  reported: titlesWhere(({ report }) => report),
  rotatedNames: () =>
    systems
      .filter(({ rotatable }) => rotatable)
      .map(({ name }) => `\`${name}\``)
      .join(", "),
  identifiers: () =>
    systems
      .flatMap(({ title, rotatable }) =>
        Object.values(rotatable ?? {}).map((key) => `${key.identifier.label} (${title})`),
      )
      .filter((one, index, all) => all.indexOf(one) === index)
      .join(", "),
};

/** Pages that have such passages. */
const pages = [
  "README.md",
  "examples/README.md",
  ...readdirSync(join(projectRoot(), "docs")).map((name) => `docs/${name}`),
];

/** The pages with their passages as they are to be, by path. */
export function pagesWithPassages(): Map<string, string> {
  const texts = pages
    .filter((page) => page.endsWith(".md"))
    .map((page) => [page, readFileSync(join(projectRoot(), page), "utf8")] as const)
    .filter(([, text]) => passage.test(text));
  return new Map(texts.map(([page, text]) => [page, text.replace(everyPassage, filled)]));
}

const passage = /(<!-- systems: (\w+) -->)[^]*?(<!-- \/systems -->)/;
const everyPassage = new RegExp(passage, "g");

function filled(_: string, begin: string, name: string, end: string): string {
  const text = passages[name];
  if (!text) throw new Error(`there is no passage "${name}", only ${Object.keys(passages).join(", ")}`);
  return `${begin}${text()}${end}`;
}
