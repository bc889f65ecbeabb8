import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Official archives carry small scripts like these beside the language host; a build from source
 * has to add them.
 */
const launchers: Record<string, string> = {
  "pulumi-resource-pulumi-nodejs": "@pulumi/pulumi/cmd/dynamic-provider",
  "pulumi-analyzer-policy": "@pulumi/pulumi/cmd/run-policy-pack",
};

/** Changes whenever a launcher does. */
export const launchersText = Object.entries(launchers)
  .map(([name, module]) => `${name}\n${script(module)}`)
  .join("\n");

export function writeLaunchers(binDir: string): void {
  for (const [name, module] of Object.entries(launchers)) {
    const file = join(binDir, name);
    writeFileSync(file, script(module));
    chmodSync(file, 0o755);
    // Windows starts no script by its first line.
    if (process.platform === "win32") writeFileSync(`${file}.cmd`, `@node "%~dp0${name}" %*\r\n`);
  }
}

/** The module is the program's own copy: the engine starts launchers in the program's folder. */
function script(module: string): string {
  return `#!/usr/bin/env node
const { createRequire } = require("node:module");
const { join } = require("node:path");
require(createRequire(join(process.cwd(), "index.js")).resolve("${module}"));
`;
}
