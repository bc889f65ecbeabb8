/**
 * What a user's project would have in its `node_modules`: in each command, Pulumi looks through it
 * for packages with plugins.
 */
import { copyFileSync, mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { dependenciesOf } from "../packages";
import { projectRoot } from "../project";

/**
 * What is compared: this package; _bare_, a dynamic provider that sends the same requests and does
 * nothing else; _empty_, one that does nothing.
 */
export const sides = ["ours", "bare", "empty"] as const;
export type Side = (typeof sides)[number];

const name = "pulumi-ciphertrust";

/** Installs Pulumi's SDK, and this package with its dependencies, or the floor in its place. */
export function installPackages(modules: string, side: Side): void {
  link(installed("@pulumi"), join(modules, "@pulumi"));
  const own = join(modules, name);
  if (side !== "ours") return link(join(projectRoot(), "dist", "tools", "bench", "floors", side), own);
  mkdirSync(own, { recursive: true });
  copyFileSync(join(projectRoot(), "package.json"), join(own, "package.json"));
  link(join(projectRoot(), "dist"), join(own, "dist"));
  for (const dependency of dependenciesOf("")) link(installed(dependency), join(modules, dependency));
}

const installed = (other: string): string => join(projectRoot(), "node_modules", other);

/** A junction, because Windows lets only administrators make other links. */
function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path, "junction");
}
