import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { StartError } from "./errors";

const records = "records";
const certificate = "ca.pem";

/**
 * Makes a data folder, or takes the one that is there, so that nobody but its owner reads it;
 * returns where the records lie.
 */
export function prepareFolder(folder: string): string {
  const place = join(folder, records);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    // A folder that holds other things as well belongs to them, too: there only what is ours is closed.
    if (readdirSync(folder).every((name) => name === records || name === certificate)) close(folder, 0o700);
    mkdirSync(place, { recursive: true, mode: 0o700 });
    close(place, 0o700);
    closeFiles(place);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`cannot make the data folder ${folder}: ${reason}`);
  }
  return place;
}

/** Closes the files of the records to everybody else. What is made later is closed by the folder. */
export function closeFiles(place: string): void {
  for (const name of readdirSync(place)) close(join(place, name), 0o600);
}

export function writeCertificate(folder: string, pem: string): string {
  const path = join(folder, certificate);
  writeFileSync(path, pem, { mode: 0o600 });
  close(path, 0o600);
  return path;
}

/**
 * Asks first: who may write into a folder of somebody else may not change its mode, and need not
 * when it is right.
 */
function close(path: string, mode: number): void {
  if ((statSync(path).mode & 0o777) !== mode) chmodSync(path, mode);
}
