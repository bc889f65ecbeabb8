/** What the provider costs: `npm run bench -- --help`. */
import { availableParallelism, loadavg } from "node:os";
import { Command } from "commander";
import { styled } from "../../cli/style";
import { SIGNALS } from "../shared/child.cjs";
import { Progress } from "../shared/progress.cjs";
import { wholeNumber } from "../shared/wholeNumber";
import { UserError } from "../errors";
import { bytesOf, resourcesIn } from "./figures";
import { sides, type Side } from "./packages";
import { connections } from "./programs";
import { commands, Project } from "./project";
import { EmulatorProcess } from "./service";
import { tableOf, type Life, type Step } from "./table";
import { worldOf } from "./world";

/**
 * The engine writes its whole state before and after each change of a resource, unless told
 * otherwise: with many resources that would take most of the time, and hide everything else.
 */
const withoutCheckpoints = { PULUMI_EXPERIMENTAL: "true", PULUMI_SKIP_CHECKPOINTS: "true" };

const { count, runs } = styled(new Command("npm run bench --"), {
  examples: ["npm run bench", "npm run bench -- --count 100 --runs 3"],
  endings: {},
})
  .description(
    "Deploy, refresh and destroy a stack against an emulator, on the real Pulumi engine. The providers are this one " +
      "(ours), one that sends the same requests and does nothing else (bare), and one that does nothing (empty). " +
      "Prints a table in Markdown. docs/performance.md describes it. Times mean little on a machine that is busy.",
  )
  .option("--count <number>", "connections in the stack", wholeNumber(1), 1000)
  .option("--runs <number>", "runs of each provider; times are their medians", wholeNumber(1), 5)
  .parse()
  .opts<{ count: number; runs: number }>();

const interruption = new AbortController();
for (const signal of SIGNALS) process.on(signal, () => interruption.abort());
const progress = new Progress();

async function main(): Promise<number> {
  const load = loadavg()[0]!.toFixed(1);
  const emulator = await EmulatorProcess.start(worldOf());
  try {
    const lives: Record<Side, Life[]> = { ours: [], bare: [], empty: [] };
    for (let run = 1; run <= runs; run++) {
      // In turn, so that whatever else the machine does affects all alike.
      for (const side of sides) lives[side].push(await lifeOf(side, emulator, `run ${run} of ${runs}`));
    }
    console.log(tableOf(lives));
    const where = `${availableParallelism()} cores (load ${load} before the first run), Node.js ${process.version}`;
    console.log(`\n${count} connections; medians of ${runs}; ${where}.`);
    return 0;
  } catch (error) {
    if (interruption.signal.aborted) return 130;
    if (!(error instanceof UserError)) throw error;
    console.error(error.message);
    return 1;
  } finally {
    progress.stop();
    await emulator.stop();
  }
}

async function lifeOf(side: Side, emulator: EmulatorProcess, run: string): Promise<Life> {
  await emulator.client.control("POST", "/reset");
  const environment = { ...emulator.environment, ...withoutCheckpoints };
  const project = await Project.create(side, connections(count), environment);
  const step = async (name: keyof typeof commands): Promise<Step> => {
    interruption.signal.throwIfAborted();
    progress.step(`${name} of ${count}, ${side}, ${run}`);
    await emulator.forget();
    const { seconds, usage } = await project.pulumi(...commands[name]);
    return { seconds, ...usage, requests: (await emulator.counts()).requests };
  };
  try {
    const [up, preview] = [await step("up"), await step("preview --refresh")];
    const entries = resourcesIn(await project.state());
    if (entries.length !== count) throw new Error(`The state holds ${entries.length} of ${count} resources.`);
    const steps = { up, "preview --refresh": preview, destroy: await step("destroy") };
    return { steps, stateBytes: Math.max(...entries.map(bytesOf)) };
  } finally {
    project.remove();
  }
}

void main().then((code) => (process.exitCode = code));
