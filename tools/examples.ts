import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "./project";

/**
 * The examples, and the settings that their scripts make; the tests, and the demo, make exactly
 * those.
 */

const examples = join(projectRoot(), "examples");

/** The world in which the page starts the emulator. */
export const exampleWorld = join(examples, "demo/world.yaml");

export interface Setting {
  key: string;
  value: string;
  secret: boolean;
}

/** Folders of the examples: those that have a program. */
export function exampleFolders(): string[] {
  const folders = readdirSync(examples, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return folders.map(({ name }) => name).filter((name) => readdirSync(join(examples, name)).includes("index.ts"));
}

export function exampleFile(folder: string, name: string): string {
  return readFileSync(join(examples, folder, name), "utf8");
}

/** What `configure.sh` of an example sets; one that needs nothing has none. */
export function demoSettings(folder: string): Setting[] {
  if (!existsSync(join(examples, folder, "configure.sh"))) return [];
  const lines = exampleFile(folder, "configure.sh").split("\n");
  return lines.filter((line) => line.startsWith("pulumi ")).map((line) => parse(folder, line));
}

/**
 * `pulumi config set [--secret|--plaintext] key value`, with the value in quotes, or `< file`
 * instead.
 */
function parse(folder: string, line: string): Setting {
  const parts = /^pulumi config set (?:(--secret|--plaintext) )?(\w+) (?:< (\S+)|"([^"$`\\]*)"|([\w.:/@~+=-]+))$/.exec(
    line,
  );
  if (!parts) throw new Error(`examples/${folder}/configure.sh: cannot read the line ${line}`);
  const [, kind, key = "", file, quoted, bare] = parts;
  // Pulumi removes the trailing line break of what it reads.
  const value = file === undefined ? (quoted ?? bare ?? "") : exampleFile(folder, file).replace(/\n$/, "");
  return { key, value, secret: kind === "--secret" };
}
