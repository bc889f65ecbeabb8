/** Loaded into every process of a crash: notes whether it has loaded our provider. */
const { writeFileSync } = require("node:fs");
const { join, sep } = require("node:path");

const provider = `${sep}dist${sep}dynamic.js`;
const timer = setInterval(() => {
  if (!Object.keys(require.cache).some((file) => file.endsWith(provider))) return;
  writeFileSync(join(process.env.CRASH_LOADED, String(process.pid)), "");
  clearInterval(timer);
}, 20);
timer.unref();
