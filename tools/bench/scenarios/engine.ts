import { row, type Bench, type Scenario, type Step } from "../bench";
import { Project, withoutCheckpoints } from "../project";
import { connections } from "../programs";
import type { Figure } from "../report";
import type { EmulatorProcess } from "../service";
import { worldOf } from "../world";

/**
 * What a user can change about the part that is the engine's: each way once, with the same
 * resources.
 */

interface Way {
  what: string;
  latencyMs?: number;
  arguments?: string[];
  environment?: object;
  /** Into how many stacks the resources are split; they are deployed side by side. */
  stacks?: number;
}

const slow = 50;
const split = 4;

const ways: readonly Way[] = [
  { what: "as it is" },
  { what: "without checkpoints", environment: withoutCheckpoints },
  { what: `in ${split} stacks side by side`, stacks: split },
  ...[4, 16, 64].map((parallel) => ({
    what: `without checkpoints, \`--parallel ${parallel}\`, ${slow} ms latency`,
    environment: withoutCheckpoints,
    arguments: ["--parallel", String(parallel)],
    latencyMs: slow,
  })),
];

export const engine: Scenario = {
  name: "engine",
  title: "What can be changed about the engine's part",
  run: (bench) =>
    bench.with(worldOf(), async (emulator) => {
      const figures: Figure[] = [];
      for (const way of ways) {
        const step = await deploy(bench, emulator, way);
        const what = `\`up\` of ${bench.sizes.many} connections, ${way.what}`;
        figures.push({ ...row(what, "s", step.seconds), cpu: { ours: step.cpuSeconds } });
      }
      return { figures };
    }),
};

async function deploy(bench: Bench, emulator: EmulatorProcess, way: Way): Promise<Step> {
  const { stacks = 1, latencyMs = 0, arguments: more = [] } = way;
  const count = Math.ceil(bench.sizes.many / stacks);
  const environment = { ...emulator.environment, ...way.environment };
  await emulator.reset();
  const projects: Project[] = [];
  try {
    for (let number = 0; number < stacks; number++) {
      projects.push(await Project.create(connections("ours", count, `stack-${number}`), environment));
    }
    await emulator.slowDown(latencyMs);
    return await bench.measure(`up of ${bench.sizes.many}, ${way.what}`, emulator, async () => {
      const finished = await Promise.all(projects.map((project) => project.step("up", ...more)));
      // What was watched until the end has seen the processes of all.
      return finished.reduce((slowest, one) => (one.seconds > slowest.seconds ? one : slowest));
    });
  } finally {
    for (const project of projects) project.remove();
  }
}
