import { readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "../project";
import { driftRows } from "./reference/drift";
import { chapters } from "./systems";

/** What pages say of the results of long runs, which stand in files beside their tests. */

/** A name, and its counts by column. */
export type CountedRow = [name: string, ...counts: number[]];

/** `npm run faults -- --page` writes them. */
export interface FaultResults {
  seed: number;
  asked: number;
  /** How many runs with one fault there could be. */
  singles: number;
  columns: string[];
  byFault: CountedRow[];
  byType: CountedRow[];
  failed: { type: string; replay: string; violations: string[] }[];
  adopted: { type: string; runs: number; after: string[]; id: string[] }[];
}

/** `npm run crash -- --page` writes them. */
export interface CrashResults {
  seed: number;
  columns: string[];
  rows: [struck: string, moment: string, ...counts: number[]][];
  adopted: string[];
  failed: string[];
}

const read = <T>(...path: string[]): T => JSON.parse(readFileSync(join(projectRoot(), "test", ...path), "utf8")) as T;
const faultResults = () => read<FaultResults>("faults", "results.json");

const table = (rows: readonly (readonly (string | number)[])[]): string => {
  const [head, ...others] = rows.map((cells) => `| ${cells.join(" | ")} |`);
  return `\n\n${[head, `|${" - |".repeat(rows[0]!.length)}`, ...others].join("\n")}\n\n`;
};

const sum = (numbers: readonly number[]): number => numbers.reduce((one, other) => one + other, 0);

function drift(): string {
  const rows = driftRows();
  const counted = (result: string) => rows.filter((row) => row.result === result).length;
  return (
    `${rows.length} inputs, ${counted("repaired")} are corrected in place, ${counted("replaced")} by a replacement, ` +
    `and ${counted("not observable")} cannot be detected`
  );
}

/** The runs of each system; "AwsKey without alias" is one of AWS, too. */
function faults(): string {
  const { columns, byType, failed } = faultResults();
  const shown = ["runs", "done", "failed with advice", "needed adopt"];
  const rowOf = (title: string, has: (type: string) => boolean) => {
    const own = byType.filter(([name]) => has(name.split(" ")[0]!));
    const counts = shown.map((column) => sum(own.map((row) => row[columns.indexOf(column) + 1] as number)));
    return [title, ...counts, failed.filter(({ type }) => has(type.split(" ")[0]!)).length];
  };
  const systems = chapters().map(({ title, definitions }) =>
    rowOf(title, (type) => definitions.some((one) => one.type === type)),
  );
  return table([["system", ...shown, "violations"], ...systems, rowOf("all", () => true)]);
}

function faultRuns(): string {
  const { seed, asked, singles, byFault, byType } = faultResults();
  const runs = sum(byFault.map(([, count]) => count!));
  const pairs = byFault.find(([name]) => name === "two faults")?.[1] ?? 0;
  return (
    `\`npm run faults -- --runs ${asked} --seed ${seed}\` ran ${runs} lives of ${byType.length} subjects: ` +
    `${runs - pairs} with one of the ${singles} possible faults, ${pairs} with two`
  );
}

const adopted = (): string =>
  faultResults()
    .adopted.map(({ type, runs }) => `\`${type}\` (${runs})`)
    .join(", ");

const crashMeasures: Readonly<Record<string, string>> = {
  runs: "kills",
  converged: "converged: the next run succeeded, and a refresh found no change",
  restored: "the state file had to be restored",
  unlocked: "`pulumi cancel` was necessary",
  pending: "operations that Pulumi listed as unfinished",
  forgotten: "objects of the killed run that no state had",
  "adopt lines": "`adopt` lines that an error asked for",
  duplicates: "duplicates: objects that the stack did not have afterwards",
  orphans: "orphans: objects that a destroy left behind",
  lost: "lost: objects that the service did not have",
  left: "processes and files of this provider that were left",
  idle: "provider processes that the killed engine started and never called",
};

function crashes(): string {
  const files = ["results.json", "resultsWithoutCheckpoints.json"].map((name) => read<CrashResults>("crash", name));
  const counts = ({ columns, rows }: CrashResults, column: string) =>
    sum(rows.map((row) => row[columns.indexOf(column) + 2] as number));
  return table([
    ["result", "with checkpoints", "without checkpoints"],
    ...Object.entries(crashMeasures).map(([column, words]) => [words, ...files.map((one) => counts(one, column))]),
  ]);
}

export const results: Readonly<Record<string, () => string>> = { drift, faults, faultRuns, adopted, crashes };
