/**
 * A reporter of jest: names a file that never ends, and ends the run. A test that blocks its
 * process is heard by no limit of jest's, whose run would wait for it forever. Jest runs a single
 * file in its own process, where this is not heard either.
 */
const { spawnSync } = require("node:child_process");
const { relative } = require("node:path");

/** Longer than any file takes on a busy machine; the first with an engine may have to build it. */
const minutesOf = ({ displayName }) => (displayName.name === "unit" ? 20 : 45);

module.exports = class Overdue {
  #running = new Map();

  onTestFileStart({ path, context }) {
    const minutes = minutesOf(context.config);
    this.#running.set(path, setTimeout(() => end(path, minutes), minutes * 60_000).unref());
  }

  onTestFileResult({ path }) {
    clearTimeout(this.#running.get(path));
    this.#running.delete(path);
  }
};

function end(path, minutes) {
  console.error(`${relative(process.cwd(), path)} has run for ${minutes} minutes. The run ends.`);
  // A blocked process does not notice that its parent is gone.
  spawnSync("pkill", ["-KILL", "-P", String(process.pid)]);
  process.exit(1);
}
