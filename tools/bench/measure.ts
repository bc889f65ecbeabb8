import { bytesOf, resourcesIn, type Counts } from "./figures";
import { MemoryWatch } from "./memory";
import { Project, type Finished } from "./project";
import type { EmulatorProcess } from "./service";
import type { Side } from "./sides";

/** How large the stack is, and how slow the network. */
export interface Case {
  resources: number;
  latencyMs: number;
}

/** One command of Pulumi. */
export interface Step extends Counts {
  seconds: number;
  /** Peak of the provider process; absent where it cannot be measured. */
  memoryMiB?: number;
}

/** One stack from its beginning to its end. */
export interface Run {
  up: Step;
  preview: Step;
  destroy: Step;
  /** The largest entry of the state. */
  stateBytes: number;
}

export type StepName = "up" | "preview" | "destroy";

const commands: Record<StepName, string[]> = {
  up: ["up", "--yes", "--skip-preview"],
  preview: ["preview", "--refresh", "--expect-no-changes"],
  destroy: ["destroy", "--yes", "--skip-preview"],
};

export async function measure(side: Side, { resources, latencyMs }: Case, emulator: EmulatorProcess): Promise<Run> {
  await emulator.prepare(latencyMs);
  const project = await Project.create(side, resources, emulator.environment);
  try {
    await emulator.counts();
    const step = (name: StepName): Promise<Step> =>
      watched(emulator, () => project.pulumi(...commands[name], "--stack", "bench"));
    const up = await step("up");
    const preview = await step("preview");
    const entries = resourcesIn((await project.pulumi("stack", "export", "--stack", "bench")).output);
    if (entries.length !== resources) throw new Error(`The state holds ${entries.length} of ${resources} resources.`);
    return { up, preview, destroy: await step("destroy"), stateBytes: Math.max(...entries.map(bytesOf)) };
  } finally {
    project.remove();
  }
}

async function watched(emulator: EmulatorProcess, work: () => Promise<Finished>): Promise<Step> {
  const watch = new MemoryWatch().start();
  try {
    const { seconds } = await work();
    return { seconds, ...(await emulator.counts()), memoryMiB: watch.stop() };
  } finally {
    watch.stop();
  }
}
