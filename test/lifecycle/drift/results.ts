import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Definition } from "../../../provider/lifecycle/vocabulary/definition";
import type { Outcome } from "./row";

/** The results of a run, a line for each input; the reference and docs/drift.md are made of them. */

const path = join(__dirname, "results.tsv");

export function textOf(registry: readonly Definition[], outcomes: ReadonlyMap<string, Outcome>): string {
  const rows = registry.flatMap(({ type, inputs }) =>
    Object.keys(inputs).map((key) => {
      const { result, how } = outcomes.get(`${type}.${key}`)!;
      return [type, key, result, how];
    }),
  );
  return [["type", "input", "result", "changed by, or why it cannot be observed"], ...rows]
    .map((row) => `${row.join("\t")}\n`)
    .join("");
}

export const committed = (): string => readFileSync(path, "utf8");
export const write = (text: string): void => writeFileSync(path, text);
