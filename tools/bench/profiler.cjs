/**
 * Preloaded into the processes of Pulumi while something is profiled: the provider process writes
 * where its CPU time went into the folder in BENCH_PROFILE. Node's own option writes nothing when a
 * signal ends the process.
 */
const { writeFileSync } = require("node:fs");
const { Session } = require("node:inspector");
const { join } = require("node:path");

const folder = process.env.BENCH_PROFILE;
if (folder && process.argv.some((word) => word.includes("pulumi-resource-"))) start();

function start() {
  const session = new Session();
  session.connect();
  session.post("Profiler.enable");
  session.post("Profiler.start");
  let written = false;
  // Within one process the inspector calls back at once.
  const write = () => {
    if (written) return;
    written = true;
    session.post("Profiler.stop", (_error, { profile }) =>
      writeFileSync(join(folder, `${process.pid}.cpuprofile`), JSON.stringify(profile)),
    );
  };
  process.on("exit", write);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => {
      write();
      if (process.listenerCount(signal) === 1) process.exit();
    });
  }
}
