import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { root } from "../engine/harness";

/**
 * The environment of these tests without the settings of the npm that runs them, except for the
 * registry and the machine's own.
 */
export function withoutNpm(): NodeJS.ProcessEnv {
  const { TESTS_CA_CERTS_OF_MACHINE: NODE_EXTRA_CA_CERTS, ...environment } = process.env;
  const isKept = (name: string) => !/^npm_/i.test(name) || /^npm_config_(registry|globalconfig)$/i.test(name);
  const kept = Object.fromEntries(Object.entries(environment).filter(([name]) => isKept(name)));
  return NODE_EXTRA_CA_CERTS === undefined ? kept : { ...kept, NODE_EXTRA_CA_CERTS };
}

/** The package as it is published: a file in the folder. */
export function pack(folder: string): string {
  const args = ["pack", "--ignore-scripts", "--silent", "--pack-destination", folder];
  const packed = execFileSync("npm", args, { cwd: root, env: withoutNpm(), encoding: "utf8" });
  return join(folder, packed.trim().split("\n").at(-1)!);
}
