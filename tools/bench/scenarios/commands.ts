import { join } from "node:path";
import { row, type Bench, type Scenario, type Step } from "../bench";
import type { Finished, Project } from "../project";
import { everyKind } from "../programs";
import type { Figure } from "../report";
import { pagesOf, targets } from "../targets";
import { changeConnection, downloadOthers, worldOf } from "../world";

/** The commands that read a whole service, where it holds very many keys. */

interface Command {
  name: string;
  args: (project: Project) => string[];
  /** Objects that it reads by themselves although a list shows them. */
  compared?: number;
}

const commandsMeasured: readonly Command[] = [
  { name: "rotation-report", args: () => ["rotation-report"] },
  {
    name: "adopt",
    args: ({ folder }) => ["adopt", "--out", join(folder, "adopted")],
    compared: targets.objectsCompared,
  },
  { name: "adopt --trust-lists", args: ({ folder }) => ["adopt", "--trust-lists", "--out", join(folder, "trusted")] },
  { name: "pipeline drift", args: () => ["pipeline", "drift", "--stack", "bench", "--accept", "drift"] },
];

type Measured = Record<string, { step: Step; commandMiB?: number }>;

export const commands: Scenario = {
  name: "commands",
  title: "Commands over very many keys",
  async run(bench) {
    const few = await measured(bench, 1);
    const all = await measured(bench, bench.sizes.keys);
    return { figures: commandsMeasured.flatMap((command) => figuresOf(command, bench.sizes.keys, few, all)) };
  },
};

/**
 * Every command once, in a service that holds so many keys. The stack of the last one has ten more,
 * and has drifted.
 */
function measured(bench: Bench, keys: number): Promise<Measured> {
  return bench.with(worldOf({ others: keys }), async (emulator) => {
    bench.step(`Downloading ${keys} keys`);
    await downloadOthers(await emulator.client.session());
    const program = everyKind({ containers: 1, keys: stackKeys, schedules: 1 });
    return bench.stack(program, emulator.environment, async (project) => {
      await project.step("up");
      await changeConnection(await emulator.client.session());
      const results: Measured = {};
      for (const { name, args } of commandsMeasured) {
        let finished: Finished | undefined;
        const step = await bench.measure(`${name} over ${keys} keys`, emulator, async () => {
          return (finished = await project.command(...args(project)));
        });
        results[name] = { step, commandMiB: finished?.usage.command?.memoryMiB };
      }
      return results;
    });
  });
}

const stackKeys = 10;

/**
 * As many requests as lists have pages, and those of a service with one key; besides, those that
 * compare objects with a list.
 */
function figuresOf({ name, compared = 0 }: Command, keys: number, few: Measured, all: Measured): Figure[] {
  const { step, commandMiB } = all[name]!;
  const most = few[name]!.step.requests + pagesOf(keys + stackKeys) - 1 + compared;
  return [
    row(`\`${name}\` over ${keys} keys`, "s", step.seconds, { at: targets.commandSeconds, below: true, timed: true }),
    row(`requests of \`${name}\``, "requests", step.requests, { at: most }),
    row(`peak memory of \`${name}\``, "MiB", commandMiB, { at: targets.commandMiB, below: true }),
  ];
}
