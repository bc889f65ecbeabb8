/**
 * A reporter of jest: names a file that never ends, and ends the run. A test that blocks its
 * process is heard by no limit of jest's, whose run would wait for it forever.
 */
const { spawnSync } = require("node:child_process");
const { relative } = require("node:path");

/** Several times as long as the longest file takes on a busy machine. */
const limitMinutes = 20;

module.exports = class Overdue {
  #running = new Map();

  onTestFileStart({ path }) {
    this.#running.set(path, setTimeout(() => end(path), limitMinutes * 60_000).unref());
  }

  onTestFileResult({ path }) {
    clearTimeout(this.#running.get(path));
    this.#running.delete(path);
  }
};

function end(path) {
  console.error(`${relative(process.cwd(), path)} has run for ${limitMinutes} minutes. The run ends.`);
  // A blocked process does not notice that its parent is gone.
  spawnSync("pkill", ["-KILL", "-P", String(process.pid)]);
  process.exit(1);
}
