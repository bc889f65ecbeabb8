import { timeRow, type Scenario, type Step } from "../bench";
import { withoutCheckpoints, type Project } from "../project";
import { typescript as program } from "../programs";
import { targets } from "../targets";
import { worldOf } from "../world";

/**
 * A program in TypeScript, compiled with type checks by every command, beside the same program with
 * a well-known package.
 */
export const typescript: Scenario = {
  name: "typescript",
  title: "A program in TypeScript",
  async run(bench) {
    const { many } = bench.sizes;
    const steps = { ours: [] as Step[], random: [] as Step[] };
    await bench.with(worldOf(), (emulator) => {
      // Only the previews are measured.
      const environment = { ...emulator.environment, ...withoutCheckpoints };
      return bench.stack(program("ours", many), environment, (ours) =>
        bench.stack(program("random", many), environment, async (random) => {
          const projects: Record<keyof typeof steps, Project> = { ours, random };
          for (const [side, project] of Object.entries(projects)) {
            bench.step(`Deploying ${many} resources in TypeScript, ${side}`);
            await project.step("up");
          }
          for (let run = 1; run <= bench.runs; run++) {
            for (const side of ["ours", "random"] as const) {
              const title = `preview --refresh of ${many} in TypeScript, ${side}, run ${run} of ${bench.runs}`;
              steps[side].push(await bench.measure(title, emulator, () => projects[side].step("preview")));
            }
          }
        }),
      );
    });
    const what = `\`preview --refresh\` of ${many} in a TypeScript program, type checking included`;
    return {
      figures: [timeRow(what, steps.ours, { side: "random", steps: steps.random }, targets.typescriptOverRandom)],
    };
  },
};
