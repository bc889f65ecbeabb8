import type { Scenario } from "../bench";
import { draw, type Series } from "../plot";
import { withoutCheckpoints } from "../project";
import type { Plot } from "../report";
import { markdownTable } from "../table";
import { worldOf } from "../world";
import { liveOnce, sides, type Life, type Side } from "./stacks";

/**
 * How cost grows with the stack, once each. Without the engine's checkpoints: their cost grows with
 * the square of the resources, whatever the provider, and would hide everything else.
 */

interface Curve {
  file: string;
  title: string;
  unit: string;
  of: (life: Life) => number | undefined;
}

const kibibyte = 2 ** 10;
const peak = ({ up, preview, destroy }: Life): number | undefined => {
  const known = [up, preview, destroy].flatMap(({ providerMiB }) => providerMiB ?? []);
  return known.length === 0 ? undefined : Math.max(...known);
};

const curves: readonly Curve[] = [
  { file: "up", title: "Time of `pulumi up`", unit: "s", of: ({ up }) => up.seconds },
  { file: "preview", title: "Time of `pulumi preview --refresh`", unit: "s", of: ({ preview }) => preview.seconds },
  { file: "destroy", title: "Time of `pulumi destroy`", unit: "s", of: ({ destroy }) => destroy.seconds },
  { file: "up-requests", title: "Requests of `pulumi up`", unit: "", of: ({ up }) => up.requests },
  {
    file: "preview-requests",
    title: "Requests of `pulumi preview --refresh`",
    unit: "",
    of: ({ preview }) => preview.requests,
  },
  { file: "memory", title: "Peak memory of the provider process", unit: "MiB", of: peak },
  { file: "state", title: "State of all resources", unit: "KiB", of: ({ stateTotal }) => stateTotal / kibibyte },
];

type Lives = Record<Side, [count: number, life: Life][]>;

export const growth: Scenario = {
  name: "growth",
  title: "Growth",
  run: (bench) =>
    bench.with(worldOf(), async (emulator) => {
      const lives: Lives = { ours: [], bare: [], empty: [] };
      const measured = { title: "without checkpoints", environment: withoutCheckpoints };
      for (const count of bench.sizes.growth) {
        for (const side of sides)
          lives[side].push([count, await liveOnce(bench, emulator, { side, count, ...measured })]);
      }
      const drawn = curves.map((curve) => ({ curve, series: seriesOf(curve, lives) }));
      const shown = drawn.filter(({ series }) => series.length > 0);
      return {
        figures: [],
        notes: shown.map(({ curve, series }) => noteOf(curve, series)).join("\n\n"),
        plots: shown.map(({ curve: { file, title, unit }, series }): Plot => {
          return { file: fileOf(file), svg: draw({ title: title.replaceAll("`", ""), unit, series }) };
        }),
      };
    }),
};

const fileOf = (name: string): string => `performance/${name}.svg`;

/**
 * A side without a value above zero, such as the requests of a provider that makes none, has no
 * line.
 */
function seriesOf({ of }: Curve, lives: Lives): Series[] {
  const all = sides.map((name) => ({
    name,
    points: lives[name].flatMap(([count, life]) => {
      const value = of(life);
      return value === undefined || value === 0 ? [] : [[count, value] as const];
    }),
  }));
  return all.filter(({ points }) => points.length > 0);
}

/** The plot, and its numbers for those who cannot see it. */
function noteOf({ file, title, unit }: Curve, series: Series[]): string {
  const counts = [...new Set(series.flatMap(({ points }) => points.map(([count]) => count)))];
  const cell = ({ points }: Series, count: number): string => {
    const value = points.find(([at]) => at === count)?.[1];
    return value === undefined ? "" : `${Number(value.toPrecision(3)).toLocaleString("en-US")} ${unit}`.trim();
  };
  const headings = [title, ...counts.map((count) => count.toLocaleString("en-US"))];
  const rows = series.map((one) => [`*${one.name}*`, ...counts.map((count) => cell(one, count))]);
  return `![${title.replaceAll("`", "")}](${fileOf(file)})\n\n${markdownTable(headings, rows)}`;
}
