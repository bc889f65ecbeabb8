import { EmulatorProcess } from "../../tools/bench/service";
import { loadCases, simulateLoad } from "../../tools/simulation/load";
import { loadTable, windowTable, withPassage } from "../../tools/simulation/tables";
import { simulateWindow, windowCases } from "../../tools/simulation/windows";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { engineTimeout, root } from "./harness";

/**
 * The simulations behind docs/scaling.md, at a size that takes seconds; they run the compiled
 * emulator.
 */

jest.setTimeout(engineTimeout);

const night = { accounts: 12, seconds: 60 };

test.each([
  ["a schedule for each account, all at 22:00", { refreshed: 1, refused: 11, minutes: 1 }],
  ["six schedules, an hour apart", { refreshed: 12, refused: 0, minutes: 302 }],
  ["one schedule for all", { refreshed: 12, refused: 0, minutes: 12 }],
])("a night with %s", async (title, outcome) => {
  const one = windowCases(night).find((one) => one.title === title)!;
  expect(await simulateWindow(one, night)).toEqual({ title, ...outcome });
});

test("a load beyond the limit is refused, and never served beyond it", async () => {
  const emulator = await EmulatorProcess.start();
  try {
    const around = { latencyMs: 0, engineSeconds: 0, seconds: 2 };
    const one = { keys: 4, stacks: 4, calls: 4, rate: 10 };
    const result = await simulateLoad(one, around, emulator);
    expect(result.refused).toBeGreaterThan(0);
    // What the bucket holds at first comes in addition.
    expect(result.served).toBeGreaterThan(0);
    expect(result.served).toBeLessThanOrEqual(10 + 10 / 2);
    expect(result.hours).toBeCloseTo((1000 * 10) / result.served / 3600);
  } finally {
    await emulator.stop();
  }
});

test("the page has a table of each simulation, with a line for each case", () => {
  const page = readFileSync(join(root, "docs/scaling.md"), "utf8");
  const passage = (name: string) =>
    new RegExp(`<!-- simulation: ${name} -->([^]*?)<!-- /simulation -->`).exec(page)![1]!;
  const lines = (name: string) =>
    passage(name)
      .match(/^\|.*$/gm)!
      .slice(2);
  const size = { accounts: 300, seconds: 60 };
  expect(lines("windows").map((line) => line.split("|")[1]!.trim())).toEqual(
    windowCases(size).map(({ title }) => title),
  );
  const cells = (line: string) => line.split("|").map((cell) => cell.trim());
  expect(lines("load").map((line) => cells(line).slice(1, 5).join(" "))).toEqual(
    loadCases.map(
      ({ keys, rate, stacks, calls }) => `${keys} ${rate === 0 ? "none" : `${rate}/s`} ${stacks} ${stacks * calls}`,
    ),
  );
});

test("a table replaces the one that the page has", () => {
  const result = { ...loadCases[0]!, served: 12.4, refused: 0.016, failed: 0.5, hours: 0.25 };
  const around = { latencyMs: 50, engineSeconds: 3, seconds: 20 };
  const page = "before\n<!-- simulation: load -->\n\nold\n\n<!-- /simulation -->\nafter\n";
  const written = withPassage(page, "load", loadTable([result], around));
  expect(written).toMatch(
    /^before\n.*\n\n\| keys \| limit \|[^]*\| 1 +\| none +\| 4 +\| 16 +\| 12\/s +\| 1\.6 % +\| 50 % +\| 15 min +\|\n/,
  );
  expect(written).not.toContain("old");
  expect(written).toMatch(/\n\n<!-- \/simulation -->\nafter\n$/);
  expect(() => withPassage(page, "windows", windowTable([], night))).toThrow("no passage windows");
});
