import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { openDisk, type Change } from "../../emulator/core/disk";
import { engineTimeout, items, Stack, startWorld, type World } from "./harness";

/**
 * Stacks created by earlier versions of the package, as recorded then: this version shows no change
 * in them, can still change them, and destroys them. A recording contains the program, and
 * compressed (`gunzip -c` prints them) the exported state and the contents of the service. To
 * record the version that is checked out: put the program into `recorded/<version>/program.txt`,
 * and run this test with `RECORD_STATE=<version>` (see docs/maintaining.md).
 */

jest.setTimeout(engineTimeout);

const recordings = join(__dirname, "recorded");
const licensed = { licensing: { licenses: [{ feature: "CCKM" }] } };

interface Recording {
  program: string;
  state: string;
  records: Change[];
}

const file = (version: string, name: string) => join(recordings, version, name);

const programOf = (version: string) => readFileSync(file(version, "program.txt"), "utf8");

function recordingOf(version: string): Recording {
  const text = (name: string) => gunzipSync(readFileSync(file(version, `${name}.gz`))).toString();
  return {
    program: programOf(version),
    state: text("state.json"),
    records: JSON.parse(text("service.json")) as Change[],
  };
}

const keep = (version: string, name: string, text: string) =>
  writeFileSync(file(version, `${name}.gz`), gzipSync(text, { level: 9 }));

/**
 * Everything in a data folder, except what belongs to the emulator that wrote it: its identity and
 * its port.
 */
async function recordsIn(data: string): Promise<Change[]> {
  const disk = await openDisk(join(data, "records"));
  const records: Change[] = [];
  for await (const one of disk.read()) {
    if (one.kind !== "keepsakes" || one.id === "world") records.push(one);
  }
  await disk.close();
  return records;
}

async function writeRecords(data: string, records: Change[]): Promise<void> {
  mkdirSync(data, { recursive: true });
  const disk = await openDisk(join(data, "records"));
  await disk.write(records);
  await disk.close();
}

let data: string;
beforeEach(() => void (data = mkdtempSync(join(tmpdir(), "ciphertrust-recorded-"))));
afterEach(() => rmSync(data, { recursive: true, force: true }));

const versions = readdirSync(recordings);
const recording = process.env.RECORD_STATE;

if (recording) {
  test(`records version ${recording}`, async () => {
    const world = await startWorld({ data, world: licensed });
    const stack = await Stack.create(world.environment);
    expect(await stack.program(programOf(recording)).up()).toMatchObject({ code: 0 });
    keep(recording, "state.json", (await stack.export()).text);
    stack.remove();
    await world.close();
    keep(recording, "service.json", `${JSON.stringify(await recordsIn(data), null, 1)}\n`);
  });
} else {
  describe.each(versions)("a stack of version %s", (version) => {
    let world: World;
    let stack: Stack;
    afterEach(async () => {
      stack?.remove();
      await world?.close();
    });

    test("shows no change, is updated in place, and is destroyed", async () => {
      const { program, state, records } = recordingOf(version);
      await writeRecords(data, records);
      world = await startWorld({ data });
      stack = (await Stack.create(world.environment)).program(program);
      writeFileSync(join(data, "state.json"), state);
      expect(await stack.pulumi("stack", "import", "--file", join(data, "state.json"))).toMatchObject({ code: 0 });

      const drift = await stack.drift();
      expect(drift).toMatchObject({ code: 0, text: expect.stringMatching(/\d+ unchanged/) });
      expect((await stack.preview("--expect-no-changes")).code).toBe(0);

      expect(await stack.program(program.replaceAll('"recorded"', '"upgraded"')).up()).toMatchObject({ code: 0 });
      expect(await stack.destroy()).toMatchObject({ code: 0 });
      for (const path of ["/connectionmgmt/connections", "/scheduler/job-configs", "/vault/keys2/", "/cckm/aws/kms"]) {
        expect({ path, left: items(await world.api("GET", path)) }).toEqual({ path, left: [] });
      }
    });
  });
}
