import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { operationOf } from "../facts/statuses";

/** The calls that the lives of each type make, in `calls.tsv`: type, step and operation. The reference shows them. */

type Step = "create" | "read" | "update" | "delete";
const steps: readonly Step[] = ["create", "read", "update", "delete"];

/** The calls of one type by step, each once. */
export class Calls {
  private readonly all = new Map<Step, Set<string>>(steps.map((step) => [step, new Set()]));
  private step: Step = "create";

  begin(step: Step): void {
    this.step = step;
  }

  hear(call: string): void {
    const [method = "", path = ""] = call.split(" ");
    this.all.get(this.step)!.add(operationOf(method, `/api/v1${path}`) ?? call);
  }

  rows(): string[] {
    return [...this.all].flatMap(([step, calls]) => [...calls].map((call) => `${step}\t${call}`));
  }
}

const file = join(__dirname, "calls.tsv");

/** The rows of a type as they are committed. */
export function recordedCalls(type: string): string[] {
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.filter((line) => line.startsWith(`${type}\t`)).map((line) => line.slice(type.length + 1));
}

export function writeCalls(heard: ReadonlyMap<string, readonly string[]>): void {
  const lines = [...heard].flatMap(([type, rows]) => rows.map((row) => `${type}\t${row}\n`));
  writeFileSync(file, lines.join(""));
}
