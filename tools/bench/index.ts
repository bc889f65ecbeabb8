/** What the provider costs: `npm run bench -- --help`. */
import { writeFileSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { Command, InvalidArgumentError } from "commander";
import { styled } from "../../cli/style";
import { SIGNALS } from "../shared/child.cjs";
import { outputFile } from "../shared/outputFile";
import { Progress } from "../shared/progress.cjs";
import { wholeNumber } from "../shared/wholeNumber";
import { UserError } from "../errors";
import { Bench, fullSizes, quickSizes, type Scenario } from "./bench";
import { writePage } from "./page";
import { isMissed, shown, type Figure, type Result } from "./report";
import { scenarios } from "./scenarios";

interface Options {
  only?: readonly Scenario[];
  runs: number;
  quick?: boolean;
  json?: string;
  page?: boolean;
}

function selected(text: string): Scenario[] {
  return text.split(",").map((name) => {
    const scenario = scenarios.find((one) => one.name === name);
    if (scenario) return scenario;
    throw new InvalidArgumentError(`"${name}" is not one of ${scenarios.map((one) => one.name).join(", ")}.`);
  });
}

const program = styled(new Command("npm run bench --"), {
  examples: [
    "npm run bench",
    "npm run bench -- --only stacks,typescript --runs 3 --json bench.json",
    "npm run bench -- --quick",
  ],
  endings: { failure: "it failed, or a target is missed" },
})
  .description(
    "Measure what the provider costs, against an emulator and on the real Pulumi engine: beside a provider that makes " +
      "the same requests and nothing else (bare), and one that does nothing (empty). docs/performance.md describes it.",
  )
  .option("--only <names>", "only these scenarios, separated by commas (default: all of them, see below)", selected)
  .option("--runs <number>", "runs of each side; times are their medians", wholeNumber(1), 5)
  .option(
    "--quick",
    "small stacks: tries every scenario in minutes; times and what depends on the machine are not judged",
  )
  .option("--json <file>", "also writes everything that was measured into a file", outputFile)
  .option("--page", "also writes tables and plots into docs/performance.md")
  .addHelpText(
    "after",
    `
Scenarios:
${scenarios.map(({ name, title }) => `  ${name.padEnd(12)}${title}`).join("\n")}

Times mean little on a machine that is busy.`,
  );

async function main(): Promise<number> {
  const options = program.parse().opts<Options>();
  const full = !options.quick;
  if (!full && options.page) program.error("error: --page shows full sizes only: omit --quick");
  const interruption = new AbortController();
  for (const signal of SIGNALS) process.on(signal, () => interruption.abort());
  const progress = new Progress();
  const machine: Machine = { cores: availableParallelism(), loadBefore: loadavg()[0]!, node: process.version };
  try {
    const bench = new Bench(full ? fullSizes : quickSizes, options.runs, progress, interruption.signal);
    const results = await measureAll(options.only ?? scenarios, bench, (result) =>
      console.log(sectionOf(result, full)),
    );
    const missed = results.flatMap(({ figures }) => figures.filter((figure) => isMissed(figure, full)));
    const place = placeOf(machine, options.runs);
    console.log(place);
    console.log(missed.length === 0 ? "Every target is met." : ["Missed:", ...missed.map(titleOf)].join("\n"));
    const written = { met: missed.length === 0, full, runs: options.runs, machine, results };
    if (options.json !== undefined) writeFileSync(options.json, JSON.stringify(written, null, 2));
    if (options.page) await writePage(results, place);
    return missed.length === 0 ? 0 : 1;
  } catch (error) {
    if (interruption.signal.aborted) return 130;
    if (!(error instanceof UserError)) throw error;
    console.error(error.message);
    return 1;
  } finally {
    progress.stop();
  }
}

const titleOf = ({ what }: Figure): string => `  - ${what}`;

interface Machine {
  cores: number;
  loadBefore: number;
  node: string;
}

function placeOf({ cores, loadBefore, node }: Machine, runs: number): string {
  return `Measured on ${cores} cores (load ${loadBefore.toFixed(1)} before the first run) with Node.js ${node}; medians of ${runs}.`;
}

/** Shows each result at once: a later scenario may be interrupted. */
async function measureAll(some: readonly Scenario[], bench: Bench, show: (result: Result) => void): Promise<Result[]> {
  const results: Result[] = [];
  for (const { name, title, run } of some) {
    const result = { name, title, ...(await run(bench)) };
    show(result);
    results.push(result);
  }
  return results;
}

const sectionOf = (result: Result, full: boolean): string =>
  `### ${result.title} (${result.name})\n\n${shown(result, full)}\n`;

void main().then((code) => (process.exitCode = code));
