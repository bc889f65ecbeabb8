/** What the provider costs: `npm run bench -- --help`. */
import { writeFileSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { Command, Option } from "commander";
import { SIGNALS } from "../shared/child.cjs";
import { Progress } from "../shared/progress.cjs";
import { wholeNumber } from "../shared/wholeNumber";
import { UserError } from "../errors";
import { measure, type Case, type Run } from "./measure";
import { isMissed, resultOf, tableOf, type Result, type Runs } from "./report";
import { EmulatorProcess } from "./service";
import { sides } from "./sides";

interface Options {
  resources: number[];
  latencyMs: number[];
  runs: number;
  json?: string;
}

function list(flags: string, description: string, least: number, usual: number): Option {
  const parse = (text: string): number[] => text.split(",").map(wholeNumber(least));
  return new Option(flags, description).argParser(parse).default([usual], String(usual));
}

const program = new Command("npm run bench --")
  .description(
    "Measures what the provider costs: a stack of AwsConnections against an emulator, in turn with a stack of as many " +
      "resources of a dynamic provider that does nothing, both on the real Pulumi engine and from scratch every time.",
  )
  .addOption(list("--resources <list>", "numbers of connections in a stack", 1, 100))
  .addOption(list("--latency-ms <list>", "milliseconds that every call of the service takes longer", 0, 0))
  .option("--runs <number>", "stacks of each side; times are their medians", wholeNumber(1), 3)
  .option("--json <file>", "also writes everything that was measured into a file")
  .addHelpText(
    "after",
    `
Lists are separated by commas; every number of connections is measured with every latency.
The exit code is 1 when a limit is missed. Ratios have a limit only without added latency, for a
provider that does nothing has no calls to wait for. Times mean little on a machine that is busy.

Examples:
  $ npm run bench
  $ npm run bench -- --resources 100,1000 --latency-ms 0,50 --json bench.json`,
  );

async function main(): Promise<number> {
  const options = program.parse().opts<Options>();
  const interruption = new AbortController();
  for (const signal of SIGNALS) process.on(signal, () => interruption.abort());
  const progress = new Progress();
  try {
    const load = loadavg()[0]!;
    const results = await measureAll(options, progress, interruption.signal);
    const missed = results.flatMap(({ figures }) => figures).filter(isMissed);
    const machine = { cores: availableParallelism(), loadBefore: load, node: process.version };
    console.log(results.map(tableOf).join("\n"));
    console.log(`${machine.cores} cores, load ${load.toFixed(1)} before the first run, Node ${machine.node}.`);
    console.log(missed.length === 0 ? "Every limit is met." : `Missed: ${missed.map(({ what }) => what).join(", ")}.`);
    if (options.json !== undefined) {
      writeFileSync(options.json, JSON.stringify({ met: missed.length === 0, machine, results }, null, 2));
    }
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

async function measureAll(options: Options, progress: Progress, signal: AbortSignal): Promise<Result[]> {
  const cases = options.resources.flatMap((resources) =>
    options.latencyMs.map((latencyMs) => ({ resources, latencyMs })),
  );
  const emulator = await EmulatorProcess.start();
  try {
    const results: Result[] = [];
    for (const one of cases) results.push(await measureCase(one, options.runs, { emulator, progress, signal }));
    return results;
  } finally {
    await emulator.stop();
  }
}

interface Surroundings {
  emulator: EmulatorProcess;
  progress: Progress;
  signal: AbortSignal;
}

/** In turn, so that whatever else the machine does meets both sides alike. */
async function measureCase(measured: Case, count: number, { emulator, progress, signal }: Surroundings) {
  const runs: Runs = { ours: [], floor: [] };
  for (let index = 0; index < count; index++) {
    for (const side of sides) {
      signal.throwIfAborted();
      const { resources, latencyMs } = measured;
      const title = `${resources} connections, ${latencyMs} ms latency, run ${index + 1} of ${count}, ${side}`;
      progress.step(title);
      const run = await measure(side, measured, emulator);
      runs[side].push(run);
      progress.note(`${title}: ${summary(run)}`);
    }
  }
  return resultOf(measured, runs);
}

function summary({ up, preview, destroy }: Run): string {
  const seconds = [up, preview, destroy].map((step) => `${step.seconds.toFixed(2)} s`);
  return `up ${seconds[0]}, preview --refresh ${seconds[1]}, destroy ${seconds[2]}`;
}

void main().then((code) => (process.exitCode = code));
