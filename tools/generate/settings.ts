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

const head = `# Sets the credentials of the emulator's demo world, which are valid nowhere else.
# \`npm run generate\` writes this file from ../demo/settings.yaml.
set -e
`;

/** The script of every example that has settings, by path. */
export function exampleScripts(): Map<string, string> {
  const scriptOf = (folder: string, values: Settings) => `${head}${commandsOf(folder, values).join("\n")}\n`;
  return new Map(
    Object.entries(settings()).map(([folder, values]) => [`examples/${folder}/configure.sh`, scriptOf(folder, values)]),
  );
}

function commandsOf(folder: string, values: Settings): string[] {
  const { config = {} } = read(folder, "Pulumi.yaml") as Project;
  return Object.entries(values).map(([key, value]) => command(key, value, config[key]?.secret === true));
}

function command(key: string, value: string, isSecret: boolean): string {
  const [, file] = /^< (.*)$/.exec(value) ?? [];
  const given = file === undefined ? (/\s/.test(value) ? `"${value}"` : value) : `< ${file}`;
  return `pulumi config set ${isSecret ? "--secret" : "--plaintext"} ${key} ${given}`;
}
