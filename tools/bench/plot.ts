/** Draws how something grows, as an SVG: both axes logarithmic, one line a series. */

export interface Series {
  name: string;
  /** What it is at each place of the horizontal axis; both above 0. */
  points: readonly (readonly [x: number, y: number])[];
}

export interface Drawing {
  title: string;
  /** Of the vertical axis. */
  unit: string;
  series: readonly Series[];
}

const width = 640;
const height = 400;
const area = { left: 80, right: 540, top: 50, bottom: 340 };
/** Told apart without colors, too. */
const strokes = [
  { color: "#0b6bcb", dash: "" },
  { color: "#b35900", dash: "8 4" },
  { color: "#5c5c5c", dash: "2 4" },
];

type Scale = (value: number) => number;

export function draw({ title, unit, series }: Drawing): string {
  const all = series.flatMap(({ points }) => points);
  const [x, xTicks] = axis(
    all.map(([value]) => value),
    area.left,
    area.right,
    "given",
  );
  const [y, yTicks] = axis(
    all.map(([, value]) => value),
    area.bottom,
    area.top,
    "decades",
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="13">
<title>${escaped(title)}</title>
<rect width="${width}" height="${height}" fill="#ffffff"/>
${text(area.left, 26, title, 'font-size="16"')}
${xTicks.map((value) => verticalLine(x(value)) + text(x(value), area.bottom + 20, spell(value), middle)).join("\n")}
${text((area.left + area.right) / 2, area.bottom + 44, "resources in the stack", middle)}
${yTicks.map((value) => horizontalLine(y(value)) + text(area.left - 8, y(value) + 4, `${spell(value)} ${unit}`.trim(), end)).join("\n")}
${series.map((one, number) => line(one, x, y, strokes[number % strokes.length]!)).join("\n")}
${labels(series, y).join("\n")}
</svg>
`;
}

const middle = 'text-anchor="middle"';
const end = 'text-anchor="end"';

/**
 * A logarithmic axis between two places, and where it is marked: at the given values, or at powers
 * of ten around them.
 */
function axis(values: number[], from: number, to: number, marks: "given" | "decades"): [Scale, number[]] {
  const given = [...new Set(values)].sort((a, b) => a - b);
  const [least, most] = [given[0]!, given.at(-1)!];
  const ticks = marks === "given" ? given : decades(least, most);
  const [low, high] = [Math.log10(ticks[0]!), Math.log10(ticks.at(-1)!)];
  const stretch = high === low ? 0 : (to - from) / (high - low);
  return [(value) => from + (Math.log10(value) - low) * stretch, ticks];
}

function decades(least: number, most: number): number[] {
  const first = Math.floor(Math.log10(least));
  const last = Math.max(first + 1, Math.ceil(Math.log10(most)));
  return Array.from({ length: last - first + 1 }, (_, index) => 10 ** (first + index));
}

function line({ points }: Series, x: Scale, y: Scale, { color, dash }: (typeof strokes)[number]): string {
  const places = points.map(([at, value]) => [x(at), y(value)] as const);
  const path = places.map(([left, top]) => `${round(left)},${round(top)}`).join(" ");
  const dots = places.map(([left, top]) => `<circle cx="${round(left)}" cy="${round(top)}" r="3" fill="${color}"/>`);
  const stroke = `stroke="${color}" stroke-width="2"${dash && ` stroke-dasharray="${dash}"`}`;
  return `<polyline points="${path}" fill="none" ${stroke}/>${dots.join("")}`;
}

/** Names at the ends of the lines, far enough from each other to be read. */
function labels(series: readonly Series[], y: Scale): string[] {
  const placed = series
    .map(({ name, points }, number) => ({ name, top: y(points.at(-1)![1]), ...strokes[number % strokes.length]! }))
    .sort((a, b) => a.top - b.top);
  placed.forEach((label, number) => {
    if (number > 0) label.top = Math.max(label.top, placed[number - 1]!.top + 16);
  });
  return placed.map(({ name, top, color }) => text(area.right + 10, top + 4, name, `fill="${color}"`));
}

const text = (x: number, y: number, words: string, more = ""): string =>
  `<text x="${round(x)}" y="${round(y)}"${more && ` ${more}`}>${escaped(words)}</text>`;
const grid = 'stroke="#dddddd"';
const verticalLine = (x: number): string =>
  `<line x1="${round(x)}" x2="${round(x)}" y1="${area.top}" y2="${area.bottom}" ${grid}/>`;
const horizontalLine = (y: number): string =>
  `<line x1="${area.left}" x2="${area.right}" y1="${round(y)}" y2="${round(y)}" ${grid}/>`;

const round = (value: number): string => String(Number(value.toFixed(1)));
const spell = (value: number): string => value.toLocaleString("en-US", { maximumFractionDigits: 6 });
const escaped = (words: string): string =>
  words.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
