import { stripVTControlCharacters } from "node:util";
import { ansiToJson, type AnserJsonEntry } from "anser";
import type { Line, Slide } from "./screen";

/** The first day of every recording, whenever it was made. */
const firstDay = "2027-01-01";
const secondsPerLine = 0.4;
const leastSeconds = 5;
const [fontSize, lineHeight, charWidth, margin, bar] = [13, 18, 7.8, 20, 36];
const fonts = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace";
const colors = {
  red: "#ef7d7d",
  green: "#8fd694",
  yellow: "#e6c77a",
  blue: "#82aaff",
  magenta: "#c792ea",
  cyan: "#7fdbca",
};

/**
 * An SVG that plays the steps, one after another. Not asciinema with agg, and not vhs: `npm ci`
 * installs none of them, and each run would record other days and durations. What differs from run
 * to run is made the same; `begun` is the day of the first step.
 */
export function recordingOf(recorded: readonly Slide[], begun: string): string {
  const slides = normalized(recorded, Date.parse(firstDay) - Date.parse(begun));
  const width = Math.max(...slides.flatMap(({ lines }) => lines.map(({ text }) => lengthOf(text))));
  const height = Math.max(...slides.map(({ lines }) => lines.length));
  const [w, h] = [Math.ceil(width * charWidth) + 2 * margin, height * lineHeight + bar + 2 * margin];
  const seconds = slides.map(({ lines }) => Math.max(leastSeconds, lines.length * secondsPerLine));
  const begins = seconds.map((_, index) => sum(seconds.slice(0, index)));
  const total = sum(seconds);
  const rules = slides.map((_, index) =>
    appearance(index, begins[index]! / total, (begins[index]! + seconds[index]!) / total),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} ${h}" width="${w}" height="${h}" role="img" aria-label="npm run demo">
<style>
text { font: ${fontSize}px ${fonts}; fill: #d6deeb; white-space: pre; }
${Object.entries(colors)
  .map(([name, color]) => `.ansi-${name}, .ansi-bright-${name} { fill: ${color}; }`)
  .join("\n")}
.title, .bold { font-weight: bold; }
.dim { opacity: 0.6; }
.slide { visibility: hidden; animation: ${total.toFixed(1)}s step-end infinite; }
${rules.join("\n")}
@media (prefers-reduced-motion: reduce) { .slide { animation: none !important; } #step-1 { visibility: visible; } }
</style>
<rect width="${w}" height="${h}" rx="8" fill="#011627"/>
${[0, 1, 2].map((dot) => `<circle cx="${margin + dot * 18}" cy="20" r="5" fill="#1d3b53"/>`).join("")}
${slides.map(slideText).join("\n")}
</svg>
`;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
const percent = (share: number): string => `${(share * 100).toFixed(2)}%`;
const lengthOf = (text: string): number => stripVTControlCharacters(text).length;

function appearance(index: number, from: number, to: number): string {
  const name = `step-${index + 1}`;
  const frames = `0% { visibility: hidden; } ${percent(from)} { visibility: visible; } ${percent(to)} { visibility: hidden; }`;
  return `#${name} { animation-name: ${name}; } @keyframes ${name} { ${frames} }`;
}

function slideText({ title, lines }: Slide, index: number): string {
  const head = `<text class="title ansi-cyan" x="${margin + 60}" y="25">${escaped(title)}</text>`;
  const rows = lines.map((line, row) => lineText(line, bar + margin + (row + 1) * lineHeight - 5));
  return `<g class="slide" id="step-${index + 1}">\n${[head, ...rows.filter(Boolean)].join("\n")}\n</g>`;
}

function lineText({ by, text }: Line, y: number): string {
  let before = "";
  const parts = ansiToJson(text, { use_classes: true, remove_empty: true }).flatMap((entry) =>
    entry.content.split(columns).map((part) => {
      const drawn = span(part, entry, before);
      before += part;
      return drawn;
    }),
  );
  return parts.length === 0 ? "" : `<text class="${by}" y="${y}">${parts.join("")}</text>`;
}

/** A column may begin after several spaces. */
const columns = /(?<= {2})(?=\S)/;

/** What begins a column has a place of its own, which no font can spoil. */
function span(text: string, { fg, decorations }: AnserJsonEntry, before: string): string {
  const classes = [...(fg ? [fg] : []), ...decorations].join(" ");
  const begins = before === "" || (before.endsWith("  ") && !text.startsWith(" "));
  const x = begins ? ` x="${(margin + before.length * charWidth).toFixed(1)}"` : "";
  const look = classes && ` class="${classes}"`;
  return x + look === "" ? escaped(text) : `<tspan${x}${look}>${escaped(text)}</tspan>`;
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const escaped = (text: string): string => text.replaceAll(/[&<>]/g, (character) => entities[character]!);

/**
 * Days are moved by so many milliseconds, the time of day is that of the rotations, and what took
 * how long is left out.
 */
function normalized(slides: readonly Slide[], shift: number): Slide[] {
  const moved = (day: string): string => new Date(Date.parse(day) + shift).toISOString().slice(0, 10);
  const same = (text: string): string =>
    text
      .replaceAll(/\b\d{4}-\d\d-\d\d\b/g, moved)
      .replaceAll(/(\d{4}-\d\d-\d\d) \d\d:\d\d/g, "$1 03:00")
      .replaceAll(/ \(\d+(\.\d+)?s\)/g, "")
      .replaceAll(/\bin \d+\.\d s\b/g, "in seconds");
  return slides.map(({ title, lines }) => ({ title, lines: lines.map(({ by, text }) => ({ by, text: same(text) })) }));
}
