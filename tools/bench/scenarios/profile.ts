import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { projectRoot } from "../../project";
import type { Bench, Scenario, Step } from "../bench";
import { secondsByOrigin, type CpuProfile } from "../cpuProfile";
import { withoutCheckpoints } from "../project";
import { connections } from "../programs";
import type { EmulatorProcess } from "../service";
import { markdownTable } from "../table";
import { worldOf } from "../world";
import { sides, type Side } from "./stacks";

/** Where the CPU time of an `up` goes: to which process, and in the provider process to whose code. */

const roles = ["engine", "language host", "program", "provider"] as const;

export const profile: Scenario = {
  name: "profile",
  title: "Profile of `up`",
  run: (bench) =>
    bench.with(worldOf(), async (emulator) => {
      const rows: string[][] = [];
      for (const side of sides) rows.push(processesOf(side, false, await deploy(bench, emulator, side, false)));
      rows.push(processesOf("ours", true, await deploy(bench, emulator, "ours", true)));
      const byProcess = markdownTable(["CPU seconds of", ...roles, "all"], rows);
      return { figures: [], notes: `${byProcess}\n\n${await insideProvider(bench, emulator)}` };
    }),
};

async function deploy(
  bench: Bench,
  emulator: EmulatorProcess,
  side: Side,
  checkpoints: boolean,
  extra: object = {},
): Promise<Step> {
  await emulator.reset();
  const environment = { ...emulator.environment, ...(!checkpoints && withoutCheckpoints), ...extra };
  const title = `up of ${bench.sizes.many} to profile, ${side}, ${checkpoints ? "with" : "without"} checkpoints`;
  return bench.stack(connections(side, bench.sizes.many), environment, (project) =>
    bench.measure(title, emulator, () => project.step("up")),
  );
}

function processesOf(side: Side, checkpoints: boolean, { cpuByRole, cpuSeconds }: Step): string[] {
  const shown = (seconds: number | undefined): string => seconds?.toFixed(2) ?? "";
  const what = `*${side}*${checkpoints ? ", with checkpoints" : ""}`;
  return [what, ...roles.map((role) => shown(cpuByRole[role])), shown(cpuSeconds)];
}

async function insideProvider(bench: Bench, emulator: EmulatorProcess): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "ciphertrust-bench-profile-"));
  try {
    const profiler = join(projectRoot(), "dist", "tools", "bench", "profiler.cjs");
    const NODE_OPTIONS = `--require ${JSON.stringify(profiler)}`;
    await deploy(bench, emulator, "ours", false, { NODE_OPTIONS, BENCH_PROFILE: folder });
    const profiles = readdirSync(folder).map(
      (name) => JSON.parse(readFileSync(join(folder, name), "utf8")) as CpuProfile,
    );
    const seconds = secondsByOrigin(profiles);
    const all = seconds.reduce((sum, [, one]) => sum + one, 0);
    const rows = seconds.map(([origin, one]) => [origin, one.toFixed(2), `${((100 * one) / all).toFixed(0)}%`]);
    return markdownTable(["the provider process, without checkpoints", "seconds", "share"], rows);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
