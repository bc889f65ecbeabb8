import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** The repository's root; the same whether this runs compiled in dist/ or from its source in a test. */
export function projectRoot(folder: string = __dirname): string {
  if (existsSync(join(folder, "tools", "engine", "go"))) return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error(`No project above ${__dirname}`);
  return projectRoot(parent);
}

/** The file of a dependency's command. */
export const bin = (...path: string[]): string => join(projectRoot(), "node_modules", ...path);
