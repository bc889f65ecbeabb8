import { readFileSync, writeFileSync } from "node:fs";

/** Results of runs that take long, kept as JSON: a list of plain values stands on one line. */

export const readData = <T>(path: string): T => JSON.parse(readFileSync(path, "utf8")) as T;

export function writeData(path: string, data: object): void {
  const text = JSON.stringify(data, undefined, 2);
  writeFileSync(path, `${text.replaceAll(/\[\s+[^[\]{}]*\]/g, onOneLine)}\n`);
}

const onOneLine = (list: string): string =>
  list
    .replaceAll(/\s*\n\s*/g, " ")
    .replace("[ ", "[")
    .replace(" ]", "]");
