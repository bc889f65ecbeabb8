/** A lock between processes: a file that names its owner and outlives nobody. */
const fs = require("node:fs");
const { dirname } = require("node:path");
const { setTimeout: delay } = require("node:timers/promises");
const { isAlive } = require("./child.cjs");

const POLL_MS = 100;
const STALE_GUARD_MS = 10_000;
let claims = 0;

async function withLock(file, work, { signal, onWait } = {}) {
  fs.mkdirSync(dirname(file), { recursive: true });
  let told = false;
  while (!claim(file)) {
    signal?.throwIfAborted();
    if (removeIfAbandoned(file)) continue;
    if (!told) onWait?.(owner(file));
    told = true;
    await delay(POLL_MS, undefined, { signal });
  }
  try {
    return await work();
  } finally {
    fs.rmSync(file, { force: true });
  }
}

/** A link appears with its content or not at all, so nobody ever reads a lock without an owner. */
function claim(file) {
  const draft = `${file}.${process.pid}.${++claims}`;
  fs.writeFileSync(draft, String(process.pid));
  try {
    fs.linkSync(draft, file);
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    return false;
  } finally {
    fs.rmSync(draft, { force: true });
  }
}

function owner(file) {
  try {
    return Number(fs.readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

/**
 * Two that find the same dead owner must not both remove the file: the second would remove the
 * first one's new lock.
 */
function removeIfAbandoned(file) {
  const isAbandoned = () => {
    const pid = owner(file);
    return pid !== undefined && !isAlive(pid);
  };
  if (!isAbandoned()) return false;
  const guard = `${file}.guard`;
  if (!claim(guard)) {
    const age = Date.now() - (fs.statSync(guard, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > STALE_GUARD_MS) fs.rmSync(guard, { force: true });
    return false;
  }
  try {
    if (isAbandoned()) fs.rmSync(file, { force: true });
    return true;
  } finally {
    fs.rmSync(guard, { force: true });
  }
}

module.exports = { withLock };
