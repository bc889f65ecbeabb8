import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { projectRoot } from "../project";

/**
 * The commands that configure the examples, with the settings of the demo world; what is secret
 * there, their projects say.
 */

const read = (...path: string[]): unknown => parse(readFileSync(join(projectRoot(), "examples", ...path), "utf8"));

interface Project {
  readonly config?: Readonly<Record<string, { readonly secret?: boolean }>>;
}

type Settings = Readonly<Record<string, string>>;

const settings = () => read("demo", "settings.yaml") as Readonly<Record<string, Settings>>;

export function settingsOfExamples(): string {
  return Object.entries(settings())
    .map(([folder, values]) => `\n\n### ${folder}\n\n${shell(commandsOf(folder, values))}\n\n`)
    .join("");
}

const shell = (lines: readonly string[]): string => `\`\`\`sh\n${lines.join("\n")}\n\`\`\``;

function commandsOf(folder: string, values: Settings): string[] {
  const { config = {} } = read(folder, "Pulumi.yaml") as Project;
  return Object.entries(values).map(([key, value]) => command(key, value, config[key]?.secret === true));
}

function command(key: string, value: string, isSecret: boolean): string {
  const [, file] = /^< (.*)$/.exec(value) ?? [];
  const given = file === undefined ? (/\s/.test(value) ? `"${value}"` : value) : `< ${file}`;
  return `pulumi config set ${isSecret ? "--secret" : "--plaintext"} ${key} ${given}`;
}
