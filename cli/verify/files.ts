import { accessSync, constants, existsSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { ResourceError } from "../../provider/lifecycle/vocabulary/failure";
import { asJson, asMarkdown } from "./print";
import type { Report } from "./report";

/** The files that a report is written to. */

export interface Files {
  markdown?: string;
  json?: string;
}

const forms = [
  ["markdown", asMarkdown],
  ["json", asJson],
] as const;

/**
 * Throws before a run whose report could not be written. It leaves no file: there may be no report
 * in the end.
 */
export function checkFiles(files: Files): void {
  for (const [option] of forms) {
    const file = files[option];
    const problem = file === undefined ? undefined : problemOf(() => checkWritable(file));
    if (problem !== undefined)
      throw new ResourceError(`verifying was refused: ${unwritable(option, file, problem)}. Nothing was sent.`);
  }
}

function checkWritable(file: string): void {
  const exists = existsSync(file);
  accessSync(exists ? file : dirname(file), constants.W_OK);
  if (exists && statSync(file).isDirectory()) throw Object.assign(new Error("a folder"), { code: "EISDIR" });
}

/** Writes each file, whether or not the others can be written; returns what could not be. */
export function writeFiles(report: Report, files: Files): string[] {
  return forms.flatMap(([option, formatted]) => {
    const file = files[option];
    const problem = file === undefined ? undefined : problemOf(() => writeFileSync(file, formatted(report)));
    return problem === undefined ? [] : [`${unwritable(option, file, problem)}.`];
  });
}

function problemOf(work: () => void): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? (error as Error).message;
  }
}

function unwritable(option: string, file: string | undefined, problem: string): string {
  return `the file ${file}, given with --${option}, cannot be written (${problem})`;
}
