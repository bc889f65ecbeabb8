/**
 * A reporter that names the files that take long, with the test that they are at, and ends those
 * that no time limit of a test can end, such as an endless loop: their worker is killed, jest
 * counts the file as failed, and the run goes on.
 */
const { readdirSync, readFileSync } = require("node:fs");
const { relative } = require("node:path");
const { stackOf } = require("./stack.cjs");

const minute = 60_000;
/**
 * In minutes. No test may take longer than the limit: manyAccounts.test.ts has the longest, 16
 * minutes.
 */
const [named, limit] = [5, 20];

module.exports = class {
  /** By the paths of files. */
  running = new Map();

  constructor({ rootDir }) {
    this.rootDir = rootDir;
  }

  onRunStart() {
    this.timer = setInterval(() => this.look(), minute);
    this.timer.unref();
  }

  onTestFileStart({ path }) {
    this.running.set(path, { minutes: 0, at: "its beginning" });
  }

  onTestCaseStart({ path }, { fullName }) {
    const file = this.running.get(path);
    if (file) file.at = fullName;
  }

  onTestFileResult({ path }) {
    this.running.delete(path);
  }

  onRunComplete() {
    clearInterval(this.timer);
  }

  look() {
    const files = [...this.running.values()];
    for (const [path, file] of this.running)
      if (++file.minutes % named === 0)
        process.stderr.write(`${relative(this.rootDir, path)} takes ${file.minutes} minutes, at: ${file.at}\n`);
    // One of several workers cannot be told from the others.
    if (files.length > 0 && files.every(({ minutes }) => minutes >= limit)) this.ended ??= end();
  }
};

/** Ends the workers; one that is idle ends by itself once the other one's file counts as failed. */
async function end() {
  for (const pid of workers()) {
    const frames = [...(await stackOf(pid)), ...systemCalls(pid)];
    if (!workers().includes(pid)) continue;
    process.stderr.write(`A worker is killed. It was at:\n${frames.join("\n")}\n`);
    process.kill(pid, "SIGKILL");
  }
}

/**
 * What each thread of a process, and each process that it started, waits for; where no code runs,
 * only the system knows.
 */
function systemCalls(pid) {
  const of = (file) => readFileSync(`/proc/${pid}/task/${file}`, "utf8").trim();
  try {
    const threads = readdirSync(`/proc/${pid}/task`).map(
      (id) => `thread ${of(`${id}/comm`)}: ${of(`${id}/wchan`)}, system call ${of(`${id}/syscall`)}`,
    );
    return [...threads, `processes: ${of(`${pid}/children`)}`];
  } catch (error) {
    return [`what the system does not tell: ${error.message}`];
  }
}

/** The processes in which jest runs files; none where the system does not tell. */
function workers() {
  try {
    const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, "utf8");
    const isWorker = (pid) => readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("jest-worker");
    return children.split(" ").filter(Boolean).filter(isWorker).map(Number);
  } catch {
    return [];
  }
}
