import { startRig, type Rig } from "../lifecycle/rig";
import { compiled } from "./compiler";
import { mistakes } from "./mistakes";
import { steady } from "./mistake";
import { committedPage, pageWith, writePage, type Told } from "./page";

/** Every typical mistake is made, and the provider's message must match the page of errors. */

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());
beforeEach(async () => {
  await rig.control("DELETE", "/faults");
  await rig.control("POST", "/reset");
});

const told = new Map<string, Told>();

/** What readers should never see: messages of a library, internals of this program, or no subject. */
const foreign = /\bundefined\b|\[object|Invalid input|expected \w+, received|NaN|\bzod\b/;

describe.each(Object.entries(mistakes))("%s", (_title, rows) => {
  test.each(rows.map((row) => [row.name, row] as const))("%s", async (name, row) => {
    const message = steady(await row.message(rig));
    expect(message).not.toMatch(foreign);
    told.set(name, { ...row, message });
  });
});

const all = Object.values(mistakes).flat();
const names = all.map(({ name }) => name);

test("each mistake is listed once", () => {
  expect(names).toEqual([...new Set(names)]);
  expect(names.length).toBeGreaterThanOrEqual(45);
});

const statements = all.filter(({ written }) => written !== undefined);

/** By name of the mistake. */
const compilerErrors = (): Map<string, string> =>
  new Map([...compiled(statements.map(({ written }) => written!))].map(([at, text]) => [statements[at]!.name, text]));

test("the page shows every mistake with the message of this run", () => {
  const errors = compilerErrors();
  expect(errors.size).toBeGreaterThanOrEqual(13);
  const toldOf = (name: string): Told => ({ ...told.get(name)!, compiler: errors.get(name) });
  const sections = Object.entries(mistakes).map(([title, rows]) => [title, rows.map(({ name }) => toldOf(name))]);
  const page = pageWith(Object.fromEntries(sections) as Record<string, Told[]>);
  if (process.env.WRITE_ERRORS_PAGE) writePage(page);
  expect(committedPage() === page || "docs/errors.md is out of date: run npm run generate -- errors").toBe(true);
});
