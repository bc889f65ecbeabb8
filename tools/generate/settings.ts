import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { projectRoot } from "../project";

/** The commands that configure the examples, with the settings of the demo world; what is secret there, their projects say. */

const read = (...path: string[]): unknown => parse(readFileSync(join(projectRoot(), "examples", ...path), "utf8"));

interface Project {
  readonly config?: Readonly<Record<string, { readonly secret?: boolean }>>;
}

export function settingsOfExamples(): string {
  const settings = read("demo", "settings.yaml") as Readonly<Record<string, Readonly<Record<string, string>>>>;
  return Object.entries(settings)
    .map(([folder, values]) => {
      const { config = {} } = read(folder, "Pulumi.yaml") as Project;
      const lines = Object.entries(values).map(([key, value]) => command(key, value, config[key]?.secret === true));
      return `\n\n### ${folder}\n\n\`\`\`sh\n${lines.join("\n")}\n\`\`\`\n\n`;
    })
    .join("");
}

function command(key: string, value: string, isSecret: boolean): string {
  const [, file] = /^< (.*)$/.exec(value) ?? [];
  const given = file === undefined ? (/\s/.test(value) ? `"${value}"` : value) : `< ${file}`;
  return `pulumi config set ${isSecret ? "--secret" : "--plaintext"} ${key} ${given}`;
}
