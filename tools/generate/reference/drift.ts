import { readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "../../project";
import { recordedCalls } from "./calls";
import { code, enumerated, section } from "./text";

/** Which changes outside Pulumi a refresh shows, as test/lifecycle/drift/matrix.test.ts has found. */

interface Row {
  type: string;
  input: string;
  result: string;
  /** What changed it, or why nothing shows a change. */
  how: string;
}

export function driftRows(): Row[] {
  const [, ...lines] = readFileSync(join(projectRoot(), "test/lifecycle/drift/results.tsv"), "utf8").trim().split("\n");
  return lines.map((line) => {
    const [type, input, result, how] = line.split("\t") as [string, string, string, string];
    return { type, input, result, how };
  });
}

/** Nothing for a type that the matrix has not seen yet. */
export function driftOf(type: string): string {
  const rows = driftRows().filter((row) => row.type === type);
  if (rows.length === 0) return "";
  const unseen = rows.filter(({ result }) => result === "not observable");
  if (unseen.length > 0 && unseen.every(({ how }) => how === "an event, not a state")) return section("Drift", event);
  const inputsWith = (result: string) => rows.filter((row) => row.result === result);
  const lines = [
    line("Detected, and corrected in place", inputsWith("repaired")),
    line("Detected, and corrected by a replacement", inputsWith("replaced")),
    ...[...new Set(unseen.map(({ how }) => how))].map((how) =>
      line(
        `Not detected, because ${reasons[how] ?? how}`,
        unseen.filter((row) => row.how === how),
      ),
    ),
  ];
  return section("Drift", lines.filter((text) => text !== "").join("\n"), end(type));
}

const event = "None: it is an event, not a state. See [drift detection](../drift.md).";

const reasons: Readonly<Record<string, string>> = {
  "kept by the provider, unknown to the service": "it is not sent to the service",
};

const line = (what: string, rows: readonly Row[]): string =>
  rows.length === 0 ? "" : `- ${what}: ${enumerated(rows.map(({ input }) => code(input)))}.`;

const end = (type: string): string =>
  `${recordedCalls(type).length === 0 ? "" : "A deleted object is created again. "}See [drift detection](../drift.md).`;
