import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type * as z from "zod";
import type { Definition } from "../../provider/lifecycle/vocabulary/definition";
import { marksIn } from "../../provider/lifecycle/vocabulary/field";
import { operationOf } from "../facts/statuses";

/**
 * The calls that the lives of each type make, in `calls.tsv`: type, step and operation. The
 * reference shows them.
 */

type Step = "create" | "read" | "update" | "delete";
const steps: readonly Step[] = ["create", "read", "update", "delete"];

/** Of an object whose operation no list names. */
const identifier = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** The calls of one type by step, each once. */
export class Calls {
  private readonly all = new Map<Step, Set<string>>(steps.map((step) => [step, new Set()]));
  private step: Step = "create";

  begin(step: Step): void {
    this.step = step;
  }

  hear(call: string): void {
    const [method = "", path = ""] = call.split(" ");
    this.all.get(this.step)!.add(operationOf(method, `/api/v1${path}`) ?? call.replace(identifier, "{id}"));
  }

  rows(): string[] {
    return [...this.all].flatMap(([step, calls]) => [...calls].map((call) => `${step}\t${call}`));
  }
}

/** What a definition declares beside hooks and actions, as far as none of these calls does it. */
export function unmade(definition: Definition, rows: readonly string[]): string[] {
  const patch = isPatched(definition) ? ["PATCH"] : [];
  const made = (word: string) => rows.some((row) => row.split(/[\t /]/).includes(word));
  return [...patch, ...endings(definition), ...Object.values(definition.inputs).flatMap(meansOf)].filter(
    (word) => !made(word),
  );
}

/** True if a change of some input is sent by PATCH. */
function isPatched({ inputs, actions = [], action }: Definition): boolean {
  const acted: readonly string[] = actions.flatMap((one) => one.inputs);
  return Object.entries(inputs).some(([key, schema]) => {
    const { change, seen, by, wire } = marksIn(schema);
    const isSent = typeof wire !== "object" || wire.to !== false;
    return !action && !change && seen !== "local" && !by && isSent && !acted.includes(key);
  });
}

function meansOf(schema: z.ZodType): string[] {
  const { by } = marksIn(schema);
  if (by === undefined) return [];
  if ("verbs" in by) return Object.values(by.verbs);
  return ["items" in by ? by.items : "trigger" in by ? by.trigger : by.post];
}

function endings({ inputs }: Definition): string[] {
  const all = Object.values(marksIn(inputs.onDestroy).endings ?? {});
  return all.flatMap(({ calls }) =>
    calls === "hook" ? [] : calls.map((one) => (typeof one === "string" ? one : one.verb)),
  );
}

const file = join(__dirname, "calls.tsv");

const committed = (): string[] => readFileSync(file, "utf8").split("\n").filter(Boolean);
const typeIn = (line: string) => line.split("\t")[0]!;

/** The rows of a type as they are committed. */
export function recordedCalls(type: string): string[] {
  const lines = committed().filter((line) => typeIn(line) === type);
  return lines.map((line) => line.slice(type.length + 1));
}

/** Replaces those of the types that were run, in the order of all types. */
export function writeCalls(heard: ReadonlyMap<string, readonly string[]>, types: readonly string[]): void {
  const lines = types.flatMap((type) => (heard.get(type) ?? recordedCalls(type)).map((row) => `${type}\t${row}\n`));
  writeFileSync(file, lines.join(""));
}
