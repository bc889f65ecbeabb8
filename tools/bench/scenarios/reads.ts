import { middle, row, type Bench, type Scenario, type Step } from "../bench";
import { withoutCheckpoints, type Project } from "../project";
import { connections, everyKind, type Program } from "../programs";
import type { Figure } from "../report";
import type { EmulatorProcess } from "../service";
import { requestsToReadAll, requestsToReadSome, targets } from "../targets";
import { addConnections, downloadOthers, worldOf } from "../world";

/** What `preview --refresh` asks of the service, and how long it waits for responses. */

export const reads: Scenario = {
  name: "reads",
  title: "Reading a stack",
  async run(bench) {
    return { figures: [...(await ofConnections(bench)), ...(await ofKeys(bench))] };
  },
};

function ofConnections(bench: Bench): Promise<Figure[]> {
  const { many, times } = bench.sizes;
  return deployed(bench, connections("ours", many), worldOf(), async (emulator, preview) => {
    const alone = await preview(`${many} connections`);
    const waited = await latencyRow(bench, emulator, preview);
    bench.step(`Adding ${many * (times - 1)} connections`);
    await addConnections(await emulator.client.session(), "other", many * (times - 1));
    const among = await preview(`${many} connections among ${many * times}`);
    return [...countRows("connections", many, times, { alone, among }), waited];
  });
}

/** Keys that other programs manage come from the cloud, as they do for a user. */
async function ofKeys(bench: Bench): Promise<Figure[]> {
  const { many, times } = bench.sizes;
  const program = everyKind({ containers: 1, keys: many, schedules: 0 });
  const alone = await deployed(bench, program, worldOf(), async (_, preview) => preview(`${many} keys`));
  const crowded = worldOf({ others: many * (times - 1) });
  const among = await deployed(bench, program, crowded, async (emulator, preview) => {
    bench.step(`Downloading ${many * (times - 1)} other keys`);
    await downloadOthers(await emulator.client.session());
    return preview(`${many} keys among ${many * times}`);
  });
  return countRows("keys", many, times, { alone, among });
}

type Preview = (title: string) => Promise<Step>;

function deployed<T>(
  bench: Bench,
  program: Program,
  world: object,
  work: (emulator: EmulatorProcess, preview: Preview) => Promise<T>,
): Promise<T> {
  return bench.with(world, (emulator) =>
    bench.stack(program, { ...emulator.environment, ...withoutCheckpoints }, async (project: Project) => {
      bench.step("Deploying the stack that will be read");
      await project.step("up");
      return work(emulator, (title) =>
        bench.measure(`preview --refresh of ${title}`, emulator, () => project.step("preview")),
      );
    }),
  );
}

/**
 * The requests of two refreshes: in a service that holds hardly anything else, and in one that
 * holds many times as many.
 */
export function countRows(
  things: string,
  many: number,
  times: number,
  steps: Record<"alone" | "among", Pick<Step, "requests">>,
): Figure[] {
  const line = (where: number, step: Pick<Step, "requests">, at: number): Figure =>
    row(
      `requests of \`preview --refresh\`, ${many} ${things} in a service that holds ${where}`,
      "requests",
      step.requests,
      { at },
    );
  return [line(many, steps.alone, requestsToReadAll(many)), line(many * times, steps.among, requestsToReadSome(many))];
}

async function latencyRow(bench: Bench, emulator: EmulatorProcess, preview: Preview): Promise<Figure> {
  const { many, latencyMs } = bench.sizes;
  const fast: Step[] = [];
  const slow: Step[] = [];
  for (let run = 1; run <= bench.runs; run++) {
    for (const [latency, steps] of [
      [0, fast],
      [latencyMs, slow],
    ] as const) {
      await emulator.slowDown(latency);
      steps.push(await preview(`${many} connections, ${latency} ms latency, run ${run} of ${bench.runs}`));
    }
  }
  await emulator.slowDown(0);
  const seconds = (steps: Step[]): number => middle(steps, (step) => step.seconds)!;
  return row(
    `what \`preview --refresh\` of ${many} connections takes longer at ${latencyMs} ms latency`,
    "s",
    seconds(slow) - seconds(fast),
    { at: targets.latencySeconds, below: true, timed: true },
  );
}
