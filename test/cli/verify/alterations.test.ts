import { startRig, type Rig } from "../../lifecycle/rig";
import { Client } from "../../emulator/client";
import { fill } from "../adopt/brownfield";
import { allAlterations, altering, type Alteration } from "./alterations";
import { verified } from "./support";

/** Whatever is different is named. */

let rig: Rig;
let all: Alteration[];
beforeAll(async () => {
  rig = await startRig({ world: { licensing: { licenses: [{ feature: "CCKM" }] } }, hurry: true });
  const client = new Client(rig.emulator);
  await fill(client);
  await client.close();
  all = await allAlterations(rig.api);
});
afterAll(() => rig.close());

test("ALL", async () => {
  console.log(all.length);
  const bad: string[] = [];
  for (const one of all) {
    const { report, ended } = await verified(rig.emulator, { types: [one.type], through: altering([one]) });
    const [entry] = report.entries;
    if (ended || !entry!.differences.some(({ where }) => where === one.where))
      bad.push(`${one.name}: ${JSON.stringify(entry)} ${String(ended ?? "")}`);
  }
  console.log(bad.length + "\n" + bad.join("\n"));
}, 600000);
