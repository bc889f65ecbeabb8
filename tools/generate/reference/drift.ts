import { readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "../../project";
import { recordedCalls } from "./calls";
import { code, enumerated, section } from "./text";

/**
 * Which changes outside Pulumi a refresh sees: the results of the drift matrix, as docs/drift.md
 * has them.
 */

interface Row {
  input: string;
  result: string;
  how: string;
}

function rowsOf(type: string): Row[] {
  const page = readFileSync(join(projectRoot(), "docs", "drift.md"), "utf8");
  const [, table = ""] = new RegExp(`^### ${type}\n([^]*?)(?=^### |(?![^]))`, "m").exec(page) ?? [];
  return [...table.matchAll(/^\| `(\w+)` +\| (.*?) +\| (.*?) +\|$/gm)].map(([, input, result, how]) => ({
    input: input!,
    result: result!,
    how: how!,
  }));
}

/** Nothing for a type that the matrix has not seen yet. */
export function driftOf(type: string): string {
  const rows = rowsOf(type);
  const inputsWith = (result: string) => rows.filter((row) => row.result === result).map(({ input }) => code(input));
  const unseen = rows.filter(({ result }) => result === "not observable");
  if (unseen.length > 0 && unseen.every(({ how }) => how === "an event, not a state")) return section("Drift", event);
  const sentences = [
    sentence("Detected, and corrected in place", inputsWith("repaired")),
    sentence("Detected, and corrected by a replacement", inputsWith("replaced")),
    ...reasons(unseen),
  ];
  return rows.length === 0 ? "" : section("Drift", sentences.filter((text) => text !== "").join("\n"), details(type));
}

const event = "None: it is an event, not a state. See [drift detection](../drift.md).";

const sentence = (what: string, inputs: readonly string[]) =>
  inputs.length === 0 ? "" : `- ${what}: ${enumerated(inputs)}.`;

/** Inputs whose changes cannot be seen, by the reason. */
function reasons(unseen: readonly Row[]): string[] {
  return [...new Set(unseen.map(({ how }) => how))].map((how) => {
    const inputs = unseen.filter((row) => row.how === how).map(({ input }) => code(input));
    return `- Not observable, ${how}: ${enumerated(inputs)}.`;
  });
}

const details = (type: string) =>
  `${recordedCalls(type).length === 0 ? "" : "A deleted object is created again. "}How each was tested is in [drift detection](../drift.md#${type.toLowerCase()}).`;
