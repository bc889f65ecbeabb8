import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { packRuntime } from "./launchers";

/**
 * The folder to name after `--policy-pack`: the pack's own or, for an engine built from source, one in `target` that
 * differs in nothing but the runtime it names.
 */
export function runnablePack(pack: string, binDir: string, target: string): string {
  if (!existsSync(join(binDir, `pulumi-analyzer-policy-${packRuntime}`))) return pack;
  mkdirSync(target, { recursive: true });
  const text = readFileSync(join(pack, "PulumiPolicy.yaml"), "utf8");
  writeFileSync(join(target, "PulumiPolicy.yaml"), text.replace(/^runtime: nodejs$/m, `runtime: ${packRuntime}`));
  const manifest = JSON.parse(readFileSync(join(pack, "package.json"), "utf8")) as { main: string };
  writeFileSync(join(target, "package.json"), JSON.stringify({ ...manifest, main: resolve(pack, manifest.main) }));
  // The engine looks for its modules from the pack's folder.
  const modules = join(target, "node_modules");
  if (!existsSync(modules)) symlinkSync(resolve(pack, "..", "node_modules"), modules, "junction");
  return target;
}
