import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { exampleFolders } from "../examples";
import { projectRoot } from "../project";

/**
 * The manifests of the examples: what all have in common, with the versions that this repository
 * uses, beside what one has of its own.
 */

interface Manifest {
  readonly version?: string;
  readonly main?: string;
  readonly scripts?: Record<string, string>;
  readonly dependencies?: Record<string, string>;
  readonly devDependencies?: Record<string, string>;
  readonly peerDependencies?: Record<string, string>;
}

/** The manifest of every folder with a program, by path. */
export function exampleManifests(): Map<string, string> {
  const { version, devDependencies, peerDependencies: { "@pulumi/pulumi": pulumi = "" } = {} } = read("package.json");
  const versions = { ...devDependencies, "@pulumi/pulumi": pulumi, "pulumi-ciphertrust": `^${version}` };
  return new Map(
    exampleFolders().map((folder) => {
      const path = `examples/${folder}/package.json`;
      return [path, JSON.stringify(manifest(folder, existsSync(at(path)) ? read(path) : {}, versions))];
    }),
  );
}

function manifest(folder: string, written: Manifest, versions: Readonly<Record<string, string>>): object {
  const { main = "index.ts", scripts, dependencies, devDependencies } = written;
  const needs = (names: string[], others: object = {}) =>
    Object.fromEntries([...new Set([...Object.keys(others), ...names])].sort().map((name) => [name, versions[name]]));
  return {
    name: `ciphertrust-${folder.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    ...{ private: true, main, scripts },
    dependencies: needs(["@pulumi/pulumi", "pulumi-ciphertrust"], dependencies),
    devDependencies: needs(["typescript"], devDependencies),
  };
}

const at = (path: string): string => join(projectRoot(), path);
const read = (path: string): Manifest => JSON.parse(readFileSync(at(path), "utf8")) as Manifest;
