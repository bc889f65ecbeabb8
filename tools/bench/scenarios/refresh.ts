import { row, type Bench, type Scenario, type Step } from "../bench";
import { refresh as program } from "../programs";
import type { Figure } from "../report";
import { targets } from "../targets";
import { downloadOthers, worldOf } from "../world";

/** A `Refresh` that brings very many keys into a service that holds even more. */
export const refresh: Scenario = {
  name: "refresh",
  title: "A refresh of very many keys",
  async run(bench) {
    const { refreshedKeys: keys, otherKeys: others } = bench.sizes;
    const few = await refreshed(bench, 10, 0);
    const all = await refreshed(bench, keys, others);
    const what = `a refresh that brings ${keys} keys, in a service that holds ${keys + others}`;
    const flat: Figure = {
      what: `peak memory of ${what}, over one that brings 10`,
      unit: "MiB",
      ours: all.providerMiB,
      floor: { side: "few", value: few.providerMiB },
      judged: "ratio",
      limit: { at: targets.flat, timed: true },
    };
    return {
      figures: [
        row(`time of ${what}`, "s", all.seconds),
        row(`requests of ${what}`, "requests", all.requests),
        row(`peak memory of ${what}`, "MiB", all.providerMiB, { at: targets.providerMiB, below: true }),
        flat,
      ],
    };
  },
};

function refreshed(bench: Bench, keys: number, others: number): Promise<Step> {
  return bench.with(worldOf({ keys, others }), async (emulator) => {
    bench.step(`Downloading ${others} other keys`);
    if (others > 0) await downloadOthers(await emulator.client.session());
    return bench.stack(program(), emulator.environment, (project) =>
      bench.measure(`up that brings ${keys} keys`, emulator, () => project.step("up")),
    );
  });
}
