/** What many stacks mean for the service: `npm run simulate -- --help`. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { styled } from "../../cli/style";
import { counted } from "../../provider/api/counted";
import { EmulatorProcess } from "../bench/service";
import { projectRoot } from "../project";
import { Progress } from "../shared/progress.cjs";
import { wholeNumber } from "../shared/wholeNumber";
import { loadCases, simulateLoad, type LoadResult, type Surroundings } from "./load";
import { loadTable, windowTable, withPassage } from "./tables";
import { simulateWindow, windowCases, type WindowSize } from "./windows";

interface Options {
  seconds: number;
  latencyMs: number;
  engineSeconds: number;
  accounts: number;
  refreshSeconds: number;
  page?: true;
}

const program = styled(new Command("npm run simulate --"), {
  examples: ["npm run simulate", "npm run simulate -- --seconds 5 --accounts 60"],
  endings: {},
})
  .description(
    "Simulate many stacks that call a service which limits the rate of calls, with the provider's own client. Then " +
      "simulate a night of scheduled refreshes. Both run against the emulator.",
  )
  .option("--seconds <n>", "how long each load lasts", wholeNumber(1), 20)
  .option("--latency-ms <n>", "milliseconds that each call takes", wholeNumber(0), 50)
  .option("--engine-seconds <n>", "seconds that a stack takes besides its calls", wholeNumber(0), 3)
  .option("--accounts <n>", "accounts to refresh in a night", wholeNumber(6), 300)
  .option("--refresh-seconds <n>", "seconds that the refresh of an account takes", wholeNumber(1), 60)
  .option("--page", "write the tables into docs/scaling.md");

async function loads(around: Surroundings, progress: Progress): Promise<LoadResult[]> {
  const emulator = await EmulatorProcess.start();
  try {
    const results: LoadResult[] = [];
    for (const one of loadCases) {
      progress.step(
        `${counted(one.stacks, "stack")} of ${counted(one.keys, "key")}, ${one.rate || "any number of"} calls a second`,
      );
      results.push(await simulateLoad(one, around, emulator));
    }
    return results;
  } finally {
    await emulator.stop();
  }
}

async function main(): Promise<void> {
  const { accounts, refreshSeconds, page, ...around } = program.parse().opts<Options>();
  const size: WindowSize = { accounts, seconds: refreshSeconds };
  const progress = new Progress();
  try {
    const nights = [];
    for (const one of windowCases(size)) {
      progress.step(one.title);
      nights.push(await simulateWindow(one, size));
    }
    const tables = { windows: windowTable(nights, size), load: loadTable(await loads(around, progress), around) };
    progress.stop();
    for (const table of Object.values(tables)) console.log(`${table}\n`);
    if (page) writePage(tables);
  } finally {
    progress.stop();
  }
}

function writePage(tables: Record<string, string>): void {
  const file = join(projectRoot(), "docs", "scaling.md");
  const before = readFileSync(file, "utf8");
  const after = Object.entries(tables).reduce((text, [name, table]) => withPassage(text, name, table), before);
  writeFileSync(file, after);
}

void main();
