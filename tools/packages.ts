import { readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "./project";

/** The packages of this repository, and what npm installs with them. */

/** Their folders; they have one version. */
export const packageFolders = (root: string): readonly string[] => [root, join(root, "emulator")];

interface Locked {
  dependencies?: Record<string, string>;
}

/** The dependencies of a package, and theirs; its folder is as in the lock file: "" or "emulator". */
export function dependenciesOf(folder: string): string[] {
  const lock = JSON.parse(readFileSync(join(projectRoot(), "package-lock.json"), "utf8")) as {
    packages: Record<string, Locked>;
  };
  const found = new Set<string>();
  const follow = ({ dependencies = {} }: Locked): void => {
    for (const name of Object.keys(dependencies).filter((one) => !found.has(one))) {
      found.add(name);
      follow(lock.packages[`node_modules/${name}`]!);
    }
  };
  follow(lock.packages[folder]!);
  return [...found];
}
