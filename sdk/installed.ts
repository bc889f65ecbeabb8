import { createRequire } from "node:module";
import { isAbsolute, join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { mocksInPlace } from "./mocks";

/**
 * A resource's state refers to this package by name, and Pulumi resolves it from the program's
 * folder, as if the program itself imported it. A package manager may have installed it where only
 * a library of the same workspace resolves it: then the program finds its classes, but Pulumi does
 * not find their code, and its error has no advice.
 */

/**
 * Where a program that Pulumi's command has started was loaded: the folder of `main`, or of the
 * project.
 */
const startedIn = process.cwd();
let isFound = false;

/**
 * True in a program that Pulumi's command has started: no unit test, and no inline program of the
 * Automation API.
 */
export const isStartedByCommand = (): boolean => process.env.PULUMI_NODEJS_MONITOR !== undefined;

/**
 * Throws if Pulumi would not resolve the package. Nobody knows in which folder the resources of an
 * inline program run.
 */
export function requireInstalled(): void {
  if (isFound || !isStartedByCommand() || mocksInPlace()) return;
  // What the project resolves, every folder in it resolves: a program may have changed its directory before it loaded this.
  const places = [startedIn, pulumi.getRootDirectory()];
  if (!places.some((place) => isAbsolute(place) && findsProvider(place))) throw new pulumi.RunError(advice(startedIn));
  isFound = true;
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
