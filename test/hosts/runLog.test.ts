import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { anyEngine, engineOf, RunLog } from "../../provider/hosts/runLog";

/** Provider processes of one engine know which objects the others have. */

const engine = "127.0.0.1:40123";
let folder: string;
const others: ChildProcess[] = [];
let listeners: unknown[];
beforeEach(() => {
  listeners = process.listeners("exit");
  folder = mkdtempSync(join(tmpdir(), "run-log-"));
});
afterEach(() => {
  for (const other of others.splice(0)) other.kill("SIGKILL");
  for (const added of process.listeners("exit").filter((one) => !listeners.includes(one)))
    process.removeListener("exit", added);
  rmSync(folder, { recursive: true });
});

const bank = "cm.bank/root.birth.key";
const here = () => RunLog.ofEngine(engine, folder)!;
const at = (key: string, service = bank) => ({ collection: "", key, service });
const run = () => {
  const [own] = readdirSync(folder);
  return join(folder, own!, "127.0.0.1-40123");
};

/** A process that does nothing, and has written these lines. */
async function other(...lines: string[]): Promise<ChildProcess> {
  const child = spawn(process.execPath, ["-e", "process.stdout.write('.'); process.stdin.resume()"]);
  others.push(child);
  await once(child.stdout, "data");
  // Makes the folder.
  here().add("declared", at("mine"));
  writeFileSync(join(run(), String(child.pid)), lines.map((line) => `${line}\n`).join(""));
  return child;
}

test("objects of another process are known until it gives them up, or ends", async () => {
  const log = here();
  expect([log.has(at("a")), log.hasAny()]).toEqual([false, false]);
  const child = await other(`+${bank} a`, `+${bank} b`, `-${bank} b`);
  expect(["a", "b", "c"].map((one) => log.has(at(one)))).toEqual([true, false, false]);
  expect(log.hasAny()).toBe(true);
  writeFileSync(join(run(), String(child.pid)), `-${bank} a\n+${bank} c\n`, { flag: "a" });
  expect(["a", "b", "c"].map((one) => log.has(at(one)))).toEqual([false, false, true]);
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
  expect([log.has(at("c")), log.hasAny()]).toEqual([false, false]);
});

test("a claim, its end and a failure have lines that earlier versions of this package read as well", () => {
  const log = here();
  for (const stage of ["declared", "adopting", "leaving", "declared", "dropped", "declared", "ended"] as const)
    log.add(stage, at('["/boxes"]"a"'));
  log.fail('creating VaultKey "k"');
  const object = `${bank} ["/boxes"]"a"`;
  const lines = ["+", "+", "-", "+", "-", "+", "-"].map((sign) => `${sign}${object}`);
  expect(readFileSync(join(run(), String(process.pid)), "utf8").split("\n")).toEqual([
    ...lines,
    '!creating VaultKey "k"',
    "",
  ]);
});

test.each(["?", `made ${bank} a`, "+", "+a"])(
  "a line that only a later version knows, %j, may claim anything",
  async (line) => {
    const log = here();
    const child = await other(`+${bank} a`, line, `-${bank} a`);
    expect([log.has(at("a")), log.has(at("b")), log.hasAny(), log.failure()]).toEqual([true, true, true, undefined]);
    const gone = once(child, "exit");
    child.kill("SIGKILL");
    await gone;
    expect([log.has(at("b")), log.hasAny()]).toEqual([false, false]);
  },
);

test("a line counts once it is complete; a failure counts at once, for its process may be gone", async () => {
  const log = here();
  const child = await other();
  const write = (text: string) => writeFileSync(join(run(), String(child.pid)), text, { flag: "a" });
  write(`+${bank} ab`);
  expect([log.has(at("ab")), log.hasAny()]).toEqual([false, false]);
  write("c\n!creating");
  expect([log.has(at("ab")), log.has(at("abc")), log.failure()]).toEqual([false, true, "creating"]);
});

test("an object of the same id in another service is another one", async () => {
  await other(`+${bank} a`);
  expect(here().has(at("a", "cm.bank/other.birth2.key2"))).toBe(false);
});

test("what ends on one service does not end on another one", async () => {
  await other(`+${bank} a`, "+cm.bank/other.birth2.key2 a", "-cm.bank/other.birth2.key2 a");
  expect(["cm.bank/other.birth2.key2", bank].map((service) => here().has(at("a", service)))).toEqual([false, true]);
});

test("an object of a service is the same under another address of it, and may be where the service is not known", async () => {
  await other(`+${bank} a`, "+ b");
  expect(here().has(at("a", "10.0.0.7:8443/root.birth.key"))).toBe(true);
  expect([here().has(at("a", "")), here().has(at("b"))]).toEqual([true, true]);
});

test("its own objects are no others', and nobody else can read or write what it notes", () => {
  const log = here();
  log.add("dropped", at("a"));
  expect(readdirSync(folder)).toEqual([]);
  log.add("declared", at("a"));
  expect(log.has(at("a"))).toBe(false);
  const file = join(run(), String(process.pid));
  expect([join(run(), ".."), run(), file].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o700, 0o600]);
});

test("a file that its process removes just then counts as empty", async () => {
  const child = await other(`+${bank} a`);
  const file = join(run(), String(child.pid));
  rmSync(file);
  // Listed, and gone when it is opened.
  symlinkSync(join(folder, "gone"), file);
  expect([here().has(at("a")), here().hasAny()]).toEqual([false, false]);
});

