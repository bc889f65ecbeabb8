import type { CountedRow } from "../../tools/generate/results";
import { faultOf, kinds, phases } from "./kinds";
import { onceFailed } from "./onceFailed";
import { usual } from "./options";
import { plan } from "./plan";
import { committed } from "./report";
import { startSite, type Site } from "./site";
import { subjects } from "./subjects";
import { columns, pairs } from "./tally";
import { Trial, violations } from "./trial";

/** A sample of the fault matrix, the same every time; `npm run faults` runs thousands. */

const runsOfEach = 4;
const seed = 7;

describe("one or two failing requests in the life of a resource", () => {
  let site: Site;
  beforeAll(async () => {
    site = await startSite();
  });
  afterAll(() => site.close());

  test.each(subjects.map((one) => [one.name, one] as const))(
    "%s: nothing is duplicated, orphaned or lost",
    async (name, one) => {
      const printed = [process.stdout, process.stderr].map((stream) => jest.spyOn(stream, "write"));
      const trial = await Trial.of(site, one);
      const planned = plan(name, trial.sent, { runs: runsOfEach, seed });
      expect(planned.length).toBeGreaterThan(0);
      const again = (onceFailed[name] ?? []).map((text) => text.split("+").map(faultOf));
      for (const faults of [...planned, ...again]) {
        const outcome = await trial.run(faults);
        const found = Object.fromEntries(violations.map((name) => [name, outcome[name]]));
        expect({ faults, ...found }).toEqual({ faults, ...Object.fromEntries(violations.map((name) => [name, []])) });
        expect(outcome.struck).toBeGreaterThan(0);
      }
      for (const { mock } of printed) expect(mock.calls).toEqual([]);
    },
  );
});

describe("the results of the last long run", () => {
  const results = committed();
  const tables = [
    ["fault", results.byFault, [...kinds.map(({ name }) => name), pairs]],
    ["type", results.byType, subjects.map(({ name }) => name)],
  ] as const;
  const sumsOf = (rows: readonly CountedRow[]) => {
    const counts = rows.map(([, ...numbers]) => numbers);
    return Object.fromEntries(columns.map((name, at) => [name, counts.reduce((sum, one) => sum + one[at]!, 0)]));
  };

  test("are those of the usual runs", () => {
    const { seed, asked: runs } = results;
    expect({ seed, runs }).toEqual(usual);
    expect(results.columns).toEqual([...columns]);
  });

  test.each(tables)("contain every %s: else run npm run faults -- --page", (_, rows, names) => {
    expect(rows.map(([name]) => name)).toEqual(names);
    expect(rows.map((row) => row.length)).toEqual(names.map(() => columns.length + 1));
  });

  test("count every run once, and no violation", () => {
    const [byFault, byType] = tables.map(([, rows]) => sumsOf(rows));
    expect(byFault).toEqual(byType);
    expect(byFault!.runs).toBeGreaterThanOrEqual(10_000);
    expect(byFault!["needed adopt"]).toBe(results.adopted.reduce((sum, { runs }) => sum + runs, 0));
    expect(byFault).toMatchObject(Object.fromEntries(violations.map((name) => [name, 0])));
    expect(results.failed).toEqual([]);
  });
});

test("the command reads what it prints for a run", () => {
  expect(faultOf("create.3.503-after")).toEqual({ phase: "create", request: 3, kind: "503-after" });
  for (const wrong of ["create.3", "create.x.lost", "destroy.1.lost", "create.3.luck"])
    expect(() => faultOf(wrong)).toThrow();
  expect(phases).toHaveLength(4);
});
