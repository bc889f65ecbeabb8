import { Random } from "../../crash/random";
import { startRig, type Rig } from "../../lifecycle/rig";
import { Client } from "../../emulator/client";
import { fill } from "../adopt/brownfield";
import { allAlterations, altering, type Alteration } from "./alterations";
import { verified } from "./support";

/** Whatever is different in a service is named in its report. */

let rig: Rig;
let all: Alteration[];
beforeAll(async () => {
  rig = await startRig({ world: { licensing: { licenses: [{ feature: "CCKM" }] } } });
  const client = new Client(rig.emulator);
  await fill(client);
  await client.close();
  all = await allAlterations(rig.api);
});
afterAll(() => rig.close());

/** Ten alterations of different kinds, of collections that have nothing in common. */
function tenOf(random: Random): Alteration[] {
  const chosen: Alteration[] = [];
  for (const kind of random.some(kinds, 10)) {
    const isApart = ({ path }: Alteration) =>
      chosen.every((one) => !one.path.startsWith(path) && !path.startsWith(one.path));
    chosen.push(random.pick(all.filter((one) => one.kind === kind && isApart(one))));
  }
  return chosen;
}

const kinds = [
  "200 for an unknown id",
  "400 instead of 404",
  "404 without a code",
  "500 instead of 404",
  "a list without resources",
  "a total that is a string",
  "an id that is listed but not found",
  "an ignored filter",
  "an ignored limit",
  "an ignored skip",
  "another name",
  "another type",
  "another word",
  "no total",
];

test("every kind of alteration is possible", () => {
  expect([...new Set(all.map(({ kind }) => kind))].sort()).toEqual(kinds);
});

test.each([1, 2, 3])("ten alterations, chosen by the seed %i, are all named", async (seed) => {
  const chosen = tenOf(new Random(seed));
  const { report, ended } = await verified(rig.emulator, {
    types: chosen.map(({ type }) => type),
    through: altering(chosen),
  });
  expect(ended).toBeUndefined();
  for (const { kind, type, where } of chosen) {
    const entry = report.entries.find((one) => one.name === type)!;
    expect({ type, kind, outcome: entry.outcome, where: entry.differences.map((one) => one.where) }).toEqual({
      type,
      kind,
      outcome: "differs",
      where: expect.arrayContaining([where]) as string[],
    });
  }
});
