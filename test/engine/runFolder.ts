import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { sharedHome } from "../../tools/engine";
import { packageFolders } from "../../tools/packages";

/**
 * A folder that the files of one run share. It is there from before the first test until after the
 * last.
 */

const root = resolve(__dirname, "../..");

export const inRunFolder = (...names: string[]): string => join(process.env.TESTS_RUN_FOLDER!, ...names);

/**
 * What `npm install` would do for a program, and nothing else: each command of Pulumi looks through
 * all packages.
 */
export function installInto(folder: string): void {
  mkdirSync(folder, { recursive: true });
  symlinkSync(inRunFolder("node_modules"), join(folder, "node_modules"));
}

function link(target: string, ...names: string[]): void {
  const path = inRunFolder(...names);
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path);
}

function linkPackages(): void {
  for (const name of ["@pulumi/pulumi", "@pulumi/random", "@pulumi/policy", "@types/node", "@types/jest"])
    link(join(root, "node_modules", name), "node_modules", name);
  for (const name of ["package.json", "dist"]) link(join(root, name), "node_modules", "pulumi-ciphertrust", name);
  link(join(root, "emulator"), "node_modules", "ciphertrust-emulator");
}

/**
 * What npm does for an installed package. Here it links a command only if the package was built
 * before it was installed.
 */
export function linkCommands(modules: string): void {
  mkdirSync(join(modules, ".bin"), { recursive: true });
  for (const folder of packageFolders(root)) {
    const { bin } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { bin: Record<string, string> };
    for (const [name, script] of Object.entries(bin)) {
      const text = `#!/bin/sh\nexec node "${join(folder, script)}" "$@"\n`;
      writeFileSync(join(modules, ".bin", name), text, { mode: 0o755 });
    }
  }
}

/**
 * The engine's settings, with the plugins that all runs share. It keeps a log of every command,
 * unless there can be no such folder.
 */
function makeHome(): void {
  const plugins = join(sharedHome(), "plugins");
  mkdirSync(plugins, { recursive: true });
  link(plugins, "pulumi", "plugins");
  writeFileSync(inRunFolder("pulumi", "logs"), "");
  process.env.PULUMI_HOME = inRunFolder("pulumi");
}

export function makeRunFolder(): void {
  process.env.TESTS_RUN_FOLDER = mkdtempSync(join(tmpdir(), "ciphertrust-run-"));
  linkPackages();
  linkCommands(inRunFolder("node_modules"));
  makeHome();
  // Most of what a short process of Pulumi does is loading; Node.js keeps what it has compiled, from version 22 on.
  process.env.NODE_COMPILE_CACHE = inRunFolder("compiled");
}

export const removeRunFolder = (): void => rmSync(inRunFolder(), { recursive: true, force: true });
