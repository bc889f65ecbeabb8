import { withEmulator } from "../../emulator/client";
import { fill } from "../adopt/brownfield";
import { differing, verified } from "./support";

/** The emulator has no differences. */

describe("a service with objects of every system", () => {
  const service = withEmulator();

  test("differs nowhere", async () => {
    await fill(service.client);
    const { report, ended } = await verified(service.emulator);
    console.log(JSON.stringify(report.entries.map((e) => [e.name, e.outcome])), String((ended as any)?.stack));
    expect(differing(report)).toEqual([]);
  });
});
