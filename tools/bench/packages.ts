/**
 * What a user's project would have in its `node_modules`: in each command, Pulumi looks through it
 * for packages with plugins.
 */
import { copyFileSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { projectRoot } from "../project";

const name = "pulumi-ciphertrust";

/** Installs Pulumi's SDK, and this package with its dependencies, or the floor in its place. */
export function installPackages(modules: string, floor?: string): void {
  link(installed("@pulumi"), join(modules, "@pulumi"));
  const own = join(modules, name);
  if (floor !== undefined) return link(join(projectRoot(), "dist", "tools", "bench", "floors", floor), own);
  mkdirSync(own, { recursive: true });
  copyFileSync(join(projectRoot(), "package.json"), join(own, "package.json"));
  link(join(projectRoot(), "dist"), join(own, "dist"));
  for (const dependency of dependencies()) link(installed(dependency), join(modules, dependency));
}

const installed = (other: string): string => join(projectRoot(), "node_modules", other);

/** What npm installs with this package beside it. */
function dependencies(): string[] {
  const { packages } = JSON.parse(readFileSync(join(projectRoot(), "package-lock.json"), "utf8")) as Lock;
  return Object.entries(packages).flatMap(([path, { dev, devOptional, peer, link }]) => {
    const [, top] = /^node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path) ?? [];
    return top === undefined || dev || devOptional || peer || link ? [] : [top];
  });
}

interface Lock {
  packages: Record<string, { dev?: boolean; devOptional?: boolean; peer?: boolean; link?: boolean }>;
}

/** A junction, because Windows lets only administrators make other links. */
function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path, "junction");
}
