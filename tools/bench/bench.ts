import type { Progress } from "../shared/progress.cjs";
import { median } from "./figures";
import { Project, type Finished, type StepName } from "./project";
import type { Role } from "./processes";
import type { Program } from "./programs";
import type { Figure, Result } from "./report";
import { EmulatorProcess } from "./service";

/** How large everything is: as the targets say, or small enough to try whether it works. */
export interface Sizes {
  few: number;
  many: number;
  most: number;
  /** How many times as many resources of the type the service holds as the stack. */
  times: number;
  latencyMs: number;
  refreshedKeys: number;
  otherKeys: number;
  keys: number;
  growth: readonly number[];
  emulatorRequests: number;
}

export const fullSizes: Sizes = {
  few: 100,
  many: 1000,
  most: 10_000,
  times: 20,
  latencyMs: 50,
  refreshedKeys: 10_000,
  otherKeys: 40_000,
  keys: 20_000,
  growth: [10, 100, 1000, 5000],
  emulatorRequests: 10_000,
};

export const quickSizes: Sizes = {
  few: 5,
  many: 40,
  most: 100,
  times: 20,
  latencyMs: 50,
  refreshedKeys: 600,
  otherKeys: 900,
  keys: 1200,
  growth: [2, 4, 8],
  emulatorRequests: 500,
};

export interface Scenario {
  /** By which `--only` selects it. */
  name: string;
  title: string;
  run(bench: Bench): Promise<Omit<Result, "name" | "title">>;
}

/** One command of Pulumi, measured. */
export interface Step {
  seconds: number;
  requests: number;
  logins: number;
  /** Of all processes of Pulumi; absent where it cannot be measured, as all that follows. */
  cpuSeconds?: number;
  cpuByRole: Partial<Record<Role, number>>;
  providerMiB?: number;
}

/** What every scenario gets. */
export class Bench {
  constructor(
    readonly sizes: Sizes,
    readonly runs: number,
    private readonly progress: Progress,
    private readonly signal: AbortSignal,
  ) {}

  /** What is being done now. Throws when the benchmark was interrupted. */
  step(title: string): void {
    this.signal.throwIfAborted();
    this.progress.step(title);
  }

  note(text: string): void {
    this.progress.note(text);
  }

  /** Does something with an emulator of its own. */
  async with<T>(world: object, work: (emulator: EmulatorProcess) => Promise<T>): Promise<T> {
    const emulator = await EmulatorProcess.start(world);
    try {
      return await work(emulator);
    } finally {
      await emulator.stop();
    }
  }

  /** Does something with a stack of its own. */
  async stack<T>(program: Program, environment: NodeJS.ProcessEnv, work: (project: Project) => Promise<T>): Promise<T> {
    const project = await Project.create(program, environment);
    try {
      return await work(project);
    } finally {
      project.remove();
    }
  }

  /** Measures one command. */
  async measure(title: string, emulator: EmulatorProcess, work: () => Promise<Finished>): Promise<Step> {
    this.step(title);
    await emulator.forget();
    const finished = await work();
    const step = { ...(await emulator.counts()), ...stepOf(finished) };
    const cpu = step.cpuSeconds === undefined ? "" : `, CPU ${step.cpuSeconds.toFixed(2)} s`;
    this.note(`${title}: ${step.seconds.toFixed(2)} s${cpu}, ${step.requests} requests`);
    return step;
  }
}

function stepOf({ seconds, usage }: Finished): Omit<Step, "requests" | "logins"> {
  const cpuByRole = Object.fromEntries(Object.entries(usage).map(([role, { cpuSeconds }]) => [role, cpuSeconds]));
  const all = Object.values(cpuByRole);
  const cpuSeconds = all.length === 0 ? undefined : all.reduce((sum, one) => sum + one, 0);
  return { seconds, cpuByRole, cpuSeconds, providerMiB: usage.provider?.memoryMiB };
}

/** The middle of what several runs have measured; `undefined` where nothing could be measured. */
export function middle(steps: readonly Step[], of: (step: Step) => number | undefined): number | undefined {
  const known = steps.map(of).filter((value) => value !== undefined);
  return known.length === 0 ? undefined : median(known);
}

/** The largest: counts and peaks do not scatter, so the worst run is the figure. */
export function worst(steps: readonly Step[], of: (step: Step) => number | undefined): number | undefined {
  const known = steps.map(of).filter((value) => value !== undefined);
  return known.length === 0 ? undefined : Math.max(...known);
}

/** A row that compares times of ours with those of a floor. */
export function timeRow(
  what: string,
  ours: readonly Step[],
  floor: { side: NonNullable<Figure["floor"]>["side"]; steps: readonly Step[] },
  at: number,
): Figure {
  return {
    what,
    unit: "s",
    ours: middle(ours, ({ seconds }) => seconds),
    floor: { side: floor.side, value: middle(floor.steps, ({ seconds }) => seconds) },
    judged: "ratio",
    limit: { at, timed: true },
    cpu: { ours: middle(ours, (step) => step.cpuSeconds), floor: middle(floor.steps, (step) => step.cpuSeconds) },
  };
}

/** A row of something that is counted, or measured without a floor. */
export function row(what: string, unit: Figure["unit"], ours: number | undefined, limit?: Figure["limit"]): Figure {
  return { what, unit, ours, judged: "value", limit };
}

export type { StepName };
