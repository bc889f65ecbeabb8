import { isMissed, tableOf, type Figure } from "../../../tools/bench/report";
import { pagesOf, requestsToReadAll, requestsToReadSome } from "../../../tools/bench/targets";

const counted = (ours: number | undefined, at: number, below?: boolean): Figure => ({
  what: "requests of something",
  unit: "requests",
  ours,
  judged: "value",
  limit: { at, below },
});
const timed = (ours: number, bare: number): Figure => ({
  what: "time of something",
  unit: "s",
  ours,
  floor: { side: "bare", value: bare },
  judged: "ratio",
  limit: { at: 1.05, timed: true },
});

test.each([
  [counted(2, 2), false],
  [counted(2.01, 2), true],
  [counted(1.99, 2, true), false],
  [counted(2, 2, true), true],
  [counted(undefined, 2), false],
  [timed(10.5, 10), false],
  [timed(10.6, 10), true],
  [{ ...timed(1, 1), floor: undefined }, false],
])("%j is missed: %s", (figure, missed) => {
  expect(isMissed(figure, true)).toBe(missed);
});

test("with small sizes, only what does not depend on the machine is judged", () => {
  expect([isMissed(timed(2, 1), false), isMissed(counted(3, 2), false)]).toEqual([false, true]);
  expect(tableOf({ figures: [timed(2, 1)] }, false)).toContain("not judged");
});

test("a table shows each figure beside floor and target, and no empty columns", () => {
  const figures: Figure[] = [
    { ...timed(12, 10), cpu: { ours: 5, floor: 4 } },
    { ...counted(undefined, 200, true), unit: "MiB" },
    counted(1234.5, 2000),
  ];
  expect(tableOf({ figures }, true).split("\n").slice(2)).toEqual([
    "| time of something | 12.00 s | 10.00 s (*bare*) | 1.20 | 5.00 s | 4.00 s | 1.25 | ≤ 1.05 | **missed** |",
    "| requests of something | not measured |  |  |  |  |  | < 200 MiB |  |",
    "| requests of something | 1,234.5 |  |  |  |  |  | ≤ 2,000 | met |",
  ]);
  expect(tableOf({ figures: [counted(1, 2)] }, true)).toBe(
    "|  | ours | target |  |\n| --- | ---: | ---: | ---: |\n| requests of something | 1 | ≤ 2 | met |",
  );
});

test("targets that depend on the size are those of the full size there", () => {
  expect([requestsToReadAll(1000), requestsToReadSome(1000)]).toEqual([20, 1100]);
  // Each page of 500 after the first brings 499.
  expect([1, 500, 501, 999, 1000, 20_000].map(pagesOf)).toEqual([1, 1, 2, 2, 3, 41]);
});
