import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./harness";
import { installInto } from "./runFolder";

/**
 * Policy packs for an engine built from source: the language host that can be built starts none,
 * but the engine itself starts an executable.
 */

/**
 * Writes one that runs the pack in the folder, and there, as the engine does; it is what to name
 * after `--policy-pack`.
 */
export function writeRunner(folder: string): string {
  const module = `require.resolve("@pulumi/pulumi/cmd/run-policy-pack", { paths: [__dirname] })`;
  const file = join(folder, "run-policy-pack");
  const script = `#!/usr/bin/env node\nprocess.chdir(__dirname);\nprocess.argv.push(__dirname);\nrequire(${module});\n`;
  writeFileSync(file, script, { mode: 0o755 });
  return file;
}

/** The same for a pack in a folder that stays as it is. Its modules are looked for from `target`. */
export function runnablePack(pack: string, target: string): string {
  mkdirSync(target, { recursive: true });
  cpSync(join(pack, "PulumiPolicy.yaml"), join(target, "PulumiPolicy.yaml"));
  const manifest = JSON.parse(readFileSync(join(pack, "package.json"), "utf8")) as { main: string };
  writeFileSync(join(target, "package.json"), JSON.stringify({ ...manifest, main: join(pack, manifest.main) }));
  return writeRunner(target);
}

/**
 * Arguments that check a command with the pack of this package, configured so; and what removes its
 * folder.
 */
export function ownPack(configuration: object): { args: string[]; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), "ciphertrust-pack-"));
  installInto(join(folder, "pack"));
  const file = join(folder, "configuration.json");
  writeFileSync(file, JSON.stringify(configuration));
  const pack = runnablePack(join(root, "policy", "pack"), join(folder, "pack"));
  return {
    args: ["--policy-pack", pack, "--policy-pack-config", file],
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
