import { spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { build } from "esbuild";
import * as z from "zod";
import { ask, EngineMissing, runOperation } from "../../../cli/pipeline/engine";
import { named } from "../../../cli/pipeline/privateFile";

/** With a scripted command named pulumi; the engine tests use the real one. */

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

test("the events come from a log that only this user can read, and that is removed afterwards", async () => {
  pulumi(`echo "$PULUMI_DEBUG_COMMANDS $*" > ${folder}/called
    stat -L -c %a "$log" > ${folder}/mode
    echo '{"diagnosticEvent":{"severity":"debug","message":"a secret in clear"}}' > "$log"
    echo '{"summaryEvent":{"resourceChanges":{"same":1}}}' >> "$log"; exit 7`);
  const { code, events, signal } = await runOperation(["preview", "--refresh"], folder);
  expect({ code, events, signal }).toEqual({
    code: 7,
    events: [{ summaryEvent: { resourceChanges: { same: 1 } } }],
    signal: undefined,
  });
  expect(readFileSync(join(folder, "called"), "utf8")).toMatch(/^true preview --refresh --event-log \S+\n$/);
  expect(readFileSync(join(folder, "mode"), "utf8").trim()).toBe("600");
  expect(leftOvers()).toEqual([]);
});

/** Files that anybody could find by name and that contain the string. */
function holding(text: string): string[] {
  const files = [process.env.TMPDIR!, "/dev/shm"].filter(existsSync).flatMap((place) =>
    readdirSync(place, { recursive: true, withFileTypes: true }).flatMap((one) => {
      const isOurs = one.isFile() && one.parentPath.includes("ciphertrust-pipeline-");
      return isOurs ? [join(one.parentPath, one.name)] : [];
    }),
  );
  return files.filter((file) => readFileSync(file, "utf8").includes(text));
}

const onLinux = process.platform === "linux" ? test : test.skip;

onLinux("killed while the engine writes, it leaves no file with what was written, and the engine goes on", async () => {
  const built = join(folder, "engine.js");
  const entryPoints = [join(__dirname, "../../../cli/pipeline/engine.ts")];
  await build({ entryPoints, outfile: built, bundle: true, platform: "node", logLevel: "silent" });
  const secret = "secret-of-a-debug-message";
  pulumi(`exec 3<>"$log"; echo "${secret}" >&3; cat "$log" > ${folder}/read; echo $$ > ${folder}/pid.new
    mv ${folder}/pid.new ${folder}/pid; while [ ! -e ${folder}/killed ]; do sleep 0.02; done
    echo "${secret}" >&3; echo $? > ${folder}/went-on`);
  const script = `void require(${JSON.stringify(built)}).runOperation(["up"], ${JSON.stringify(folder)})`;
  const child = spawn(process.execPath, ["-e", script], { stdio: "ignore", env: process.env });
  while (!existsSync(join(folder, "pid"))) await new Promise(setImmediate);
  expect(readFileSync(join(folder, "read"), "utf8")).toContain(secret);
  expect(holding(secret)).toEqual([]);
  child.kill("SIGKILL");
  await new Promise((done) => child.once("close", done));
  expect([holding(secret), leftOvers()]).toEqual([[], []]);
  writeFileSync(join(folder, "killed"), "");
  while (!existsSync(join(folder, "went-on"))) await new Promise(setImmediate);
});

test("a log that needs a name is in a private folder of the user, which the next run removes if this one was killed", () => {
  const log = named();
  expect([statSync(log.path).mode & 0o777, statSync(dirname(log.path)).mode & 0o777]).toEqual([0o600, 0o700]);
  named().close();
  expect(existsSync(log.path)).toBe(true);
  const gone = spawnSync(process.execPath, ["-e", ""]).pid;
  const left = dirname(log.path).replace(`-${process.pid}-`, `-${gone}-`);
  renameSync(dirname(log.path), left);
  named().close();
  expect(existsSync(left)).toBe(false);
});

test("a log of any length is read line by line, and no character is lost where two parts meet", () => {
  const log = named();
  try {
    const lines = ["x".repeat(2 ** 20 - 1), "€".repeat(2 ** 19), "", "end"];
    writeFileSync(log.path, lines.join("\n"));
    expect([...log.lines()]).toEqual(lines);
    writeFileSync(log.path, "");
    expect([...log.lines()]).toEqual([]);
  } finally {
    log.close();
  }
});

test.each<[string[], Record<string, string>, string]>([
  [["up", "--continue-on-error"], {}, "true"],
  [["up", "--continue-on-error=true", "--refresh"], {}, "true"],
  [["up", "--continue-on-error=false"], { PULUMI_CONTINUE_ON_ERROR: "true" }, "false"],
  [["up", "--continue-on-error", "--continue-on-error=0"], {}, "false"],
  [["up"], {}, "false"],
  [["up"], { PULUMI_CONTINUE_ON_ERROR: "1" }, "1"],
  [["up"], { PULUMI_OPTION_CONTINUE_ON_ERROR: "1" }, "unset"],
  // A destroy deletes keys all the same.
  [["destroy", "--continue-on-error"], {}, "false"],
  [["preview"], {}, "unset"],
])("providers are told whether %j with %j goes on after a failure: %s", async (args, set, expected) => {
  Object.assign(process.env, set);
  try {
    pulumi(`echo "\${PULUMI_CONTINUE_ON_ERROR:-unset}" > ${folder}/told`);
    await runOperation(args, folder);
  } finally {
    for (const name of Object.keys(set)) delete process.env[name];
  }
  expect(readFileSync(join(folder, "told"), "utf8").trim()).toBe(expected);
});

test("messages before the first event are kept", async () => {
  pulumi("echo 'error: incorrect passphrase' >&2; exit 255");
  expect(await runOperation(["preview"], folder)).toMatchObject({
    code: 255,
    events: [],
    complaint: "error: incorrect passphrase",
  });
});

test("a signal is passed on, the engine ends in its own time, and nothing is left behind", async () => {
  pulumi(`trap 'echo "{}" >> "$log"; exit 1' TERM; : > ${folder}/ready; while :; do sleep 0.02; done`);
  const running = runOperation(["up"], folder);
  while (!existsSync(join(folder, "ready"))) await new Promise(setImmediate);
  process.emit("SIGTERM", "SIGTERM");
  const ended = await running;
  expect(ended).toMatchObject({ code: 1, signal: "SIGTERM" });
  expect(ended.events).toEqual([{}]);
  expect(leftOvers()).toEqual([]);
  expect(process.listenerCount("SIGTERM")).toBe(0);
});

test("a missing engine is explained, and nothing is left behind", async () => {
  process.env.PATH = join(folder, "nowhere");
  const tried = runOperation(["up"], folder);
  await expect(tried).rejects.toThrow(EngineMissing);
  await expect(tried).rejects.toThrow(/not on PATH.*pulumi\.com\/docs\/install/);
  expect(leftOvers()).toEqual([]);
});

test("so is one without execute permission", async () => {
  pulumi("exit 0");
  chmodSync(join(folder, "pulumi"), 0o644);
  process.env.PATH = folder;
  const tried = runOperation(["up"], folder);
  await expect(tried).rejects.toThrow(EngineMissing);
  await expect(tried).rejects.toThrow(/could not be started in .*: EACCES/);
});

test("a query that fails, or prints no JSON, or another form has no result", async () => {
  const form = z.array(z.number());
  pulumi(
    `case "$1" in good) echo '[1]' ;; other) echo '{"values":[1]}' ;; bad) echo no ;; *) echo '[1]'; exit 1 ;; esac`,
  );
  expect([
    await ask(form, ["good"], folder),
    await ask(form, ["bad"], folder),
    await ask(form, ["fail"], folder),
    await ask(form, ["other"], folder),
  ]).toEqual([[1], undefined, undefined, undefined]);
});
