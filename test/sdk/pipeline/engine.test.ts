import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { ask, EngineMissing, runOperation } from "../../../sdk/pipeline/engine";

/** With a command named pulumi that does what the test wants; the real one is for the engine tests. */

const folder = mkdtempSync(join(tmpdir(), "ciphertrust-fake-engine-"));
const { PATH, TMPDIR } = process.env;
const restore = (name: string, value: string | undefined) => {
  if (value === undefined) delete process.env[name];
  else process.env[name] = value;
};

beforeEach(() => {
  process.env.PATH = [folder, dirname(process.execPath), "/usr/bin", "/bin"].join(delimiter);
  process.env.TMPDIR = mkdtempSync(join(folder, "tmp-"));
  jest.spyOn(process.stderr, "write").mockReturnValue(true);
});
afterEach(() => {
  restore("PATH", PATH);
  restore("TMPDIR", TMPDIR);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function pulumi(script: string): void {
  writeFileSync(join(folder, "pulumi"), `#!/usr/bin/env bash\nlog="\${!#}"\n${script}\n`);
  chmodSync(join(folder, "pulumi"), 0o755);
}
const leftOvers = () => readdirSync(process.env.TMPDIR!);

test("the events come from a log that only this user can read, and that is gone afterwards", async () => {
  pulumi(`echo "$PULUMI_DEBUG_COMMANDS $*" > ${folder}/called
    stat -c %a "$(dirname "$log")" > ${folder}/mode
    echo '{"summaryEvent":{"resourceChanges":{"same":1}}}' > "$log"; exit 7`);
  const { code, events, signal } = await runOperation(["preview", "--refresh"], folder);
  expect({ code, events, signal }).toEqual({
    code: 7,
    events: [{ summaryEvent: { resourceChanges: { same: 1 } } }],
    signal: undefined,
  });
  expect(readFileSync(join(folder, "called"), "utf8")).toMatch(/^true preview --refresh --event-log \S+\n$/);
  expect(readFileSync(join(folder, "mode"), "utf8").trim()).toBe("700");
  expect(leftOvers()).toEqual([]);
});

test("what it complains of before its first event is kept", async () => {
  pulumi("echo 'error: incorrect passphrase' >&2; exit 255");
  expect(await runOperation(["preview"], folder)).toMatchObject({
    code: 255,
    events: [],
    complaint: "error: incorrect passphrase",
  });
});

test("a signal is passed on, the engine ends in its own time, and nothing stays", async () => {
  pulumi(`trap 'echo "{}" >> "$log"; exit 1' TERM; : > ${folder}/ready; while :; do sleep 0.02; done`);
  const running = runOperation(["up"], folder);
  while (!existsSync(join(folder, "ready"))) await new Promise(setImmediate);
  process.emit("SIGTERM", "SIGTERM");
  expect(await running).toMatchObject({ code: 1, events: [{}], signal: "SIGTERM" });
  expect(leftOvers()).toEqual([]);
  expect(process.listenerCount("SIGTERM")).toBe(0);
});

test("an engine that is not there is explained, and nothing stays", async () => {
  process.env.PATH = join(folder, "nowhere");
  const tried = runOperation(["up"], folder);
  await expect(tried).rejects.toThrow(EngineMissing);
  await expect(tried).rejects.toThrow(/not on PATH.*pulumi\.com\/docs\/install/);
  expect(leftOvers()).toEqual([]);
});

test("so is one that may not be started", async () => {
  pulumi("exit 0");
  chmodSync(join(folder, "pulumi"), 0o644);
  process.env.PATH = folder;
  const tried = runOperation(["up"], folder);
  await expect(tried).rejects.toThrow(EngineMissing);
  await expect(tried).rejects.toThrow(/could not be started in .*: EACCES/);
});

test("a question whose answer is no JSON, or a failure, has no answer", async () => {
  pulumi(`case "$1" in good) echo '[1]' ;; bad) echo no ;; *) echo '[1]'; exit 1 ;; esac`);
  expect([await ask(["good"], folder), await ask(["bad"], folder), await ask(["fail"], folder)]).toEqual([
    [1],
    undefined,
    undefined,
  ]);
});