test("what has failed in another process has failed in the run, even once that process is gone", async () => {
  const log = here();
  const child = await other(`+${bank} a`);
  expect(log.failure()).toBeUndefined();
  writeFileSync(join(run(), String(child.pid)), '!creating VaultKey "k"\n!creating VaultKey "l"\n', { flag: "a" });
  expect([log.failure(), log.has(at("a"))]).toEqual(['creating VaultKey "k"', true]);
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
  for (const one of [log, here()]) expect([one.failure(), one.has(at("a"))]).toEqual(['creating VaultKey "k"', false]);
  expect(RunLog.ofEngine("127.0.0.1:40124", folder)!.failure()).toBeUndefined();
});

test.each([
  ["shorter", []],
  ["longer", [`+${bank} b`, `+${bank} c`, `+${bank} d`]],
])("a process id that is used again has only what its new process has noted, here a %s file", async (_which, more) => {
  const child = await other(`+${bank} a`, `+${bank} b`, '!creating VaultKey "k"');
  const log = here();
  expect([log.has(at("a")), log.failure()]).toEqual([true, 'creating VaultKey "k"']);
  const file = join(run(), String(child.pid));
  rmSync(file);
  writeFileSync(file, [`+${bank} e`, ...more].map((line) => `${line}\n`).join(""));
  expect([log.has(at("a")), log.has(at("e")), log.failure()]).toEqual([false, true, undefined]);
});

test("a file of the same identity that has become shorter is read anew", async () => {
  const child = await other(`+${bank} a`, `+${bank} b`, '!creating VaultKey "k"');
  const log = here();
  expect(log.has(at("a"))).toBe(true);
  // Some file systems give a new file the number of the old one, and know no time at which it was made.
  const file = join(run(), String(child.pid));
  const { ino } = statSync(file);
  writeFileSync(file, `+${bank} e\n`);
  expect(statSync(file).ino).toBe(ino);
  expect([log.has(at("a")), log.has(at("e")), log.failure()]).toEqual([false, true, undefined]);
});

/** What a process does when it ends, and has noted these things. */
function ended(note: (log: RunLog) => void): void {
  const known = process.listeners("exit");
  note(here());
  const [added] = process.listeners("exit").filter((one) => !known.includes(one));
  process.removeListener("exit", added!);
  added!(0);
}

test("what has failed is left to the processes of the run, and removed with the last of them", async () => {
  const running = await other(`+${bank} a`);
  ended((log) => log.fail('creating VaultKey "k"'));
  const own = join(run(), String(process.pid));
  expect(readFileSync(own, "utf8")).toBe('!creating VaultKey "k"\n');
  const gone = once(running, "exit");
  running.kill("SIGKILL");
  await gone;
  ended((log) => log.fail('creating VaultKey "l"'));
  expect(readdirSync(folder)).toEqual([]);
});

test("a process leaves nothing behind, nor what others left that were killed", async () => {
  const killed = await other(`+${bank} a`);
  const gone = once(killed, "exit");
  killed.kill("SIGKILL");
  await gone;
  const earlier = join(run(), "..", "127.0.0.1-1");
  mkdirSync(earlier);
  writeFileSync(join(earlier, String(killed.pid)), "");
  ended((log) => {
    log.add("declared", at("a"));
    expect(readdirSync(run())).toEqual(expect.arrayContaining([String(process.pid), String(killed.pid)]));
  });
  expect(readdirSync(folder)).toEqual([]);
});

test.each([
  [["node", "host.js", engine], engine],
  [["node", "host.js", engine, "--tracing"], engine],
  [["node", "host.js", engine, "127.0.0.1:40124"], "127.0.0.1:40124"],
  [["node", "/a/script.js", "--flag"], undefined],
])("the arguments %j are those of the engine %s", (args, address) => {
  expect(engineOf(args)).toBe(address);
  expect(engineOf(args, true)).toBe(address ?? anyEngine);
});

test("a process that no engine has started has none", () => {
  expect(RunLog.ofEngine(undefined)).toBeUndefined();
});

test("what a process of an unknown engine has, or has failed, counts for every engine, and the other way round", async () => {
  const unknown = RunLog.ofEngine(anyEngine, folder)!;
  const child = await other(`+${bank} a`);
  expect([unknown.has(at("a")), unknown.hasAny(), unknown.failure()]).toEqual([true, true, undefined]);
  const any = join(run(), "..", anyEngine);
  mkdirSync(any);
  writeFileSync(join(any, String(child.pid)), `+${bank} b\n!creating VaultKey "k"\n`);
  for (const one of [here(), RunLog.ofEngine("127.0.0.1:40124", folder)!, unknown])
    expect([one.has(at("b")), one.failure()]).toEqual([true, 'creating VaultKey "k"']);
});

test("a folder that cannot be read tells that, and not that nothing was noted", () => {
  const parent = join(folder, `pulumi-ciphertrust-${userInfo().uid}`);
  mkdirSync(parent);
  // No listing of a folder: a file in its place is one that no user can read as such.
  writeFileSync(join(parent, "127.0.0.1-40123"), "");
  expect(() => here().failure()).toThrow(/^what other processes of this run have noted in .* cannot be read \(ENOTDIR/);
  expect(() => here().has(at("a"))).toThrow("cannot be read");
  expect(() => here().begin()).toThrow(/^what fails in this run cannot be noted in .*TMPDIR/);
});
