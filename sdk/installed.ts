import { createRequire } from "node:module";
import { isAbsolute, join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { inlineProgram } from "./inline";
import { mocksInPlace } from "./mocks";

/**
 * A resource's state refers to this package by name, and Pulumi resolves it from the program's folder, as if the
 * program itself imported it. A package manager may have installed it where only a library of the same workspace
 * resolves it: then the program finds its classes, but Pulumi does not find their code, and its error has no advice.
 */

/** Where a program that Pulumi's command has started was loaded: the folder of `main`, or of the project. */
const startedIn = process.cwd();
const found = new Set<string>();

/** Throws if Pulumi would not resolve the package. Not checked in unit tests, which run no provider. */
export function requireInstalled(): void {
  if (mocksInPlace()) return;
  const inline = inlineProgram();
  // An unknown inline program has an unknown folder.
  if (!inline && process.env.PULUMI_NODEJS_MONITOR === undefined) return;
  const folder = inline?.folder ?? startedIn;
  // What the project resolves, every folder in it resolves: a program may have changed its directory before it loaded this.
  const places = inline ? [folder] : [folder, pulumi.runtime.getRootDirectory()];
  if (found.has(folder)) return;
  if (!places.some((place) => isAbsolute(place) && findsProvider(place))) throw new pulumi.RunError(advice(folder));
  found.add(folder);
}

function findsProvider(folder: string): boolean {
  try {
    createRequire(join(folder, "index.js")).resolve("pulumi-ciphertrust/dynamic");
    return true;
  } catch (error) {
    // Other failures are reported better where they occur.
    return (error as NodeJS.ErrnoException).code !== "MODULE_NOT_FOUND";
  }
}

function advice(folder: string): string {
  return [
    `Pulumi does not find pulumi-ciphertrust from the program's folder, ${folder}: only another package of its workspace depends on it.`,
    "Pulumi runs the code of resources from there, so the program's own package.json must name it too: run",
    "`npm install pulumi-ciphertrust`, `pnpm add pulumi-ciphertrust`, `yarn add pulumi-ciphertrust` or `bun add pulumi-ciphertrust` in that folder.",
  ].join(" ");
}
