import { randomUUID } from "node:crypto";
import { row, type Bench, type Scenario, type Step } from "../bench";
import { resourcesIn, type StateEntry } from "../figures";
import type { Project } from "../project";
import { connections } from "../programs";
import type { Figure } from "../report";
import type { EmulatorProcess } from "../service";
import { targets } from "../targets";
import { addConnections, worldOf } from "../world";

/**
 * The provider process while `preview --refresh` reads, checks and compares very many resources.
 * They are not deployed, which would take the engine an hour, but created in the service and
 * written into the state.
 */
export const memory: Scenario = {
  name: "memory",
  title: "Memory of the provider process",
  async run(bench) {
    const { many, most } = bench.sizes;
    const ours = { many: await preview(bench, "ours", many), most: await preview(bench, "ours", most) };
    const empty = { many: await preview(bench, "empty", many), most: await preview(bench, "empty", most) };
    const peak = (count: number, our: Step, its: Step): Figure => ({
      ...row(`peak memory, \`preview --refresh\` of ${count}`, "MiB", our.providerMiB, {
        at: targets.providerMiB,
        below: true,
      }),
      floor: { side: "empty", value: its.providerMiB },
    });
    const flat: Figure = {
      what: `peak memory with ${most}, over that with ${many}`,
      unit: "MiB",
      ours: ours.most.providerMiB,
      floor: { side: "few", value: ours.many.providerMiB },
      judged: "ratio",
      limit: { at: targets.flat, timed: true },
    };
    return { figures: [peak(many, ours.many, empty.many), peak(most, ours.most, empty.most), flat] };
  },
};

function preview(bench: Bench, side: "ours" | "empty", count: number): Promise<Step> {
  return bench.with(worldOf(), (emulator) =>
    bench.stack(connections(side, count), emulator.environment, async (project) => {
      await fillState(bench, emulator, project, side, count);
      return bench.measure(`preview --refresh of ${count}, ${side}`, emulator, () => project.step("preview"));
    }),
  );
}

/**
 * Deploys the program with one resource, and completes state and service as if it had been deployed
 * as it is.
 */
async function fillState(
  bench: Bench,
  emulator: EmulatorProcess,
  project: Project,
  side: "ours" | "empty",
  count: number,
): Promise<void> {
  bench.step(`Making ${count} connections, ${side}`);
  project.replaceProgram(connections(side, 1));
  await project.step("up");
  const exported = await project.state();
  const ids = side === "ours" ? await addConnections(await emulator.client.session(), "connection", count, 1) : [];
  project.replaceProgram(connections(side, count));
  await project.replaceState(repeated(exported, count, (number) => ids[number] ?? randomUUID()));
}

/** The state with copies of its only resource, named as the program names them. */
export function repeated(exported: string, count: number, idOf: (number: number) => string): string {
  const whole = JSON.parse(exported) as { deployment: { resources: StateEntry[] } };
  const [first] = resourcesIn(exported);
  if (!first) throw new Error("The state holds no resource to repeat.");
  // The name stands in more than one place: a class also tells its URN.
  const text = JSON.stringify(first);
  const copies = Array.from({ length: count - 1 }, (_, index): StateEntry => {
    const copy = JSON.parse(text.replaceAll("connection-0", `connection-${index + 1}`)) as StateEntry;
    return { ...copy, id: idOf(index + 1) };
  });
  whole.deployment.resources.push(...copies);
  return JSON.stringify(whole);
}
