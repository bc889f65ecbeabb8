import { median } from "./figures";
import { commands } from "./project";
import { sides, type Side } from "./packages";

/** One command of Pulumi, measured. */
export interface Step {
  seconds: number;
  /** Absent where it cannot be measured, as the memory. */
  cpuSeconds?: number;
  providerMiB?: number;
  requests: number;
}

/** One stack from nothing to nothing. */
export interface Life {
  steps: Record<keyof typeof commands, Step>;
  /** Of the largest resource in the state. */
  stateBytes: number;
}

type Lives = Record<Side, readonly Life[]>;
type Row = readonly [what: string, cell: (lives: readonly Life[]) => string];

/** Times are medians; counts and peaks do not scatter, so the largest is shown. */
export function tableOf(lives: Lives): string {
  const rows = [...(Object.keys(commands) as (keyof typeof commands)[]).flatMap(rowsOf), ...rowsOfAll];
  const cells = rows.map(([what, cell]) => [what, ...sides.map((side) => cell(lives[side]))]);
  const alignments = ["---", ...sides.map(() => "---:")];
  return [["", ...sides], alignments, ...cells].map((row) => `| ${row.join(" | ")} |`).join("\n");
}

const rowsOf = (command: keyof typeof commands): Row[] => {
  const of = (lives: readonly Life[], value: (step: Step) => number | undefined) =>
    lives.flatMap(({ steps }) => value(steps[command]) ?? []);
  return [
    [
      `\`${command}\``,
      (lives) =>
        spell(
          median,
          of(lives, ({ seconds }) => seconds),
          "s",
          2,
        ),
    ],
    [
      `\`${command}\`, CPU`,
      (lives) =>
        spell(
          median,
          of(lives, ({ cpuSeconds }) => cpuSeconds),
          "s",
          2,
        ),
    ],
    [
      `\`${command}\`, requests`,
      (lives) =>
        spell(
          largest,
          of(lives, ({ requests }) => requests),
          "",
          0,
        ),
    ],
  ];
};

const peaksOf = (lives: readonly Life[]) =>
  lives.flatMap(({ steps }) => Object.values(steps).flatMap(({ providerMiB }) => providerMiB ?? []));

const rowsOfAll: readonly Row[] = [
  ["peak memory of the provider process", (lives) => spell(largest, peaksOf(lives), "MiB", 0)],
  [
    "state of a connection",
    (lives) =>
      spell(
        largest,
        lives.map(({ stateBytes }) => stateBytes),
        "bytes",
        0,
      ),
  ],
];

const largest = (values: readonly number[]): number => Math.max(...values);

function spell(of: (values: readonly number[]) => number, values: readonly number[], unit: string, digits: number) {
  if (values.length === 0) return "not measured";
  const format = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return `${of(values).toLocaleString("en-US", format)} ${unit}`.trim();
}
