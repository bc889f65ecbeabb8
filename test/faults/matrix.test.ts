import { faultOf, kinds, phases } from "./kinds";
import { onceFailed } from "./onceFailed";
import { usual } from "./options";
import { committedPage, introduction, limits, meanings } from "./page";
import { plan } from "./plan";
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

describe("the page of the matrix", () => {
  const page = committedPage();
  /** The cells of a table's rows, by the first of them. */
  const rowsUnder = (title: string) => {
    const [, section = ""] = page.split(`## ${title}\n`);
    const lines = section.split("\n## ")[0]!.split("\n");
    const cells = lines.filter((line) => line.startsWith("| ")).map((line) => line.split("|").slice(1, -1));
    const [head, , ...rows] = cells.map((row) => row.map((cell) => cell.trim()));
    return { head: head!.slice(1), rows: new Map(rows.map(([name, ...values]) => [name!, values.map(Number)])) };
  };
  const tables = ["Results by fault", "Results by type"];

  test("describes the current command", () => {
    for (const part of [introduction, meanings, limits]) expect(page).toContain(part);
    expect(page).toContain(`--seed ${usual.seed}\n`);
  });

  test.each(tables)("counts every run once: %s", (title) => {
    const { head, rows } = rowsUnder(title);
    expect(head).toEqual([...columns]);
    const all = rows.get("all")!;
    rows.delete("all");
    const sums = columns.map((_, column) => [...rows.values()].reduce((sum, row) => sum + row[column]!, 0));
    expect(sums).toEqual(all);
    expect(all[0]).toBeGreaterThanOrEqual(10_000);
    const found = violations.map((name) => [name, all[columns.indexOf(name)]]);
    expect(found).toEqual(violations.map((name) => [name, 0]));
  });

  test("contains every type and every fault: else run npm run faults -- --page", () => {
    const [byFault, byType] = tables.map((title) => [...rowsUnder(title).rows.keys()]);
    expect(byType).toEqual([...subjects.map(({ name }) => name), "all"]);
    expect(byFault).toEqual([...kinds.map(({ name }) => name), pairs, "all"]);
  });
});

test("the command reads what it prints for a run", () => {
  expect(faultOf("create.3.503-after")).toEqual({ phase: "create", request: 3, kind: "503-after" });
  for (const wrong of ["create.3", "create.x.lost", "destroy.1.lost", "create.3.luck"])
    expect(() => faultOf(wrong)).toThrow();
  expect(phases).toHaveLength(4);
});
