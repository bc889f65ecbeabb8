import { backends as kinds } from "../../shared/backends";
import { row, type Bench, type Scenario, type Step } from "../bench";
import type { Project } from "../project";
import { withoutCheckpoints } from "../project";
import { connections } from "../programs";
import type { Figure } from "../report";
import type { EmulatorProcess } from "../service";
import { worldOf } from "../world";

/** How long the state's storage makes a deployment take: ours beside a provider that does nothing. Measured once. */

interface Way {
  what: string;
  environment?: object;
  up: (project: Project) => ReturnType<Project["step"]>;
  /** Only ours has it. */
  isOwn?: boolean;
}

const ways: readonly Way[] = [
  { what: "`pulumi up`", up: (project) => project.step("up") },
  { what: "`pulumi up`, without checkpoints", environment: withoutCheckpoints, up: (project) => project.step("up") },
  { what: "`pipeline up`", up: (project) => project.command("pipeline", "up", "--stack", "bench"), isOwn: true },
];

export const backends: Scenario = {
  name: "backends",
  title: "Where the state is stored",
  run: (bench) =>
    bench.with(worldOf(), async (emulator) => {
      const figures: Figure[] = await inBackend(bench, emulator, "a folder", {});
      for (const { name, missing, start } of kinds) {
        if (missing !== undefined) bench.note(`${name}: not measured, ${missing}`);
        if (missing !== undefined) continue;
        const backend = await start();
        try {
          figures.push(...(await inBackend(bench, emulator, name, backend.environment)));
        } finally {
          await backend.close();
        }
      }
      return { figures };
    }),
};

async function inBackend(bench: Bench, emulator: EmulatorProcess, name: string, stored: object): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const count of [bench.sizes.few, bench.sizes.many]) {
    for (const way of ways) {
      const { up: ours, destroy } = await life(bench, emulator, { name, stored, count, way, side: "ours" });
      const floor = way.isOwn ? undefined : await life(bench, emulator, { name, stored, count, way, side: "empty" });
      figures.push(timed(`${way.what} of ${count}, ${name}`, ours, floor?.up));
      const ended = `${way.what.replace("up", "destroy")} of ${count}, ${name}`;
      if (floor) figures.push(timed(ended, destroy, floor.destroy));
    }
  }
  return figures;
}

const timed = (what: string, ours: Step, floor: Step | undefined): Figure => ({
  ...row(what, "s", ours.seconds),
  floor: floor && { side: "empty", value: floor.seconds },
  cpu: { ours: ours.cpuSeconds, floor: floor?.cpuSeconds },
});

interface Life {
  name: string;
  stored: object;
  count: number;
  way: Way;
  side: "ours" | "empty";
}

async function life(
  bench: Bench,
  emulator: EmulatorProcess,
  { name, stored, count, way, side }: Life,
): Promise<Record<"up" | "destroy", Step>> {
  await emulator.reset();
  const environment = { ...emulator.environment, ...stored, ...way.environment };
  return bench.stack(connections(side, count), environment, async (project) => {
    const title = `${way.what} of ${count}, ${name}, ${side}`;
    const up = await bench.measure(title, emulator, () => way.up(project));
    const destroy = await bench.measure(`destroy after ${title}`, emulator, () => project.step("destroy"));
    await project.pulumi("stack", "rm", "bench", "--yes");
    return { up, destroy };
  });
}
