import { row, timeRow, worst, type Bench, type Scenario, type Step, type StepName } from "../bench";
import { bytesOf, resourcesIn } from "../figures";
import { withoutCheckpoints } from "../project";
import { connections } from "../programs";
import type { Figure } from "../report";
import type { EmulatorProcess } from "../service";
import { targets } from "../targets";
import { worldOf } from "../world";

/** Whole stacks of connections, from nothing to nothing: ours beside both floors. */

export const sides = ["ours", "bare", "empty"] as const;
export type Side = (typeof sides)[number];

export interface Life extends Record<StepName, Step> {
  /** The largest entry of the state. */
  stateBytes: number;
  /** All entries of resources. */
  stateTotal: number;
}

type Lives = Record<Side, Life[]>;

export const stacks: Scenario = {
  name: "stacks",
  title: "A stack of connections",
  async run(bench) {
    const { few, many } = bench.sizes;
    return bench.with(worldOf(), async (emulator) => {
      const figures: Figure[] = [];
      figures.push(...timesOf(`${few}`, await lives(bench, emulator, few, {})));
      // The engine's checkpoints would take most of the time, and hide ours.
      const all = await lives(bench, emulator, many, withoutCheckpoints);
      figures.push(...timesOf(`${many}, without checkpoints`, all), refreshOf(many, all));
      return { figures: [...figures, ...countsOf(many, all.ours), ...sizesOf(many, all)] };
    });
  },
};

/** In turn, so that whatever else the machine does affects all sides alike. */
async function lives(bench: Bench, emulator: EmulatorProcess, count: number, environment: object): Promise<Lives> {
  const all: Lives = { ours: [], bare: [], empty: [] };
  for (let run = 1; run <= bench.runs; run++) {
    for (const side of sides) {
      const title = `run ${run} of ${bench.runs}`;
      all[side].push(await liveOnce(bench, emulator, { side, count, title, environment }));
    }
  }
  return all;
}

/** Deploys, refreshes and destroys one stack. */
export async function liveOnce(
  bench: Bench,
  emulator: EmulatorProcess,
  { side, count, title, environment }: { side: Side; count: number; title: string; environment: object },
): Promise<Life> {
  await emulator.reset();
  return bench.stack(connections(side, count), { ...emulator.environment, ...environment }, async (project) => {
    const step = (name: StepName): Promise<Step> =>
      bench.measure(`${name} of ${count}, ${side}, ${title}`, emulator, () => project.step(name));
    const up = await step("up");
    const preview = await step("preview");
    const entries = resourcesIn(await project.state());
    if (entries.length !== count) throw new Error(`The state holds ${entries.length} of ${count} resources.`);
    const bytes = entries.map(bytesOf);
    const stateTotal = bytes.reduce((sum, one) => sum + one, 0);
    return { up, preview, destroy: await step("destroy"), stateBytes: Math.max(...bytes), stateTotal };
  });
}

const stepsOf = (lives: Life[], name: StepName): Step[] => lives.map((life) => life[name]);

function timesOf(count: string, { ours, bare }: Lives): Figure[] {
  const over = (name: StepName): Figure => {
    const floor = { side: "bare", steps: stepsOf(bare, name) } as const;
    return timeRow(`\`${name}\` of ${count}`, stepsOf(ours, name), floor, targets.changesOverBare);
  };
  return [over("up"), over("destroy")];
}

function refreshOf(count: number, { ours, empty }: Lives): Figure {
  const floor = { side: "empty", steps: stepsOf(empty, "preview") } as const;
  return timeRow(`\`preview --refresh\` of ${count}`, stepsOf(ours, "preview"), floor, targets.refreshOverEmpty);
}

function countsOf(count: number, lives: Life[]): Figure[] {
  const every = lives.flatMap(({ up, preview, destroy }) => [up, preview, destroy]);
  const each = (name: StepName, besides: number): number | undefined =>
    worst(stepsOf(lives, name), ({ requests }) => (requests - besides) / count);
  const { requestsPerFirstChange: first, requestsPerChange: further } = targets;
  return [
    row("requests to create a connection", "requests", each("up", first), { at: targets.requestsToCreate.connection }),
    row("requests to delete a connection", "requests", each("destroy", further), { at: targets.requestsToDelete }),
    row(
      "logins of a provider process",
      "requests",
      worst(every, ({ logins }) => logins),
      { at: targets.loginsPerProcess },
    ),
  ];
}

function sizesOf(count: number, all: Lives): Figure[] {
  const bytes = (side: Side): number => Math.max(...all[side].map(({ stateBytes }) => stateBytes));
  const peak = (side: Side): number | undefined =>
    worst(
      all[side].flatMap(({ up, preview, destroy }) => [up, preview, destroy]),
      (step) => step.providerMiB,
    );
  return [
    stateRow(bytes("ours"), bytes("empty")),
    {
      what: `peak memory of the provider process, \`up\`, \`preview --refresh\` and \`destroy\` of ${count}`,
      unit: "MiB",
      ours: peak("ours"),
      floor: { side: "empty", value: peak("empty") },
      judged: "value",
      limit: { at: targets.providerMiB, below: true },
    },
  ];
}

/**
 * Bytes of one resource in the state; a floor with the same inputs and outputs stores what any
 * provider has to.
 */
export const stateRow = (ours: number, empty: number): Figure => ({
  what: "state of a connection",
  unit: "bytes",
  ours,
  floor: { side: "empty", value: empty },
  judged: "ratio",
  limit: { at: targets.stateOverEmpty },
});
