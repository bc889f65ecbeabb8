import { backends as kinds } from "../../shared/backends";
import { row, type Bench, type Scenario, type Step } from "../bench";
import type { Project } from "../project";
import { withoutCheckpoints } from "../project";
import { connections } from "../programs";
import type { Figure } from "../report";
import type { EmulatorProcess } from "../service";
import { worldOf } from "../world";

/**
 * How long the state's storage makes a deployment take: ours beside a provider that does nothing.
 * Measured once.
 */

type Command = "up" | "destroy";

interface Way {
  /** In words, around the command: what comes before it, and after. */
  words: readonly [string, string];
  environment?: object;
  run: (project: Project, command: Command) => ReturnType<Project["step"]>;
  /** Only ours has it. */
  isOwn?: boolean;
}

const pulumi = (project: Project, command: Command) => project.step(command);

const ways: readonly Way[] = [
  { words: ["`pulumi ", "`"], run: pulumi },
  { words: ["`pulumi ", "`, without checkpoints"], environment: withoutCheckpoints, run: pulumi },
  {
    words: ["`pipeline ", "`"],
    run: (project, command) => project.command("pipeline", command, "--stack", "bench", "--no-audit"),
    isOwn: true,
  },
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
      const ours = await life(bench, emulator, { name, stored, count, way, side: "ours" });
      const floor = way.isOwn ? undefined : await life(bench, emulator, { name, stored, count, way, side: "empty" });
      for (const command of ["up", "destroy"] as const) {
        const what = `${way.words.join(command)} of ${count}, ${name}`;
        figures.push(timed(what, ours[command], floor?.[command]));
      }
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
): Promise<Record<Command, Step>> {
  await emulator.reset();
  const environment = { ...emulator.environment, ...stored, ...way.environment };
  return bench.stack(connections(side, count), environment, async (project) => {
    // What `pipeline` chooses depends on it.
    project.commit();
    const measured = (command: Command) =>
      bench.measure(`${way.words.join(command)} of ${count}, ${name}, ${side}`, emulator, () =>
        way.run(project, command),
      );
    const up = await measured("up");
    const destroy = await measured("destroy");
    await project.pulumi("stack", "rm", "bench", "--yes");
    return { up, destroy };
  });
}
