import { accessSync, constants, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { InvalidArgumentError } from "commander";

/**
 * Reads an option that names a file which is written at the end: what would fail then is refused at
 * once.
 */
export function outputFile(text: string): string {
  const isAFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  if (text === "" || isAFolder(text)) throw new InvalidArgumentError(`"${text}" is not the name of a file.`);
  const folder = dirname(resolve(text));
  if (!isAFolder(folder)) throw new InvalidArgumentError(`the folder ${folder} does not exist.`);
  try {
    accessSync(statSync(text, { throwIfNoEntry: false }) ? text : folder, constants.W_OK);
  } catch {
    throw new InvalidArgumentError(`"${text}" cannot be written.`);
  }
  return text;
}
