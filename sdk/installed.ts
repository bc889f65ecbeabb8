import { createRequire } from "node:module";
import { isAbsolute, join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { inlineProgram } from "./inline";
import { mocksInPlace } from "./mocks";

/**
 * The line in a resource's state names this package, and Pulumi looks for it from the folder of the program, as if the
 * program had written that line itself. A package manager may have put it where only a library of the same workspace
 * finds it: then the program finds its classes and Pulumi not their code, and says so without telling what to do.
 */

/** Where a program that Pulumi's command has started was loaded: the folder of `main`, or of the project. */
const startedIn = process.cwd();
const found = new Set<string>();

/** Throws where Pulumi would not find what its state names. Nothing is looked for in unit tests: there, nothing is run. */
export function requireInstalled(): void {
  if (mocksInPlace()) return;
  const inline = inlineProgram();
  // An inline program that is not known: neither is its folder.
  if (!inline && process.env.PULUMI_NODEJS_MONITOR === undefined) return;
  const folder = inline?.folder ?? startedIn;
  // What the project finds, every folder in it finds: a program may have gone elsewhere before it loaded this.
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
    // Anything else is told better by who runs into it.
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
