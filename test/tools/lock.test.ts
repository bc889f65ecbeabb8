import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "../../tools/shared/child.cjs";
import { withLock } from "../../tools/shared/lock.cjs";
import { deadPid, temporaryFolder, writeFile } from "./fixtures";

const folder = temporaryFolder();

test("one at a time, and the file is removed afterwards", async () => {
  const file = join(folder, "one");
  let inside = 0;
  const work = async (): Promise<number> => {
    const seen = ++inside;
    await new Promise(setImmediate);
    inside--;
    return seen;
  };
  expect(await Promise.all([1, 2, 3].map(() => withLock(file, work)))).toEqual([1, 1, 1]);
  expect(existsSync(file)).toBe(false);
});

test("a failure of the work releases the lock", async () => {
  const file = join(folder, "failure");
  await expect(withLock(file, () => Promise.reject(new Error("no luck")))).rejects.toThrow("no luck");
  expect(await withLock(file, async () => "free")).toBe("free");
});

test("a lock whose owner has died is free", async () => {
  const file = writeFile(join(folder, "dead"), String(deadPid));
  expect(await withLock(file, async () => readFileSync(file, "utf8"))).toBe(String(process.pid));
});

test("a waiting process learns the owner of the lock once, and can be canceled", async () => {
  const file = writeFile(join(folder, "alive"), String(process.ppid));
  const onWait = jest.fn();
  const work = jest.fn();
  await expect(withLock(file, work, { onWait, signal: AbortSignal.timeout(150) })).rejects.toThrow();
  expect(onWait.mock.calls).toEqual([[process.ppid]]);
  expect(work).not.toHaveBeenCalled();
  expect(existsSync(file)).toBe(true);
});

test("many processes that find a dead owner still work one at a time", async () => {
  const file = writeFile(join(folder, "many"), String(deadPid));
  const log = join(folder, "log");
  const script = `
    const { appendFileSync } = require("node:fs");
    const { withLock } = require(${JSON.stringify(require.resolve("../../tools/shared/lock.cjs"))});
    const note = (text) => appendFileSync(${JSON.stringify(log)}, text);
    withLock(${JSON.stringify(file)}, async () => { note("<"); await new Promise(setImmediate); note(">"); });`;
  const results = await Promise.all([1, 2, 3, 4].map(() => run(process.execPath, ["-e", script], { capture: true })));
  expect(results.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
  expect(readFileSync(log, "utf8")).toBe("<><><><>");
});
