import { readFileSync } from "node:fs";
import { join } from "node:path";
import { withResult } from "../../../tools/bench/page";
import type { Result } from "../../../tools/bench/report";
import { scenarios } from "../../../tools/bench/scenarios";

const page = readFileSync(join(__dirname, "../../../docs/performance.md"), "utf8");
const result = (name: string): Result => ({ name, title: "", figures: [], notes: `The notes of ${name}.` });

test("every scenario has its place on the page, and writes there only", () => {
  for (const { name } of scenarios) {
    const written = withResult(page, result(name));
    const [before, after] = [`<!-- bench: ${name} -->\n\n`, `\n\n<!-- end: ${name} -->`];
    expect(written).toContain(`${before}The notes of ${name}.${after}`);
    const around = (text: string) => [text.split(before.trim())[0], text.split(after.trim())[1]];
    expect(around(written)).toEqual(around(page));
    expect(withResult(written, result(name))).toBe(written);
  }
});

test("every place on the page belongs to a scenario", () => {
  const places = [...page.matchAll(/<!-- bench: (\w+) -->/g)].map(([, name]) => name);
  expect(places.sort()).toEqual(["machine", ...scenarios.map(({ name }) => name)].sort());
});

test("a scenario without a place is an error", () => {
  expect(() => withResult(page, result("unknown"))).toThrow("docs/performance.md has no place for unknown");
});
